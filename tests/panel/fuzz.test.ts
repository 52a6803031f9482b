import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../support/hostile.ts";
import { anyKey, hostileWorld } from "../support/scenes-hostile.ts";
import { settled } from "../support/script.ts";
import { type PanelHarness, panelHarness, rawKey } from "../support/script-panel.ts";

const SGR = /\x1b\[[0-9;]*m/g;
// The host's own markers for its cursor; it takes them out before anything is written.
const CURSOR = /\x1b_pi:(?:c|fc|\/fc)\x07/g;
// Joiners are left in what the person types, where they make one picture of several.
const DANGEROUS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

function expectHarmless(harness: PanelHarness, columns: number): void {
	for (const line of harness.panel.render(columns)) {
		expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
		expect(line.replaceAll(SGR, "").replaceAll(CURSOR, "")).not.toMatch(DANGEROUS);
	}
	expect(harness.errors).toEqual([]);
}

describe("whatever is in the store and whatever is pressed", () => {
	test("at every width no line is too wide and nothing but printable characters and colours leaves the panel", () => {
		fc.assert(
			fc.property(hostileWorld, (shown) => {
				const harness = panelHarness(shown);
				for (let columns = 1; columns <= 200; columns += 1) expectHarmless(harness, columns);
			}),
			{ numRuns: 8 },
		);
	});

	test.each([
		["the help", ["?", "down"]],
		["a message", ["right", "up", "up", "up", "enter"]],
		["what is typed", ["down", "m", "漢", "é"]],
		["several lines", ["down", "m", "a", "ctrl+e", "enter", "漢"]],
		["a question", ["L"]],
		["a refusal", ["d"]],
	] as const)("%s fits at every width", async (_what, keys) => {
		await fc.assert(
			fc.asyncProperty(hostileWorld, async (shown) => {
				const harness = panelHarness(shown);
				for (const key of keys) harness.panel.handleInput(rawKey(key));
				await settled();
				for (let columns = 1; columns <= 200; columns += 1) expectHarmless(harness, columns);
			}),
			{ numRuns: 2 },
		);
	});

	test("the panel never throws, never overflows and keeps its height, while the store changes under it", async () => {
		const step = fc.oneof(
			{ weight: 8, arbitrary: anyKey.map((key) => ({ do: "key" as const, key })) },
			{ weight: 1, arbitrary: hostileText.map((text) => ({ do: "paste" as const, text })) },
			{ weight: 2, arbitrary: hostileWorld.map((shown) => ({ do: "change" as const, shown })) },
			{
				weight: 1,
				arbitrary: fc
					.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) })
					.map((size) => ({ do: "resize" as const, ...size })),
			},
			{ weight: 1, arbitrary: fc.boolean().map((focused) => ({ do: "focus" as const, focused })) },
		);
		await fc.assert(
			fc.asyncProperty(hostileWorld, fc.array(step, { maxLength: 25 }), async (shown, steps) => {
				const harness = panelHarness(shown);
				for (const each of steps) {
					if (each.do === "key") harness.panel.handleInput(rawKey(each.key));
					if (each.do === "paste") harness.panel.handleInput(`\x1b[200~${each.text}\x1b[201~`);
					if (each.do === "change") harness.show(each.shown);
					if (each.do === "resize") Object.assign(harness.terminal, { columns: each.columns, rows: each.rows });
					if (each.do === "focus") harness.panel.focused = each.focused;
					await settled();
					harness.pass(1_000);
					expectHarmless(harness, harness.terminal.columns);
				}
			}),
			{ numRuns: 120 },
		);
	}, 60_000);
});
