// The dashboard and a real terminal: how it starts and leaves in every way it can be made to leave, and in terminals of every kind.

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Lab, openLab, repository, type TerminalOptions } from "../support/lab.ts";
import type { Terminal } from "../support/terminal.ts";

const main = join(repository, "src/dashboard/main.ts");
const SMALL: TerminalOptions = { columns: 80, rows: 24 };
/** What stands in the lowest line as long as the dashboard has the screen. */
const THERE = /q quit$/m;

let lab: Lab;
let opened = 0;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(() => lab.close());

async function dashboard(options: TerminalOptions = SMALL, args: readonly string[] = []): Promise<Terminal> {
	opened += 1;
	const terminal = await lab.program(`dash-${opened}`, ["node", main, ...args], options);
	await terminal.see(THERE);
	return terminal;
}

describe("leaves the terminal as it was, and says how it ended", () => {
	test("on q", async () => {
		const terminal = await dashboard();
		await terminal.press("q");
		expect(await terminal.ended()).toBe(0);
		expect(await terminal.screen()).not.toMatch(THERE);
	});

	test("on Ctrl-C", async () => {
		const terminal = await dashboard();
		await terminal.press("C-c");
		expect(await terminal.ended()).toBe(0);
	});

	test.each([
		["SIGTERM", 143],
		["SIGHUP", 129],
		["SIGINT", 130],
	] as const)("on %s", async (signal, code) => {
		const terminal = await dashboard();
		terminal.kill(signal);
		expect(await terminal.ended()).toBe(code);
		expect(await terminal.screen()).not.toMatch(THERE);
	});

	test("on a bug, with the reason where it can be read", async () => {
		const crash = "data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('boom')})";
		const command = ["sh", "-c", `exec node --import "${crash}" ${main} 2>&1`];
		const terminal = await lab.program("crash", command, SMALL);
		await terminal.see(THERE);
		terminal.kill("SIGUSR2");
		expect(await terminal.ended()).toBe(1);
		expect(await terminal.screen()).toContain("Error: boom");
	});
});

describe("Ctrl-Z and back", () => {
	async function inShell(name: string): Promise<Terminal> {
		const terminal = await lab.program(name, ["sh", "-c", "exec bash --norc -i 2>&1"], {
			...SMALL,
			env: { PS1: "shell> " },
		});
		await terminal.see("shell>");
		await terminal.type(`node ${main}`);
		await terminal.press("Enter");
		await terminal.see(THERE);
		return terminal;
	}

	test("gives the shell a terminal that echoes and waits for whole lines, then draws again", async () => {
		const terminal = await inShell("stop");
		await terminal.press("C-z");
		await terminal.see(/Stopped/);
		expect(await terminal.screen()).not.toMatch(THERE);
		await terminal.submit("stty -a | tr ' ;' '\\n\\n' | grep -xE -- '-?(icanon|echo)' | tr '\\n' '+'");
		await terminal.see("icanon+echo+");
		await terminal.submit("fg");
		await terminal.see(THERE);
		await terminal.press("?");
		await terminal.see("any other key closes the help");
		await terminal.press("q");
		await terminal.see(THERE);
		await terminal.press("q");
		await terminal.gone(THERE);
	});

	test("goes on where nothing could wake it again", async () => {
		const terminal = await dashboard();
		await terminal.press("C-z");
		// While it has left the screen it draws no new size: once that is drawn, it is back.
		await terminal.resize(39, 24);
		await terminal.see(/0 teams\nThere is no team/);
		await terminal.press("?");
		await terminal.see("↑↓ scroll");
		await terminal.press("q");
		await terminal.see(/0 teams\nThere is no team/);
		await terminal.press("q");
		expect(await terminal.ended()).toBe(0);
	});
});

test("lays itself out for every size, again and again", async () => {
	const terminal = await dashboard();
	for (const [columns, rows] of [
		[120, 40],
		[40, 12],
		[70, 20],
		[30, 6],
		[80, 24],
	] as const) {
		await terminal.resize(columns, rows);
		await terminal.see(columns < 60 ? "no team yet" : "n makes a team here");
		const lines = (await terminal.screen()).split("\n");
		expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
	}
	await terminal.see(THERE);
});

describe("in a terminal of another kind", () => {
	test.each(["xterm-kitty", "alacritty", "tmux-256color", "screen-256color", "xterm-ghostty", "vt100"])(
		"%s shows the same and nothing else",
		async (TERM) => {
			const terminal = await dashboard({ ...SMALL, env: { TERM } });
			const screen = await terminal.screen();
			expect(screen).toContain("There is no team");
			expect(screen).not.toMatch(/Error|Setulc|function|undefined/);
			await terminal.press("q");
			expect(await terminal.ended()).toBe(0);
		},
	);

	test("dumb gets one frame as text", async () => {
		const terminal = await lab.program("dumb", ["node", main], { ...SMALL, env: { TERM: "dumb" } });
		expect(await terminal.ended()).toBe(0);
		expect(await terminal.screen()).toContain("There is no team");
	});

	test("without UTF-8 everything is ASCII, and nothing is a question mark", async () => {
		const terminal = await dashboard({ ...SMALL, env: { LANG: "C" } });
		const screen = await terminal.screen();
		expect(screen).toMatch(/^[\x20-\x7e\n]*$/);
		expect(screen).toContain("- teams ---");
		expect(screen.replaceAll("? help", "")).not.toContain("?");
	});

	test("without colours none is written", async () => {
		const terminal = await dashboard({ ...SMALL, env: { NO_COLOR: "1" } });
		expect(await terminal.colours()).not.toMatch(/\x1b\[[\d;]*(3[0-7]|4[0-7])[;m]/);
	});
});

test("a paste never acts", async () => {
	const terminal = await dashboard();
	// tmux sets what it pastes in brackets when the program asked for that.
	await terminal.press("n");
	await terminal.see("name of the new team >");
	await terminal.press("Escape");
	await terminal.gone("name of the new team >");
	await terminal.paste("q\nn");
	await terminal.see("Pasted text does nothing here.");
	await terminal.press("n");
	await terminal.see("name of the new team >");
	await terminal.paste("shop\n");
	await terminal.see(/name of the new team > shop\b/);
	await terminal.press("Escape");
	await terminal.see(THERE);
});
