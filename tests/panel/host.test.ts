// What the panel takes over from its host: keys a person chose, colours of a theme that changes, the size of the terminal.

import {
	getKeybindings,
	type KeybindingsConfig,
	KeybindingsManager,
	setKeybindings,
	TUI_KEYBINDINGS,
} from "@earendil-works/pi-tui";
import { afterEach, describe, expect, test } from "vitest";
import { Panel } from "../../src/panel/panel.ts";
import { world } from "../support/scenes.ts";
import { panelHarness, plainTheme, rawKey, readable } from "../support/script-panel.ts";

const SHOP = world("shop: pm*(you) backend reviewer\n18:00:00 backend → pm info hello");
const usual = getKeybindings();

function chosen(bindings: KeybindingsConfig): void {
	setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS, bindings));
}

describe("keys the person chose for the host's lists and inputs", () => {
	afterEach(() => setKeybindings(usual));

	test("move, open and go back here too, beside the panel's own", () => {
		chosen({ "tui.select.down": "ctrl+n", "tui.select.confirm": "ctrl+y", "tui.select.cancel": "ctrl+g" });
		const { panel } = panelHarness(SHOP);
		const screen = () => readable(panel.render(140).join("\n"));
		panel.handleInput(rawKey("ctrl+n"));
		expect(screen()).toMatch(/▌ ○ backend/);
		panel.handleInput(rawKey("ctrl+y"));
		expect(screen()).toContain("tell · to backend >");
		panel.handleInput(rawKey("ctrl+g"));
		expect(screen()).not.toContain("tell ·");
		panel.handleInput(rawKey("down"));
		expect(screen()).toMatch(/▌ ◇ pm/);
	});

	test("never take a letter from what is typed, nor a key the panel uses itself", () => {
		chosen({ "tui.select.down": "x", "tui.select.up": "j", "tui.input.submit": "ctrl+t" });
		const { panel, intents } = panelHarness(SHOP);
		const screen = () => readable(panel.render(140).join("\n"));
		panel.handleInput("j");
		expect(screen()).toMatch(/▌ ○ backend/);
		for (const key of ["m", "x", "j"]) panel.handleInput(key);
		expect(screen()).toContain("tell · to backend > xj");
		panel.handleInput(rawKey("ctrl+t"));
		expect(intents).toMatchObject([{ do: "send", body: "xj" }]);
	});
});

test("a theme that changes is painted at the next frame", () => {
	let code = 31;
	const theme = { ...plainTheme, fg: (_color: string, text: string) => `\x1b[${code}m${text}\x1b[39m` };
	const { source } = panelHarness(SHOP);
	const tui = { terminal: { columns: 100, rows: 30 }, requestRender: () => undefined, children: [] };
	const exits = { take: () => undefined, release: () => undefined, close: () => undefined, gone: () => undefined };
	const panel = new Panel(tui as never, theme as never, source, exits);
	panel.focused = true;
	const before = panel.render(100).join("\n");
	expect(before).toContain("\x1b[31m");
	code = 35;
	expect(panel.render(100).join("\n")).toBe(before);
	panel.invalidate();
	const after = panel.render(100).join("\n");
	expect(after).toContain("\x1b[35m");
	expect(after).not.toContain("\x1b[31m");
	expect(readable(after)).toBe(readable(before));
	panel.dispose();
});

test.each([
	[8, 100, 1],
	[8, 20, 1],
	[24, 20, 14],
	[12, 40, 1],
	[60, 200, 24],
])("a terminal of %i rows and %i columns gets its own picture, and the next size another", (rows, columns, lines) => {
	const harness = panelHarness(SHOP, { columns: 120, rows: 40 });
	harness.panel.render(120);
	Object.assign(harness.terminal, { columns, rows });
	expect(harness.panel.render(columns)).toHaveLength(lines);
	Object.assign(harness.terminal, { columns: 120, rows: 40 });
	expect(readable(harness.panel.render(120).join("\n"))).toContain("▌■ shop  3/3 online · you");
});
