// What a verb sees: the store at the root that was named, read once. Owns the choice of the root; never writes.

import { homedir } from "node:os";
import { resolve } from "node:path";
import { openStore } from "../../core/files/store.ts";
import type { Actor, Snapshot } from "../../core/model.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { storeRoot } from "../../core/root.ts";
import { readOnce } from "../../core/snapshot.ts";
import type { Store } from "../../core/store.ts";
import type { Situation } from "../../core/view/scene.ts";
import { unusable } from "../../core/view/unusable.ts";
import type { Call } from "./verb.ts";

export type Purpose = "looks" | "writes";

export interface World {
	readonly store: Store;
	readonly snapshot: Snapshot;
	readonly now: number;
}

/** Refused where the store as a whole cannot be read: to call it empty would be wrong. */
export function look(call: Pick<Call, "io" | "flags">, purpose: Purpose = "looks"): Outcome<World> {
	const world = lookAnyway(call, purpose);
	const refusal = world.ok ? unusable(world.value.snapshot) : undefined;
	return refusal === undefined ? world : refuse(refusal);
}

/** "looks" makes no call that changes anything on the disk, whatever is asked of the store. */
export function lookAnyway({ io, flags }: Pick<Call, "io" | "flags">, purpose: Purpose): Outcome<World> {
	const root = flags.root === undefined ? storeRoot(io.variables, homedir()) : done(resolve(io.cwd, flags.root));
	if (!root.ok) return root;
	const store = openStore(io.env, root.value, {
		watch: "polling",
		...(purpose === "looks" ? { visitor: "only looks" } : {}),
	});
	return done({ store, snapshot: readOnce(io.env, store), now: io.env.now() });
}

/** A one-shot verb acts as nobody until it takes a seat with --as. */
export function situation(world: World, actor: Actor): Situation {
	return { snapshot: world.snapshot, actor, session: "", now: world.now, surface: "command", proposedRole: "" };
}
