// The panel's finished lines: slots of the frame, painted and clamped once more by the host's own measure. Never the state, never keys.

import { truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { limits } from "../core/limits.ts";
import type { Scene } from "../core/view/scene.ts";
import { asciiLine } from "../core/view/shapes.ts";
import type { ViewState } from "../core/view/state.ts";
import { lineWidth } from "../core/view/words.ts";
import { promptFor, type Size, type Slot, slots } from "./frame.ts";
import { type PanelTheme, paintLine } from "./paint.ts";
import type { PanelSource } from "./source.ts";
import type { Typing } from "./typing.ts";

/** What is typed, behind its prompt; empty while nothing is typed. */
export function typedLines(theme: PanelTheme, typing: Typing, state: ViewState, size: Size): readonly string[] {
	const prompt = promptFor(state, size.columns);
	const indent = lineWidth(prompt);
	const most = size.stance === "one-line" ? 1 : Math.max(1, Math.min(limits.typedRows, size.rows - ROWS_BESIDE_TYPED));
	const head = paintLine(theme, prompt);
	return typing
		.lines(Math.max(1, size.columns - indent), most, size.keyboard)
		.map((line, index) => (index === 0 ? head : " ".repeat(indent)) + line);
}

const ROWS_BESIDE_TYPED = 4; // title, remark, one row of the list, hints

export function paintedLines(
	theme: PanelTheme,
	source: Pick<PanelSource, "glyphs" | "key">,
	state: ViewState,
	scene: Scene,
	size: Size,
	typed: readonly string[],
): readonly string[] {
	return slots(state, scene, size, typed, source.key).map((slot) => painted(theme, source.glyphs, slot, size.columns));
}

// What is typed is drawn by the host's editor as it is. Of pasted invisible characters only the joiners shape what is seen; the
// others may reorder the line, and take no room, so the line loses nothing without them. The text keeps them.
const REORDERING = /(?![\u200c\u200d])\p{Cf}/gu;

function painted(theme: PanelTheme, glyphs: PanelSource["glyphs"], slot: Slot, columns: number): string {
	if (slot.what === "typed") return clamped(slot.text.replaceAll(REORDERING, ""), columns);
	const line = glyphs === "ascii" ? asciiLine(slot.line) : slot.line;
	// The words fit already by our own measure; the host's has the last word, since one line too wide ends it.
	return clamped(paintLine(theme, line), columns);
}

/** Measuring is remembered by the host, cutting is not: most lines are only measured. */
function clamped(line: string, columns: number): string {
	return visibleWidth(line) <= columns ? line : truncateToWidth(line, columns, "");
}

export function sameLines(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((line, index) => line === b[index]);
}
