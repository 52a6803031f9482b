// Commands as fingers give them: what Enter does while the editor would complete, and what a docked panel shows after a leave.

import { describe, expect, test } from "vitest";
import { openedShop, pis, withExtension } from "../support/shop.ts";

describe.each(pis)("with $name", ({ pi }) => {
	const shop = openedShop(pi);

	test("Enter runs a command with a space behind it as it stands", async () => {
		const { reviewer } = shop;
		await reviewer.type("/team help ");
		await reviewer.see("/team help");
		await reviewer.press("Enter");
		const screen = await reviewer.see("/team opens the panel.");
		expect(screen).not.toContain("/team help create");
	});

	test("Tab still completes what is missing", async () => {
		const { reviewer } = shop;
		await reviewer.type("/team tell ");
		await reviewer.see(/→ backend/);
		await reviewer.press("Tab");
		await reviewer.type(" hello");
		await reviewer.see("/team tell backend hello");
		await reviewer.press("Enter");
		await reviewer.see(/info.*backend.*submitted/);
	});

	test("a run without a terminal prints who is there, and refuses what needs a person", async () => {
		const { lab } = shop;
		const printed = await lab.run([...withExtension, "-p", "/team members"]);
		expect(printed.stdout + printed.stderr).toMatch(/shop · 2\/2 online[\s\S]*backend[\s\S]*reviewer/);
		const refused = await lab.run([...withExtension, "-p", "/team create other"]);
		expect(refused.stderr).toContain("/team create other needs an interactive terminal.");
	});

	test("the docked panel becomes the view of an outsider once its terminal has left", async () => {
		const { reviewer } = shop;
		await reviewer.press("F6");
		await reviewer.see("reviewer in shop · 1 team");
		await reviewer.press("F6");
		await reviewer.submit("/team leave");
		await reviewer.see("Leave shop?");
		await reviewer.press("Enter");
		await reviewer.gone("reviewer in shop · 1 team");
		await reviewer.see("not in a team · 1 team");
	});
});
