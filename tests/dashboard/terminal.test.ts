// Keyboard and screen together, on an emulator whose size and clock are turned by hand.

import { expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { Press } from "../../src/dashboard/terminal/keys.ts";
import { openTerminal, type Terminal } from "../../src/dashboard/terminal/terminal.ts";
import { handEnv } from "../support/env.ts";
import { headless } from "../support/headless.ts";

function open() {
	const env = handEnv();
	const window = headless(20, 4);
	const batches: (readonly Press[])[] = [];
	let stale = 0;
	let lost = 0;
	const draw = (terminal: Terminal) => {
		const { columns, rows } = terminal.screen.size();
		terminal.screen.draw([[{ text: `${columns}x${rows}`, style: "" }]]);
	};
	const terminal = openTerminal(env, window.input, window.output, "mouse", {
		pressed: (presses) => batches.push(presses),
		stale: () => {
			stale++;
			draw(terminal);
		},
		lost: () => {
			lost++;
		},
	});
	draw(terminal);
	return { env, window, terminal, batches, stale: () => stale, lost: () => lost };
}

async function read(window: ReturnType<typeof headless>, text: string): Promise<void> {
	window.input.write(text);
	await new Promise((resolve) => setImmediate(resolve));
}

test("hands over everything of one read at once", async () => {
	const { window, terminal, batches } = open();
	await read(window, "jj\x1b[B");
	expect(batches.map((batch) => batch.length)).toEqual([3]);
	terminal.close();
});

test("decodes a character split over two reads", async () => {
	const { window, terminal, batches } = open();
	const bytes = Buffer.from("é");
	window.input.write(bytes.subarray(0, 1));
	await new Promise((resolve) => setImmediate(resolve));
	window.input.write(bytes.subarray(1));
	await new Promise((resolve) => setImmediate(resolve));
	expect(batches).toEqual([[{ at: "key", key: "é", text: "é" }]]);
	terminal.close();
});

test("lays out once after a storm of resizes", async () => {
	const { env, window, terminal, stale } = open();
	window.forget();
	for (let columns = 21; columns <= 70; columns++) window.resize(columns, 5);
	expect(window.written()).toBe("");
	env.machine.advance(limits.resizeMs);
	expect(stale()).toBe(1);
	expect(window.written().match(/\x1b\[2?J/g)?.length).toBe(1);
	expect((await window.rows())[0]).toBe("70x5");
	terminal.close();
});

test("assumes the usual size where the terminal tells none", () => {
	const { env, window, terminal } = open();
	Object.assign(window.output, { columns: 0, rows: undefined });
	window.output.emit("resize");
	env.machine.advance(limits.resizeMs);
	expect(terminal.screen.size()).toEqual({ columns: 80, rows: 24 });
	terminal.close();
});

test("is raw while it is entered and cooked after it was left, with keys unheard meanwhile", async () => {
	const { window, terminal, batches } = open();
	expect(window.rawMode()).toBe(true);
	terminal.leave();
	expect(window.rawMode()).toBe(false);
	await window.rows();
	expect(window.alternate()).toBe(false);
	await read(window, "x");
	terminal.enter();
	expect(window.rawMode()).toBe(true);
	expect((await window.rows())[0]).toBe("20x4");
	expect(batches).toEqual([]);
	terminal.close();
});

test("says when nobody is there any more, and not after it was closed", async () => {
	const first = open();
	first.window.input.end();
	await new Promise((resolve) => setImmediate(resolve));
	expect(first.lost()).toBeGreaterThan(0);
	first.terminal.close();

	const second = open();
	second.window.output.emit("error", new Error("EIO"));
	expect(second.lost()).toBe(1);
	second.terminal.close();
	second.window.output.emit("error", new Error("EIO"));
	expect(second.lost()).toBe(1);
});
