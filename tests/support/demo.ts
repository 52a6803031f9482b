// A demo whose clock a test turns. Ends with the test.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore } from "../../src/core/files/store.ts";
import type { Snapshot, Team } from "../../src/core/model.ts";
import { readOnce } from "../../src/core/snapshot.ts";
import { type Demo, startDemo } from "../../src/dashboard/demo/start.ts";
import { temporary } from "./cli/world.ts";
import { type HandEnv, machine } from "./env.ts";

export interface Show extends Demo {
	readonly env: HandEnv;
	/** Lets that much of the story happen. */
	watch(seconds: number): Promise<void>;
	look(): Snapshot;
	team(name: string): Team;
}

export async function show(seed: number): Promise<Show> {
	const env = machine().process();
	const root = join(temporary("demo"), "teams");
	const failures: unknown[] = [];
	const demo = await startDemo(env, { seed, root, failed: (error) => failures.push(error) });
	onTestFinished(demo.stop);
	const look = () => readOnce(env, openStore(env, root, { visitor: "only looks" }));
	return {
		...demo,
		env,
		look,
		team(name) {
			const team = look().teams.find((each) => each.name === name);
			if (team === undefined) throw new Error(`no team ${name}`);
			return team;
		},
		async watch(seconds) {
			for (let passed = 0; passed < seconds * 10; passed += 1) {
				env.machine.advance(100);
				// A step is under way until the next one has its timer.
				while (env.timers() === 0 && failures.length === 0 && existsSync(root)) await soon();
				if (failures.length > 0) throw failures[0];
			}
		},
	};
}

function soon(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
