// The beat and the look into the inbox of one joined terminal: every second or when the watcher pokes, one step at a time. Ends with stop().

import type { Env } from "../core/env.ts";
import { beatMsOf } from "../core/leases.ts";
import { limits } from "../core/limits.ts";
import type { Store } from "../core/store.ts";
import type { Guard } from "./guard.ts";
import { type Queue, unlessClosed } from "./queue.ts";

export interface Loop {
	/** Something may have changed: look soon. Many pokes are one look. */
	poke(): void;
	stop(): void;
}

interface Surroundings {
	readonly env: Env;
	readonly guard: Guard;
	readonly store: Pick<Store, "format">;
}

export interface Turns {
	/** Renews the lease; false = the seat is lost and the loop has nothing left to do. */
	beat(): "kept" | "lost";
	look(): Promise<void>;
}

/** Beats as often as the store says. */
export function startLoop({ env, guard, store }: Surroundings, queue: Queue, turns: Turns): Loop {
	let beatAt = Number.NEGATIVE_INFINITY;
	let asked = false;
	let open = true;

	const step = async () => {
		asked = false;
		if (!open) return;
		// One step beats and receives: a terminal that cannot receive must not look alive.
		if (env.monotonic() - beatAt >= beatMsOf(store)) {
			beatAt = env.monotonic();
			if (turns.beat() === "lost") return;
		}
		await turns.look();
	};

	const poke = guard.wrap(
		"team",
		() => {
			if (asked || !open) return undefined;
			asked = true;
			return queue.run(step).catch(unlessClosed);
		},
		undefined,
	);

	const timer = env.every(limits.pollMs, poke);
	void poke();
	return {
		poke: () => void poke(),
		stop() {
			open = false;
			timer.cancel();
		},
	};
}
