// Every action by name: typed letters narrow the list, Enter presses the action's key. The rows are those of the action table. Pure.

import type { Action } from "../core/view/act.ts";
import { actions } from "../core/view/actions.ts";
import { keyLabel, reasonAgainst } from "../core/view/help.ts";
import { matches, termsOf } from "../core/view/rows.ts";
import type { Room, Scene } from "../core/view/scene.ts";
import { shapes } from "../core/view/shapes.ts";
import type { ViewState } from "../core/view/state.ts";
import { meantBy } from "../core/view/targets.ts";
import { windowTop } from "../core/view/window.ts";
import { cutLine, fitLine, type Line, underCursor, word } from "../core/view/words.ts";
import { typedLine } from "./question.ts";
import type { PaletteState } from "./state.ts";
import { NOTHING_TYPED, textOf } from "./terminal/line-editor.ts";

export const OPENED: PaletteState = { typed: NOTHING_TYPED, index: 0 };

export interface Entry {
	readonly action: Action;
	readonly key: string;
	/** Why it does nothing here. */
	readonly reason: string | undefined;
}

/** What can be done here stands first. */
export function entries(palette: PaletteState, view: ViewState, scene: Scene): readonly Entry[] {
	const terms = termsOf(textOf(palette.typed));
	const all = actions.flatMap((action): readonly Entry[] => {
		const [key] = action.keys;
		if (key === undefined || (action.where !== "both" && action.where !== "dashboard")) return [];
		if (action.what === "dash" && action.name === "palette") return [];
		if (!matches(`${action.label} ${action.help}`, terms)) return [];
		if (action.what === "act" && meantBy(key, view, scene)?.act !== action) return []; // The key means another one here.
		return [{ action, key, reason: reasonAgainst(action, view, scene) }];
	});
	return [...all.filter(({ reason }) => reason === undefined), ...all.filter(({ reason }) => reason !== undefined)];
}

export function chosen(palette: PaletteState, view: ViewState, scene: Scene): Entry | undefined {
	const all = entries(palette, view, scene);
	return all[Math.min(palette.index, all.length - 1)];
}

const LABEL_COLUMNS = 16;
const KEY_COLUMNS = 8;

export function paletteLines(palette: PaletteState, view: ViewState, scene: Scene, room: Room): readonly Line[] {
	const { columns, rows } = room;
	const all = entries(palette, view, scene);
	const index = Math.min(palette.index, all.length - 1);
	const listRows = Math.max(1, rows - 2);
	const top = windowTop(0, Math.max(0, index), all.length, listRows);
	const list = all.slice(top, top + listRows).map((entry, at) => entryLine(entry, top + at === index, columns));
	const nothing: readonly Line[] = all.length === 0 ? [[word("  no action has these words", "dim")]] : [];
	return [[word(" : ", "accent"), ...typedLine(palette.typed, columns - 4)], [], ...list, ...nothing];
}

function entryLine(entry: Entry, isCursor: boolean, columns: number): Line {
	const { action, key, reason } = entry;
	const tone = reason === undefined ? "plain" : "dim";
	const line: Line = [
		word(isCursor ? shapes.cursor : " ", "accent"),
		...fitLine([word(` ${action.label}`, reason === undefined ? "strong" : "dim")], LABEL_COLUMNS),
		...fitLine([word(keyLabel(key), "accent")], KEY_COLUMNS),
		word(reason ?? action.help, tone),
	];
	return isCursor ? underCursor(fitLine(line, columns)) : cutLine(line, columns);
}
