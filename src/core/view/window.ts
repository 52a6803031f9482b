// Which part of a long list is on the screen. Pure arithmetic.

/** The first line shown so that `index` is in sight, moved as little as possible from `top`. */
export function windowTop(top: number, index: number, count: number, rows: number): number {
	if (rows <= 0 || count <= rows) return 0;
	const least = Math.max(0, index - rows + 1);
	return Math.min(Math.max(top, least), index, count - rows);
}
