import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { ActivityUpdate } from "../../../src/core/seat.ts";
import { must, type World, world } from "../../support/world.ts";

const IDLE: ActivityUpdate = { state: "idle", paused: "no", holds: [], edits: [] };
const WORKING: ActivityUpdate = { ...IDLE, state: "working", focus: "Add the endpoint" };

function stored(w: World, role = "pm") {
	return w.visitor().store.readActivity(w.teamId, w.id(role));
}

function lines(w: World): readonly string[] {
	return w
		.events()
		.flatMap((event) =>
			event.type === "working" || event.type === "idle" || event.type === "waiting"
				? [`${event.type}: ${event.focus ?? ""}`]
				: [],
		);
}

describe("what a member does", () => {
	test("is told in the timeline when state or focus change, and not otherwise", async () => {
		const w = await world("shop: pm");
		const { seat } = w.of("pm");
		seat.setActivity(IDLE);
		seat.setActivity(WORKING);
		seat.setActivity({ ...WORKING, holds: ["busy"] });
		seat.setActivity({ ...WORKING, focus: "Write its test" });
		seat.setActivity({ ...WORKING, focus: "Write its test", state: "waiting" });
		seat.setActivity({ ...IDLE, focus: "Write its test" });
		expect(lines(w)).toEqual([
			"working: Add the endpoint",
			"working: Write its test",
			"waiting: Write its test",
			"idle: Write its test",
		]);
	});

	test("keeps since when over changes of anything else", async () => {
		const w = await world("shop: pm");
		const { seat } = w.of("pm");
		seat.setActivity(WORKING);
		const begun = w.machine.now();
		await w.advance(60_000);
		seat.setActivity({ ...WORKING, holds: ["busy"] });
		expect(stored(w)).toMatchObject({ since: begun, focusSince: begun });
		seat.setActivity({ ...IDLE, focus: "Add the endpoint" });
		expect(stored(w)).toMatchObject({ since: begun + 60_000, focusSince: begun });
	});

	test("is not written again while it stays the same, and progress only now and then", async () => {
		const w = await world("shop: pm");
		const { seat } = w.of("pm");
		seat.setActivity(WORKING);
		const before = w.disk.dump();
		seat.setActivity({ ...WORKING });
		expect(w.disk.dump()).toBe(before);
		seat.setActivity({ ...WORKING, progressAt: w.machine.now() });
		const first = stored(w)?.progressAt;
		await w.advance(limits.progressMs - 1);
		seat.setActivity({ ...WORKING, progressAt: w.machine.now() });
		expect(stored(w)?.progressAt).toBe(first);
		await w.advance(1);
		seat.setActivity({ ...WORKING, progressAt: w.machine.now() });
		expect(stored(w)?.progressAt).toBe(w.machine.now());
	});

	test("goes on over a reload, and starts anew with the next process", async () => {
		const w = await world("shop: pm");
		w.seat("pm").setActivity(WORKING);
		const begun = w.machine.now();
		await w.advance(20_000);
		must(await w.reload("pm"));
		w.seat("pm").setActivity(WORKING);
		expect(stored(w)?.since).toBe(begun);
		expect(lines(w)).toHaveLength(1);
		w.crash("pm");
		must(await w.restart("pm"));
		w.seat("pm").setActivity(IDLE);
		expect(stored(w)).toMatchObject({ generation: 2, state: "idle", since: w.machine.now() });
	});

	test("stays within its file, however long the paths are", async () => {
		const w = await world("shop: pm");
		const edits = Array.from({ length: limits.editsKept }, (_, n) => ({ path: `/${n}${"x".repeat(3_000)}`, at: n }));
		const jobs = Array.from({ length: limits.jobsKept }, (_, n) => ({
			id: `job-${n}`,
			label: "家".repeat(limits.subjectLength),
			state: "running",
			since: n,
		}));
		w.seat("pm").setActivity({ ...WORKING, focus: "f".repeat(600), edits, jobs });
		const activity = stored(w);
		expect(Buffer.byteLength(JSON.stringify(activity))).toBeLessThanOrEqual(limits.activityBytes);
		expect(activity?.focus).toHaveLength(limits.focusLength);
		expect(activity?.jobs?.at(-1)?.id).toBe(`job-${limits.jobsKept - 1}`);
	});
});
