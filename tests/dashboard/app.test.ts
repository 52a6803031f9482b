// The running dashboard as a whole: when it draws and when it does not, and what the flow shows.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { ActivityUpdate } from "../../src/core/seat.ts";
import { handEnv } from "../support/env.ts";
import { ESCAPE, openDashboard } from "../support/front-end-dashboard.ts";
import { memoryStore } from "../support/memory-store.ts";
import { type World, world } from "../support/world.ts";

const MINUTE_MS = 60_000;
const IDLE: Omit<ActivityUpdate, "state"> = { paused: "no", holds: [], edits: [] };

async function open(w: World, more: Parameters<typeof openDashboard>[2] = {}) {
	const { env, store } = w.visitor();
	return openDashboard(env, store, more);
}

describe("what is drawn", () => {
	test("an idle team costs no byte until an age changes its word, and then at most one row each", async () => {
		const w = await world("shop: pm* backend writer-");
		for (const role of ["pm", "backend"]) w.seat(role).setActivity({ state: "idle", ...IDLE });
		const run = await open(w);
		await w.advance(limits.beatMs);
		await run.pass(limits.fullScanMs);
		run.terminal.forget();
		await run.pass(limits.beatMs);
		expect(run.terminal.written()).toBe("");
	});

	test("an age in seconds is drawn by its few cells", async () => {
		const w = await world("shop: pm* backend");
		w.seat("backend").setActivity({ state: "working", focus: "the parser", ...IDLE });
		const run = await open(w);
		await run.pass(2 * limits.pollMs);
		run.terminal.forget();
		await run.pass(limits.ageTickMs);
		expect(run.terminal.written().length).toBeGreaterThan(0);
		expect(run.terminal.written().length).toBeLessThan(LITTLE);
	});

	test("a storm of events is drawn a few times a second", async () => {
		const w = await world("shop: pm* backend");
		const run = await open(w);
		await run.pass(limits.pollMs);
		run.terminal.forget();
		for (let message = 0; message < 50; message++) await w.sent("pm", "backend", "info", `line ${message}`);
		await run.pass(limits.pollMs);
		const frames = run.terminal.written().split("\x1b[?2026h").length - 1;
		expect(frames).toBeLessThanOrEqual(limits.pollMs / limits.drawMs);
		expect(await run.screen()).toContain("line 49");
	});

	test("R draws everything again", async () => {
		const run = await open(await world("shop: pm*"));
		run.terminal.forget();
		await run.press("R");
		expect(run.terminal.written()).toMatch(/\x1b\[2?J/);
		expect(run.terminal.written()).toContain("teams");
	});
});

const LITTLE = 400;

describe("the flow", () => {
	test("1 to 4 show it as timeline, lanes, matrix and pulse", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "question", "Which port?");
		const run = await open(w);
		await run.press("2");
		expect(await run.screen()).toMatch(/flow · shop · lanes[\s\S]*time +pm +backend[\s\S]*◌╌.*Which port/);
		await run.press("3");
		expect(await run.screen()).toMatch(/matrix[\s\S]*row writes to column/);
		await run.press("4");
		expect(await run.screen()).toMatch(/pulse[\s\S]*sent a minute/);
		await run.press("1");
		expect(await run.screen()).toMatch(/flow · shop · timeline/);
	});

	test("following stops when somebody looks back, counts what is new, and goes on at the end", async () => {
		const w = await world("shop: pm* backend");
		const run = await open(w);
		expect(await run.screen()).toContain("following");
		await run.press("\t", "k");
		expect(await run.screen()).toContain("G follows");
		await w.sent("pm", "backend", "info", "one");
		await w.sent("pm", "backend", "info", "two");
		await run.pass(limits.pollMs);
		expect(await run.screen()).toContain("2 new, G follows");
		await run.press("G");
		expect(await run.screen()).toContain("following");
	});

	test("[ goes back in time, ] on, and the state of everybody with it", async () => {
		const w = await world("shop: pm* backend");
		w.seat("backend").setActivity({ state: "working", focus: "the parser", ...IDLE });
		await w.advance(MINUTE_MS);
		w.seat("backend").setActivity({ state: "idle", ...IDLE });
		const run = await open(w);
		expect(await run.screen()).toMatch(/backend +idle/);
		await run.press("[");
		expect(await run.screen()).toMatch(/replay 12:00:00/);
		expect(await run.screen()).toMatch(/backend +working/);
		await run.press("[", "[");
		expect(await run.screen()).toMatch(/backend +(offline|online)/);
		await run.press("]", "]", "]");
		expect(await run.screen()).not.toContain("replay");
	});

	test("space plays from the beginning to the present, and Esc ends it", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "info", "the end");
		const run = await open(w);
		await run.press(" ");
		expect(await run.screen()).toContain("replay");
		expect(await run.screen()).not.toContain("the end");
		await run.press(ESCAPE);
		expect(await run.screen()).toContain("the end");
		await run.press(" ");
		await run.pass(10 * limits.replayStepMs);
		expect(await run.screen()).not.toContain("replay");
		expect(await run.screen()).toContain("the end");
	});
});

test("an empty world says where it looked and what to type", async () => {
	const env = handEnv();
	const screen = await (await openDashboard(env, memoryStore(env))).screen();
	expect(screen).toContain("/memory/teams");
	expect(screen).toContain("/team create <team> <role>");
	expect(screen).toContain("--demo");
	expect(screen).toContain("--root <directory>");
});
