// A handful of whole screens, kept as files: whoever changes the picture sees the change.

import { expect, test } from "vitest";
import { world } from "../support/scenes.ts";
import { openDashboard } from "../support/script-dashboard.ts";

const TEAM = `core: planner*(you, working 3m, on split the parser work) builder(working 4s, on lexer) reviewer(working 7m, on reviewing the lexer) tester(idle 4m, 2 unread) archivist-(offline 3h)
	17:51:00 planner → builder info split the parser into lexer and tree
	17:51:04 builder working lexer
	17:52:10 builder → reviewer question can I drop the v1 API?
	17:54:02 tester → planner question which name wins: flow or lane?
	17:54:40 planner → tester info flow
	17:56:03 planner → tester request run the whole suite
	17:57:44 tester → planner result completed run the whole suite
	18:02:31 reviewer working reviewing the lexer
	18:08:59 builder → 漢字 info 了解しました、確認します
	18:09:10 archivist left
	open 17m builder → reviewer question can I drop the v1 API?
	open 1m planner → tester request run it again
	docs: writer(idle 12m) editor-(offline 2h)`;

test.each([
	["80x24", 80, 24, ""],
	["120x40", 120, 40, ""],
	["40x12", 40, 12, ""],
	["120x40-lanes", 120, 40, "2"],
	["120x40-matrix", 120, 40, "3"],
	["120x40-pulse", 120, 40, "4"],
	["80x24-message", 80, 24, "jm"],
	["80x24-help", 80, 24, "?"],
	["80x24-palette", 80, 24, ":"],
	["60x20", 60, 20, ""],
] as const)("%s", async (name, columns, rows, keys) => {
	const ui = await openDashboard(world(TEAM), { columns, rows });
	await ui.press(...keys);
	await expect(`${ui.screen()}\n`).toMatchFileSnapshot(`../golden/dashboard-${name}.txt`);
	await ui.close();
});
