// Names that are close to a mistyped one. Pure.

import { limits } from "./limits.ts";

/** The nearest first, at most limits.closestNames; only those a typing error could have meant. */
export function closestNames(given: string, names: readonly string[]): readonly string[] {
	const most = Math.max(1, Math.ceil(given.length / 3));
	return names
		.map((name) => ({ name, distance: name.startsWith(given) ? 0 : distance(given, name) }))
		.filter((each) => each.distance <= most)
		.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
		.slice(0, limits.closestNames)
		.map((each) => each.name);
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function distance(from: string, to: string): number {
	let older: readonly number[] = [];
	let previous: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let row = 1; row <= from.length; row += 1) {
		const current: number[] = [row];
		for (let column = 1; column <= to.length; column += 1) {
			const same = from[row - 1] === to[column - 1];
			const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			current[column] = Math.min(
				at(previous, column) + 1,
				at(current, column - 1) + 1,
				at(previous, column - 1) + (same ? 0 : 1),
				swapped ? at(older, column - 2) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		older = previous;
		previous = current;
	}
	return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
	return row[column] ?? Number.POSITIVE_INFINITY;
}
