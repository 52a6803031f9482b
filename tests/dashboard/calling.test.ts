// How the dashboard gets a person to look, and what it tells one who was away.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { ActivityUpdate } from "../../src/core/seat.ts";
import { openDashboard } from "../support/front-end-dashboard.ts";
import { type World, world } from "../support/world.ts";

async function open(w: World, more: Parameters<typeof openDashboard>[2] = {}) {
	const { env, store } = w.visitor();
	return openDashboard(env, store, more);
}

const MINUTE_MS = 60_000;
const IDLE: Omit<ActivityUpdate, "state"> = { paused: "no", holds: [], edits: [] };

describe("calling the person", () => {
	async function needy(more: Parameters<typeof openDashboard>[2]) {
		const w = await world("shop: pm* backend");
		const run = await open(w, more);
		await run.pass(limits.pollMs);
		run.terminal.forget();
		w.seat("backend").setActivity({ state: "waiting", ...IDLE, holds: ["dialog"] });
		await run.pass(3 * limits.pollMs);
		return run;
	}

	test("rings once for each thing that needs them, when that was asked for", async () => {
		const run = await needy({ bell: "rings" });
		expect(run.terminal.written().split("\x07").length - 1).toBe(1);
	});

	test("is silent otherwise", async () => {
		expect((await needy({})).terminal.written()).not.toContain("\x07");
	});

	test("runs the person's own hook with what it is about", async () => {
		const run = await needy({ hook: "notify" });
		expect(run.asked).toEqual([expect.stringMatching(/^notify: ▲ backend needs you/)]);
	});

	test("shows it in the second line", async () => {
		const run = await needy({});
		expect((await run.screen()).split("\n")[1]).toMatch(/▲ backend needs you: a dialog is open/);
	});
});

test("sums up what happened while nobody pressed a key", async () => {
	const w = await world("shop: pm* backend");
	const run = await open(w);
	await run.pass(MINUTE_MS);
	await run.press("j");
	expect(await run.screen()).not.toContain("While you were away");
	await w.advance(limits.awayMs);
	await w.sent("pm", "backend", "info", "hello");
	await run.pass(limits.pollMs);
	await run.press("k");
	expect(await run.screen()).toContain("While you were away (5m): 1 message.");
	await run.press("j");
	expect(await run.screen()).not.toContain("While you were away");
});
