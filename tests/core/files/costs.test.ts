// What each step of the hot paths costs the disk, and in which order what must be safe becomes safe.

import { describe, expect, test } from "vitest";
import { realDisk } from "../../../src/core/files/disk.ts";
import type { Holding, Store } from "../../../src/core/store.ts";
import { type Call, isWriteClass, recordedDisk } from "../../support/disk.ts";
import { idle, messageOf, seated, settled, surfaced } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld } from "../../support/disk-world.ts";
import { type Team, teamIn, withMessage } from "./operations.ts";

cleanDisks();

interface Scene {
	readonly team: Team;
	readonly store: Store;
	readonly holding: Holding;
	/** Runs a step that was done once before, and answers its calls. */
	callsOf(step: () => unknown): Promise<readonly Call[]>;
}

/** A terminal that is warm: its directories exist and were looked at. */
async function warm(sync: "synced" | "not synced"): Promise<Scene> {
	const world = diskWorld();
	const recorded = recordedDisk(realDisk());
	const env = world.process();
	const store = world.storeOf(env, { disk: recorded.disk, format: { sync: sync === "synced" } });
	const made = await teamIn({ ...world, storeOf: () => store, process: () => env });
	const holding = await seated(env, store, made.teamId, made.to);
	return {
		team: made,
		store,
		holding,
		async callsOf(step) {
			await step();
			recorded.calls.length = 0;
			await step();
			return [...recorded.calls];
		},
	};
}

const named = (calls: readonly Call[]) => calls.map(({ name }) => name);
const syncs = (calls: readonly Call[]) => calls.filter(({ name }) => name === "sync" || name === "syncData");

describe("the cost of a step", () => {
	test("a send is at most ten calls, two of them syncs", async () => {
		const { team, store, callsOf } = await warm("synced");
		const calls = await callsOf(() => store.publish(messageOf(team.env, team.teamId, team.from, team.to)));
		expect(calls.length).toBeLessThanOrEqual(10);
		expect(syncs(calls)).toHaveLength(2);
	});

	test("a send that is not synced makes no sync at all", async () => {
		const { team, store, callsOf } = await warm("not synced");
		const calls = await callsOf(() => store.publish(messageOf(team.env, team.teamId, team.from, team.to)));
		expect(syncs(calls)).toEqual([]);
	});

	test("a beat is at most four calls, whichever of the four it is", async () => {
		const { store, holding, callsOf } = await warm("synced");
		for (const _ of [1, 2, 3, 4, 5]) {
			const calls = await callsOf(() => store.beat(holding));
			expect(calls.length).toBeLessThanOrEqual(4);
			expect(syncs(calls)).toEqual([]);
		}
	});

	test("an event is at most four calls and exactly one write", async () => {
		const { team, store, callsOf } = await warm("synced");
		const calls = await callsOf(() => store.append(team.teamId, idle(team.from, 1)));
		expect(calls.length).toBeLessThanOrEqual(4);
		expect(named(calls).filter((name) => name === "write")).toHaveLength(1);
		expect(syncs(calls)).toEqual([]);
	});

	test("claiming and finishing a message take one call that writes each", async () => {
		const { team, store, holding, callsOf } = await warm("synced");
		await withMessage(team);
		await withMessage(team);
		const claims = await callsOf(() => {
			const [name] = store.listInbox(team.teamId, team.to).waiting;
			return name === undefined ? undefined : store.claim(holding, name);
		});
		expect(named(claims.filter(isWriteClass))).toEqual(["rename"]);
		const finishes = await callsOf(() => {
			const [name] = store.listInbox(team.teamId, team.to).claimed;
			if (name !== undefined) store.finish(team.teamId, team.to, name);
		});
		expect(named(finishes.filter(isWriteClass))).toEqual(["rename"]);
	});

	test("reading what was just claimed opens one file", async () => {
		const { team, store, holding, callsOf } = await warm("synced");
		await withMessage(team);
		const [name] = store.listInbox(team.teamId, team.to).waiting;
		const claimed = name === undefined ? undefined : store.claim(holding, name);
		if (claimed === undefined) throw new Error("nothing was claimed");
		const calls = await callsOf(() => store.readMessage(team.teamId, team.to, claimed));
		expect(named(calls)).toEqual(["open", "fstat", "read", "close"]);
	});

	test("a receipt that is not final costs one sync, a final one two", async () => {
		const { team, store, callsOf } = await warm("synced");
		const next = () => messageOf(team.env, team.teamId, team.from, team.to);
		expect(syncs(await callsOf(() => store.putReceipt(team.teamId, surfaced(next()))))).toHaveLength(1);
		const settle = () => store.putReceipt(team.teamId, settled(next(), team.env.newId()));
		expect(syncs(await callsOf(settle))).toHaveLength(2);
	});

	test("activity and leases are never synced", async () => {
		const { team, store, callsOf } = await warm("synced");
		const activity = { v: 1, at: 1, by: null, member: team.from, generation: 1, since: 1 } as const;
		const calls = await callsOf(async () => {
			store.writeActivity(team.teamId, { ...activity, state: "idle", paused: "no", holds: [], edits: [] });
			await seated(team.env, store, team.teamId, team.from);
		});
		expect(syncs(calls)).toEqual([]);
	});

	test("a poll that finds nothing new opens and lists nothing", async () => {
		const { team, store, callsOf } = await warm("synced");
		await withMessage(team);
		const calls = await callsOf(() => {
			for (const part of ["doc", "leases", "activity", "events"] as const) store.changeKey(team.teamId, part);
			store.changeKey(team.teamId, "inbox", team.to);
			store.leaseTimes(team.teamId, team.to, 1);
		});
		expect(new Set(named(calls))).toEqual(new Set(["lstat"]));
	});
});

describe("the order in which things become safe", () => {
	test("a message is whole on the disk before it has its name, and its name before it is submitted", async () => {
		const { team, store, callsOf } = await warm("synced");
		const calls = await callsOf(() => store.publish(messageOf(team.env, team.teamId, team.from, team.to)));
		expect(named(calls)).toEqual(["open", "write", "sync", "close", "link", "open", "sync", "close", "unlink"]);
	});

	test("a new inbox is safe before the first message in it is", async () => {
		const { team, store, callsOf } = await warm("synced");
		const calls = await callsOf(() => {
			const to = team.env.newToken();
			return store.publish(messageOf(team.env, team.teamId, team.from, to));
		});
		const order = named(calls).filter((name) => ["mkdir", "sync", "link"].includes(name));
		expect(order).toEqual(["sync", "link", "mkdir", "sync", "mkdir", "sync", "link", "sync"]);
	});

	test("a revision is safe before the edit is done", async () => {
		const { team, store, callsOf } = await warm("synced");
		const calls = await callsOf(() => store.editDocument(team.teamId, (document) => ({ ok: true, value: document })));
		const order = named(calls).filter((name) => ["write", "sync", "link"].includes(name));
		expect(order.slice(-4)).toEqual(["write", "sync", "link", "sync"]);
	});

	test("appended lines are flushed once a second while there are any", async () => {
		const world = diskWorld();
		const recorded = recordedDisk(realDisk());
		const env = world.process();
		const store = world.storeOf(env, { disk: recorded.disk, format: { sync: true } });
		const team = await teamIn({ ...world, storeOf: () => store, process: () => env });
		for (const n of [1, 2, 3]) store.append(team.teamId, idle(team.from, n));
		recorded.calls.length = 0;
		await store.syncEvents();
		await store.syncEvents();
		expect(named(syncs(recorded.calls))).toEqual(["syncData"]);
	});
});
