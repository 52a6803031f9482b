// The running dashboard: store, seat, keys and screen put together, and when a frame is drawn. Holds no logic of its own about what is shown.

import type { Env, Timer } from "../core/env.ts";
import { openHistory } from "../core/history.ts";
import type { Intent, Notice } from "../core/intent.ts";
import { limits } from "../core/limits.ts";
import { perform } from "../core/perform.ts";
import { done, type Outcome, refuse } from "../core/refusal.ts";
import type { Terminal as SeatTerminal } from "../core/seat.ts";
import { openSnapshots } from "../core/snapshot.ts";
import { type Store, StoreError } from "../core/store.ts";
import { teamOfKey } from "../core/view/rows.ts";
import { stateOf } from "../core/view/status.ts";
import { openAlarm } from "./alarm.ts";
import { awayWords } from "./away.ts";
import { openClipboard } from "./clipboard.ts";
import { type Controller, type Effects, openController } from "./controller.ts";
import { type DashDesk, openDesk } from "./desk.ts";
import { paint } from "./paint.ts";
import type { Programs } from "./programs.ts";
import { HANGUP_CODE, type Lifecycle, type ProcessHost, watchProcess } from "./terminal/lifecycle.ts";
import type { MouseUse } from "./terminal/screen.ts";
import { openTerminal, type TerminalInput, type TerminalOutput } from "./terminal/terminal.ts";
import type { Look } from "./theme.ts";

export interface AppParts {
	readonly env: Env;
	readonly store: Store;
	readonly input: TerminalInput;
	readonly output: TerminalOutput;
	readonly host: ProcessHost;
	readonly programs: Programs;
	/** Who takes a seat when a person joins from here. */
	readonly seat: SeatTerminal;
	readonly look: Look;
	readonly mouse: MouseUse;
	/** Said in the first line: `read only`, `demo`. */
	readonly mode: string | undefined;
	readonly bell: "rings" | "silent";
	readonly hook: string | undefined;
	/** Name of the team it opens on. */
	readonly team: string | undefined;
	/** Said at the start. */
	readonly greeting: string | undefined;
	readonly where: "in tmux" | "in a terminal";
	/** Called once, when everything this program began is over. */
	readonly ended: () => Promise<void>;
}

export interface App {
	readonly controller: Controller;
	readonly desk: DashDesk;
	quit(code: number): void;
}

export function openApp(parts: AppParts): App {
	const { env, store } = parts;
	const snapshots = openSnapshots(env, store, { onError: report });
	snapshots.refresh();
	const timers: Timer[] = [];
	let drawnAt = Number.NEGATIVE_INFINITY;
	let drawnMinute = 0;
	let pending: Timer | undefined;
	let pressedAt = env.now();
	let playing: Timer | undefined;

	const desk = openDesk(env, store, parts.seat, snapshots.current, {
		changed: () => worldChanged(),
		said: (text) => controller.say({ text, tone: "warn" }),
	});
	const terminal = openTerminal(env, parts.input, parts.output, parts.mouse, {
		pressed: (presses) => {
			if (presses.some(({ at }) => at !== "mouse")) noticePerson();
			for (const press of presses) controller.press(press);
			show();
			draw();
		},
		stale: () => {
			controller.worldChanged();
			draw();
		},
		lost: () => lifecycle.quit(HANGUP_CODE),
	});
	const { screen } = terminal;
	const clipboard = openClipboard((bytes) => screen.send(bytes), parts.programs, parts.where);
	const alarm = openAlarm((text) => {
		if (parts.bell === "rings") screen.send("\x07");
		if (parts.hook !== undefined) void parts.programs.hook(parts.hook, text).then(failed);
	});

	const effects: Effects = {
		where: parts.where,
		perform: performAll,
		loadOlder: (teamId) => void snapshots.older(teamId),
		quit: () => lifecycle.quit(0),
		suspend: () => lifecycle.suspend(),
		redraw: () => screen.reset(),
		copy: (text) => void clipboard.copy(text),
		goToPane: (_role, pane) =>
			void parts.programs
				.tmux(["select-window", "-t", pane, ";", "select-pane", "-t", pane, ";", "switch-client", "-t", pane])
				.then(failed),
		startPlaying: () => {
			playing?.cancel();
			playing = env.every(limits.replayStepMs, playOn);
		},
		read: (teamId, message) => readMessage(teamId, message),
		changed: () => drawSoon(),
	};
	const requested = parts.team === undefined ? undefined : store.teamNamed(parts.team);
	const controller = openController(
		{
			snapshot: snapshots.current,
			actor: desk.actor,
			now: () => env.now(),
			size: () => screen.size(),
			session: parts.seat.session,
			proposedRole: env.loginName,
		},
		effects,
		requested === undefined ? undefined : { teamId: requested, member: undefined },
	);
	const lifecycle: Lifecycle = watchProcess(env, parts.host, {
		leaveTerminal: terminal.leave,
		enterTerminal: terminal.enter,
		end,
	});

	if (parts.greeting !== undefined) controller.say({ text: parts.greeting, tone: "warn" });
	else if (parts.team !== undefined && requested === undefined) {
		controller.say({ text: `There is no team ${parts.team}.`, tone: "warn" });
	}
	snapshots.subscribe(worldChanged);
	snapshots.start();
	show();
	draw();
	timers.push(env.every(limits.ageTickMs, tick));

	function worldChanged(): void {
		controller.worldChanged();
		alarm.look(controller.situation());
		drawSoon();
	}

	/** Whoever presses a key has seen what was on the screen, and is back from wherever they were. */
	function noticePerson(): void {
		const awayMs = env.now() - pressedAt;
		const since = pressedAt;
		pressedAt = env.now();
		desk.seen();
		if (awayMs < limits.awayMs) return;
		const words = awayWords(controller.situation(), since);
		if (words !== undefined) controller.say({ text: words, tone: "plain" });
	}

	/** The team under the cursor is read more closely than the others. */
	function show(): void {
		snapshots.show(teamOfKey(controller.both().view.cursor));
	}

	function draw(): void {
		pending?.cancel();
		pending = undefined;
		drawnAt = env.monotonic();
		drawnMinute = minuteOf(env.now());
		const { look, mode } = parts;
		screen.draw(paint(controller.stage(), controller.both(), { look, mode, replayAt: controller.replayAt() }));
		desk.drawn();
	}

	/** Frames caused by the store come at most so often; those a key causes come at once. */
	function drawSoon(): void {
		if (pending !== undefined) return;
		const rest = drawnAt + limits.drawMs - env.monotonic();
		pending = env.after(Math.max(0, rest), draw);
	}

	/** An idle team changes its ages once a minute. */
	function tick(): void {
		alarm.look(controller.situation());
		if (minuteOf(env.now()) !== drawnMinute || somethingMoves()) draw();
	}

	function somethingMoves(): boolean {
		return snapshots.current().teams.some((team) => team.members.some((member) => MOVING.has(stateOf(member))));
	}

	function playOn(): void {
		if (controller.play()) draw();
		else playing?.cancel();
	}

	async function performAll(intents: readonly Intent[]): Promise<Outcome<Notice>> {
		const said: string[] = [];
		let last: Outcome<Notice> = refuse({ code: "declined" });
		for (const intent of intents) {
			last = await perform(desk, intent);
			if (!last.ok) break;
			said.push(last.value.text);
		}
		snapshots.refresh();
		return last.ok ? done({ ...last.value, text: said.join(" ") }) : last;
	}

	async function readMessage(teamId: string, message: string) {
		try {
			const read = await openHistory(env, store, teamId).message(message);
			return read.ok ? read.value : undefined;
		} catch (error) {
			report(error);
			return undefined;
		}
	}

	function failed(ran: Awaited<ReturnType<Programs["tmux"]>>): void {
		if (ran.at === "failed") controller.say({ text: ran.said, tone: "warn" });
	}

	/** A disk in trouble is said; anything else is a bug and ends the program. */
	function report(error: unknown): void {
		if (!(error instanceof StoreError)) throw error;
		controller.say({ text: `${error.hint} (${error.path})`, tone: "warn" });
	}

	async function end(): Promise<void> {
		for (const timer of timers) timer.cancel();
		playing?.cancel();
		pending?.cancel();
		snapshots.stop();
		terminal.close();
		await desk.close();
		store.close();
		await parts.ended();
	}

	return { controller, desk, quit: (code) => lifecycle.quit(code) };
}

const MINUTE_MS = 60_000;
const MOVING: ReadonlySet<string> = new Set(["working", "waiting"]);

function minuteOf(at: number): number {
	return Math.floor(at / MINUTE_MS);
}
