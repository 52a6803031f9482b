import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { openSnapshots } from "../../../src/core/snapshot.ts";
import type { Store } from "../../../src/core/store.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { type Seat, terminalsOf } from "./world.ts";

/** The store with a list of what was called on it. */
function counted(store: Store): { readonly store: Store; readonly calls: string[] } {
	const calls: string[] = [];
	const proxy = new Proxy(store, {
		get(target, name: keyof Store) {
			const value = target[name];
			if (typeof value !== "function") return value;
			return (...given: readonly unknown[]) => {
				calls.push(name);
				return Reflect.apply(value, target, given);
			};
		},
	});
	return { store: proxy, calls };
}

function tally(calls: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const call of calls) counts[call] = (counts[call] ?? 0) + 1;
	return counts;
}

async function crowd(teams: number, members: number, online: number) {
	const disk = new MemoryDisk();
	const terminals = terminalsOf((env) => memoryStore(env, disk));
	const seats: Seat[] = [];
	for (let team = 0; team < teams; team += 1) {
		const teamId = await terminals.createTeam(`team-${team}`);
		for (let member = 0; member < members; member += 1) {
			const seat = await terminals.join(teamId, `role-${member}`);
			seat.does("idle");
			if (member >= online) seat.leave();
			seats.push(seat);
		}
	}
	const env = terminals.host.process();
	const { store, calls } = counted(memoryStore(env, disk));
	const snapshots = openSnapshots(env, store);
	snapshots.refresh();
	calls.length = 0;
	return { ...terminals, snapshots, calls, seats };
}

describe("what a look costs", () => {
	test("nothing changed: one key of the root and four of each team, whatever its members", async () => {
		for (const members of [2, 40]) {
			const { snapshots, calls } = await crowd(3, members, 1);
			snapshots.refresh();
			expect(tally(calls)).toEqual({ rootKey: 1, changeKey: 12 });
		}
	});

	test("each second the times of the online leases are looked at, and nothing of the others", async () => {
		const { snapshots, calls, host } = await crowd(2, 20, 3);
		host.advance(limits.pollMs);
		snapshots.refresh();
		expect(tally(calls)).toEqual({ rootKey: 1, changeKey: 8, leaseTimes: 6 });
	});

	test("one member changed what it does: that file alone is read", async () => {
		const { snapshots, calls, seats } = await crowd(2, 20, 3);
		seats[0]?.does("working", "the cart");
		calls.length = 0;
		snapshots.refresh();
		expect(tally(calls)).toMatchObject({ readActivity: 1, readEvents: 1 });
		expect(calls.filter((call) => call.startsWith("read") || call.startsWith("list")).length).toBe(2);
	});

	test("one member took its seat again: that lease alone is read", async () => {
		const { snapshots, calls, seats } = await crowd(2, 20, 3);
		await seats.at(-1)?.return();
		calls.length = 0;
		snapshots.refresh();
		expect(tally(calls)).toMatchObject({ leaseGenerations: 1, readLease: 1 });
	});

	test("a message reads the inbox it lies in alone", async () => {
		const { snapshots, calls, seats } = await crowd(1, 20, 3);
		const [backend, reviewer] = seats;
		if (backend === undefined || reviewer === undefined) throw new Error("nobody is there");
		await backend.send(reviewer.member, "info", "green");
		calls.length = 0;
		snapshots.refresh();
		expect(tally(calls)).toMatchObject({ listInbox: 1 });
		expect(tally(calls).readReceipts).toBeUndefined();
	});

	test("the history of a team is not read, however long it is", async () => {
		const { seats, storeFor, host } = await crowd(1, 2, 2);
		for (let line = 0; line < 3_000; line += 1) seats[0]?.does("working", `step ${line}`);
		const env = host.process();
		const { store, calls } = counted(storeFor(env));
		openSnapshots(env, store).refresh();
		expect(tally(calls)).toMatchObject({ latestEvents: 1 });
		expect(tally(calls).readEvents).toBeUndefined();
	});
});
