// What a verb sees: the store at the root that was named, read once. Owns the choice of the root; never writes.

import { homedir } from "node:os";
import { resolve } from "node:path";
import { openStore } from "../../core/files/store.ts";
import type { Actor, Snapshot } from "../../core/model.ts";
import { done, type Outcome } from "../../core/refusal.ts";
import { storeRoot } from "../../core/root.ts";
import { readOnce } from "../../core/snapshot.ts";
import type { Store } from "../../core/store.ts";
import type { Situation } from "../../core/view/scene.ts";
import type { Call } from "./verb.ts";

export interface World {
	readonly store: Store;
	readonly snapshot: Snapshot;
	readonly now: number;
}

/** "looks" makes no call that changes anything on the disk, whatever is asked of the store. */
export function look({ io, flags }: Pick<Call, "io" | "flags">, purpose: "looks" | "writes" = "looks"): Outcome<World> {
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
