// Text for people: aligned columns, wrapped paragraphs, counts. Pure; takes fields that clean() has made one line each.

import { cut, width, wrap } from "../../core/text.ts";

const GAP = "  ";
/** A last column narrower than this would say nothing; the line is let run over instead. */
const LEAST_LAST = 8;
/** Narrower, a wrapped column is a staircase. */
const LEAST_HANGING = 24;

/** Lines with aligned columns; the last column is cut where the line must fit, all others keep their width. */
export function table(rows: readonly (readonly string[])[], columns: number | undefined): readonly string[] {
	const widths: number[] = [];
	for (const row of rows) {
		for (const [index, field] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(field));
	}
	return rows.map((row) => lineOf(row, widths, columns));
}

function lineOf(row: readonly string[], widths: readonly number[], columns: number | undefined): string {
	const last = row.at(-1) ?? "";
	const before = row
		.slice(0, -1)
		.map((field, index) => field + " ".repeat((widths[index] ?? 0) - width(field)) + GAP)
		.join("");
	if (columns === undefined) return (before + last).trimEnd();
	return (before + cut(last, Math.max(LEAST_LAST, columns - width(before)))).trimEnd();
}

/** The same, but nothing is cut: what does not fit goes on under the start of the last column. */
export function hangingTable(
	rows: readonly (readonly [string, string])[],
	columns: number | undefined,
): readonly string[] {
	const left = rows.reduce((most, [field]) => Math.max(most, width(field)), 0) + GAP.length;
	if (columns === undefined || columns - left < LEAST_HANGING) return table(rows, undefined);
	return rows.flatMap(([field, text]) =>
		wrap(text, columns - left).map((line, index) => (index === 0 ? field : "").padEnd(left) + line),
	);
}

/** One long line, its second and further rows under an indent. */
export function hanging(text: string, indent: string, columns: number | undefined): string {
	if (columns === undefined || columns - width(indent) < LEAST_HANGING || width(text) <= columns) return text;
	const [first = "", ...rest] = wrap(text, columns);
	const more = wrap(rest.join(" "), columns - width(indent));
	return [first, ...more.map((line) => indent + line)].join("\n");
}

/** A paragraph under an indent, wrapped where lines must fit. */
export function paragraph(text: string, indent: string, columns: number | undefined): string {
	const lines = columns === undefined ? [text] : wrap(text, Math.max(LEAST_LAST, columns - width(indent)));
	return lines.map((line) => (indent + line).trimEnd()).join("\n");
}

/** `1 team`, `3 teams`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
}
