import { describe, expect, test } from "vitest";
import { attention } from "../../src/core/view/attention.ts";
import type { Situation } from "../../src/core/view/scene.ts";
import { plainText } from "../../src/core/view/words.ts";
import { NOW, SESSION, type World, world } from "../support/scenes.ts";

function situation({ snapshot, actor, now }: World): Situation {
	return { snapshot, actor, now, session: SESSION, surface: "dashboard", proposedRole: "me" };
}

const said = (text: string) => attention(situation(world(text))).map((each) => [each.what, plainText(each.line)]);

/** Turns by turns from 18:00:00 on. */
function chat(turns: number, from: string, to: string, mark = ""): string {
	return Array.from({ length: turns }, (_, turn) => {
		const [a, b] = turn % 2 === 0 ? [from, to] : [to, from];
		return `18:0${Math.floor(turn / 6)}:${turn % 6}0 ${a} → ${b} info ${mark}turn ${turn}`;
	}).join("\n");
}

describe("what somebody should look at", () => {
	test("is nothing in a team that is at work", () => {
		expect(said("shop: a(working 3m) b(idle 4m)")).toEqual([]);
	});

	test("a member whose dialog is open needs you", () => {
		expect(said("shop: a(waiting 20s)")).toEqual([["needs-you", "▲ a needs you: a dialog is open, waiting 20s"]]);
	});

	test("a member that works without progress for five minutes is stuck, and one that makes progress is not", () => {
		expect(said("shop: a(working 6m)")).toEqual([["stuck", "! a is stuck working 6m, no progress"]]);
		expect(said("shop: a(working 6m, busy)")).toEqual([]);
		expect(said("shop: a(working 4m)")).toEqual([]);
	});

	test("a busy member with a question older than five minutes is stuck, an idle one needs you", () => {
		expect(said("shop: a(working 1m) b\nopen 6m b → a question Which?")).toEqual([
			["stuck", "! a is stuck: b waits for a 6m  question  Which?"],
			["unanswered", "unanswered longest: b waits for a 6m  question  Which?"],
		]);
		expect(said("shop: a(idle 6m) b(working 1m)\nopen 6m b → a request Do it")[0]?.[0]).toBe("needs-you");
	});

	test("nobody is asked for while a member is offline: what is queued waits for it", () => {
		expect(said("shop: a-(offline 2h) b(working 1m)\nopen 6m b → a request Do it").map(([what]) => what)).toEqual([
			"unanswered",
		]);
	});

	test("everyone idle with work open is said once for the team", () => {
		expect(said("shop: a(idle 2m) b(idle 2m)\nopen 1m b → a request Do it")[0]).toEqual([
			"quiet",
			"shop: everyone is idle, 1 request or question is open",
		]);
		expect(said("shop: a(idle 2m) b(idle 2m)")).toEqual([]);
	});

	test("everyone idle is worth a word only once it lasts: what was just sent is about to begin", () => {
		const quiet = (text: string) => said(text).filter(([what]) => what === "quiet");
		expect(quiet("shop: a(idle 2m) b(idle 2m)\nopen 0s b → a request Do it")).toEqual([]);
		expect(quiet("shop: a(idle 2m) b(idle 5s)\nopen 2m b → a request Do it")).toEqual([]);
		expect(quiet("shop: a(idle 1m) b(idle 2m)\nopen 1m b → a request Do it")).toHaveLength(1);
	});

	test("two members that only answer each other are a loop, with its brake", () => {
		const loop = said(`shop: a(working 1m) b(working 1m)\n${chat(14, "a", "b")}`);
		expect(loop).toHaveLength(1);
		expect(loop[0]?.[1]).toMatch(
			/^(a ⇄ b|b ⇄ a): 14 messages without a person; `\/team pause` in either terminal stops it, ! then o goes there$/,
		);
	});

	test.each([
		["few messages", chat(8, "a", "b")],
		["a person's word in between", `${chat(8, "a", "b")}\n18:02:00 a → b info !look at it\n${chat(8, "a", "b")}`],
		["one side only", Array.from({ length: 14 }, (_, at) => `18:00:${at + 10} a → b info m${at}`).join("\n")],
	])("%s are no loop", (_what, events) => {
		expect(said(`shop: a(working 1m) b(working 1m)\n${events}`)).toEqual([]);
	});

	test("a loop of ten minutes ago is over", () => {
		const past = world(`shop: a(working 1m) b(working 1m)\n${chat(14, "a", "b")}`);
		expect(attention(situation({ ...past, now: NOW + 3_600_000 })).filter((each) => each.what === "loop")).toEqual([]);
	});

	test("where keys go nowhere, a loop names its brake alone", () => {
		const inPanel = {
			...situation(world(`shop: a(working 1m) b(working 1m)\n${chat(14, "a", "b")}`)),
			surface: "panel",
		} as const;
		expect(plainText(attention(inPanel)[0]?.line ?? [])).toMatch(/`\/team pause` in either terminal stops it$/);
	});

	test("members that wait for each other in a ring are named, all of them, in one item", () => {
		const rings = (text: string) => said(text).filter(([what]) => what === "ring");
		expect(
			rings("shop: a(working 1m) b(working 1m)\nopen 3m a → b question Which?\nopen 2m b → a request Do it"),
		).toEqual([["ring", "a waits for b, b for a: an answer to either ends it, ! then o goes there"]]);
		expect(
			rings(
				"shop: a(working 1m) b(working 1m) c(working 1m) d(working 1m)\nopen 4m d → a question And I?\nopen 3m a → b question Who?\nopen 3m b → c question Which?\nopen 2m c → a request Do it",
			),
		).toEqual([["ring", "a waits for b, b for c, c for a: an answer to any of these ends it, ! then o goes there"]]);
	});

	test.each([
		["a chain", "open 3m a → b question Which?\nopen 2m b → c request Do it"],
		["a ring that has just closed", "open 3m a → b question Which?\nopen 10s b → a request Do it"],
		["a member asking itself what a script asked in its name", "open 3m a → a request Do it"],
	])("%s is no ring", (_what, waiting) => {
		const found = said(`shop: a(working 1m) b(working 1m) c(working 1m)\n${waiting}`);
		expect(found.filter(([what]) => what === "ring")).toEqual([]);
	});

	test("two members that edited one file within half a minute are named with the file", () => {
		expect(said("shop: a(working 1m, edited /src/x.ts) b(working 1m, edited /src/x.ts)")).toEqual([
			["clash", "a and b edited the same file: /src/x.ts"],
		]);
		expect(said("shop: a(working 1m, edited /src/x.ts) b(working 1m, edited /src/y.ts)")).toEqual([]);
	});

	test("the most pressing comes first, and a matter keeps its key while it lasts", () => {
		const text = "shop: a(waiting 20s) b(working 9m) c\nopen 6m b → c request Do it";
		const first = attention(situation(world(text)));
		expect(first.map((each) => each.what)).toEqual(["needs-you", "needs-you", "stuck", "unanswered"]);
		const later = attention(situation({ ...world(text), now: NOW + 60_000 }));
		expect(later.map((each) => each.key)).toEqual(first.map((each) => each.key));
	});
});
