// The running dashboard: a window onto the store, a desk to act from, and the way out. Holds no logic of its own about what is shown.

import type { Env } from "../core/env.ts";
import { type History, openHistory } from "../core/history.ts";
import type { Intent, Notice } from "../core/intent.ts";
import { limits } from "../core/limits.ts";
import type { Message, MessageId, TeamId } from "../core/model.ts";
import { perform } from "../core/perform.ts";
import { done, type Outcome, refuse, sentence } from "../core/refusal.ts";
import type { Terminal as SeatTerminal } from "../core/seat.ts";
import { openSnapshots } from "../core/snapshot.ts";
import { type Store, StoreError } from "../core/store.ts";
import { teamOfKey } from "../core/view/rows.ts";
import { openAlarm } from "./alarm.ts";
import { awayWords } from "./away.ts";
import { pickTeam } from "./cli/find.ts";
import { openClipboard } from "./clipboard.ts";
import { openDesk } from "./desk.ts";
import type { Programs, Ran } from "./programs.ts";
import { HANGUP_CODE, type ProcessHost, watchProcess } from "./terminal/lifecycle.ts";
import { visibleMessages } from "./visible.ts";
import { openWindow, type Window, type WindowParts } from "./window.ts";

export interface AppParts extends Pick<WindowParts, "env" | "input" | "output" | "look" | "mouse" | "mode"> {
	readonly store: Store;
	readonly host: ProcessHost;
	readonly programs: Programs;
	/** Who takes a seat when a person joins from here. */
	readonly seat: SeatTerminal;
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

export function openApp(parts: AppParts): void {
	const { env, store, programs } = parts;
	const snapshots = openSnapshots(env, store, { onError: report });
	snapshots.refresh();
	const requested = parts.team === undefined ? undefined : pickTeam(snapshots.current(), parts.team);
	const desk = openDesk(env, store, parts.seat, snapshots.current, { changed: worldChanged, said: warn });
	const away = watchAbsence(env);
	let history: { readonly teamId: TeamId; readonly pages: History } | undefined;

	// Before the terminal is entered: a signal that comes in between would end the program and leave the terminal as it is.
	const opened: { window: Window | undefined } = { window: undefined };
	const lifecycle = watchProcess(env, parts.host, {
		leaveTerminal: () => opened.window?.terminal.leave(),
		enterTerminal: () => opened.window?.terminal.enter(),
		end,
	});

	const window = openWindow({
		...parts,
		world: {
			snapshot: snapshots.current,
			actor: desk.actor,
			now: () => env.now(),
			access: () => store.access(),
			session: parts.seat.session,
			terminal: parts.where,
			proposedRole: env.loginName,
		},
		requested: requested?.ok === true ? { teamId: requested.value.id, member: undefined } : undefined,
		effects: {
			perform: performAll,
			loadOlder: (teamId) => void snapshots.older(teamId),
			search: (teamId, filter, most) => reading(() => historyOf(teamId).search(filter, most)),
			quit: () => lifecycle.quit(0),
			suspend: () => lifecycle.suspend(),
			copy: (text) => void clipboard.copy(text),
			goToPane: (_role, pane) => void programs.tmux(toPane(pane)).then(sayFailure),
			read: readMessage,
		},
		events: {
			touched: desk.seen,
			moved: () => {
				showTeam();
				sumUp();
			},
			drawn: (stage, both) => desk.drawn(visibleMessages(stage, both)),
			lost: () => lifecycle.quit(HANGUP_CODE),
		},
	});
	opened.window = window;
	const { screen } = window.terminal;
	const clipboard = openClipboard(screen.send, programs, parts.where);
	const alarm = openAlarm((text) => {
		if (parts.bell === "rings") screen.send("\x07");
		if (parts.hook !== undefined) void programs.hook(parts.hook, text).then(sayFailure);
	});
	if (parts.greeting !== undefined) warn(parts.greeting);
	if (requested?.ok === false) warn(sentence(requested.refusal));
	snapshots.subscribe(worldChanged);
	snapshots.start();
	showTeam();
	const ticking = env.every(limits.ageTickMs, () => alarm.look(window.controller.situation()));

	function worldChanged(): void {
		window.worldChanged();
		alarm.look(window.controller.situation());
	}

	/** The team under the cursor is read more closely than the others. */
	function showTeam(): void {
		snapshots.show(teamOfKey(window.controller.both().view.cursor));
	}

	/** After the first key in a long while; what that key itself brought up goes before. */
	function sumUp(): void {
		const since = away.back();
		const { question, notice } = window.controller.both().view;
		if (since === undefined || question !== undefined || notice !== undefined) return;
		const words = awayWords(window.controller.situation(), since);
		if (words !== undefined) window.say(words, "plain");
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

	async function readMessage(teamId: TeamId, message: MessageId): Promise<Message | undefined> {
		const read = await reading(() => historyOf(teamId).message(message));
		return read?.ok === true ? read.value : undefined;
	}

	/** Kept while one team is looked at: it remembers what it read. */
	function historyOf(teamId: TeamId): History {
		if (history?.teamId !== teamId) history = { teamId, pages: openHistory(env, store, teamId) };
		return history.pages;
	}

	/** undefined when the disk is in trouble, which is said. */
	async function reading<T>(read: () => Promise<T>): Promise<T | undefined> {
		try {
			return await read();
		} catch (error) {
			report(error);
			return undefined;
		}
	}

	function warn(text: string): void {
		window.say(text, "warn");
	}

	function sayFailure(ran: Ran): void {
		if (ran.at === "failed") warn(ran.said);
	}

	/** A disk in trouble is said; anything else is a bug and ends the program. */
	function report(error: unknown): void {
		if (!(error instanceof StoreError)) throw error;
		warn(`${error.hint} (${error.path})`);
	}

	async function end(): Promise<void> {
		ticking.cancel();
		snapshots.stop();
		window.close();
		await desk.close();
		store.close();
		await parts.ended();
	}
}

function toPane(pane: string): readonly string[] {
	return ["select-window", "-t", pane, ";", "select-pane", "-t", pane, ";", "switch-client", "-t", pane];
}

/** Nobody pressed a key for a while: the first key afterwards tells since when. */
function watchAbsence(env: Env): { back(): number | undefined } {
	let touchedAt = env.now();
	return {
		back: () => {
			const since = touchedAt;
			touchedAt = env.now();
			return touchedAt - since >= limits.awayMs ? since : undefined;
		},
	};
}
