// What a pointer does in a pane: the cursor goes to what is shown at a row, and a wheel moves the window, the cursor only as far as it must. Never acts.

import { detailOf, lineIndexAt, paneLines, placeIndex } from "./detail.ts";
import { listTopOf } from "./list.ts";
import { besideOlder, type Moved, teamRead } from "./moving.ts";
import { indexOfRow, rowsOf } from "./rows.ts";
import type { Pane, Scene } from "./scene.ts";
import { FOLLOW, onRow, type Place, type ViewState } from "./state.ts";
import { OLDER_KEY } from "./timeline.ts";

/** The cursor on what is shown at a row of a pane; the same state when it stands there already, undefined when nothing is there. */
export function standAt(row: number, pane: Pane, state: ViewState, scene: Scene): ViewState | undefined {
	return pane === "list" ? onListRow(row, state, scene) : onLine(row, pane, state, scene);
}

function onListRow(row: number, state: ViewState, scene: Scene): ViewState | undefined {
	const rows = rowsOf(scene, state.search);
	const meant = row < scene.room.list.rows ? rows[listTopOf(state, scene) + row] : undefined;
	if (meant === undefined) return undefined;
	if (state.pane === "list" && state.cursor === meant.key) return state;
	return onRow({ ...state, pane: "list", awaited: undefined }, meant.key, rows, scene);
}

function onLine(row: number, pane: "flow" | "detail", state: ViewState, scene: Scene): ViewState | undefined {
	const lines = paneLines(state, scene, pane);
	const index = lineIndexAt(row, pane, state, scene);
	const line = index === undefined ? undefined : lines[index];
	if (index === undefined || line === undefined) return undefined;
	if (placeIndex(state[pane], lines) === index) return state.pane === pane ? state : { ...state, pane };
	// The line stays under the pointer.
	const top = Math.max(0, Math.min(index - row, lines.length - scene.room[pane].rows));
	return { ...state, pane, [pane]: { at: "line", key: line.key, index, top } };
}

/** The window of a pane moves by so many lines; the keyboard stays in its pane. */
export function scrollBy(delta: number, pane: Pane, state: ViewState, scene: Scene): Moved {
	return pane === "list" ? scrollList(delta, state, scene) : scrollLines(delta, pane, state, scene);
}

function scrollList(delta: number, state: ViewState, scene: Scene): Moved {
	const rows = rowsOf(scene, state.search);
	const shown = scene.room.list.rows;
	const before = listTopOf(state, scene);
	const listTop = within(before + delta, 0, rows.length - shown);
	const index = within(indexOfRow(rows, state.cursor) ?? 0, listTop, listTop + shown - 1);
	const row = rows[index];
	if (row === undefined || listTop === before) return { state, older: undefined };
	return { state: onRow({ ...state, listTop, awaited: undefined }, row.key, rows, scene), older: undefined };
}

function scrollLines(delta: number, pane: "flow" | "detail", state: ViewState, scene: Scene): Moved {
	const lines = paneLines(state, scene, pane);
	const shown = scene.room[pane].rows;
	const last = lines.length - shown;
	const place = state[pane];
	const index = placeIndex(place, lines);
	const before = place.at === "end" ? last : within(place.top + index - place.index, 0, last);
	const top = within(before + delta, 0, last);
	const older = lines.findIndex((line) => line.key === OLDER_KEY);
	const asked = delta < 0 && older >= before && older < before + shown;
	if (top === before && !asked) return { state, older: undefined };
	const follows = pane === "flow" || detailOf(state, scene).flow.length > 0;
	if (follows && delta > 0 && top >= last) return { state: { ...state, [pane]: FOLLOW }, older: undefined };
	const next = besideOlder(lines, within(index, top, top + shown - 1));
	const moved: Place = { at: "line", key: lines[next]?.key ?? "", index: next, top };
	return { state: { ...state, [pane]: moved }, older: asked ? teamRead(state) : undefined };
}

/** The lower bound wins where there is no room between them. */
function within(value: number, least: number, most: number): number {
	return Math.max(least, Math.min(most, value));
}
