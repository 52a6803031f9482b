// Who holds a seat, as every Store decides it. Part of the conformance suite.

import { describe, expect, test } from "vitest";
import { leaseOf, seated, teamOfTwo } from "../../support/disk-records.ts";
import type { Starter } from "./suite.ts";

export function leasesSuite(start: Starter): void {
	describe("leases", () => {
		test("the first to take a seat holds it, and everybody reads whose it is", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			expect(store.readLease(teamId, from)).toBeUndefined();
			const holding = await seated(env, store, teamId, from);
			const other = world.process().store;
			expect(other.readLease(teamId, from)?.lease).toEqual(holding.lease);
			expect(other.readLease(teamId, from)?.beatAt).toBe(env.now());
			expect(other.readLeases(teamId)).toHaveLength(1);
			expect(other.leaseGenerations(teamId)).toEqual(new Map([[from, 1]]));
		});

		test("of several that take one generation at the same time, exactly one gets it", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const rivals = Array.from({ length: 5 }, () => world.process());
			for (const generation of [1, 2, 3]) {
				const holdings = await Promise.all(
					rivals.map((rival) => rival.store.takeLease(teamId, leaseOf(rival.env, from, generation))),
				);
				const winners = holdings.filter((holding) => holding !== undefined);
				expect(winners).toHaveLength(1);
				expect(store.readLease(teamId, from)?.lease.token).toBe(winners[0]?.lease.token);
			}
		});

		test("a generation that was taken before cannot be taken again", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			await seated(env, store, teamId, from);
			await seated(env, store, teamId, from);
			expect(await store.takeLease(teamId, leaseOf(env, from, 1))).toBeUndefined();
			expect(await store.takeLease(teamId, leaseOf(env, from, 2))).toBeUndefined();
			expect(store.readLease(teamId, from)?.lease.generation).toBe(2);
		});

		test("a seat without any lease may be taken under any generation, and then by nobody under a lower one", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			expect(await store.takeLease(teamId, leaseOf(env, from, 5))).toMatchObject({ lease: { generation: 5 } });
			expect(await store.takeLease(teamId, leaseOf(env, from, 1))).toBeUndefined();
			expect((await seated(env, store, teamId, from)).lease.generation).toBe(6);
		});

		test("a beat moves the time everybody sees and nothing else", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const holding = await seated(env, store, teamId, from);
			const before = store.readLease(teamId, from);
			const keys = (["doc", "leases", "activity", "events"] as const).map((part) => store.changeKey(teamId, part));
			world.host.advance(5_000);
			expect(store.beat(holding)).toBe("kept");
			const after = store.readLease(teamId, from);
			expect(after?.beatAt).toBe(env.now());
			expect(after?.key).not.toBe(before?.key);
			expect(after?.lease).toEqual(before?.lease);
			expect(store.leaseTimes(teamId, from, 1)?.key).toBe(after?.key);
			expect((["doc", "leases", "activity", "events"] as const).map((part) => store.changeKey(teamId, part))).toEqual(
				keys,
			);
		});

		test("whoever was taken over is fenced at the next beat, and its late beat is no proof of life for the new one", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const old = await seated(env, store, teamId, from);
			const next = world.process();
			const holding = await seated(next.env, next.store, teamId, from);
			const key = store.readLease(teamId, from)?.key;
			world.host.advance(5_000);
			expect(store.beat(old)).toBe("fenced");
			expect(store.readLease(teamId, from)?.key).toBe(key);
			store.releaseLease(old);
			expect(store.readLease(teamId, from)?.beatAt).not.toBe(0);
			expect(next.store.beat(holding)).toBe("kept");
		});

		test("a released seat says so, and its generation is spent", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const holding = await seated(env, store, teamId, from);
			store.releaseLease(holding);
			store.releaseLease(holding);
			expect(store.beat(holding)).toBe("fenced");
			expect(store.readLease(teamId, from)).toMatchObject({ beatAt: 0, lease: { generation: 1 } });
			expect(await store.takeLease(teamId, leaseOf(env, from, 1))).toBeUndefined();
			expect((await seated(env, store, teamId, from)).lease.generation).toBe(2);
		});

		test("a reload goes on with the lease it dropped, by its token", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			const holding = await seated(env, store, teamId, from);
			store.dropLease(holding);
			expect(store.readLease(teamId, from)?.beatAt).not.toBe(0);
			expect(store.adoptLease(teamId, from, env.newToken())).toBeUndefined();
			const adopted = store.adoptLease(teamId, from, holding.lease.token);
			expect(adopted?.lease).toEqual(holding.lease);
			expect(adopted === undefined ? "fenced" : store.beat(adopted)).toBe("kept");
		});

		test("a lease that was released or superseded is not adopted", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from, to } = await teamOfTwo(env, store);
			const released = await seated(env, store, teamId, from);
			store.releaseLease(released);
			expect(store.adoptLease(teamId, from, released.lease.token)).toBeUndefined();
			const superseded = await seated(env, store, teamId, to);
			store.dropLease(superseded);
			const next = world.process();
			await seated(next.env, next.store, teamId, to);
			expect(store.adoptLease(teamId, to, superseded.lease.token)).toBeUndefined();
		});

		test("deleting the team fences its holders within four beats", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			const holding = await seated(env, store, teamId, from);
			await store.deleteTeam(teamId, () => ({ ok: true, value: null }));
			expect([1, 2, 3, 4].map(() => store.beat(holding))).toContain("fenced");
		});

		test("taking a seat in a team that is gone fails and leaves nothing", async () => {
			const { env, store } = start().process();
			await teamOfTwo(env, store);
			const nowhere = env.newToken();
			await expect(store.takeLease(nowhere, leaseOf(env, env.newToken(), 1))).rejects.toMatchObject({
				code: "vanished",
			});
			expect(store.readLeases(nowhere)).toEqual([]);
		});
	});
}
