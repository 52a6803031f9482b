// The filter of the flow as a person sees it: what the title names holds for every view.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { ENTER, ESCAPE, openDashboard as openApp } from "../support/front-end-dashboard.ts";
import { world } from "../support/scenes.ts";
import { openDashboard } from "../support/script-dashboard.ts";
import { world as live } from "../support/world.ts";

test("searches what is not loaded when somebody goes up past the first line, and says what came of it", async () => {
	const w = await live("shop: pm* backend");
	const said = async (many: number, text: string) => {
		for (let line = 0; line < many; line++) await w.sent("pm", "backend", "info", `${text} ${line}.`);
	};
	await w.sent("pm", "backend", "info", "the needle of old");
	await said(2 * limits.timelineShown, "hay");
	await w.sent("pm", "backend", "info", "the needle of today");
	const { env, store } = w.visitor();
	const run = await openApp(env, store);
	await run.press("f", "needle", ENTER, "\t");
	expect(await run.screen()).toContain("the needle of today");
	expect(await run.screen()).not.toContain("the needle of old");
	expect(await run.screen()).toContain("older lines are not searched");
	await run.press("g", "k");
	const screen = await run.screen();
	expect(screen.indexOf("the needle of old")).toBeGreaterThan(0);
	expect(screen.indexOf("the needle of old")).toBeLessThan(screen.indexOf("the needle of today"));
	expect(screen).not.toContain("older lines");
	expect(screen).toContain("1 older line has this.");
	expect(screen).toMatch(/▌.*the needle of today/);
	await run.press("k");
	expect(await run.screen()).toMatch(/▌.*the needle of old/);
	await run.press(ENTER);
	expect(await run.screen()).toContain("─ info  pm → backend");
	await run.press(ESCAPE, "f", "\x15", "nowhere", ENTER, "k");
	expect(await run.screen()).toContain("Nothing older has this.");
});

describe("a filter", () => {
	const TALK = `shop: planner(working 3m) builder(idle 2m) reviewer(idle 2m)
		18:06:00 planner → builder info split the parser
		18:07:00 planner → reviewer info split the lexer
		18:08:00 builder → planner question which lexer?
		open 2m builder → planner question which lexer?
		open 1m reviewer → planner question which parser?`;
	const flow = (screen: string) =>
		screen
			.split("\n")
			.map((row) => row.split("│")[1] ?? "")
			.join("\n");

	test.each([
		["1", "timeline", ["split the lexer", "which lexer?"], ["the parser"]],
		["2", "lanes", ["the lexer"], ["the parser"]],
		["3", "matrix", ["planner +· █ +1 ", "builder +█ +1 "], [" 2 "]],
		["4", "pulse", ["which lexer?"], ["which parser?"]],
	])("that the title names is applied to the flow, view %s", async (key, name, there, missing) => {
		const ui = await openDashboard(world(TALK), { columns: 140, rows: 40 });
		await ui.press(key, "f");
		await ui.type("lexer");
		await ui.press("enter");
		expect(ui.screen()).toContain(`flow · shop · ${name} with "lexer"`);
		const screen = flow(ui.screen());
		for (const text of there) expect(screen).toMatch(new RegExp(text.replaceAll("?", "\\?")));
		for (const text of missing) expect(screen).not.toContain(text);
		await ui.close();
	});

	test("says while it is typed what can be typed", async () => {
		const ui = await openDashboard(world(TALK), { columns: 140, rows: 40 });
		await ui.press("f");
		expect(ui.screen()).toContain("member: kind: thread: since:2h !not");
		await ui.type("member:rev !since:1m");
		await ui.press("enter");
		expect(flow(ui.screen())).toContain("split the lexer");
		expect(flow(ui.screen())).not.toContain("which");
		await ui.close();
	});
});
