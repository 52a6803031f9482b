// The help: every key of this surface, with the reason for those that do nothing here. Never colours.

import { type Refusal, sentence } from "../refusal.ts";
import { clean, wrap } from "../text.ts";
import type { Action, MoveName } from "./act.ts";
import { actions } from "./actions.ts";
import { paneLines } from "./detail.ts";
import { neighbour } from "./moving.ts";
import { rowsOf } from "./rows.ts";
import type { Scene } from "./scene.ts";
import type { ViewState } from "./state.ts";
import { enterMeaning, meantBy, nearest } from "./targets.ts";
import { type Line, word } from "./words.ts";

const KEY_COLUMNS = 14;

/** As many lines as there is room for, from state.helpTop on; never past the end. */
export function helpLines(state: ViewState, scene: Scene): readonly Line[] {
	const { rows } = scene.room.help;
	const lines = allLines(state, scene);
	const top = Math.max(0, Math.min(state.helpTop, lines.length - rows));
	return lines.slice(top, top + rows);
}

export function helpCount(state: ViewState, scene: Scene): number {
	return allLines(state, scene).length;
}

function allLines(state: ViewState, scene: Scene): readonly Line[] {
	const { columns } = scene.room.help;
	return actions
		.filter((action) => action.keys.length > 0 && isHere(action, scene) && isMeant(action, state, scene))
		.flatMap((action) => actionLines(action, state, scene, columns));
}

/** Of the acts that share a key the one it means here speaks for all. */
function isMeant(action: Action, state: ViewState, scene: Scene): boolean {
	return action.what !== "act" || meantBy(action.keys[0] ?? "", state, scene)?.act === action;
}

function isHere(action: Action, scene: Scene): boolean {
	return action.where === "both" || action.where === scene.surface;
}

function actionLines(action: Action, state: ViewState, scene: Scene, columns: number): readonly Line[] {
	const keys = action.keys.map(keyLabel).join(" ");
	// Beside their keys the words would get less than half of a narrow line.
	const isBeside = columns >= KEY_COLUMNS * 3;
	const indent = isBeside ? KEY_COLUMNS : 2;
	const room = Math.max(1, columns - indent);
	const reason = reasonAgainst(action, state, scene);
	const text = wrap(action.help, room).map((part): Line => [word(part, reason === undefined ? "plain" : "dim")]);
	const why =
		reason === undefined ? [] : wrap(clean(`not now: ${reason}`), room).map((part): Line => [word(part, "warn")]);
	const lines = [...text, ...why];
	const first = (index: number) => (isBeside && index === 0 ? keys.padEnd(indent) : " ".repeat(indent));
	return [
		...(isBeside ? [] : [[word(keys, "accent")]]),
		...lines.map((line, index) => [word(first(index), "accent"), ...line]),
	];
}

/** Why an action does nothing here, for the help and whatever else lists actions. */
export function reasonAgainst(action: Action, state: ViewState, scene: Scene): string | undefined {
	if (action.what === "move") return stillReason(action.name, state, scene);
	if (action.what === "dash") return said(action.refuse(scene, nearest(state, scene).found));
	if (action.what !== "act") return undefined;
	const meant = meantBy(action.keys[0] ?? "", state, scene);
	return said(meant === undefined ? undefined : action.refuse(scene, meant.found));
}

function said(refusal: Refusal | undefined): string | undefined {
	return refusal === undefined ? undefined : sentence(refusal);
}

/** Why a key that only moves leaves everything as it is. */
function stillReason(name: MoveName, state: ViewState, scene: Scene): string | undefined {
	const { pane } = state;
	switch (name) {
		case "to-list":
			return neighbour(state, scene, -1) === undefined ? "You are in the list." : undefined;
		case "to-detail":
			return neighbour(state, scene, 1) === undefined ? "You are in the detail." : undefined;
		case "open":
			return enterMeaning(state, scene).do === "nothing" ? "There is nothing to open on this line." : undefined;
		case "up":
		case "down":
		case "page-up":
		case "page-down":
		case "first":
		case "last": {
			const lines = pane === "list" ? rowsOf(scene, state.search).length : paneLines(state, scene, pane).length;
			return lines > 1 ? undefined : "There is nowhere to go.";
		}
		default:
			return undefined;
	}
}

const LABELS: Readonly<Record<string, string>> = {
	up: "↑",
	down: "↓",
	left: "←",
	right: "→",
	pageUp: "PgUp",
	pageDown: "PgDn",
	home: "Home",
	end: "End",
	enter: "Enter",
	tab: "Tab",
	"shift+tab": "Shift+Tab",
	escape: "Esc",
	space: "Space",
};

/** A key as people read it. */
export function keyLabel(key: string): string {
	const control = /^ctrl\+(.)$/.exec(key)?.[1];
	if (/^f\d+$/.test(key)) return key.toUpperCase();
	return control === undefined ? (LABELS[key] ?? key) : `Ctrl+${control.toUpperCase()}`;
}
