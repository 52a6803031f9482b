import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openHistory } from "../../../src/core/history.ts";
import { planImport } from "../../../src/core/import.ts";
import { limits } from "../../../src/core/limits.ts";
import { machine } from "../../support/env.ts";
import { earlier, env, imported, type Old, oldRoot, pictureOf, writeProfile } from "./old.ts";

let old: Old;
beforeEach(() => {
	old = oldRoot();
});
afterEach(() => old.remove());

describe("a team with a profile and events", () => {
	const admin = "11111111-1111-4111-8111-111111111111";
	const other = "22222222-2222-4222-8222-222222222222";
	const long = "ä".repeat(limits.eventLineBytes);
	const events = [
		{ at: earlier, type: "joined", by: other, text: "/home/backend" },
		{ at: earlier + 1, type: "joined", by: admin, text: "/home/pm" },
		{ at: earlier + 2, type: "message", by: admin, to: other, kind: "info", text: long },
		{ at: earlier + 3, type: "refused", by: admin, to: "nobody", kind: "question", text: "hello?" },
		{ at: earlier + 4, type: "sparkled", by: admin },
		{ at: earlier + 5, type: "message", by: other, to: admin, kind: "info", text: "short" },
	];

	test("keeps its ids, its admin, its name and its whole texts", async () => {
		const source = writeProfile(old, { name: "bakery", adminId: admin, createdAt: earlier - 5 }, events);
		const before = pictureOf(source);
		const team = await imported(old, "bakery");
		expect(team).toMatchObject({ name: "bakery", admin, createdAt: earlier - 5 });
		expect(team.members.map((each) => [each.id, each.role])).toEqual([
			[other, "member-22222222"],
			[admin, "member-11111111"],
		]);
		expect(team.timeline.map((event) => event.type)).toEqual([
			"created",
			"joined",
			"joined",
			"message",
			"refused",
			"message",
		]);
		const lines = [];
		for await (const line of openHistory(env, old.store, team.id).lines({ kind: "message" })) lines.push(line);
		expect(lines.map(({ text }) => text)).toEqual([long, "short"]);
		// What was said live had reached its terminal: it is neither waiting nor forgotten.
		for (const { event } of lines) {
			const { record } = event;
			const message =
				record?.type === "message" ? await openHistory(env, old.store, team.id).message(record.id) : undefined;
			expect(message).toMatchObject({ ok: true, value: { state: { place: "surfaced" } } });
		}
		expect(team.members.map((each) => each.unread)).toEqual([0, 0]);
		expect(pictureOf(source)).toBe(before);
	});

	test("is found by the end of its id, says what it has no word for, and without a name takes its directory's", () => {
		writeProfile(old, { createdAt: earlier }, events);
		const plan = planImport(env, old.store, "0000cafe");
		expect(plan).toMatchObject({ ok: true, value: { skipped: 1 } });
		expect(plan.ok && plan.value.name.startsWith("t-0f0f0f0f")).toBe(true);
	});

	test("is refused while something wrote there a moment ago", () => {
		const now = machine(Date.now()).process();
		writeProfile(old, { name: "bakery" }, events);
		expect(planImport(now, old.store, "bakery")).toMatchObject({ refusal: { code: "team-in-use" } });
	});
});
