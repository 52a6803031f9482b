// What a person sets for this extension: what may be set, and what is said about what may not.

import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { panelKey, turnLimit } from "../../src/extension/settings.ts";
import { shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld | undefined;
afterEach(() => world?.close());

describe("PI_TEAM_KEY", () => {
	test.each([
		[undefined, "f6"],
		["", undefined],
		[" F8 ", "f8"],
		["ctrl+g", "ctrl+g"],
		["ctrl+shift+t", "ctrl+shift+t"],
		["alt+/", "alt+/"],
		["shift+f3", "shift+f3"],
		["alt+pageUp", "alt+pageup"],
	])("%j is taken as %j", (given, key) =>
		expect(panelKey({ PI_TEAM_KEY: given })).toEqual({ value: key, wrong: undefined }),
	);

	test.each(["f13", "x", "shift+x", "enter", "hyper+x", "ctrl+", "ctrl g", "f6\u001b[31m"])(
		"%j is refused, and f6 is used",
		(given) => {
			const { value, wrong } = panelKey({ PI_TEAM_KEY: given });
			expect(value).toBe("f6");
			expect(wrong).toContain(JSON.stringify(given));
			expect(wrong).toContain("f6 is used");
		},
	);
});

describe("PI_TEAM_AUTO_TURNS", () => {
	test.each([
		[undefined, limits.autoTurns],
		["", limits.autoTurns],
		["3", 3],
		["0", Number.POSITIVE_INFINITY],
	])("%j allows %d", (given, value) =>
		expect(turnLimit({ PI_TEAM_AUTO_TURNS: given })).toEqual({ value, wrong: undefined }),
	);

	test.each(["-1", "many", "2.5", "1e3"])("%j is refused, and the standard is used", (given) => {
		const { value, wrong } = turnLimit({ PI_TEAM_AUTO_TURNS: given });
		expect(value).toBe(limits.autoTurns);
		expect(wrong).toContain(`${limits.autoTurns} is used`);
	});
});

describe("what cannot be used", () => {
	test("is said once, at the first use", async () => {
		world = createPiWorld();
		const variables = { PI_TEAM_KEY: "x", PI_TEAM_AUTO_TURNS: "many" };
		const [planner] = await shop(world, ["planner"], { planner: { variables } });
		await team(world, planner, "teams");
		const said = planner.ui.notices.filter(({ text }) => text.includes("is used"));
		expect(said.map(({ text }) => text.split(" ")[0])).toEqual(["PI_TEAM_AUTO_TURNS", "PI_TEAM_KEY"]);
	});
});
