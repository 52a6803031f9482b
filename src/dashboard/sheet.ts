// Puts the lines of several boxes side by side onto one screen. Every row comes out exactly as wide as the screen. Never colours.

import { fitLine, lineWidth, type Word, type Line as WordLine, word } from "../core/view/words.ts";
import type { Box } from "./layout.ts";
import type { Frame, Line, Run } from "./terminal/canvas.ts";
import type { Size } from "./terminal/screen.ts";
import { type Attention, type Look, paintLine } from "./theme.ts";

interface Piece {
	readonly left: number;
	readonly columns: number;
	readonly line: Line;
}

export interface Sheet {
	/** Lines too many are dropped, missing ones are blank. */
	place(box: Box, lines: readonly WordLine[], attention: Attention): void;
	finish(): Frame;
}

const BLANK: WordLine = [];

export function openSheet(size: Size, look: Look): Sheet {
	const rows: Piece[][] = Array.from({ length: size.rows }, () => []);
	return {
		place: (box, lines, attention) => {
			for (let at = 0; at < box.rows; at++) {
				const line = paintLine(look, fitLine(lines[at] ?? BLANK, box.columns), attention);
				rows[box.top + at]?.push({ left: box.left, columns: box.columns, line });
			}
		},
		finish: () => rows.map((pieces) => joinPieces(pieces)),
	};
}

function joinPieces(pieces: readonly Piece[]): Line {
	const runs: Run[] = [];
	let column = 0;
	for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
		if (piece.left > column) runs.push({ text: " ".repeat(piece.left - column), style: "" });
		runs.push(...piece.line);
		column = piece.left + piece.columns;
	}
	return runs;
}

/** A rule with a title in it: `─ teams ─────`. */
export function rule(title: readonly Word[], columns: number): WordLine {
	const head: WordLine = [word("─ ", "dim"), ...title, word(" ", "dim")];
	const used = lineWidth(head);
	return fitLine([...head, word("─".repeat(Math.max(0, columns - used)), "dim")], columns);
}
