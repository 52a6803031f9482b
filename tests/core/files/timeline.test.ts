// Reading a timeline in any pages, forwards and backwards, over any bytes, rotation and retired segments.

import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineOf } from "../../../src/core/files/timeline/append.ts";
import { limits } from "../../../src/core/limits.ts";
import type { Position, TimelineEvent } from "../../../src/core/model.ts";
import type { EventRecord } from "../../../src/core/schema.ts";
import type { Store } from "../../../src/core/store.ts";
import { idle } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { interrupted } from "./interrupted.ts";
import { type Team, teamIn } from "./operations.ts";

cleanDisks();

const START: Position = { segment: 0, offset: 0 };

interface Scene {
	readonly world: DiskWorld;
	readonly team: Team;
	readonly segment: (number: number) => string;
	readonly archived: (number: number) => string;
}

async function scene(): Promise<Scene> {
	const world = diskWorld();
	const team = await teamIn(world);
	const events = join(world.root, `t-${team.teamId}`, "events");
	const name = (number: number) => `s${String(number).padStart(8, "0")}.jsonl`;
	return {
		world,
		team,
		segment: (number) => join(events, name(number)),
		archived: (number) => join(events, "archive", name(number)),
	};
}

/** Reads on in pages until nothing comes any more. */
function forwards(store: Store, teamId: string, most: number, from: Position = START): readonly TimelineEvent[] {
	const all: TimelineEvent[] = [];
	for (let cursor = from; ; ) {
		const page = store.readEvents(teamId, cursor, most);
		all.push(...page.events);
		if (page.events.length === 0) return all;
		cursor = page.cursor;
	}
}

function backwards(store: Store, teamId: string, most: number): readonly TimelineEvent[] {
	let all: readonly TimelineEvent[] = [];
	for (;;) {
		const page = store.latestEvents(teamId, most, all[0]?.position);
		all = [...page.events, ...all];
		if (!page.hasOlder || page.events.length === 0) return all;
	}
}

const numbers = (events: readonly TimelineEvent[]) => events.map(({ record }) => record?.n);
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

function long(by: string, n: number, length: number): EventRecord {
	return { v: 1, at: n, by, g: 1, n, type: "refused", kind: "info", code: "offline", text: "é".repeat(length) };
}

describe("reading a timeline", () => {
	test("gives the same events in any pages, both ways, whatever lies between them", async () => {
		const { world, team, segment } = await scene();
		const piece = fc.oneof(
			{ weight: 6, arbitrary: fc.nat(7_000).map((length) => ({ at: "event" as const, length })) },
			fc
				.constantFrom("\n\n", "{torn", "\0\0", "null\n", "[1,2]\n", "x".repeat(20_000))
				.map((text) => ({ at: "rubbish" as const, text })),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(piece, { minLength: 1, maxLength: 120 }),
				fc.integer({ min: 1, max: 40 }),
				async (pieces, most) => {
					let n = 0;
					const bytes = pieces.map((each) => {
						if (each.at === "rubbish") return Buffer.from(each.text);
						n += 1;
						return lineOf(long(team.from, n, each.length));
					});
					writeFileSync(segment(1), Buffer.concat(bytes));
					const store = world.store();
					expect(numbers(forwards(store, team.teamId, most))).toEqual(upTo(n));
					expect(backwards(store, team.teamId, most)).toEqual(forwards(store, team.teamId, 1_000));
				},
			),
			{ numRuns: 40, verbose: true },
		);
	});

	test("takes a line that is still being written once it is whole, and only then", async () => {
		const { team, segment } = await scene();
		const line = lineOf(idle(team.from, 1));
		let cursor = team.store.latestEvents(team.teamId, 10).cursor;
		for (let length = 0; length < line.length - 1; length += 1) {
			appendFileSync(segment(1), line.subarray(length, length + 1));
			const page = team.store.readEvents(team.teamId, cursor, 10);
			expect(page.events).toEqual([]);
			cursor = page.cursor;
		}
		appendFileSync(segment(1), line.subarray(-1));
		expect(numbers(team.store.readEvents(team.teamId, cursor, 10).events)).toEqual([1]);
	});

	test("isolates a line that was cut by a kill at any byte: the next one is read", async () => {
		const { world, team, segment } = await scene();
		const line = lineOf(idle(team.from, 1));
		for (let length = 1; length < line.length; length += 1) {
			writeFileSync(segment(1), line.subarray(0, length));
			world.store().append(team.teamId, idle(team.from, 2));
			expect(numbers(forwards(world.store(), team.teamId, 10)).at(-1)).toBe(2);
		}
	});

	test("goes on over closed and retired segments without a loss or a repeat", async () => {
		const { world, team } = await scene();
		const writers = [1, 2, 3].map(() => world.store({ segmentBytes: 600 }));
		const tail: (number | undefined)[] = [];
		let cursor: Position = START;
		for (const n of upTo(200)) {
			writers[n % 3]?.append(team.teamId, idle(team.from, n));
			if (n % 7 !== 0) continue;
			const page = team.store.readEvents(team.teamId, cursor, 1_000);
			expect(page.gap).toBe(false);
			tail.push(...numbers(page.events));
			cursor = page.cursor;
		}
		tail.push(...numbers(forwards(team.store, team.teamId, 1_000, cursor)));
		expect(tail.toSorted((a, b) => Number(a) - Number(b))).toEqual(upTo(200));
		expect(numbers(forwards(team.store, team.teamId, 9)).toSorted((a, b) => Number(a) - Number(b))).toEqual(upTo(200));
		expect(backwards(team.store, team.teamId, 13)).toEqual(forwards(team.store, team.teamId, 1_000));
		const events = join(world.root, `t-${team.teamId}`, "events");
		expect(readdirSync(events).filter((name) => name.startsWith("s"))).toHaveLength(2);
		expect(readdirSync(join(events, "archive")).length).toBeGreaterThan(5);
	});

	test("sees a line that a slow writer put into the older segment after the newer was begun", async () => {
		const { team, segment } = await scene();
		team.store.append(team.teamId, idle(team.from, 1));
		writeFileSync(segment(2), lineOf(idle(team.from, 3)), { mode: 0o600 });
		const seen = team.store.readEvents(team.teamId, START, 10);
		expect(numbers(seen.events)).toEqual([1, 3]);
		const { cursor } = team.store.latestEvents(team.teamId, 1);
		appendFileSync(segment(1), lineOf(idle(team.from, 2)));
		for (const from of [seen.cursor, cursor]) {
			const late = team.store.readEvents(team.teamId, from, 10);
			expect(numbers(late.events)).toEqual([2]);
			expect(team.store.readEvents(team.teamId, late.cursor, 10).events).toEqual([]);
		}
		expect(numbers(forwards(team.store, team.teamId, 10))).toEqual([1, 2, 3]);
	});

	test("sees a line that a writer suspended for many segments put into a retired one", async () => {
		const { world, team, archived } = await scene();
		const writer = world.store({ segmentBytes: 600 });
		let cursor: Position = team.store.latestEvents(team.teamId, 10).cursor;
		for (const n of upTo(60)) {
			writer.append(team.teamId, idle(team.from, n));
			cursor = team.store.readEvents(team.teamId, cursor, 1_000).cursor;
		}
		const late = cursor.segment - 4;
		appendFileSync(archived(late), lineOf(idle(team.to, 61)));
		const follower = team.store.readEvents(team.teamId, cursor, 1_000);
		expect(numbers(follower.events)).toEqual([61]);
		expect(follower.events[0]?.position.segment).toBe(late);
		expect(team.store.readEvents(team.teamId, follower.cursor, 1_000).events).toEqual([]);
	});

	test("says that a segment the reader stood in is gone, and starts over behind it", async () => {
		const { team, segment } = await scene();
		team.store.append(team.teamId, idle(team.from, 1));
		const { cursor } = team.store.readEvents(team.teamId, START, 10);
		writeFileSync(segment(2), lineOf(idle(team.from, 2)), { mode: 0o600 });
		writeFileSync(segment(3), lineOf(idle(team.from, 3)), { mode: 0o600 });
		rmSync(segment(1));
		const page = team.store.readEvents(team.teamId, cursor, 10);
		expect(page.gap).toBe(true);
		expect(numbers(page.events)).toEqual([2, 3]);
		expect(team.store.readEvents(team.teamId, page.cursor, 10)).toMatchObject({ gap: false, events: [] });
		expect(team.store.readEvents(team.teamId, START, 10).gap).toBe(false);
	});

	test("finds a retired segment where it went, also in the middle of a reader's way", async () => {
		const { team, segment, archived } = await scene();
		team.store.append(team.teamId, idle(team.from, 1));
		const { cursor } = team.store.readEvents(team.teamId, START, 10);
		team.store.append(team.teamId, idle(team.from, 2));
		writeFileSync(segment(2), lineOf(idle(team.from, 3)), { mode: 0o600 });
		renameSync(segment(1), archived(1));
		const page = team.store.readEvents(team.teamId, cursor, 10);
		expect(page.gap).toBe(false);
		expect(numbers(page.events)).toEqual([2, 3]);
	});

	test("a writer whose segment was retired under it goes on in the newest", async () => {
		const { team, segment, archived } = await scene();
		team.store.append(team.teamId, idle(team.from, 1));
		writeFileSync(segment(2), "", { mode: 0o600 });
		renameSync(segment(1), archived(1));
		team.store.append(team.teamId, idle(team.from, 2));
		expect(team.store.latestEvents(team.teamId, 10).events.map(({ position }) => position.segment)).toEqual([1, 2]);
	});

	test("an event that does not fit a line is refused whole", async () => {
		const { team } = await scene();
		const tooLong = long(team.from, 1, limits.eventLineBytes);
		expect(() => team.store.append(team.teamId, tooLong)).toThrow(expect.objectContaining({ code: "too-large" }));
		expect(team.store.latestEvents(team.teamId, 10).events).toEqual([]);
	});

	test("a writer that was suspended before it made the next segment harms none that others made and retired since", async () => {
		const { world, team, segment, archived } = await scene();
		const fast = world.store({ segmentBytes: 1 });
		team.store.append(team.teamId, idle(team.from, 1));
		const others = () => {
			for (const n of [2, 3, 4, 5]) fast.append(team.teamId, idle(team.from, n));
		};
		const disk = interrupted(({ name, path }) => name === "open" && path === segment(2), others);
		world.store({ disk, segmentBytes: 1 }).append(team.teamId, idle(team.from, 6));
		expect(numbers(forwards(team.store, team.teamId, 10))).toEqual(upTo(6));
		for (const n of [7, 8]) fast.append(team.teamId, idle(team.from, n));
		expect(numbers(forwards(team.store, team.teamId, 10))).toEqual(upTo(8));
		expect(existsSync(segment(2))).toBe(false);
		expect(readFileSync(archived(2), "utf8")).toContain('"n":2');
		expect(readdirSync(join(world.root, "quarantine"))).toEqual([]);
	});

	test("a second segment of a number that is in the archive is set aside and kept", async () => {
		const { world, team, segment, archived } = await scene();
		const store = world.store({ segmentBytes: 1 });
		for (const n of upTo(4)) store.append(team.teamId, idle(team.from, n));
		writeFileSync(segment(1), "\nlate\n", { mode: 0o600 });
		store.append(team.teamId, idle(team.from, 5));
		expect(readFileSync(archived(1), "utf8")).toContain('"n":1');
		expect(existsSync(segment(1))).toBe(false);
		const quarantine = join(world.root, "quarantine");
		const kept = readdirSync(quarantine).filter((name) => name.endsWith(".kept"));
		expect(kept.map((name) => readFileSync(join(quarantine, name), "utf8"))).toEqual(["\nlate\n"]);
	});
});
