// Rows as a table of text: for the terminal, and as Markdown for docs/PERFORMANCE.md. Pure.

import type { Row } from "./measure.ts";

const HEAD = ["what", "budget", "measured", "spread", "ours", "beside it", ""] as const;

export function table(rows: readonly Row[]): string {
	const lines = [HEAD, ...rows.map(cells)];
	const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	const text = lines.map((line) =>
		line
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
	return text.join("\n");
}

export function markdown(rows: readonly Row[]): string {
	const lines = [HEAD.slice(0, -1), HEAD.slice(0, -1).map(() => "---"), ...rows.map((row) => cells(row).slice(0, -1))];
	return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function cells(row: Row): readonly string[] {
	const { what, budget, figure, unit, spread, ours, raw, kept } = row;
	const shown = (value: number) =>
		unit === "count" ? String(value) : `${value.toFixed(2)}${unit === "×" ? "×" : ` ${unit}`}`;
	return [
		what,
		budget,
		shown(figure),
		`${shown(spread[0])} … ${shown(spread[1])}`,
		ours,
		raw,
		kept === "kept" ? "" : "MISSED",
	];
}
