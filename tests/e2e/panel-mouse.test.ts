// The mouse in the docked panel of a whole Pi in its fullscreen mode: clicks and the wheel reach the panel, and the editor keeps its draft.

import { expect, test } from "vitest";
import { currentPi } from "../support/lab.ts";
import { openedShop } from "../support/shop.ts";
import type { Terminal } from "../support/terminal.ts";

const shop = openedShop(currentPi);

const LEFT = 0;
const WHEEL_DOWN = 65;

/** Writes what a terminal sends for its mouse over the first place of a text on the screen. */
async function mouse(terminal: Terminal, over: string, button: number, edge: "M" | "m" = "M"): Promise<void> {
	const lines = (await terminal.see(over)).split("\n");
	const row = lines.findIndex((line) => line.includes(over));
	await terminal.type(`\x1b[<${button};${(lines[row]?.indexOf(over) ?? 0) + 1};${row + 1}${edge}`);
}

async function click(terminal: Terminal, over: string): Promise<void> {
	await mouse(terminal, over, LEFT);
	await mouse(terminal, over, LEFT, "m");
}

test("a click selects a row, and a double click acts on it like Enter", async () => {
	const { reviewer } = shop;
	await reviewer.press("F6");
	await reviewer.see("▌■ shop");
	await click(reviewer, "○ reviewer (you)");
	await reviewer.see(/▌ ○ reviewer/);
	await click(reviewer, "◇ backend");
	await reviewer.see(/▌ ◇ backend/);
	await click(reviewer, "◇ backend");
	await click(reviewer, "◇ backend");
	await reviewer.see("tell · to backend >");
	await reviewer.press("Escape");
	await reviewer.gone("tell · to backend >");
});

test("the wheel scrolls what is under it", async () => {
	const { reviewer } = shop;
	await reviewer.press("?");
	await reviewer.see("Writes to the member");
	await mouse(reviewer, "Makes a new team", WHEEL_DOWN);
	await reviewer.gone("Writes to the member");
	await reviewer.press("Escape");
});

test("a click on the live view takes the keyboard, and Escape gives it back with the draft", async () => {
	const { reviewer } = shop;
	await reviewer.press("F6");
	await reviewer.type("half a thought");
	await reviewer.see("half a thought");
	await click(reviewer, "F6 focuses");
	await reviewer.gone("F6 focuses");
	await reviewer.press("Up");
	await reviewer.see(/▌■ shop/);
	await reviewer.press("Escape");
	await reviewer.gone("reviewer in shop · 1 team");
	await reviewer.type(" goes on");
	expect(await reviewer.see("half a thought goes on")).not.toContain("▌■ shop");
});
