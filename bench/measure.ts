// Times and compares: medians over rounds in which the raw operation and ours take turns, so that a busy machine slows both. Never prints.

export interface Row {
	readonly what: string;
	readonly budget: string;
	/** For people: ours, and the raw operation that bounds it, from the same run. */
	readonly ours: string;
	readonly raw: string;
	/** The figure the budget speaks of. */
	readonly figure: number;
	readonly unit: "×" | "ms" | "%" | "count";
	/** Lowest and highest of the rounds, in the figure's unit. */
	readonly spread: readonly [number, number];
	readonly kept: "kept" | "missed";
}

export interface Compared {
	/** Median of ours divided by raw, round by round. */
	readonly ratio: number;
	readonly spread: readonly [number, number];
	/** Medians, ms an operation. */
	readonly oursMs: number;
	readonly rawMs: number;
}

export function median(values: readonly number[]): number {
	return quantile(values, 1 / 2);
}

export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function spreadOf(values: readonly number[]): readonly [number, number] {
	return [Math.min(...values), Math.max(...values)];
}

/** Wall ms for each of `times` calls. */
export async function msEach(times: number, run: (index: number) => unknown): Promise<number> {
	const start = performance.now();
	for (let index = 0; index < times; index += 1) await run(index);
	return (performance.now() - start) / times;
}

/** CPU of this process, ms for each call: what nothing else on the machine distorts, for all that does not wait for the disk. */
export function cpuMsEach(times: number, run: (index: number) => void): number {
	const before = process.cpuUsage();
	for (let index = 0; index < times; index += 1) run(index);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / MICRO / times;
}

/** The same of calls that are promises. */
export async function cpuMsEachLater(times: number, run: (index: number) => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	for (let index = 0; index < times; index += 1) await run(index);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / MICRO / times;
}

const MICRO = 1_000;

/** "rate" = how many times as fast as the raw one; "time" = how many times as long. The first round warms up and does not count. */
export async function compare(
	rounds: number,
	as: "rate" | "time",
	ours: () => Promise<number> | number,
	raw: () => Promise<number> | number,
): Promise<Compared> {
	const pairs: { readonly ours: number; readonly raw: number }[] = [];
	for (let round = 0; round <= rounds; round += 1) {
		const rawMs = await raw();
		const oursMs = await ours();
		if (round > 0) pairs.push({ ours: oursMs, raw: rawMs });
	}
	const ratios = pairs.map((pair) => (as === "rate" ? pair.raw / pair.ours : pair.ours / pair.raw));
	return {
		ratio: median(ratios),
		spread: spreadOf(ratios),
		oursMs: median(pairs.map((pair) => pair.ours)),
		rawMs: median(pairs.map((pair) => pair.raw)),
	};
}

export function ratioRow(
	what: string,
	budget: { readonly words: string; readonly least?: number; readonly most?: number },
	compared: Compared,
	rawWords: string,
	of: "wall" | "CPU" = "CPU",
): Row {
	const { ratio, spread, oursMs, rawMs } = compared;
	const kept = ratio >= (budget.least ?? 0) && ratio <= (budget.most ?? Number.POSITIVE_INFINITY);
	return {
		...{ what, budget: budget.words, figure: ratio, unit: "×", spread, kept: kept ? "kept" : "missed" },
		ours: `${ms(oursMs)}${of === "CPU" ? " CPU" : ""} each`,
		raw: `${rawWords} ${ms(rawMs)}`,
	};
}

export function mostRow(
	what: string,
	budget: { readonly words: string; readonly most: number },
	values: readonly number[],
	more: { readonly unit: Row["unit"]; readonly ours: string; readonly raw: string; readonly figure?: number },
): Row {
	const figure = more.figure ?? median(values);
	return {
		...{ what, budget: budget.words, figure, unit: more.unit, spread: spreadOf(values) },
		...{ ours: more.ours, raw: more.raw, kept: figure <= budget.most ? "kept" : "missed" },
	};
}

export function ms(value: number): string {
	return value < 1 ? `${(value * MICRO).toFixed(0)} µs` : `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
