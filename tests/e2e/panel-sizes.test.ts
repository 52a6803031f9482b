// The docked panel in a whole Pi whose terminal changes its size, down to eight lines and to twenty columns: it stays usable, and Pi stays alive.

import { describe, expect, test } from "vitest";
import { openedShop, pis } from "../support/shop.ts";

describe.each(pis)("with $name", ({ pi }) => {
	const shop = openedShop(pi);

	test("in eight lines it is one line, and every key works", async () => {
		const { reviewer } = shop;
		await reviewer.press("F6");
		await reviewer.see("▌■ shop");
		await reviewer.resize(80, 8);
		await reviewer.gone("Esc close");
		await reviewer.press("j");
		expect(await reviewer.see("▌ ◇ backend")).not.toContain("■ shop");
		await reviewer.press("m");
		await reviewer.see("tell · to backend >");
		await reviewer.press("Escape");
		await reviewer.gone("tell · to backend >");
	});

	test("in twenty columns nothing is wider, and the way out is named", async () => {
		const { reviewer } = shop;
		await reviewer.resize(20, 30);
		const screen = await reviewer.see("? help  Esc close");
		expect(screen).toContain("▌ ◇ ba");
		await reviewer.press("?");
		await reviewer.see("  Writes to the");
		await reviewer.press("Escape");
		await reviewer.gone("  Writes to the");
	});

	test("and back in a wide one it shows list and detail again, and gives the keyboard back", async () => {
		const { reviewer } = shop;
		await reviewer.resize(120, 40);
		await reviewer.see(/▌ ◇ backend +idle +│/);
		await reviewer.press("Escape");
		await reviewer.gone("▌ ◇ backend");
		await reviewer.type("still here");
		await reviewer.see("still here");
	});
});
