// A row of cells that things are drawn over each other into, as words with tones. Owns nothing but the arithmetic of columns.

import { clean, graphemes, graphemeWidth, head, width } from "../text.ts";
import type { Line, Tone, Word } from "./words.ts";

interface Cell {
	/** "" in the cells a wide grapheme covers to its right. */
	readonly text: string;
	readonly tone: Tone;
}

export interface CellRow {
	/** Text of other people is made harmless here; what does not fit is left out. */
	put(column: number, text: string, tone: Tone): void;
	/** `count` times the same character. */
	fill(column: number, count: number, character: string, tone: Tone): void;
	line(): Line;
}

const SPACE: Cell = { text: " ", tone: "plain" };

export function cellRow(columns: number): CellRow {
	const cells: Cell[] = Array.from({ length: Math.max(0, columns) }, () => SPACE);
	const set = (column: number, cell: Cell) => {
		if (column < 0 || column >= cells.length) return;
		// Half of a wide grapheme is nothing: what it covered becomes space.
		for (let at = column; cells[at]?.text === ""; at--) cells[at - 1] = { ...SPACE };
		for (let at = column + 1; cells[at]?.text === ""; at++) cells[at] = SPACE;
		cells[column] = cell;
	};
	const put = (column: number, text: string, tone: Tone) => {
		let at = column;
		for (const grapheme of graphemes(clean(text))) {
			const wide = graphemeWidth(grapheme);
			if (wide === 0) continue;
			if (at + wide > cells.length) return;
			for (let covered = 0; covered < wide; covered++) set(at + covered, SPACE);
			cells[at] = { text: grapheme, tone };
			for (let covered = 1; covered < wide; covered++) cells[at + covered] = { text: "", tone };
			at += wide;
		}
	};
	return {
		put,
		fill: (column, count, character, tone) => {
			for (let at = column; at < column + count; at++) set(at, { text: character, tone });
		},
		line: () => words(cells),
	};
}

function words(cells: readonly Cell[]): Line {
	const line: Word[] = [];
	let text = "";
	let tone: Tone = "plain";
	for (const cell of cells) {
		if (cell.tone !== tone && text !== "") {
			line.push({ text, tone });
			text = "";
		}
		tone = cell.tone;
		text += cell.text;
	}
	return text === "" ? line : [...line, { text, tone }];
}

/** As much of a text as fits, made harmless, with the columns it takes. */
export function fitting(text: string, columns: number): { readonly text: string; readonly columns: number } {
	const harmless = clean(text);
	const whole = width(harmless) <= columns;
	const shown = whole ? harmless : columns < 2 ? "" : `${head(harmless, columns - 1)}…`;
	return { text: shown, columns: width(shown) };
}
