// Puts finished lines into cells. Knows neither blessed nor what the lines mean; never lets a grapheme cross the right edge.

import { graphemes, graphemeWidth } from "../../core/text.ts";
import type { CellRow } from "./draw.ts";

/** Harmless text (core/text.ts) in one style: SGR parameters, "" = plain. */
export interface Run {
	readonly text: string;
	readonly style: string;
}

export type Line = readonly Run[];

/** The screen from top to bottom. Lines too many are ignored, missing ones are blank, and a line is cut or filled to the width. */
export type Frame = readonly Line[];

const BLANK: Line = [];

export interface Canvas {
	/** Writes the lines that differ from the last frame into their rows and marks those dirty. */
	place(frame: Frame, rows: readonly CellRow[]): void;
	/** The rows are new or unknown: everything is placed again. */
	forget(): void;
}

export function openCanvas(): Canvas {
	let placed: Frame = [];
	return {
		place: (frame, rows) => {
			rows.forEach((row, y) => {
				const line = frame[y] ?? BLANK;
				const before = placed[y];
				if (before !== undefined && sameLine(before, line)) return;
				placeLine(line, row);
				row.dirty = true;
			});
			placed = rows.map((_, y) => frame[y] ?? BLANK);
		},
		forget: () => {
			placed = [];
		},
	};
}

function sameLine(left: Line, right: Line): boolean {
	if (left === right) return true;
	if (left.length !== right.length) return false;
	return left.every((run, index) => {
		const other = right[index];
		return other !== undefined && run.text === other.text && run.style === other.style;
	});
}

function placeLine(line: Line, row: CellRow): void {
	let x = 0;
	for (const run of line) {
		for (const grapheme of graphemes(run.text)) {
			const columns = graphemeWidth(grapheme);
			if (columns === 0) {
				join(row, x, grapheme);
				continue;
			}
			if (x + columns > row.length) {
				x = fill(row, x, run.style);
				break;
			}
			put(row, x, run.style, grapheme);
			for (let covered = 1; covered < columns; covered++) put(row, x + covered, run.style, "");
			x += columns;
		}
		if (x >= row.length) return;
	}
	fill(row, x, "");
}

/** A mark without a base of its own belongs to what stands before it; at the start of a row it has nowhere to go. */
function join(row: CellRow, x: number, mark: string): void {
	let base = x - 1;
	while (row[base]?.[1] === "") base--;
	const cell = row[base];
	if (cell !== undefined) cell[1] += mark;
}

function put(row: CellRow, x: number, style: string, grapheme: string): void {
	const cell = row[x];
	if (cell === undefined) return;
	cell[0] = style;
	cell[1] = grapheme;
}

function fill(row: CellRow, from: number, style: string): number {
	for (let x = from; x < row.length; x++) put(row, x, style, " ");
	return row.length;
}
