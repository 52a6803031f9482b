// What a press, a paste, the mouse and a changed world do to the state of the dashboard, and which effects follow. Owns the state; never draws, never touches the terminal.

import type { HistoryFilter } from "../core/history/filter.ts";
import type { Found } from "../core/history.ts";
import type { Intent, Notice } from "../core/intent.ts";
import type { Actor, Message, Snapshot, TeamId } from "../core/model.ts";
import type { Outcome } from "../core/refusal.ts";
import type { Access } from "../core/store.ts";
import { flowKeyedLines } from "../core/view/detail.ts";
import { type Interpreted, interpret, keyName, pasted, type Step } from "../core/view/interpret.ts";
import { typed as typedInto } from "../core/view/questions.ts";
import { teamOfKey } from "../core/view/rows.ts";
import type { Situation, Target } from "../core/view/scene.ts";
import {
	finished,
	initialState,
	type RequestedRow,
	reconcile,
	type Shown,
	type ViewState,
} from "../core/view/state.ts";
import { type DashEffects, dashKey } from "./dash-keys.ts";
import { editText, insertText } from "./editing.ts";
import { cameOf, searchFor, withFurther } from "./further.ts";
import { paletteKey, palettePaste } from "./palette-keys.ts";
import { point } from "./pointer.ts";
import { NOTHING_READ, openReader } from "./reader.ts";
import { replayEvent, step as replayStep, snapshotAt } from "./replay.ts";
import { type Stage, setStage } from "./stage.ts";
import { type Both, hasToClose, INITIAL, settle } from "./state.ts";
import type { KeyPress, Press } from "./terminal/keys.ts";
import type { MouseReport } from "./terminal/mouse.ts";
import type { Size } from "./terminal/screen.ts";

export interface Effects extends DashEffects {
	perform(intents: readonly Intent[]): Promise<Outcome<Notice>>;
	loadOlder(teamId: TeamId): void;
	/** Through the whole history, newest first, as far as `most` need; undefined when it cannot be read. */
	search(teamId: TeamId, filter: HistoryFilter, most: number): Promise<Found | undefined>;
	quit(): void;
	suspend(): void;
	/** Reads the opened message; undefined when it is gone. */
	read(teamId: TeamId, message: string): Promise<Message | undefined>;
	/** The state changed outside of a press: worth a frame. */
	changed(): void;
}

export interface World {
	snapshot(): Snapshot;
	actor(): Actor;
	now(): number;
	size(): Size;
	/** Whether the store can be written. */
	access(): Access;
	readonly session: string;
	readonly terminal: "in tmux" | "in a terminal";
	readonly proposedRole: string;
}

export interface Controller {
	press(press: Press): void;
	/** A new snapshot, another size, another seat. */
	worldChanged(): void;
	/** One step of a replay that plays; false = it does not play. */
	play(): boolean;
	say(shown: Shown): void;
	stage(): Stage;
	both(): Both;
	/** Of the present, whatever a replay shows. */
	situation(): Situation;
	replayAt(): number | undefined;
}

export function openController(world: World, effects: Effects, requested: RequestedRow | undefined): Controller {
	const reader = openReader(effects.read, effects.changed);
	let both: Both = settle({ view: initialState(setUp().scene, requested), dash: INITIAL });

	function situation(snapshot: Snapshot, now: number): Situation {
		const { session, proposedRole, terminal } = world;
		return { snapshot, now, session, proposedRole, terminal, actor: world.actor(), surface: "dashboard" };
	}

	function setUp(): Stage {
		return setStage(situation(world.snapshot(), world.now()), undefined, INITIAL, world.size(), NOTHING_READ);
	}

	function replayAt(): number | undefined {
		const { replay } = both.dash;
		return replay === undefined ? undefined : replayEvent(world.snapshot(), replay)?.at;
	}

	function stage(): Stage {
		const { view, dash } = both;
		const present = world.snapshot();
		const loaded = dash.replay === undefined ? present : snapshotAt(present, dash.replay);
		const snapshot = dash.further === undefined ? loaded : withFurther(loaded, dash.further);
		return setStage(situation(snapshot, replayAt() ?? world.now()), view, dash, world.size(), reader.current());
	}

	function become(next: Both): void {
		const leftEnd = both.view.flow.at === "end" && next.view.flow.at === "line";
		const followedTo = leftEnd ? flowKeyedLines(both.view, stage().scene).at(-1)?.key : next.dash.followedTo;
		both = settle({ view: next.view, dash: { ...next.dash, followedTo } });
		reader.follow(both.view.opened);
	}

	function view(next: ViewState): void {
		become({ ...both, view: next });
	}

	function key(press: KeyPress): void {
		const name = keyName(press.key);
		if (name === "ctrl+z") {
			effects.suspend();
			return;
		}
		if (both.dash.palette !== undefined) {
			const { next, run } = paletteKey(press, both, stage().scene);
			become(next);
			if (run !== undefined) take(interpret(both.view, run, stage().scene), { at: "key", key: run, text: "" });
			return;
		}
		if (name === "escape" && both.dash.replay !== undefined && !hasToClose(both.view)) {
			become({ ...both, dash: { ...both.dash, replay: undefined } });
			return;
		}
		take(interpret(both.view, name, stage().scene), press);
	}

	function take({ state, step }: Interpreted, press: KeyPress): void {
		view(state);
		carryOut(step, press);
	}

	function carryOut(step: Step, press: KeyPress): void {
		switch (step.do) {
			case "edit":
				edited(editText(both.dash.typed, press, both.view));
				break;
			case "perform":
				perform(step.intents);
				break;
			case "load-older":
				lookFurther(step.teamId);
				break;
			case "quit":
				effects.quit();
				break;
			case "dash":
				pressDash(step.key, step.target);
				break;
			case "nothing":
			case "release":
			case "close":
				break;
			default:
				step satisfies never;
		}
	}

	/** Older lines as they are, or those that a filter leaves: these may be far back. */
	function lookFurther(teamId: TeamId): void {
		const { filter } = both.view;
		const team = world.snapshot().teams.find((each) => each.id === teamId);
		if (team === undefined || filter.trim() === "") {
			effects.loadOlder(teamId);
			return;
		}
		const search = searchFor(team, filter, both.dash.further, world.now());
		void effects.search(teamId, search.filter, search.most).then((found) => {
			if (found === undefined || both.view.filter !== filter || teamOfKey(both.view.cursor) !== teamId) return;
			both = { ...both, dash: { ...both.dash, further: { teamId, filter, ...found } } };
			say({ text: cameOf(search, team, found), tone: "plain" });
		});
	}

	function edited(typed: Both["dash"]["typed"]): void {
		const text = typed.before + typed.after;
		become({ view: typedInto(both.view, text, stage().scene), dash: { ...both.dash, typed } });
	}

	function pressDash(name: Extract<Step, { do: "dash" }>["key"], target: Target): void {
		become(dashKey(name, target, both, { scene: stage().scene, present: world.snapshot() }, effects));
	}

	function say(shown: Shown): void {
		view({ ...both.view, notice: shown });
		effects.changed();
	}

	/** What is carried out is carried out in the present. */
	function perform(intents: readonly Intent[]): void {
		become({ ...both, dash: { ...both.dash, replay: undefined } });
		void effects.perform(intents).then((outcome) => {
			view(finished(both.view, outcome, stage().scene));
			effects.changed();
		});
	}

	function paste(text: string): void {
		if (both.dash.palette !== undefined) {
			become(palettePaste(text, both));
			return;
		}
		const { state, step } = pasted(both.view, text, stage().scene);
		view(state);
		if (step.do === "edit") edited(insertText(both.dash.typed, text, both.view));
	}

	function pointAt(report: MouseReport): void {
		const pointed = point(report, both.view, stage());
		if (pointed.at === "state") {
			view(pointed.view);
			if (pointed.older !== undefined) lookFurther(pointed.older);
		}
		if (pointed.at === "key") key({ at: "key", key: pointed.key, text: "" });
	}

	return {
		press: (press) => {
			if (press.at === "key") key(press);
			else if (press.at === "paste") paste(press.text);
			else if (both.dash.palette === undefined) pointAt(press.report);
		},
		worldChanged: () => {
			reader.again();
			if (both.dash.replay !== undefined && replayEvent(world.snapshot(), both.dash.replay) === undefined) {
				become({ ...both, dash: { ...both.dash, replay: undefined } });
				say({ text: "The team whose past was shown is gone.", tone: "plain" });
			}
			view(reconcile(both.view, stage().scene));
		},
		play: () => {
			const { replay } = both.dash;
			if (replay?.playing !== "playing") return false;
			const team = world.snapshot().teams.find((each) => each.id === replay.teamId);
			become({ ...both, dash: { ...both.dash, replay: team === undefined ? undefined : replayStep(team, replay, 1) } });
			return true;
		},
		say,
		stage,
		both: () => both,
		situation: () => situation(world.snapshot(), world.now()),
		replayAt,
	};
}
