// What only the dashboard has: its own keys and the mouse.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { ENTER, ESCAPE, openDashboard } from "../support/front-end-dashboard.ts";
import { type World, world } from "../support/world.ts";

async function open(w: World, more: Parameters<typeof openDashboard>[2] = {}) {
	const { env, store } = w.visitor();
	return openDashboard(env, store, more);
}

describe("keys of its own", () => {
	test("z gives a pane the whole screen, and takes it back", async () => {
		const run = await open(await world("shop: pm* backend"));
		await run.press("\t", "z");
		expect(await run.screen()).not.toContain("─ teams");
		expect(await run.screen()).toContain("flow · shop");
		await run.press("z");
		expect(await run.screen()).toContain("─ teams");
	});

	test(": finds an action by its words and presses its key", async () => {
		const run = await open(await world("shop: pm* backend"));
		await run.press(":", "lanes");
		expect(await run.screen()).toMatch(/▌ lanes +2/);
		await run.press(ENTER);
		expect(await run.screen()).toContain("flow · shop · lanes");
		await run.press("\x10", "nothing like that");
		expect(await run.screen()).toContain("no action has these words");
		await run.press(ESCAPE);
		expect(await run.screen()).toContain("─ teams");
	});

	test("the palette says why an action does nothing here", async () => {
		const run = await open(await world("shop: pm* backend"));
		await run.press(":", "delete");
		expect(await run.screen()).toMatch(/delete +d +pm, backend are online in shop/);
	});

	test("y copies the text of a message as it is, the name of a row elsewhere", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "info", "two\nlines");
		const run = await open(w);
		run.terminal.forget();
		await run.press("j", "y");
		expect(copied(run.terminal.written())).toBe("backend");
		await run.press("\t", "\x1b[F", "k", "j");
		run.terminal.forget();
		await run.press("y");
		expect(copied(run.terminal.written())).toBe("two\nlines");
		expect(await run.screen()).toContain("Copied: two ⏎ lines");
	});

	test("inside tmux a copy goes by way of tmux", async () => {
		const run = await open(await world("shop: pm* backend"), { where: "in tmux" });
		await run.press("y");
		expect(run.asked).toEqual(["tmux load-buffer -w - < shop"]);
	});

	test("o goes to the tmux pane of a member, or says why not", async () => {
		const w = await world("shop: pm* backend writer-");
		const run = await open(w, { where: "in tmux" });
		await run.press("j", "o");
		expect(await run.screen()).toContain("backend does not run in tmux.");
		await run.press("G", "o");
		expect(await run.screen()).toContain("writer is offline");
		expect(run.asked).toEqual([]);
	});

	test("! goes to who needs the person most, then to the next, and says when nobody does", async () => {
		const w = await world("shop: pm* backend; zoo: keeper");
		const run = await open(w);
		await run.press("!");
		expect(await run.screen()).toContain("Nothing needs you.");
		for (const role of ["backend", "keeper"]) {
			w.seat(role).setActivity({ state: "waiting", paused: "no", holds: ["dialog"], edits: [] });
		}
		await run.pass(2 * limits.pollMs);
		await run.press("!");
		expect(await run.screen()).toMatch(/▌▲○ backend/);
		await run.press("!");
		expect(await run.screen()).toMatch(/▌▲◇ keeper/);
		await run.press("!");
		expect(await run.screen()).toMatch(/▌▲○ backend/);
	});

	test("the help and the palette say why they do nothing here, in the words of the key itself", async () => {
		const w = await world("shop: pm* backend writer-; zoo: keeper");
		const run = await open(w);
		await run.press("j", "j", "j");
		expect(await run.screen()).toMatch(/▌·○ writer/);
		const reasons = [
			"writer is offline: there is no terminal to go to.",
			"Nothing needs you.",
			"This is the present; [ goes back.",
		];
		await run.press("?", "\x1b[6~", "\x1b[6~");
		const help = await run.screen();
		for (const reason of reasons) expect(help).toContain(`not now: ${reason}`);
		await run.press(ESCAPE, ":", "go to pane");
		expect(await run.screen()).toMatch(/go to pane +o +writer is offline: there is no terminal to go to\./);
		await run.press(ENTER);
		expect(await run.screen()).toContain(reasons[0]);
		for (const [key, reason] of [
			["!", reasons[1]],
			["]", reasons[2]],
		] as const) {
			await run.press(key);
			expect(await run.screen()).toContain(reason);
		}
	});

	test("Ctrl-Z stops it", async () => {
		const run = await open(await world("shop: pm*"));
		await run.press("\x1a");
		expect(run.story).toEqual(["kill 0 SIGTSTP"]);
	});
});

function copied(written: string): string {
	const [, encoded = ""] = /\x1b\]52;c;([^\x07]*)\x07/.exec(written) ?? [];
	return Buffer.from(encoded, "base64").toString("utf8");
}

test("the terminal's own cursor stands where text is typed, for what an input method shows", async () => {
	const run = await open(await world("shop: pm*"));
	await run.press("n", "mark");
	const rows = await run.terminal.rows();
	const row = rows.findIndex((each) => each.includes("name of the new team > mark"));
	expect(run.terminal.cursor()).toEqual({ row, column: (rows[row] ?? "").indexOf("> mark") + "> mark".length });
	await run.press(ESCAPE, ":", "re");
	await run.terminal.rows();
	expect(run.terminal.cursor()).toEqual({ row: 2, column: " : re".length });
});

describe("the mouse", () => {
	const press = (column: number, row: number) => `\x1b[<0;${column + 1};${row + 1}M`;

	test("a press stands on a row, another acts on it", async () => {
		const run = await open(await world("shop: pm* backend"));
		await run.press(press(5, 4));
		expect((await run.screen()).split("\n")[4]).toMatch(/▌.*backend/);
		await run.press(press(5, 4));
		expect(await run.screen()).toContain("─ backend in shop");
	});

	test("the wheel scrolls the pane under it, and the keyboard stays", async () => {
		const w = await world("shop: pm* backend");
		for (let line = 0; line < 60; line++) await w.sent("pm", "backend", "info", `line ${line}`);
		const run = await open(w);
		await run.press("\x1b[<64;100;10M");
		expect(await run.screen()).toContain("G follows");
		await run.press("j");
		expect(await run.screen()).toMatch(/▌.*backend +online/);
	});

	test("a press on a hint is its key", async () => {
		const run = await open(await world("shop: pm* backend"));
		const hints = (await run.screen()).split("\n").at(-1) ?? "";
		await run.press(press(hints.indexOf("? help"), 39));
		expect(await run.screen()).toContain("any other key closes the help");
	});

	test("a press elsewhere does not lose what is being typed", async () => {
		const run = await open(await world("shop: pm* backend"));
		await run.press("n", "market", press(5, 4));
		expect(await run.screen()).toContain("name of the new team > market");
	});
});
