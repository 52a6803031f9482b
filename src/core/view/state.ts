// What a person looks at and does in a view, as plain data: cursor, pane, question, typed text, filters. Never the store, never a screen.
//
// How a UI uses view/:
//   let state = initialState(scene)                    scene: snapshot, actor, clock, panes and their room (scene.ts)
//   on a key:      { state, step } = interpret(state, keyName(key), scene), then carry the step out (interpret.ts)
//   on a paste:    { state, step } = pasted(state, text, scene)
//   while a text is typed (isTyping): step "edit" gives the key to the UI's own editor; afterwards state = typed(state, text, scene)
//   on a snapshot, a resize, a read message:  state = reconcile(state, scene)
//   when an intent came back:  state = finished(state, outcome, scene)
//   to draw:       titleLine, topLines, listLines, detailLines, flowLines, hintLine, helpLines … (state, scene) -> lines that fit the room
//   state.opened names the message the UI reads and puts into scene.message.

import type { Notice } from "../intent.ts";
import type { Kind } from "../kinds.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import { type Outcome, type Refusal, sentence } from "../refusal.ts";
import type { ActName, Confirmation, Field, Input } from "./act.ts";
import { indexOfRow, type Row, rowKey, rowsOf, teamOfKey } from "./rows.ts";
import type { Pane, Scene, Target } from "./scene.ts";
import { windowTop } from "./window.ts";

/** Where a list of lines stands: at its end and following it, or on one line known by its key. */
export type Place =
	| { readonly at: "end" }
	| { readonly at: "line"; readonly key: string; readonly index: number; readonly top: number };

/** A message being read, and where Esc goes back to. */
export interface Opened {
	readonly teamId: TeamId;
	readonly message: MessageId;
	readonly from: Pane;
	readonly place: Place;
}

export type Question =
	| {
			readonly what: "confirm";
			readonly act: ActName;
			readonly target: Target;
			readonly input: Input;
			readonly confirmation: Confirmation;
	  }
	| {
			readonly what: "fill";
			readonly act: ActName;
			readonly target: Target;
			readonly fields: readonly Field[];
			readonly index: number;
			readonly input: Input;
			/** Why the last answer was not taken; the text stays. */
			readonly problem: Refusal | undefined;
			readonly shape: "line" | "lines";
	  }
	| { readonly what: "search" }
	| { readonly what: "filter" };

export interface Shown {
	readonly text: string;
	readonly tone: Notice["tone"];
}

export interface ViewState {
	/** Key of the row under the cursor, and where it was last seen. */
	readonly cursor: string | undefined;
	readonly cursorIndex: number;
	/** A row an action touched that the snapshot does not show yet: the cursor goes there once it appears. */
	readonly awaited: string | undefined;
	readonly listTop: number;
	readonly pane: Pane;
	readonly question: Question | undefined;
	/** What is being typed in the question's field, search or filter. */
	readonly text: string;
	readonly search: string;
	readonly filter: string;
	readonly help: boolean;
	readonly helpTop: number;
	readonly opened: Opened | undefined;
	readonly detail: Place;
	readonly flow: Place;
	/** The kind of the last typed message. */
	readonly kind: Kind;
	readonly notice: Shown | undefined;
	/** The action being carried out: until it is done no other one starts. */
	readonly running: string | undefined;
}

export type RequestedRow = { readonly teamId: TeamId; readonly member: MemberId | undefined };

export const FOLLOW: Place = { at: "end" };
/** The first line, whatever it is. */
export const START: Place = { at: "line", key: "", index: 0, top: 0 };

/** Opens on the requested row, else on the own team, else on the first row. */
export function initialState(scene: Scene, requested?: RequestedRow): ViewState {
	const own = scene.actor.at === "joined" ? rowKey(scene.actor.teamId, undefined) : undefined;
	const state: ViewState = {
		cursor: requested === undefined ? own : rowKey(requested.teamId, requested.member),
		cursorIndex: 0,
		awaited: undefined,
		listTop: 0,
		pane: "list",
		question: undefined,
		text: "",
		search: "",
		filter: "",
		help: false,
		helpTop: 0,
		opened: undefined,
		detail: FOLLOW,
		flow: FOLLOW,
		kind: "info",
		notice: undefined,
		running: undefined,
	};
	return reconcile(state, scene);
}

/** After the world changed: the cursor stays on its row, or goes to the nearest when the row is gone; the list keeps it in sight. */
export function reconcile(state: ViewState, scene: Scene): ViewState {
	const rows = rowsOf(scene, state.search);
	if (state.awaited !== undefined && indexOfRow(rows, state.awaited) !== undefined) {
		return onRow({ ...state, awaited: undefined }, state.awaited, rows, scene);
	}
	const index = indexOfRow(rows, state.cursor);
	if (index === undefined && rows.length > 0) {
		const nearest = rows[Math.min(state.cursorIndex, rows.length - 1)];
		if (nearest !== undefined) return onRow(state, nearest.key, rows, scene);
	}
	const gone = state.opened !== undefined && !scene.snapshot.teams.some((team) => team.id === state.opened?.teamId);
	const kept = gone ? { ...state, opened: undefined, detail: FOLLOW } : state;
	return inSight(kept, index ?? 0, rows.length, scene);
}

/** Puts the cursor on a row; the detail starts anew unless it is the same row. */
export function onRow(state: ViewState, key: string, rows: readonly Row[], scene: Scene): ViewState {
	const index = indexOfRow(rows, key) ?? 0;
	const flow = teamOfKey(key) === teamOfKey(state.cursor) ? state.flow : FOLLOW;
	const moved: ViewState =
		key === state.cursor ? state : { ...state, cursor: key, opened: undefined, detail: FOLLOW, flow };
	return inSight(moved, index, rows.length, scene);
}

function inSight(state: ViewState, index: number, count: number, scene: Scene): ViewState {
	const listTop = windowTop(state.listTop, index, count, scene.room.list.rows);
	if (listTop === state.listTop && index === state.cursorIndex) return state;
	return { ...state, cursorIndex: index, listTop };
}

/** An intent came back: what it says is shown and the cursor goes to the row it touched. */
export function finished(state: ViewState, outcome: Outcome<Notice>, scene: Scene): ViewState {
	const idle: ViewState = { ...state, running: undefined };
	if (!outcome.ok) return withRefusal(idle, outcome.refusal);
	const { text, tone, cursor } = outcome.value;
	const told: ViewState = { ...idle, notice: { text, tone } };
	if (cursor === undefined) return reconcile(told, scene);
	const key = rowKey(cursor.teamId, cursor.member);
	const rows = rowsOf(scene, told.search);
	// A row the search hides, or one the snapshot does not have yet, is still where the cursor belongs.
	if (indexOfRow(rows, key) === undefined) return reconcile({ ...told, search: "", awaited: key }, scene);
	return onRow(told, key, rows, scene);
}

export function withRefusal(state: ViewState, refusal: Refusal): ViewState {
	return { ...state, notice: { text: sentence(refusal), tone: "warn" } };
}

/** What is typed still is what was proposed: the first thing a person types takes its place. */
export function isProposal({ question, text }: ViewState): boolean {
	return question?.what === "fill" && text !== "" && text === question.fields[question.index]?.proposal;
}

/** Whether keys go to a text. */
export function isTyping(state: ViewState): boolean {
	return state.question !== undefined && state.question.what !== "confirm";
}
