// What every Store must do, whatever it keeps its records in: called with a way to open several processes' stores over one place.

import { describe } from "vitest";
import type { Env } from "../../../src/core/env.ts";
import type { Store } from "../../../src/core/store.ts";
import type { HandEnv, Machine } from "../../support/env.ts";
import { documentsSuite } from "./documents.ts";
import { inboxSuite } from "./inbox.ts";
import { leasesSuite } from "./leases.ts";
import { timelineSuite } from "./timeline.ts";

/** A place of its own for each test; `open` is one more process looking at it. */
export interface Place {
	readonly host: Machine;
	open(env: Env): Store;
}

export interface Process {
	readonly env: HandEnv;
	readonly store: Store;
}

export type Starter = () => { process(): Process; readonly host: Machine };

export function storeSuite(name: string, place: () => Place): void {
	const start: Starter = () => {
		const { host, open } = place();
		return {
			host,
			process() {
				const env = host.process();
				return { env, store: open(env) };
			},
		};
	};
	describe(`a store ${name}`, () => {
		documentsSuite(start);
		leasesSuite(start);
		inboxSuite(start);
		timelineSuite(start);
	});
}
