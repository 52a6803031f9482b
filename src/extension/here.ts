// What the parts of a running extension share: the machine, the store, Pi, and the way to the person. Made per session, useless after its shutdown.

import type { Env } from "../core/env.ts";
import type { Terminal } from "../core/seat.ts";
import type { Store } from "../core/store.ts";
import type { Focus } from "./focus.ts";
import type { Guard } from "./guard.ts";
import type { Context, NoticeTone, Pi } from "./host.ts";
import type { RunWatch } from "./run-watch.ts";

export interface Here {
	readonly env: Env;
	readonly store: Store;
	readonly pi: Pi;
	/** The session's; asked for each time, never kept. */
	context(): Context;
	readonly terminal: Terminal;
	readonly run: RunWatch;
	readonly focus: Focus;
	readonly guard: Guard;
	say(text: string, tone?: NoticeTone): void;
	/** What the line names until it was used once. */
	panelKey(): string | undefined;
	readonly turnLimit: number;
	/** As the environment names it; empty = unknown. */
	readonly locale: string;
}
