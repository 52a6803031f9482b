import { describe, expect, test } from "vitest";
import { emptyWorld, world } from "../support/scenes.ts";
import { settled } from "../support/script.ts";
import { panelHarness, rawKey, readable } from "../support/script-panel.ts";

const SHOP = `shop: pm*(you) backend(working 3m, on fix the parser so that trailing commas are accepted) reviewer(waiting 20s, dialog, 2 unread) writer-(offline 2h, elsewhere, 1 open)
	17:58:00 pm created shop
	17:58:00 pm joined /home/shop
	17:59:00 backend joined /home/backend
	18:00:01 backend working fix the parser
	18:01:00 backend idle
	18:01:30 backend working write tests
	18:02:00 backend idle
	18:02:11 backend → reviewer question Which code?
	18:03:00 reviewer → backend info The one in src/parser, of course. 了解しました、確認します ✅
	18:04:00 backend → writer question refused: offline Are the docs done?
	18:05:00 writer → pm request !Read the README once more, please
	open 6m backend → reviewer question Which code?
	docs: editor- writer(working 12s, on 漢字テスト)
	18:00:00 editor joined /home/docs`;

const SIZES = [
	[80, 24],
	[120, 40],
	[40, 12],
] as const;

const STEPS = [
	["list", []],
	["writing", ["down", "m", "tab"]],
	["asking", ["down", "down", "x"]],
	["detail", ["right", "pageUp"]],
	["help", ["?"]],
] as const;

/** Each picture was looked at; a change of one is a change of what people see. */
describe.each(SIZES)("the panel in a terminal of %ix%i", (columns, rows) => {
	test.each(STEPS)("shows the %s", async (name, keys) => {
		const harness = panelHarness(world(SHOP), { columns, rows });
		for (const key of keys) {
			harness.panel.handleInput(rawKey(key));
			await settled();
		}
		await expect(picture(harness.panel.render(columns))).toMatchFileSnapshot(file(name, columns, rows));
	});

	test("shows the live view", async () => {
		const harness = panelHarness(world(SHOP), { columns, rows });
		harness.panel.focused = false;
		await expect(picture(harness.panel.render(columns))).toMatchFileSnapshot(file("live", columns, rows));
	});

	test("shows an empty world", async () => {
		const harness = panelHarness(emptyWorld(), { columns, rows });
		await expect(picture(harness.panel.render(columns))).toMatchFileSnapshot(file("empty", columns, rows));
	});
});

function picture(lines: readonly string[]): string {
	return `${readable(lines.join("\n"))}\n`;
}

function file(name: string, columns: number, rows: number): string {
	return `../golden/panel-${name}-${columns}x${rows}.txt`;
}
