// A watcher that fails, floods or starts late, played by a stand-in for chokidar: the store polls on, and hints are never more than one every limits.hintMs.

import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { idle } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld } from "../../support/disk-world.ts";
import { teamIn } from "./operations.ts";

class Watcher extends EventEmitter {
	closed = false;
	readonly path: string;
	constructor(path: string) {
		super();
		this.path = path;
	}
	async close(): Promise<void> {
		this.closed = true;
	}
}

const watchers: Watcher[] = [];
let refuses: "no" | "throws" = "no";

vi.mock("chokidar", () => ({
	watch(path: string) {
		if (refuses === "throws") throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
		const watcher = new Watcher(path);
		watchers.push(watcher);
		return watcher;
	},
}));

cleanDisks();
beforeEach(() => {
	watchers.length = 0;
	refuses = "no";
});

async function watched() {
	const world = diskWorld();
	const team = await teamIn(world);
	const env = world.process();
	const store = world.storeOf(env, { watch: "hints" });
	let pokes = 0;
	const watching = store.watch([{ what: "events", teamId: team.teamId }], () => {
		pokes += 1;
	});
	await vi.dynamicImportSettled();
	await Promise.resolve();
	return { world, team, env, store, watching, pokes: () => pokes };
}

describe("a watcher", () => {
	test("pokes at once, then at most every twenty milliseconds, also under a steady stream of hints", async () => {
		const { world, pokes } = await watched();
		const [watcher] = watchers;
		watcher?.emit("raw");
		expect(pokes()).toBe(1);
		for (let ms = 0; ms < 200; ms += 1) {
			watcher?.emit("raw");
			world.host.advance(1);
		}
		expect(pokes()).toBeGreaterThanOrEqual(200 / limits.hintMs - 1);
		expect(pokes()).toBeLessThanOrEqual(200 / limits.hintMs + 2);
	});

	test("keeps a hint that comes too early, and gives it when it is time", async () => {
		const { world, pokes } = await watched();
		const [watcher] = watchers;
		watcher?.emit("raw");
		watcher?.emit("raw");
		expect(pokes()).toBe(1);
		world.host.advance(limits.hintMs - 1);
		expect(pokes()).toBe(1);
		world.host.advance(1);
		expect(pokes()).toBe(2);
		world.host.advance(limits.hintMs);
		expect(pokes()).toBe(2);
	});

	test.each(["ENOSPC", "EMFILE", "EACCES"])(
		"that reports %s is given up: polling goes on and says so",
		async (code) => {
			const { world, team, watching, pokes } = await watched();
			const [watcher] = watchers;
			watcher?.emit("ready");
			expect(watching.mode()).toBe("watching");
			watcher?.emit("error", Object.assign(new Error(code), { code }));
			expect(watching.mode()).toBe("polling");
			expect(watcher?.closed).toBe(true);
			const before = pokes();
			team.store.append(team.teamId, idle(team.from, 1));
			world.host.advance(limits.pollMs + limits.hintMs);
			expect(pokes()).toBeGreaterThan(before);
			expect(watchers).toHaveLength(1);
		},
	);

	test("that cannot even be started means polling", async () => {
		refuses = "throws";
		const { world, team, watching, pokes } = await watched();
		expect(watching.mode()).toBe("polling");
		team.store.append(team.teamId, idle(team.from, 1));
		world.host.advance(limits.pollMs + limits.hintMs);
		expect(pokes()).toBeGreaterThan(0);
	});

	test("is not there before it is ready", async () => {
		const { watching } = await watched();
		expect(watching.mode()).toBe("polling");
		watchers[0]?.emit("ready");
		expect(watching.mode()).toBe("watching");
	});

	test("and its timers are gone when it is closed, or the whole store is", async () => {
		const first = await watched();
		first.watching.close();
		expect(first.env.timers()).toBe(0);
		expect(watchers.map(({ closed }) => closed)).toEqual([true]);
		const second = await watched();
		watchers.at(-1)?.emit("raw");
		watchers.at(-1)?.emit("raw");
		second.store.close();
		expect(second.env.timers()).toBe(0);
		expect(watchers.map(({ closed }) => closed)).toEqual([true, true]);
		const before = second.pokes();
		watchers.at(-1)?.emit("raw");
		second.world.host.advance(5_000);
		expect(second.pokes()).toBe(before);
	});

	test("closed while it starts leaves nothing behind", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const store = world.store({ watch: "hints" });
		store.watch([{ what: "events", teamId: team.teamId }], () => {}).close();
		await vi.dynamicImportSettled();
		await Promise.resolve();
		expect(watchers.filter(({ closed }) => !closed)).toEqual([]);
	});

	test("keeps the targets that stay and drops the others", async () => {
		const { team, watching } = await watched();
		const events = { what: "events", teamId: team.teamId } as const;
		watching.retarget([events, { what: "root" }]);
		await vi.dynamicImportSettled();
		await Promise.resolve();
		expect(watchers.map(({ closed }) => closed)).toEqual([false, false]);
		watching.retarget([events]);
		expect(watchers.map(({ closed }) => closed)).toEqual([false, true]);
	});
});
