// Turns the difference between two screens of cells into bytes for the terminal. Never keeps state, never writes.

/** SGR parameters ("" = plain) and one grapheme. The cells a wide grapheme covers to its right hold "". */
export type Cell = [style: string, grapheme: string];

/** `dirty` marks a row that may differ from what is shown. */
export type CellRow = Cell[] & { dirty: boolean };

const PLAIN = "\x1b[m";

/**
 * The bytes that make `shown` look like `wanted`, and `shown` made equal to it. Rows that are not dirty are not looked at. Every
 * gap is an absolute move: a relative one would carry an error of the terminal's width table to the end of the row.
 */
export function drawChanges(wanted: readonly CellRow[], shown: readonly CellRow[]): string {
	let bytes = "";
	wanted.forEach((row, y) => {
		const before = shown[y];
		if (!row.dirty || before === undefined) return;
		row.dirty = false;
		bytes += drawRow(row, before, y);
	});
	return bytes;
}

function drawRow(row: CellRow, shown: CellRow, y: number): string {
	let bytes = "";
	let style = "";
	let cursor = -1; // The column the terminal's cursor is known to stand in; -1 after a grapheme terminals disagree about.
	let again = 0; // Up to here cells are drawn even when they did not change.
	for (let x = 0; x < row.length; x++) {
		const cell = row[x];
		const old = shown[x];
		if (cell === undefined || old === undefined) break;
		if (cell[0] === old[0] && cell[1] === old[1] && x >= again) continue;
		old[0] = cell[0];
		old[1] = cell[1];
		if (cell[1] === "") continue; // Drawn together with the grapheme that covers it.
		const columns = coveredColumns(row, x);
		if (cursor !== x) bytes += moveTo(y, x);
		if (cell[0] !== style) {
			style = cell[0];
			bytes += style === "" ? PLAIN : `\x1b[0;${style}m`;
		}
		if (isUncertain(cell[1])) {
			// Its cells are blanked first, and whatever it may have covered is drawn again: terminals may then disagree about its
			// width without moving anything else.
			bytes += " ".repeat(columns) + moveTo(y, x) + cell[1];
			cursor = -1;
			again = Math.max(again, x + Math.max(columns, 2 * [...cell[1]].length));
		} else {
			bytes += cell[1];
			cursor = x + columns;
		}
		for (let covered = x + 1; covered < x + columns; covered++) {
			const under = shown[covered];
			if (under === undefined) break;
			under[0] = row[covered]?.[0] ?? "";
			under[1] = "";
		}
	}
	return style === "" ? bytes : bytes + PLAIN;
}

function coveredColumns(row: CellRow, x: number): number {
	let columns = 1;
	while (row[x + columns]?.[1] === "") columns++;
	return columns;
}

/** Both count from 0. */
export function moveTo(y: number, x: number): string {
	return `\x1b[${y + 1};${x + 1}H`;
}

// What every terminal of the last twenty years measures alike: ASCII, Latin, kana, CJK, hangul, box drawing, blocks, braille.
const CERTAIN =
	/^[\x20-\x7e\xa1-\u024f\u2500-\u259f\u2800-\u28ff\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3]$/;

/** True for a grapheme whose width differs between terminals. */
export function isUncertain(grapheme: string): boolean {
	return !CERTAIN.test(grapheme);
}
