import { describe, expect, test } from "vitest";
import type { TimelineEvent } from "../../src/core/model.ts";
import type { EventRecord } from "../../src/core/schema.ts";
import { eventLine } from "../../src/core/view/events.ts";
import { columnLines } from "../../src/core/view/flow-timeline.ts";
import { timelineLines } from "../../src/core/view/timeline.ts";
import { plainText } from "../../src/core/view/words.ts";
import { idOf, NOW, world } from "../support/scenes.ts";

const [shop] = world("shop: pm*(you) backend reviewer\n18:02:11 reviewer → backend question Which code?").snapshot
	.teams;
if (shop === undefined) throw new Error("no team");
const team = shop;
const member = (role: string) => idOf(`shop/${role}`);

function said(record: Omit<EventRecord, "v" | "at" | "by" | "g" | "n"> & { by?: string | null }): string {
	const whole = { v: 1, at: NOW, by: member("backend"), g: 1, n: 1, ...record } as EventRecord;
	const event: TimelineEvent = {
		position: { segment: 1, offset: 9 },
		at: NOW,
		by: whole.by,
		type: whole.type,
		record: whole,
	};
	return plainText(eventLine(team, event)).slice("18:10:00  ".length);
}

describe("a line of the timeline", () => {
	test.each([
		[{ type: "created", name: "shop" }, "backend created the team shop"],
		[{ type: "team-renamed", name: "store", from: "shop" }, "backend renamed the team shop → store"],
		[{ type: "team-renamed", name: "store" }, "backend renamed the team to store"],
		[{ type: "joined", client: "pi", cwd: "/work" }, "backend joined  /work"],
		[{ type: "joined", client: "dash", cwd: "/work" }, "backend joined from a dashboard  /work"],
		[{ type: "joined", client: "cli", cwd: "/work" }, "backend joined from a script  /work"],
		[{ type: "back", client: "pi", cwd: "/work" }, "backend is back  /work"],
		[{ type: "left", client: "pi", cwd: "/work" }, "backend left"],
		[{ type: "closed", client: "pi", cwd: "/work" }, "backend closed"],
		[{ type: "taken-over", session: "s", cwd: "/b", previous: 1 }, "backend taken over from another terminal  /b"],
		[{ type: "working", focus: "fix the parser" }, "backend working  fix the parser"],
		[{ type: "waiting" }, "backend waiting for the person"],
		[{ type: "idle" }, "backend idle"],
		[{ type: "removed", member: member("reviewer"), settled: 2 }, "backend removed reviewer, 2 open settled"],
		[
			{ type: "role-renamed", member: member("backend"), from: "api", to: "backend" },
			"backend renamed itself api → backend",
		],
		[{ type: "role-renamed", member: member("reviewer"), from: "qa", to: "reviewer" }, "backend renamed qa → reviewer"],
		[{ type: "admin", member: member("backend"), how: "first" }, "backend is the admin, being the first"],
		[{ type: "admin", member: member("reviewer"), how: "handed" }, "backend handed the admin to reviewer"],
		[{ type: "admin", member: member("backend"), how: "claimed" }, "backend claimed the admin"],
		[{ type: "admin", member: member("reviewer"), how: "inherited" }, "backend left the admin to reviewer"],
		[
			{ type: "refused", toName: "ghost", kind: "question", code: "unknown-role", text: "hi" },
			"backend → ghost  question  refused: unknown role  hi",
		],
		[{ type: "refused", to: member("pm"), kind: "info", code: "offline" }, "backend → pm  info  refused: offline"],
		[
			{ type: "pruned", before: NOW, segments: 2, bytes: 9, by: null },
			"someone outside pruned the history before 18:10:00: 2 segments",
		],
	] as const)("%j", (record, expected) => {
		expect(said(record as never)).toBe(expected);
	});

	test("of a message says who, to whom, the kind and the text, and whose hand it was", () => {
		const message = {
			type: "message",
			id: "x",
			to: member("pm"),
			kind: "request",
			origin: "agent",
			text: "Do it",
			rootId: "x",
		} as const;
		expect(said(message as never)).toBe("backend → pm  request  Do it");
		expect(said({ ...message, subject: "Parser" } as never)).toBe("backend → pm  request  Parser: Do it");
		expect(said({ ...message, origin: "person" } as never)).toBe("backend → pm  request  (by hand) Do it");
		expect(said({ ...message, origin: "script" } as never)).toBe("backend → pm  request  (from a script) Do it");
		expect(said({ ...message, kind: "result", outcome: "failed" } as never)).toBe(
			"backend → pm  result  failed  Do it",
		);
	});

	test("of an expired message names it", () => {
		const id = idOf("message Which code?");
		expect(said({ type: "receipt", id, of: member("reviewer"), state: "expired" } as never)).toBe(
			"backend let it expire unread: the question of reviewer",
		);
	});

	test("names a removed member as it was, and one nobody knows by the end of its id", () => {
		expect(said({ type: "idle", by: "0190aaaa-0000-7000-8000-00000000beef" } as never)).toBe("0000beef idle");
	});
});

describe("a timeline", () => {
	const lines = (text: string, filter = "") => {
		const [first] = world(text).snapshot.teams;
		return first === undefined ? [] : timelineLines(first, filter, NOW).map((each) => plainText(each.line));
	};

	test("keeps activity of several members apart when it folds it", () => {
		const run = [0, 1, 2, 3, 4, 5].map(
			(at) => `18:0${at}:00 ${at % 2 ? "a idle" : "a working x"}\n18:0${at}:30 b idle`,
		);
		expect(lines(`shop: a b\n17:00:00 a joined /w\n${run.join("\n")}`)).toEqual([
			"17:00:00  a joined  /w",
			"18:05:00  a idle  (6 changes since 18:00:00)",
			"18:05:30  b idle  (6 changes since 18:00:30)",
		]);
	});

	test("folds nothing across something that was said", () => {
		expect(lines("shop: a b\n18:00:00 a working x\n18:01:00 a → b info hi\n18:02:00 a idle")).toHaveLength(3);
	});

	test("searches every single line, folded or not", () => {
		const run = [0, 1, 2, 3, 4, 5].map((at) => `18:0${at}:00 a working step ${at}`);
		expect(lines(`shop: a\n${run.join("\n")}`, "step 3")).toEqual(["18:03:00  a working  step 3"]);
	});

	test("says the date where the day changes, and the first one unless it is today", () => {
		const [first] = world("shop: a\n18:00:00 a joined /w\n18:01:00 a left").snapshot.teams;
		if (first === undefined) throw new Error("no team");
		const days = first.timeline.map((event, at) => ({ ...event, at: event.at - (1 - at) * 86_400_000 }));
		expect(timelineLines({ ...first, timeline: days }, "", NOW).map((each) => plainText(each.line))).toEqual([
			"── Mon 2 Nov 2026 ──",
			"18:00:00  a joined  /w",
			"── Tue 3 Nov 2026 ──",
			"18:01:00  a left",
		]);
		expect(lines("shop: a\n18:00:00 a joined /w")).toEqual(["18:00:00  a joined  /w"]);
	});

	test("in columns keeps names and kinds in them, whoever's hand wrote", () => {
		const [first] = world("shop: a long-name\n18:00:00 a → long-name info one\n18:01:00 long-name → a note !two")
			.snapshot.teams;
		if (first === undefined) throw new Error("no team");
		expect(columnLines(first, "", NOW, 100).map((each) => plainText(each.line))).toEqual([
			"18:00:00  a         → long-name  info      one",
			"18:01:00  long-name → a          note      (by hand) two",
		]);
	});

	test("hides the steps of ordinary deliveries", () => {
		const [first] = world("shop: a").snapshot.teams;
		if (first === undefined) throw new Error("no team");
		const record = {
			v: 1,
			at: NOW,
			by: null,
			g: 1,
			n: 1,
			type: "receipt",
			id: "x",
			of: "y",
			state: "surfaced",
		} as const;
		const event: TimelineEvent = { position: { segment: 1, offset: 0 }, at: NOW, by: null, type: "receipt", record };
		expect(timelineLines({ ...first, timeline: [event] }, "", NOW)).toEqual([]);
	});
});
