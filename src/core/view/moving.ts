// Moving: rows of the list, lines of the other panes, panes, and the way back. Never acts.

import { detailOf, paneLines, placeIndex } from "./detail.ts";
import { indexOfRow, rowsOf, teamOfKey } from "./rows.ts";
import type { Pane, Scene, Target } from "./scene.ts";
import { FOLLOW, onRow, type Place, START, type ViewState } from "./state.ts";
import { isDate, type KeyedLine, OLDER_KEY } from "./timeline.ts";
import { windowTop } from "./window.ts";

const MOTIONS = ["up", "down", "page-up", "page-down", "first", "last"] as const;

export type Motion = (typeof MOTIONS)[number];

export function isMotion(name: string): name is Motion {
	return MOTIONS.some((each) => each === name);
}

export interface Moved {
	readonly state: ViewState;
	/** The team whose older lines were asked for. */
	readonly older: string | undefined;
}

export function moveBy(motion: Motion, state: ViewState, scene: Scene): Moved {
	return state.pane === "list" ? moveRow(motion, state, scene) : moveLine(motion, state, scene, state.pane);
}

function moveRow(motion: Motion, state: ViewState, scene: Scene): Moved {
	const rows = rowsOf(scene, state.search);
	const index = indexOfRow(rows, state.cursor) ?? 0;
	const row = rows[target(motion, index, rows.length, scene.room.list.rows)];
	const calm: ViewState = { ...state, awaited: undefined };
	return { state: row === undefined ? calm : onRow(calm, row.key, rows, scene), older: undefined };
}

function moveLine(motion: Motion, state: ViewState, scene: Scene, pane: "flow" | "detail"): Moved {
	const lines = paneLines(state, scene, pane);
	const { rows } = scene.room[pane];
	const place = pane === "flow" ? state.flow : state.detail;
	const index = placeIndex(place, lines);
	const next = target(motion, index, lines.length, rows);
	const line = lines[next];
	if (line === undefined) return { state, older: undefined };
	const follows = pane === "flow" || detailOf(state, scene).flow.length > 0;
	if (follows && (motion === "last" || (motion === "down" && index === lines.length - 1))) {
		return { state: withPlace(state, pane, FOLLOW), older: undefined };
	}
	const asked = lines[index]?.key === OLDER_KEY && next <= index && motion !== "down";
	const top = place.at === "end" ? lines.length - rows : place.top + index - place.index;
	const stands = asked ? besideOlder(lines, index) : next;
	const moved: Place = {
		at: "line",
		key: lines[stands]?.key ?? line.key,
		index: stands,
		top: windowTop(Math.max(0, top), stands, lines.length, rows),
	};
	return { state: withPlace(state, pane, moved), older: asked ? teamRead(state) : undefined };
}

/** The line below the one that stands for what is not loaded: what is loaded then comes right above it. Never a date, which moves up to what is loaded of its day. */
export function besideOlder(lines: readonly KeyedLine[], index: number): number {
	if (lines[index]?.key !== OLDER_KEY) return index;
	const next = lines.findIndex((line, at) => at > index && !isDate(line));
	return next < 0 ? lines.length - 1 : next;
}

/** The team whose timeline is in the panes. */
export function teamRead(state: ViewState): string | undefined {
	return state.opened?.teamId ?? teamOfKey(state.cursor);
}

/** The index a motion leads to, within the lines there are. */
export function target(motion: Motion, index: number, count: number, rows: number): number {
	const page = Math.max(1, rows - 1);
	const wanted = {
		up: index - 1,
		down: index + 1,
		"page-up": index - page,
		"page-down": index + page,
		first: 0,
		last: count - 1,
	}[motion];
	return Math.max(0, Math.min(count - 1, wanted));
}

function withPlace(state: ViewState, pane: "flow" | "detail", place: Place): ViewState {
	return pane === "flow" ? { ...state, flow: place } : { ...state, detail: place };
}

/** undefined = past the last or before the first pane. */
export function neighbour(state: ViewState, scene: Scene, step: 1 | -1): Pane | undefined {
	return scene.panes[scene.panes.indexOf(state.pane) + step];
}

export function toPane(state: ViewState, pane: Pane): ViewState {
	return { ...state, pane };
}

export function readMessage(state: ViewState, target: Extract<Target, { on: "message" }>): ViewState {
	if (state.opened?.message === target.message) return state;
	const { teamId, message } = target;
	// From one message to another of its thread: Esc still goes back to where the reading began.
	const from = state.opened?.from ?? state.pane;
	const place = state.opened?.place ?? state.detail;
	return { ...state, opened: { teamId, message, from, place }, detail: START, pane: "detail" };
}

/** One level back; undefined at the top. */
export function oneBack(state: ViewState): ViewState | undefined {
	if (state.opened !== undefined) {
		return { ...state, opened: undefined, detail: state.opened.place, pane: state.opened.from };
	}
	if (state.pane !== "list") return { ...state, pane: "list", detail: FOLLOW };
	if (state.search !== "") return { ...state, search: "" };
	return state.filter === "" ? undefined : { ...state, filter: "" };
}
