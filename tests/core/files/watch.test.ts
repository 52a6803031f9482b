// Hints of the real watcher on real directories, with the polling that backs it turned by hand.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Env, realEnv } from "../../../src/core/env.ts";
import { limits } from "../../../src/core/limits.ts";
import type { Store, WatchTarget } from "../../../src/core/store.ts";
import { idle } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { teamIn, withMessage } from "./operations.ts";

cleanDisks();

interface Listener {
	/** Resolves with the next poke. */
	next(): Promise<void>;
	pokes(): number;
	/** A second passes. */
	tick(): void;
	ready(): Promise<void>;
	readonly watching: ReturnType<Store["watch"]>;
	readonly store: Store;
}

const listeners: Listener[] = [];
afterEach(() => {
	for (const { watching } of listeners.splice(0)) watching.close();
});

function listen(world: DiskWorld, targets: readonly WatchTarget[], choice: "hints" | "polling" = "hints"): Listener {
	const ticks: (() => void)[] = [];
	const env: Env = {
		...realEnv(),
		every(ms, run) {
			expect(ms).toBe(limits.pollMs);
			ticks.push(run);
			return { cancel: () => void ticks.splice(ticks.indexOf(run), 1) };
		},
	};
	let pokes = 0;
	let waiting: (() => void)[] = [];
	const store = world.storeOf(env, { watch: choice });
	const watching = store.watch(targets, () => {
		pokes += 1;
		for (const resolve of waiting.splice(0)) resolve();
	});
	const next = () => new Promise<void>((resolve) => waiting.push(resolve));
	const listener: Listener = {
		watching,
		store,
		next,
		pokes: () => pokes,
		tick: () => {
			for (const run of ticks) run();
		},
		async ready() {
			while (watching.mode() !== "watching") await next();
			waiting = [];
		},
	};
	listeners.push(listener);
	return listener;
}

describe("watching", () => {
	test("hints at a message, an event and a new team as they come, without a poll", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		await withMessage(team);
		const { teamId, to } = team;
		for (const [target, change] of [
			[{ what: "inbox", teamId, member: to }, () => withMessage(team)],
			[{ what: "events", teamId }, async () => team.store.append(teamId, idle(team.from, 1))],
			[{ what: "root" }, () => teamIn2(world)],
		] as const) {
			const listener = listen(world, [target]);
			await listener.ready();
			const poked = listener.next();
			await change();
			await poked;
			expect(listener.watching.mode()).toBe("watching");
		}
	});

	async function teamIn2(world: DiskWorld): Promise<void> {
		const env = world.process();
		const { revision: _, ...document } = {
			v: 1 as const,
			at: 1,
			by: null,
			teamId: env.newToken(),
			revision: 1,
			name: "store",
			createdAt: 1,
			admin: null,
			members: [],
			formerRoles: [],
		};
		await world.storeOf(env).createTeam(document);
	}

	test("costs one watch a directory, however many files lie in it", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		for (let n = 0; n < 30; n += 1) await withMessage(team);
		const before = inotifyWatches();
		const listener = listen(world, [
			{ what: "inbox", teamId: team.teamId, member: team.to },
			{ what: "events", teamId: team.teamId },
		]);
		await listener.ready();
		const poked = listener.next();
		await withMessage(team);
		await poked;
		expect(inotifyWatches() - before).toBeLessThanOrEqual(2);
	});

	test.each([
		["deleted and made anew", (path: string) => rmSync(path, { recursive: true })],
		["moved away and made anew", (path: string) => renameSync(path, `${path}-away`)],
	])("goes on in a directory that was %s", async (_, remove) => {
		const world = diskWorld();
		const team = await teamIn(world);
		await withMessage(team);
		const path = join(world.root, `t-${team.teamId}`, "inbox", team.to, "new");
		const listener = listen(world, [{ what: "inbox", teamId: team.teamId, member: team.to }]);
		await listener.ready();
		remove(path);
		mkdirSync(path, { mode: 0o700 });
		const noticed = listener.next();
		listener.tick();
		await noticed;
		await listener.ready();
		const hinted = listener.next();
		await withMessage(team);
		await hinted;
		expect(listener.watching.mode()).toBe("watching");
	});

	test("begins with a directory that is made later", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const listener = listen(world, [{ what: "inbox", teamId: team.teamId, member: team.to }]);
		expect(listener.watching.mode()).toBe("polling");
		await withMessage(team);
		const noticed = listener.next();
		listener.tick();
		await noticed;
		await listener.ready();
		const hinted = listener.next();
		await withMessage(team);
		await hinted;
	});

	test("turned off notices everything at the next poll", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const { teamId, to, from } = team;
		const listener = listen(
			world,
			[{ what: "root" }, { what: "events", teamId }, { what: "inbox", teamId, member: to }],
			"polling",
		);
		for (const change of [
			() => withMessage(team),
			async () => team.store.append(teamId, idle(from, 1)),
			() => teamIn2(world),
		]) {
			await change();
			const poked = listener.next();
			listener.tick();
			await poked;
		}
		expect(listener.watching.mode()).toBe("polling");
	});

	test("pokes for nothing when nothing changed", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const listener = listen(world, [{ what: "root" }, { what: "events", teamId: team.teamId }], "polling");
		for (let n = 0; n < 10; n += 1) listener.tick();
		expect(listener.pokes()).toBe(0);
	});

	test("survives a team that is deleted under it", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const listener = listen(world, [{ what: "events", teamId: team.teamId }]);
		await listener.ready();
		await team.store.deleteTeam(team.teamId, () => ({ ok: true, value: null }));
		const noticed = listener.next();
		listener.tick();
		await noticed;
		for (let n = 0; n < 3; n += 1) listener.tick();
		expect(listener.watching.mode()).toBe("polling");
	});
});

/** Of this process, where the system tells. */
function inotifyWatches(): number {
	try {
		return readdirSync("/proc/self/fdinfo")
			.map((fd) => readFileSync(`/proc/self/fdinfo/${fd}`, "utf8").match(/^inotify /gm)?.length ?? 0)
			.reduce((sum, count) => sum + count, 0);
	} catch {
		return 0; // Not Linux, or a descriptor that was closed meanwhile.
	}
}
