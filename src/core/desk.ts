// What an operation needs of the program it runs in: the store, who acts, and how this terminal takes and leaves a seat. Types only.

import type { Env } from "./env.ts";
import type { Actor, Snapshot } from "./model.ts";
import type { Outcome } from "./refusal.ts";
import type { Pause } from "./schema.ts";
import type { JoinRequest, Seat, Terminal } from "./seat.ts";
import type { Store } from "./store.ts";

export interface Desk {
	readonly env: Env;
	readonly store: Store;
	readonly terminal: Terminal;
	/** For operations that act on what the person sees; operations read the store again before they write. */
	snapshot(): Snapshot;
	actor(): Actor;
	seat(): Seat | undefined;
	/** Takes the seat and starts this program's loop (beat, receive). */
	takeSeat(request: JoinRequest): Promise<Outcome<Seat>>;
	/**
	 * Leaves it and stops the loop; always frees the terminal, even when the disk refuses. "after-the-result": a request is worked
	 * on, so it leaves by itself once that is reported.
	 */
	leaveSeat(): Promise<Outcome<null | "after-the-result">>;
	/** Undefined where pausing is done elsewhere (the dashboard). */
	readonly setPause: ((pause: Extract<Pause, "no" | "person">) => Outcome<null>) | undefined;
}
