// Going back in time: what ends it, and what Esc closes before.

import { expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { ENTER, ESCAPE, openDashboard } from "../support/front-end-dashboard.ts";
import { must, world } from "../support/world.ts";

test("Esc closes the help and the message that is read before it ends the replay", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "info", "one");
	await w.sent("pm", "backend", "info", "two");
	const { env, store } = w.visitor();
	const run = await openDashboard(env, store);
	await run.press("[", "?");
	expect(await run.screen()).toContain("any other key closes the help");
	await run.press(ESCAPE);
	expect(await run.screen()).not.toContain("any other key closes the help");
	expect(await run.screen()).toContain("replay");
	await run.press("\t", ENTER);
	expect(await run.screen()).toContain("─ info  pm → backend");
	await run.press(ESCAPE);
	expect(await run.screen()).not.toContain("─ info  pm → backend");
	expect(await run.screen()).toContain("replay");
	await run.press(ESCAPE);
	expect(await run.screen()).not.toContain("replay");
});

test("the end of the replayed team is the end of the replay", async () => {
	const w = await world("shop: pm* backend; zoo: keeper");
	const { env, store } = w.visitor();
	const run = await openDashboard(env, store);
	await run.press("[");
	expect(await run.screen()).toContain("replay");
	must(await store.deleteTeam(w.teamId, () => ({ ok: true, value: null })));
	await run.pass(limits.fullScanMs);
	expect(await run.screen()).not.toContain("replay");
	expect(await run.screen()).toContain("The team whose past was shown is gone.");
	await run.press("[");
	expect(await run.screen()).toMatch(/replay[\s\S]*flow · zoo/);
});
