// The timeline and hints, as every Store gives them. Part of the conformance suite.

import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Position, TimelineEvent } from "../../../src/core/model.ts";
import { idle, messageOf, teamOfTwo } from "../../support/disk-records.ts";
import type { Starter } from "./suite.ts";

const START: Position = { segment: 0, offset: 0 };

export function timelineSuite(start: Starter): void {
	describe("the timeline", () => {
		test("a new team has none, and its end is where a reader goes on", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			const latest = store.latestEvents(teamId, 10);
			expect(latest).toMatchObject({ events: [], hasOlder: false, gap: false });
			store.append(teamId, idle(from, 1));
			expect(store.readEvents(teamId, latest.cursor, 10).events.map(numberOf)).toEqual([1]);
		});

		test("events of several writers are read in the order of their positions, each once, in pages", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			const writers = [store, world.process().store, world.process().store];
			for (let n = 1; n <= 30; n += 1) writers[n % 3]?.append(teamId, idle(from, n));
			const read: TimelineEvent[] = [];
			let cursor = START;
			for (let page = 0; page < 5; page += 1) {
				const next = store.readEvents(teamId, cursor, 7);
				expect(next).toMatchObject({ gap: false, trouble: [] });
				read.push(...next.events);
				cursor = next.cursor;
			}
			expect(read.map(numberOf)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
			expect(isAscending(read)).toBe(true);
			expect(store.readEvents(teamId, cursor, 7)).toMatchObject({ events: [] });
		});

		test("the latest events are paged backwards without a hole or a repeat", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			for (let n = 1; n <= 25; n += 1) store.append(teamId, idle(from, n));
			const last = store.latestEvents(teamId, 10);
			const middle = store.latestEvents(teamId, 10, last.events[0]?.position);
			const first = store.latestEvents(teamId, 10, middle.events[0]?.position);
			expect([first, middle, last].map((page) => page.hasOlder)).toEqual([false, true, true]);
			expect([first, middle, last].flatMap((page) => page.events.map(numberOf))).toEqual(
				Array.from({ length: 25 }, (_, index) => index + 1),
			);
			expect(store.readEvents(teamId, last.cursor, 10).events).toEqual([]);
		});

		test("the change key moves with every line", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			const keys = [1, 2, 3].map((n) => {
				store.append(teamId, idle(from, n));
				return store.changeKey(teamId, "events");
			});
			expect(new Set(keys).size).toBe(3);
			expect(store.changeKey(teamId, "events")).toBe(keys[2]);
		});

		test("flushing is possible at any time", async () => {
			const { env, store } = start().process();
			const { teamId, from } = await teamOfTwo(env, store);
			await store.syncEvents();
			store.append(teamId, idle(from, 1));
			await store.syncEvents();
			expect(store.latestEvents(teamId, 1).events.map(numberOf)).toEqual([1]);
		});
	});

	describe("watching", () => {
		test("a change of a watched place is noticed within a poll, one elsewhere is not", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from, to } = await teamOfTwo(env, store);
			await store.publish(messageOf(env, teamId, from, to));
			let pokes = 0;
			const watching = store.watch([{ what: "inbox", teamId, member: to }], () => {
				pokes += 1;
			});
			const other = world.process();
			await other.store.publish(messageOf(other.env, teamId, to, from));
			await settle(world.host);
			expect(pokes).toBe(0);
			await other.store.publish(messageOf(other.env, teamId, from, to));
			await settle(world.host);
			expect(pokes).toBeGreaterThan(0);
			watching.close();
			const before = pokes;
			await other.store.publish(messageOf(other.env, teamId, from, to));
			await settle(world.host);
			expect(pokes).toBe(before);
		});

		test("other targets may be watched later", async () => {
			const world = start();
			const { env, store } = world.process();
			const { teamId, from } = await teamOfTwo(env, store);
			let pokes = 0;
			const watching = store.watch([], () => {
				pokes += 1;
			});
			watching.retarget([{ what: "events", teamId }]);
			world.process().store.append(teamId, idle(from, 1));
			await settle(world.host);
			expect(pokes).toBeGreaterThan(0);
			watching.close();
		});
	});
}

async function settle(host: { advance(ms: number): void }): Promise<void> {
	await Promise.resolve();
	host.advance(limits.pollMs + limits.hintMs);
}

function numberOf(event: TimelineEvent): number | undefined {
	return event.record?.n;
}

function isAscending(events: readonly TimelineEvent[]): boolean {
	return events.every((event, index) => {
		const before = events[index - 1]?.position;
		if (before === undefined) return true;
		const { segment, offset } = event.position;
		return segment > before.segment || (segment === before.segment && offset > before.offset);
	});
}
