// Whether the store as a whole cannot be used: such a place is never read as an empty one. Pure.

import type { Snapshot } from "../model.ts";
import type { Refusal } from "../refusal.ts";

/** The reason why nothing of it was read; undefined where it was, or where nothing is there yet. */
export function unusable({ root, teams, trouble }: Snapshot): Refusal | undefined {
	if (teams.length > 0) return undefined;
	const whole = trouble.find(({ path }) => path === root || path === `${root}/STORE.json`);
	return whole === undefined
		? undefined
		: { code: "store-trouble", what: whole.code, path: whole.path, hint: whole.hint };
}
