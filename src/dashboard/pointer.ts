// What the mouse means: a pane to look at, a row to stand on, lines to scroll, a key of the hint line to press. Pure.

import { limits } from "../core/limits.ts";
import { hintLine } from "../core/view/hints.ts";
import { moveBy, toPane } from "../core/view/moving.ts";
import { rowsOf } from "../core/view/rows.ts";
import { onRow, type ViewState } from "../core/view/state.ts";
import { plainText, word } from "../core/view/words.ts";
import { paneAt } from "./layout.ts";
import { noticeForHints } from "./question.ts";
import type { Stage } from "./stage.ts";
import type { MouseReport } from "./terminal/mouse.ts";

/** A new state, or a key to press as if it had been typed. */
export type Pointed =
	| { readonly at: "state"; readonly view: ViewState }
	| { readonly at: "key"; readonly key: string }
	| { readonly at: "nothing" };

const NOTHING: Pointed = { at: "nothing" };

export function point(report: MouseReport, view: ViewState, stage: Stage): Pointed {
	if (report.action === "release" || report.action === "drag") return NOTHING;
	const up = report.action === "wheel-up";
	if (view.help) return report.action === "press" ? NOTHING : { at: "key", key: up ? "up" : "down" };
	// Whoever is asked something answers it first: a click elsewhere must not lose what was typed.
	if (view.question !== undefined) return NOTHING;
	if (report.row === stage.layout.hint && report.action === "press") return pressHint(report.column, view, stage);
	const under = paneAt(stage.layout, report.column, report.row);
	if (under === undefined) return NOTHING;
	if (report.action === "press") return press(under.pane, under.row, view, stage);
	return { at: "state", view: wheel(under.pane, up ? "up" : "down", view, stage) };
}

/** The pane under the pointer scrolls; the keyboard stays where it is. */
function wheel(pane: ViewState["pane"], motion: "up" | "down", view: ViewState, { scene }: Stage): ViewState {
	let moved = toPane(view, pane);
	for (let line = 0; line < limits.wheelLines; line++) moved = moveBy(motion, moved, scene).state;
	return toPane(moved, view.pane);
}

/** On a row: stands there; on the row where the cursor stands already: acts on it. */
function press(pane: ViewState["pane"], row: number, view: ViewState, { scene }: Stage): Pointed {
	if (pane !== "list" || row < 0) return { at: "state", view: toPane(view, pane) };
	const rows = rowsOf(scene, view.search);
	const meant = rows[view.listTop + row];
	if (meant === undefined) return { at: "state", view: toPane(view, pane) };
	if (meant.key === view.cursor && view.pane === "list") return { at: "key", key: "enter" };
	return { at: "state", view: onRow(toPane(view, pane), meant.key, rows, scene) };
}

const KEYS: Readonly<Record<string, string>> = { Enter: "enter", Esc: "escape" };

function pressHint(column: number, view: ViewState, { scene, layout }: Stage): Pointed {
	// Keys that a notice hides are not pressed by a hand that aims at the notice.
	if (noticeForHints(view, layout.size) !== undefined) return NOTHING;
	const words = [word(" "), ...hintLine(view, scene, layout.size.columns - 1)];
	let end = 0;
	let key: string | undefined;
	for (const each of words) {
		end += plainText([each]).length;
		if (each.tone === "accent") key = each.text.trim();
		if (column < end) return key === undefined ? NOTHING : { at: "key", key: KEYS[key] ?? key };
	}
	return NOTHING;
}
