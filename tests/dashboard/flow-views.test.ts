// The flow as lanes, as a matrix and as a pulse.

import { describe, expect, test } from "vitest";
import { median } from "../../src/core/view/answer-times.ts";
import { lanes } from "../../src/core/view/flow-lanes.ts";
import { matrixLines } from "../../src/core/view/flow-matrix.ts";
import { curve, gauge, ledgerLines, messagesByMinute, pulseLines, workShare } from "../../src/core/view/flow-pulse.ts";
import type { Situation } from "../../src/core/view/scene.ts";
import { type Line, lineWidth, plainText } from "../../src/core/view/words.ts";
import { START } from "../support/env.ts";
import { flowTeam } from "../support/flow-team.ts";
import { difficultTexts } from "../support/hostile.ts";

const ROLES = ["planner", "builder", "reviewer"];

/** Without the time at the start. */
function drawn(line: Line | undefined): string {
	return plainText(line ?? [])
		.slice(9)
		.trimEnd();
}

describe("lanes", () => {
	const shown = (...events: NonNullable<Parameters<typeof flowTeam>[0]["events"]>) =>
		lanes(flowTeam({ roles: ROLES, events }), "", START, 69);

	test("a column per member, in the order they joined", () => {
		expect(drawn(shown().head)).toBe("       planner             builder            reviewer");
	});

	test("an arrow goes from who wrote to who is written to, with what was said on it", () => {
		const { lines } = shown(
			{ ago: 2, from: "planner", to: "builder", text: "split" },
			{ ago: 1, from: "reviewer", to: "planner", text: "done with everything there is to read" },
		);
		expect(lines.map(({ line }) => drawn(line))).toEqual([
			"          ●─ split ───────────►                   │",
			"          ◄─ done with everything there is to r… ─●",
		]);
	});

	test("a question looks other than an answer, which says how long it took", () => {
		const { lines } = shown(
			{ ago: 3, from: "builder", to: "reviewer", kind: "question", text: "drop v1?", id: "q" },
			{ ago: 1, from: "reviewer", to: "builder", text: "yes", replyTo: "q" },
		);
		expect(drawn(lines[0]?.line)).toBe("          │                   ◌╌ ? drop v1? ╌╌╌╌╌╌►");
		expect(drawn(lines[1]?.line)).toBe("          │                   ◄─ ✓ 2m yes ────────●");
	});

	test("work shows in the lane of who does it", () => {
		const { lines } = shown({ ago: 1, who: "builder", does: "working", focus: "the lexer" });
		expect(drawn(lines[0]?.line)).toBe("          │                   ┃ working  the lexer│");
	});

	test("where there is no room for all, those who write most have a lane and the others are named in words", () => {
		const roles = ["one", "two", "three", "four", "five"];
		const team = flowTeam({ roles, events: [{ ago: 1, from: "five", to: "one", text: "hello" }] });
		const narrow = lanes(team, "", START, 36);
		expect(plainText(narrow.head)).toMatch(/one\s+five/);
		expect(narrow.folded).toBe(3);
		const other = lanes(
			flowTeam({
				roles,
				events: [
					{ ago: 2, from: "two", to: "three", text: "x" },
					{ ago: 1, from: "five", to: "one", text: "y" },
				],
			}),
			"",
			START,
			36,
		);
		expect(plainText(other.lines[0]?.line ?? []).trimEnd()).toMatch(/two → three {2}info {2}x$/);
	});

	test("the filter leaves what has every word", () => {
		const team = flowTeam({
			roles: ROLES,
			events: [
				{ ago: 2, from: "planner", to: "builder", text: "split the parser" },
				{ ago: 1, from: "planner", to: "builder", text: "join the lexer" },
			],
		});
		expect(lanes(team, "lexer builder", START, 80).lines).toHaveLength(1);
	});

	test("every line is as wide as the pane, whatever was said", () => {
		const events = difficultTexts.map((text, at) => ({ ago: at, from: "planner", to: "reviewer", text }));
		for (const columns of [20, 41, 69, 120]) {
			const { head, lines } = lanes(flowTeam({ roles: ROLES, events }), "", START, columns);
			for (const line of [head, ...lines.map((each) => each.line)]) {
				expect([columns, plainText(line), lineWidth(line)]).toEqual([columns, plainText(line), columns]);
			}
		}
	});
});

describe("the matrix", () => {
	const DAY = 1_440;
	const team = flowTeam({
		roles: ROLES,
		events: [
			{ ago: 2 * DAY, from: "builder", to: "reviewer", text: "long ago" },
			{ ago: 9, from: "planner", to: "builder", text: "a" },
			{ ago: 8, from: "planner", to: "builder", text: "b" },
			{ ago: 7, from: "reviewer", to: "planner", text: "c" },
		],
	});
	const shown = (columns: number) =>
		matrixLines(team, START, columns).map(({ line }) => plainText(line).trimEnd().trim().split(/\s+/).join(" "));

	test("counts who wrote to whom, and when last: the day where it is not today", () => {
		expect(shown(69)).toEqual([
			"row writes to column, since 13 Jan",
			"planner builder reviewer last",
			"planner █ 2 11:52 · 11:52",
			"builder · ▒ 1 13 Jan 13 Jan",
			"reviewer ▒ 1 11:53 · 11:53",
		]);
	});

	test("puts the time under the count where a cell is too narrow for both", () => {
		expect(shown(44)).toEqual([
			"row writes to column, since 13 Jan",
			"planner builder reviewer last",
			"planner █ 2 · 11:52",
			"11:52",
			"builder · ▒ 1 13 Jan",
			"13 Jan",
			"reviewer ▒ 1 · 11:53",
			"11:53",
		]);
	});
});

describe("pulse", () => {
	test("counts the messages of each whole minute, the running one last", () => {
		const team = flowTeam({
			roles: ROLES,
			events: [
				{ ago: 30, from: "planner", to: "builder", text: "long ago" },
				{ ago: 2, from: "planner", to: "builder", text: "a" },
				{ ago: 2, from: "planner", to: "builder", text: "b" },
				{ ago: 0, from: "reviewer", to: "builder", text: "c" },
			],
		});
		expect(messagesByMinute(team.timeline, START, 4)).toEqual([0, 2, 0, 1]);
		expect(messagesByMinute(team.timeline, START, 4, "planner")).toEqual([0, 2, 0, 0]);
	});

	test("curves share one scale, and silence is silent", () => {
		expect(curve([0, 1, 4, 8], 8)).toBe(" ▁▄█");
		expect(curve([0, 1], 1)).toBe(" █");
		expect(gauge(0.5, 4)).toBe("▓▓░░");
		expect(gauge(7, 4)).toBe("▓▓▓▓");
	});

	test("the share of time at work goes by the changes the timeline tells", () => {
		const team = flowTeam({
			roles: ROLES,
			events: [
				{ ago: 30, who: "builder", does: "working" },
				{ ago: 15, who: "builder", does: "idle" },
				{ ago: 5, who: "builder", does: "working" },
			],
		});
		expect(workShare(team.timeline, "builder", START)).toBe(0.5);
		expect(workShare(team.timeline, "planner", START)).toBeUndefined();
	});

	test("open questions stand by age, with a bar that is full when one is late", () => {
		const team = flowTeam({
			roles: ROLES,
			waiting: [
				{ from: "builder", to: "reviewer", ago: 6, subject: "drop v1?" },
				{ from: "planner", to: "builder", ago: 0.5, subject: "done?" },
			],
		});
		const lines = ledgerLines(team, START, 28).map(({ line }) => plainText(line));
		expect(lines[0]).toBe(" builder ? reviewer       6m");
		expect(lines[1]).toBe(` ${"▓".repeat(20)} ! drop v1?`);
		expect(lines[2]).toBe(" planner ? builder       <1m");
		expect(lines[3]).toBe(` ${"░".repeat(20)} done?`);
	});

	const pulse = (team: ReturnType<typeof flowTeam>) => {
		const situation: Situation = {
			snapshot: { root: "/", revision: 1, asOf: START, exists: true, teams: [team], trouble: [], watching: "watching" },
			actor: { at: "outside", by: "person" },
			session: "s",
			now: START,
			surface: "dashboard",
			proposedRole: "me",
		};
		return pulseLines(team, team, situation, 80)
			.map(({ line }) => plainText(line))
			.join("\n");
	};

	test("says how long each member takes to answer: the middle of its answers, and of how many", () => {
		const ask = (ago: number, id: string) => ({ ago, from: "planner", to: "builder", kind: "question", text: "?", id });
		const reply = (ago: number, replyTo: string, from = "builder") => ({
			ago,
			from,
			to: "planner",
			text: "!",
			replyTo,
		});
		const events = [
			ask(60, "a"),
			reply(59, "a"),
			reply(50, "a"), // A second word on it is no second answer.
			ask(40, "b"),
			reply(38, "b"),
			ask(30, "c"),
			reply(29, "c", "reviewer"), // Whoever else speaks up did not answer for it.
			reply(20, "c"),
			ask(10, "d"),
		];
		const text = pulse(flowTeam({ roles: ROLES, events }));
		expect(text).toMatch(/answers in\n[\s\S]*builder .* {2}2m \(3\)/);
		expect(text).not.toMatch(/reviewer .*\(\d\)/);
		expect(median([])).toBeUndefined();
		expect(median([4, 1, 3, 2])).toBe(2.5);
	});

	test("says that nothing waits", () => {
		const team = flowTeam({ roles: ROLES });
		const text = pulse(team);
		expect(text).toContain("nothing waits for an answer");
		expect(text).toMatch(/planner .*0\/min/);
	});
});
