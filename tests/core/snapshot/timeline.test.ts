import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { openSnapshots } from "../../../src/core/snapshot.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { terminalsOf } from "./world.ts";

async function chatty(lines: number) {
	const disk = new MemoryDisk();
	const terminals = terminalsOf((env) => memoryStore(env, disk));
	const env = terminals.host.process();
	const store = memoryStore(env, disk);
	const shop = await terminals.createTeam("shop");
	const backend = await terminals.join(shop, "backend");
	for (let line = 0; line < lines; line += 1) backend.does(line % 2 === 0 ? "working" : "idle", `step ${line}`);
	const snapshots = openSnapshots(env, store);
	const timeline = () => snapshots.refresh().teams[0]?.timeline ?? [];
	const focus = (index: number) => {
		const record = timeline().at(index)?.record;
		return record?.type === "working" || record?.type === "idle" ? record.focus : record?.type;
	};
	return { ...terminals, snapshots, shop, backend, timeline, focus };
}

describe("the timeline of a snapshot", () => {
	test("holds the latest lines, and says that there are older ones", async () => {
		const { timeline, snapshots, focus } = await chatty(1_000);
		expect(timeline()).toHaveLength(limits.timelineShown);
		expect(focus(-1)).toBe("step 999");
		expect(snapshots.current().teams[0]?.hasOlder).toBe(true);
	});

	test("loads older lines on demand, a page at a time, down to the first", async () => {
		const { timeline, snapshots, shop, focus } = await chatty(650);
		timeline();
		snapshots.older(shop);
		expect(timeline()).toHaveLength(2 * limits.timelineShown);
		snapshots.older(shop);
		expect(timeline()).toHaveLength(651);
		expect(focus(0)).toBe("joined");
		expect(snapshots.current().teams[0]?.hasOlder).toBe(false);
		const before = snapshots.current();
		expect(snapshots.older(shop)).toBe(before);
	});

	test("keeps as many lines as were loaded while new ones arrive", async () => {
		const { timeline, snapshots, shop, backend, focus } = await chatty(700);
		timeline();
		snapshots.older(shop);
		backend.does("idle", "the newest");
		expect(timeline()).toHaveLength(2 * limits.timelineShown);
		expect(focus(-1)).toBe("the newest");
		expect(snapshots.current().teams[0]?.hasOlder).toBe(true);
	});

	test("catches up with more lines than it keeps", async () => {
		const { timeline, backend, focus } = await chatty(0);
		timeline();
		for (let line = 0; line < 5_000; line += 1) backend.does("working", `burst ${line}`);
		expect(timeline()).toHaveLength(limits.timelineShown);
		expect(focus(-1)).toBe("burst 4999");
		expect(focus(0)).toBe(`burst ${5_000 - limits.timelineShown}`);
	});

	test("looks at every inbox again when it skipped lines it did not read", async () => {
		const { snapshots, shop, backend, join } = await chatty(0);
		const reviewer = await join(shop, "reviewer");
		snapshots.refresh();
		await reviewer.send(backend.member, "info", "early in the burst");
		for (let line = 0; line < 5_000; line += 1) backend.does("working", `burst ${line}`);
		expect(snapshots.refresh().teams[0]?.members.map((member) => member.unread)).toEqual([1, 0]);
	});
});
