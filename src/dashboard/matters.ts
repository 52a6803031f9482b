// What should be looked at, worked out once a second for each snapshot: layout, header and alarm all ask. Never decides what matters.

import type { Snapshot } from "../core/model.ts";
import { type Attention, attention } from "../core/view/attention.ts";
import type { Situation } from "../core/view/scene.ts";

const SECOND_MS = 1_000;
const found = new WeakMap<Snapshot, { readonly second: number; readonly all: readonly Attention[] }>();

/** Most pressing first. */
export function matters(situation: Situation): readonly Attention[] {
	const second = Math.floor(situation.now / SECOND_MS);
	const known = found.get(situation.snapshot);
	if (known?.second === second) return known.all;
	const all = attention(situation);
	found.set(situation.snapshot, { second, all });
	return all;
}
