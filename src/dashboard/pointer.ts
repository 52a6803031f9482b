// What the mouse means: a pane to look at, a row to stand on, lines to scroll, a key of the hint line to press. Pure.

import { limits } from "../core/limits.ts";
import type { TeamId } from "../core/model.ts";
import { hintLine } from "../core/view/hints.ts";
import { toPane } from "../core/view/moving.ts";
import { scrollBy, standAt } from "../core/view/pointing.ts";
import type { Pane } from "../core/view/scene.ts";
import type { ViewState } from "../core/view/state.ts";
import { plainText, word } from "../core/view/words.ts";
import { paneAt } from "./layout.ts";
import { noticeForHints } from "./question.ts";
import type { Stage } from "./stage.ts";
import type { MouseReport } from "./terminal/mouse.ts";

/** A new state, older lines of a team to load, or a key to press as if it had been typed. */
export type Pointed =
	| { readonly at: "state"; readonly view: ViewState; readonly older: TeamId | undefined }
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
	const under = placeUnder(report, stage);
	if (under === undefined) return NOTHING;
	if (report.action === "press") return press(under.pane, under.row, view, stage);
	return wheel(under.pane, up ? -limits.wheelLines : limits.wheelLines, view, stage);
}

/** The pane under the pointer and the row within its lines; what is said above a pane hides it, and names over lanes are no line. */
function placeUnder({ column, row }: MouseReport, { layout, scene }: Stage): { pane: Pane; row: number } | undefined {
	const said = layout.question;
	if (said !== undefined && row >= said.top && row < said.top + said.rows) return undefined;
	const found = paneAt(layout, column, row);
	if (found?.pane !== "flow") return found;
	const box = layout.panes.find(({ pane }) => pane === "flow")?.box;
	return { pane: "flow", row: found.row - Math.max(0, (box?.rows ?? 0) - scene.room.flow.rows) };
}

/** The pane under the pointer scrolls; the keyboard stays where it is. */
function wheel(pane: Pane, lines: number, view: ViewState, { scene }: Stage): Pointed {
	const { state, older } = scrollBy(lines, pane, view, scene);
	return { at: "state", view: state, older };
}

/** On a row or line: stands there; where the cursor stands already: acts on it. */
function press(pane: Pane, row: number, view: ViewState, { scene }: Stage): Pointed {
	const there = row < 0 ? undefined : standAt(row, pane, view, scene);
	if (there === undefined) return { at: "state", view: toPane(view, pane), older: undefined };
	return there === view ? { at: "key", key: "enter" } : { at: "state", view: there, older: undefined };
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
