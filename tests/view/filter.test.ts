// What a typed filter leaves of a timeline.

import { describe, expect, test } from "vitest";
import { flowFilter } from "../../src/core/view/filter.ts";
import { START } from "../support/env.ts";
import { flowTeam } from "../support/flow-team.ts";

const team = flowTeam({
	roles: ["planner", "backend", "reviewer"],
	events: [
		{ ago: 2_000, from: "planner", to: "backend", kind: "request", text: "split the parser", id: "0000aaaa" },
		{
			ago: 90,
			from: "backend",
			to: "planner",
			kind: "result",
			text: "parser is split",
			replyTo: "0000aaaa",
			id: "0000bbbb",
		},
		{ ago: 30, from: "backend", to: "reviewer", kind: "question", text: "drop the old lexer?", id: "0000cccc" },
		{ ago: 20, who: "reviewer", does: "working", focus: "the lexer" },
		{
			ago: 10,
			from: "reviewer",
			to: "backend",
			kind: "info",
			text: "yes: drop it",
			replyTo: "0000cccc",
			id: "0000dddd",
		},
	],
});

/** Minutes ago of what is left. */
function left(typed: string): readonly number[] {
	const passes = flowFilter(team, typed, START);
	return team.timeline.filter(passes).map(({ at }) => (START - at) / 60_000);
}

describe("a filter", () => {
	test.each([
		["", [2_000, 90, 30, 20, 10]],
		["drop", [30, 10]],
		["PARSER split", [2_000, 90]],
		["!parser", [30, 20, 10]],
		["lexer !working", [30]],
		["reviewer", [30, 20, 10]],
		["member:planner", [2_000, 90]],
		["member:backend member:reviewer", [30, 10]],
		["!member:backend", [20]],
		["member:rev", [30, 20, 10]],
		["kind:question", [30]],
		["kind:ask", [30]],
		["kind:working", [20]],
		["kind:message !kind:info", [2_000, 90, 30]],
		["kind:re", [2_000, 90]],
		["thread:0000bbbb", [2_000, 90]],
		["thread:#0000cccc", [30, 10]],
		["since:1h", [30, 20, 10]],
		["!since:1h", [2_000, 90]],
		["since:2026-01-15", [90, 30, 20, 10]],
		["member:backend since:1h !drop", []],
	])("%j leaves %j", (typed, minutes) => {
		expect(left(typed)).toEqual(minutes);
	});

	test.each(["member:", "kind:", "thread:", "since:", "since:2", "!", "!member:"])(
		"%j, half typed, leaves everything",
		(typed) => {
			expect(left(typed)).toHaveLength(team.timeline.length);
		},
	);

	test("takes a colon in a word for what it is", () => {
		expect(left("yes:")).toEqual([10]);
		expect(left("colour:red")).toEqual([]);
	});
});
