// Where the cursor stays when older lines are loaded above it.

import { expect, test } from "vitest";
import { placeIndex } from "../../src/core/view/detail.ts";
import { besideOlder } from "../../src/core/view/moving.ts";
import { timelineLines } from "../../src/core/view/timeline.ts";
import { plainText } from "../../src/core/view/words.ts";
import { START } from "../support/env.ts";
import { flowTeam } from "../support/flow-team.ts";

const DAY_MIN = 1_440;
type Events = NonNullable<Parameters<typeof flowTeam>[0]["events"]>;

/** The lines before and after the first ones are loaded, and the line the cursor stands on in both. */
function loaded(events: Events, last: number): { before: string; after: string } {
	const whole = flowTeam({ roles: ["a", "b"], events });
	const part = { ...whole, timeline: whole.timeline.slice(-last), hasOlder: true };
	const shown = timelineLines(part, "", START);
	const index = besideOlder(shown, 0);
	const lines = timelineLines(whole, "", START);
	const now = placeIndex({ at: "line", key: shown[index]?.key ?? "", index, top: 0 }, lines);
	return { before: plainText(shown[index]?.line ?? []), after: plainText(lines[now]?.line ?? []) };
}

test("it stays on its line where that is the first of its day", () => {
	const at = (ago: number) => ({ ago: DAY_MIN + ago, from: "a", to: "b", text: `line ${ago}` });
	const { before, after } = loaded([at(9), at(8), at(7), at(6)], 2);
	expect(before).toContain("line 7");
	expect(after).toBe(before);
});

test("it stays by its line where that is folded into a longer one", () => {
	const does = (ago: number, who: string) => ({ ago, who, does: ago % 2 === 0 ? "working" : "idle" }) as const;
	const said = { ago: 20, from: "a", to: "b", text: "first" };
	const work = Array.from({ length: 12 }, (_, at) => does(19 - at, "a"));
	const { after } = loaded(
		[said, said, said, said, said, said, said, said, ...work, { ...said, ago: 1, text: "last" }],
		7,
	);
	expect(after).toMatch(/a (working|idle).*\(12 changes/);
});
