// The panel where there is little room: list or detail, whichever has the keyboard, and words before decoration.

import { describe, expect, test } from "vitest";
import { world } from "../support/scenes.ts";
import { panelHarness, rawKey, readable } from "../support/script-panel.ts";

const SHOP = world(`shop: pm*(you) backend reviewer
	18:00:00 backend → pm info the port is 8080
	18:01:00 reviewer → pm note release notes are missing`);

function pressed(columns: number, ...keys: readonly string[]): string {
	const harness = panelHarness(SHOP, { columns, rows: 30 });
	for (const key of keys) harness.panel.handleInput(rawKey(key));
	return readable(harness.panel.render(columns).join("\n"));
}

describe("under the list", () => {
	test("a filter that was kept is named above the lines it leaves", () => {
		const typed = ["f", ..."release"];
		expect(pressed(60, ...typed)).not.toContain("timeline with");
		const kept = pressed(60, ...typed, "enter");
		expect(kept).toContain('── timeline with "release" ──');
		expect(kept).toContain("release notes are missing");
		expect(kept).not.toContain("8080");
	});

	test("no events stand where the list needs the room", () => {
		const many = world(`shop: pm*(you) ${Array.from({ length: 30 }, (_, index) => `m${index}`).join(" ")}
			18:00:00 pm joined /work`);
		const harness = panelHarness(many, { columns: 60, rows: 30 });
		expect(readable(harness.panel.render(60).join("\n"))).not.toContain("joined");
	});
});

test("in twenty columns the help puts words below their keys, and breaks none", () => {
	const lines = pressed(20, "?").split("\n");
	expect(lines[1]).toBe("m");
	expect(lines[2]).toBe("  Writes to the");
	expect(lines.every((line) => line.length <= 20)).toBe(true);
});

test("in a narrow detail the time is short, so that more is left of what was said", () => {
	expect(pressed(40, "right")).toMatch(/▌18:01 reviewer → pm {2}note/);
	expect(pressed(80, "right")).toMatch(/▌18:01:00 {2}reviewer → pm/);
});
