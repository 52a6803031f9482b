// How a message reads inside a conversation: a header a model can rely on, and the body byte for byte.

import { describe, expect, test } from "vitest";
import type { Incoming } from "../../src/core/seat.ts";
import { entryOf, itemOf } from "../../src/extension/block.ts";
import { difficultTexts } from "../support/hostile.ts";

const ID = "019a0000-0000-7000-8000-000000000001";
const AT = 1_000_000;

function incoming(message: Partial<Incoming["message"]>, more: Partial<Incoming> = {}): Incoming {
	const base: Incoming["message"] = {
		v: 1,
		at: AT,
		by: null,
		id: ID,
		teamId: ID,
		kind: "question",
		from: ID,
		fromGeneration: 1,
		to: ID,
		origin: "agent",
		body: "Which code?",
		rootId: ID,
	};
	const name = { file: "f", id: ID, kind: "question", from8: "019a0000", attempt: 1 };
	return { name, message: { ...base, ...message }, fromRole: "backend", standing: "member", ...more };
}

function headerOf(message: Partial<Incoming["message"]>, more: Partial<Incoming> = {}, now = AT): string {
	return itemOf(incoming(message, more), "planner", now).header;
}

describe("the header", () => {
	test("names sender, kind and id, and that it is not the user", () => {
		expect(headerOf({})).toBe(`[team · question from backend (teammate, not the user) · id ${ID}]`);
	});

	test("says when a person wrote it, and never calls that a teammate", () => {
		expect(headerOf({ origin: "person" })).toContain("from the person at backend's terminal");
		expect(headerOf({ origin: "person" })).not.toContain("teammate");
	});

	test("says when a script wrote it", () => {
		expect(headerOf({ origin: "script" })).toContain("from a script as backend (not the user)");
	});

	test("says its age from a minute on", () => {
		expect(headerOf({}, {}, AT + 59_999)).not.toContain("ago");
		expect(headerOf({}, {}, AT + 180_000)).toContain("sent 3m ago");
	});

	test("says what it answers, and what it is about", () => {
		expect(headerOf({ replyTo: "q-1", subject: "exit codes" })).toContain(`"exit codes" · answers q-1`);
	});

	test("says when the sender has reconnected since, or was removed", () => {
		expect(headerOf({}, { standing: "reconnected" })).toContain("sender has since reconnected");
		expect(headerOf({}, { standing: "removed" })).toContain("sender was removed");
	});

	test.each(difficultTexts)("stays one harmless line whatever the sender puts into it: %j", (text) => {
		const header = headerOf({ subject: text }, { fromRole: text });
		expect(header).not.toMatch(/[\n\r\u2028\u2029\x1b\x07\u009b\u202e]/);
	});
});

describe("the body", () => {
	test.each([...difficultTexts, "sha 9f86d081884c7d65\n\n\nlast line", "  indented\ttab\r\n"])(
		"is delivered as it was sent: %j",
		(body) => {
			const entry = entryOf([itemOf(incoming({ body }), "planner", AT)]);
			expect(entry.content.endsWith(`]\n${body}`)).toBe(true);
		},
	);

	test("stands where the entry says, for each message of a batch", () => {
		const items = ["first\n", "", "third 漢字 👩‍👩‍👧"].map((body, index) =>
			itemOf(incoming({ body, id: `id-${index}` }), "planner", AT),
		);
		const { content, details } = entryOf(items);
		expect(details.ids).toEqual(["id-0", "id-1", "id-2"]);
		expect(details.messages.map(({ start, end }) => content.slice(start, end))).toEqual(items.map((item) => item.body));
	});

	test("of a result is followed by the files that were touched and the request it answers", () => {
		const report = { request: ID, outcome: "completed" as const, filesOmitted: 0, textCut: false };
		const result = { ...report, files: ["/home/a b.ts", "/home/c\n.ts"] };
		const message = { kind: "result", body: "done", result };
		const { body } = itemOf(incoming(message, { quote: "> the request" }), "planner", AT);
		expect(body).toMatch(/^done\n\nFiles edited or written:\n- \/home\/a b\.ts\n- \/home\/c.*\.ts\n\n> the request$/);
	});

	test("of a result without files is followed by the request alone", () => {
		const item = itemOf(incoming({ kind: "result", body: "done" }, { quote: "> the request" }), "planner", AT);
		expect(item.body).toBe("done\n\n> the request");
	});
});

describe("the lane", () => {
	test.each([
		["info", "live"],
		["question", "live"],
		["handoff", "live"],
		["request", "work"],
		["result", "work"],
		["note", "note"],
		["kind-of-a-later-version", "note"],
	])("of %s is %s", (kind, lane) => {
		expect(itemOf(incoming({ kind }), "planner", AT).lane).toBe(lane);
	});
});
