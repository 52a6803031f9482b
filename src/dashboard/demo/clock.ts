// The clock and the dice of a demo: its past is told before its present begins, and one seed gives one story. Never used outside a demo.

import { createHash } from "node:crypto";
import type { Env } from "../../core/env.ts";

/** An Env whose wall clock can be put into the past and whose chance follows a seed. Timers and processes are the real ones. */
export interface DemoClock {
	readonly env: Env;
	/** Until `goLive` the clock stands where it was put; it never steps back. */
	moveTo(wallMs: number): void;
	goLive(): void;
}

const HEX = 16;
const TIME_DIGITS = 12;
const COUNTER_DIGITS = 3;
const COUNTER_MOST = HEX ** COUNTER_DIGITS - 1;

export function demoClock(real: Env, seed: number): DemoClock {
	let told: number | undefined = real.now();
	const now = () => told ?? real.now();
	// Both clocks go the same way, or everybody would conclude that the machine had slept.
	const wallMinusMonotonic = told - real.monotonic();
	// Ids have dice of their own: how often a lock rolls for its pause must not change them.
	const idDice = dice(seed + 1);
	const hex = (digits: number) => Array.from({ length: digits }, () => idDice(HEX).toString(HEX)).join("");
	return {
		env: {
			...real,
			now,
			monotonic: () => now() - wallMinusMonotonic,
			random: dice(seed + 2),
			newId: seededIds(now, hex),
			newToken: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
		},
		moveTo(wallMs) {
			if (told !== undefined) told = wallMs;
		},
		goLive() {
			told = undefined;
		},
	};
}

const BITS = 32;

/** The same on every machine and for ever: a hash of the seed and how often was rolled. */
export function dice(seed: number): (below: number) => number {
	let rolled = 0;
	return (below) => {
		rolled += 1;
		const roll = createHash("sha256").update(`${seed} ${rolled}`).digest().readUInt32BE();
		return Math.floor((roll / 2 ** BITS) * below);
	};
}

/** UUIDv7 like the real ones, but for the dice: names made from them sort by creation too. */
function seededIds(now: () => number, hex: (digits: number) => string): () => string {
	let lastMs = 0;
	let counter = 0;
	return () => {
		const ms = Math.max(now(), lastMs);
		counter = ms === lastMs ? counter + 1 : 0;
		lastMs = counter > COUNTER_MOST ? ms + 1 : ms;
		if (counter > COUNTER_MOST) counter = 0;
		const time = lastMs.toString(HEX).padStart(TIME_DIGITS, "0");
		const count = counter.toString(HEX).padStart(COUNTER_DIGITS, "0");
		return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-a${hex(3)}-${hex(12)}`;
	};
}
