// What the transcript shows of team messages: ours, those of earlier tools, and hostile ones. Every line fits whatever the width.

import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, test } from "vitest";
import { entryOf, type Item } from "../../src/extension/block.ts";
import { lineText } from "../../src/extension/line.ts";
import { entryComponent, lineComponent, messageComponent } from "../../src/extension/renderers.ts";
import { toolCallComponent, toolResultComponent } from "../../src/extension/tool-lines.ts";
import { difficultTexts } from "../support/hostile.ts";
import { plainTheme } from "../support/pi-ui.ts";

function item(text: string, more: Partial<Item["head"]> = {}): Item {
	const head = { id: text, kind: "question", from: text, to: text, origin: "agent", at: 0, subject: text, ...more };
	return { id: text, lane: "live", bytes: 1, quiet: false, header: "[h]", body: text, head, incoming: undefined };
}

const message = (items: readonly Item[]) => ({ customType: "team-message", ...entryOf(items) });
const collapsed = { expanded: false, outputPad: 1 };
const expanded = { expanded: true, outputPad: 1 };
const lines = (component: { render(width: number): readonly string[] }, width = 80) => component.render(width);

describe("a message", () => {
	const one = item("Which code?", { from: "backend", to: "planner", subject: undefined as never });

	test("is one line: symbol, who to whom, kind, start of the text", () => {
		expect(lines(messageComponent(message([one]), collapsed, plainTheme))).toEqual([
			" ? backend → planner question Which code?",
		]);
	});

	test("shows its whole body when expanded", () => {
		const long = { ...one, body: "first\n\n  indented\nlast" };
		expect(lines(messageComponent(message([long]), expanded, plainTheme))).toEqual([
			" ? backend → planner question",
			"   first",
			"   ",
			"     indented",
			"   last",
		]);
	});

	test("of a batch has a line of its own", () => {
		expect(lines(messageComponent(message([one, one, one]), collapsed, plainTheme))).toHaveLength(3);
	});

	test("of a person says so", () => {
		const typed = item("hi", { from: "backend", to: "planner", origin: "person", subject: undefined as never });
		expect(lines(messageComponent(message([typed]), collapsed, plainTheme))[0]).toContain("backend (person) → planner");
	});
});

describe("entries of earlier tools", () => {
	test.each([
		[
			{
				customType: "team-message",
				content: "raw",
				details: { from: "pm", to: "dev", kind: "request", subject: "Build", body: "Do it" },
			},
			" □ pm → dev request Build",
		],
		[{ customType: "team-message", content: "raw text", details: undefined }, " · team message raw text"],
		[{ customType: "team-review", content: "2 open", details: { items: [] } }, " · team review 2 open"],
		[
			{ customType: "team-message", content: [{ type: "text", text: "parts" }], details: null },
			" · team message parts",
		],
	])("keep a compact line", (entry, line) => {
		expect(lines(messageComponent(entry, collapsed, plainTheme))).toEqual([line]);
	});

	test.each([
		undefined,
		null,
		7,
		"text",
		{},
		{ data: 3 },
		{ data: { messages: "x" } },
		{ data: { messages: [null, 1, {}] } },
	])("survive being %j", (broken) => {
		for (const component of [
			entryComponent(broken, collapsed, plainTheme),
			messageComponent(broken, expanded, plainTheme),
		]) {
			expect(() => lines(component)).not.toThrow();
		}
	});
});

describe("a tool call", () => {
	const given = { to: "backend", kind: "question", body: "Which code?\nSecond line" };
	const state = (isPartial: boolean, isError: boolean) => ({ expanded: false, isPartial, isError });

	test.each([
		[state(true, false), "sending"],
		[state(false, false), "submitted"],
		[state(false, true), "failed"],
	])("is one line that says how it went", (context, word) => {
		const drawn = lines(toolCallComponent("team_message", given, plainTheme, context));
		expect(drawn).toHaveLength(1);
		expect(drawn[0]).toContain(`team → backend question ${word} Which code?`);
	});

	test("shows the reason of a failure, and nothing twice when it went well", () => {
		const content = [{ type: "text", text: "backend is offline since 2h." }];
		const failed = toolResultComponent({ content }, collapsed, plainTheme, { isError: true, args: given });
		expect(lines(failed)).toEqual(["backend is offline since 2h."]);
		expect(lines(toolResultComponent({ content }, collapsed, plainTheme, { isError: false, args: given }))).toEqual([]);
	});

	test("of an earlier tool is drawn the same way", () => {
		const drawn = lines(
			toolCallComponent("team_send", { to: "dev", kind: "request", subject: "Build" }, plainTheme, state(false, false)),
		);
		expect(drawn[0]).toContain("team → dev request submitted Build");
	});
});

const UNSAFE = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe("every line", () => {
	const texts = [...difficultTexts, "漢".repeat(300), "x".repeat(5_000), difficultTexts.join(" ")].map(
		(text) => [text.slice(0, 20), text] as const,
	);
	const widths = Array.from({ length: 200 }, (_, index) => index + 1);

	test.each(texts)("fits 1 to 200 columns for %j", (_start, text) => {
		const shown = [
			(width: number) => messageComponent(message([item(text)]), collapsed, plainTheme).render(width),
			(width: number) => messageComponent(message([item(text)]), expanded, plainTheme).render(width),
			(width: number) =>
				entryComponent(
					{ data: { content: text, messages: [{ said: text, start: 0, end: text.length }] } },
					expanded,
					plainTheme,
				).render(width),
			(width: number) =>
				toolCallComponent("team_message", { to: text, kind: text, body: text }, plainTheme, {
					expanded: true,
					isPartial: false,
					isError: false,
				}).render(width),
			(width: number) =>
				toolResultComponent({ content: [{ type: "text", text }] }, expanded, plainTheme, { isError: true }).render(
					width,
				),
		];
		const wrong = widths.flatMap((width) =>
			shown.flatMap((draw) => draw(width).filter((line) => visibleWidth(line) > width || UNSAFE.test(line))),
		);
		expect(wrong).toEqual([]);
	});

	test("is the same array while nothing changed, and made anew after a change of theme", () => {
		const component = messageComponent(message([item("x")]), collapsed, plainTheme);
		const first = component.render(80);
		expect(component.render(80)).toBe(first);
		component.invalidate();
		expect(component.render(80)).not.toBe(first);
	});

	test("is one plain word where drawing fails", () => {
		const broken = lineComponent(() => {
			throw new Error("bug");
		});
		expect(broken.render(80)).toEqual(["team message"]);
		expect(broken.render(3)).toEqual(["te…"]);
	});
});

describe("the line above the editor", () => {
	const facts = {
		team: "shop",
		role: "backend",
		state: "idle",
		paused: "no",
		hasModel: true,
		unread: 0,
		queued: 0,
		key: undefined,
	} as const;

	test.each([
		[{}, "shop · backend · idle"],
		[{ state: "working" }, "shop · backend · working"],
		[{ state: "waiting" }, "shop · backend · waiting"],
		[{ state: "working", hasModel: false }, "shop · backend · select a model"],
		[{ state: "working", hasModel: false, paused: "person" }, "shop · backend · paused"],
		[{ paused: "program" }, "shop · backend · paused"],
		[{ unread: 2, queued: 1 }, "shop · backend · idle · 2 unread · 1 queued"],
		[{ key: "F6" }, "shop · backend · idle · F6 team"],
	] as const)("with %j says %j", (change, text) => {
		expect(lineText({ ...facts, ...change })).toBe(text);
	});
});
