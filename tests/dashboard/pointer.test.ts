// What a press of the mouse does, and what it must not do.

import { expect, test } from "vitest";
import { openDashboard } from "../support/front-end-dashboard.ts";
import { type World, world } from "../support/world.ts";

async function open(w: World, more: Parameters<typeof openDashboard>[2] = {}) {
	const { env, store } = w.visitor();
	return openDashboard(env, store, more);
}

const press = (column: number, row: number) => `\x1b[<0;${column + 1};${row + 1}M`;

test("a press on a notice presses none of the keys that it hides", async () => {
	const run = await open(await world("shop: pm* backend"));
	const hints = (await run.screen()).split("\n").at(-1) ?? "";
	await run.press("\x1b[27u");
	expect((await run.screen()).split("\n").at(-1)).toContain("q quits.");
	for (let column = 0; column < hints.length; column += 4) await run.press(press(column, 39));
	expect(run.story).toEqual([]);
	expect((await run.screen()).split("\n").at(-1)).toContain("q quits.");
});
