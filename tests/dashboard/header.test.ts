// The first line: who this is, and how many members are in which state, by the words of the rows.

import { expect, test } from "vitest";
import { world } from "../support/scenes.ts";
import { openDashboard } from "../support/script-dashboard.ts";

test("every state is counted under its own word", async () => {
	const ui = await openDashboard(
		world("shop: a(working 3m) b(waiting 20s) c(idle 4m) d(idle 9m) e(suspended 2m) f-(offline 2h)"),
		{ columns: 160, rows: 30 },
	);
	const [first] = ui.screen().split("\n");
	expect(first).toContain("▲ 1 needs you  ● 1 working  ○ 1 waiting  ○ 2 idle  ○ 1 suspended  · 1 offline");
	await ui.close();
});
