// Words with a tone, and lines of them: what a UI places and paints. The tone never carries meaning alone. Never colours, never layout.

import { CUT_MARK, clean, cut, head, width, wrap } from "../text.ts";

export type Tone = "plain" | "dim" | "strong" | "accent" | "good" | "warn" | "bad";

/** `on: "cursor"` marks the row under the cursor, which a UI may paint behind the words; the cursor mark says the same without colour. */
export interface Word {
	readonly text: string;
	readonly tone: Tone;
	readonly on?: "cursor";
}

export type Line = readonly Word[];

/** Our own words. They are made harmless too: a name put into a sentence of ours is easily forgotten. */
export function word(text: string, tone: Tone = "plain"): Word {
	return { text: clean(text), tone };
}

/** Words that came from a peer or from the disk: names too, since a file may hold anything. */
export function foreign(text: string, tone: Tone = "plain"): Word {
	return { text: clean(text), tone };
}

export function plainText(line: Line): string {
	return line.map((each) => each.text).join("");
}

export function lineWidth(line: Line): number {
	return line.reduce((sum, each) => sum + width(each.text), 0);
}

/** At most `columns`; a cut line ends in the cut mark. */
export function cutLine(line: Line, columns: number): Line {
	if (columns <= 0) return [];
	if (lineWidth(line) <= columns) return line;
	const kept: Word[] = [];
	let left = columns - 1;
	for (const each of line) {
		const columnsOf = width(each.text);
		if (columnsOf > left) {
			kept.push({ ...each, text: head(each.text, left) + CUT_MARK });
			return kept;
		}
		kept.push(each);
		left -= columnsOf;
	}
	return kept;
}

/** Exactly `columns`: cut or padded with space that is painted like the last word's row. */
export function fitLine(line: Line, columns: number): Line {
	const shown = cutLine(line, columns);
	const missing = columns - lineWidth(shown);
	if (missing <= 0) return shown;
	const on = shown.at(-1)?.on;
	return [...shown, on === undefined ? word(" ".repeat(missing)) : { text: " ".repeat(missing), tone: "plain", on }];
}

/** The row under the cursor. */
export function underCursor(line: Line): Line {
	return line.map((each) => ({ ...each, on: "cursor" }));
}

/** `left`, then `right` at the right edge; `left` is cut first. */
export function spread(left: Line, right: Line, columns: number): Line {
	const space = columns - lineWidth(right);
	if (space <= 1) return fitLine(left, columns);
	return [...fitLine(left, space - 1), word(" "), ...right];
}

/** Words between separators; empty parts are left out. */
export function joined(parts: readonly Line[], separator: Word = word(" · ", "dim")): Line {
	const shown = parts.filter((part) => part.length > 0);
	return shown.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

/** A label in its own column and a value that wraps beside it. */
export function labelled(label: string, value: string, columns: number, tone: Tone = "plain"): readonly Line[] {
	const indent = label.padEnd(LABEL_COLUMNS);
	const room = Math.max(1, columns - indent.length);
	return wrap(clean(value), room).map((part, index) => [
		word(index === 0 ? indent : " ".repeat(indent.length), "dim"),
		word(part, tone),
	]);
}

const LABEL_COLUMNS = 9;

export function cutText(text: string, columns: number): string {
	return cut(clean(text), columns);
}
