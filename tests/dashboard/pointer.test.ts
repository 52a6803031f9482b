// What a press of the mouse does, and what it must not do.

import { expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
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

const rowOf = async (run: Awaited<ReturnType<typeof open>>, text: string) =>
	(await run.screen()).split("\n").findIndex((line) => line.includes(text));

async function withLines(many: number): Promise<World> {
	const w = await world("shop: pm* backend");
	for (let line = 0; line < many; line++) await w.sent("pm", "backend", "info", `line ${line}.`);
	return w;
}

test("a press in the flow stands on the line under it, another opens it, and nothing moves meanwhile", async () => {
	const run = await open(await withLines(60));
	const row = await rowOf(run, "line 50.");
	await run.press(press(80, row));
	expect((await run.screen()).split("\n")[row]).toMatch(/▌.*line 50\./);
	await run.press(press(80, row));
	expect(await run.screen()).toMatch(/─ info {2}pm → backend/);
});

test("under the names of the lanes a press stands on the line under it too", async () => {
	const run = await open(await withLines(60));
	await run.press("2");
	const row = await rowOf(run, "line 50.");
	await run.press(press(80, row));
	expect((await run.screen()).split("\n")[row]).toMatch(/▌.*line 50\./);
});

test("a press in the detail stands on its line; on a title it only moves the keyboard", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "question", "Which port?");
	const run = await open(w);
	const title = await rowOf(run, "─ shop · a joins it");
	const row = (await run.screen())
		.split("\n")
		.findIndex((line, at) => at > title && line.includes("pm waits for backend"));
	await run.press(press(40, row));
	expect((await run.screen()).split("\n")[row]).toMatch(/▌.*waits for/);
	await run.press(press(5, 2), "j", "j");
	expect(await run.screen()).toMatch(/▌ ◇ pm/);
});

test("a press on a notice of several lines reaches nothing behind it", async () => {
	const run = await open(await withLines(5), { columns: 60, rows: 20, greeting: "word ".repeat(60) });
	await run.pass(limits.pollMs);
	const row = await rowOf(run, "word word");
	const before = await run.screen();
	await run.press(press(10, row));
	expect(await run.screen()).toBe(before);
});

const WHEEL_UP = "\x1b[<64;100;10M";

test("the wheel loads what is older, and the line that was first stays where it was", async () => {
	const w = await withLines(limits.timelineShown + 40);
	const run = await open(w);
	await run.press("\t", "g");
	expect(await run.screen()).toContain("older lines are not loaded");
	const first = "line 40.";
	const row = await rowOf(run, first);
	await run.press(WHEEL_UP);
	expect(await rowOf(run, first)).toBe(row);
	await run.press(WHEEL_UP);
	expect(await rowOf(run, first)).toBe(row + limits.wheelLines);
	expect(await rowOf(run, "line 39.")).toBe(row + limits.wheelLines - 1);
});

test.each(["timeline", "lanes"])(
	"going up past the first line of the %s loads what is older, and the line stays where it was",
	async (view) => {
		const run = await open(await withLines(limits.timelineShown + 40));
		if (view === "lanes") await run.press("2");
		await run.press("\t", "g");
		expect(await run.screen()).toContain("older lines are not loaded");
		const row = await rowOf(run, "line 40.");
		await run.press("k");
		expect(await rowOf(run, "line 40.")).toBe(row);
		expect(await run.screen()).not.toContain("older lines are not loaded");
		await run.press("k");
		expect(await run.screen()).toMatch(/▌.*line 39\./);
	},
);
