import { type TuiMouseEvent, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../support/hostile.ts";
import type { World } from "../support/scenes.ts";
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

/** The same world read anew, for which nothing is remembered, makes the same picture. */
function expectFresh({ panel, show, terminal }: PanelHarness, shown: World): void {
	const remembered = [...panel.render(terminal.columns)];
	show(structuredClone(shown));
	panel.invalidate();
	expect(panel.render(terminal.columns)).toEqual(remembered);
}

const anyMouse: fc.Arbitrary<TuiMouseEvent> = fc
	.record({
		type: fc.constantFrom("press", "release", "click", "wheel", "drag", "move"),
		button: fc.constantFrom("left", "right", "none"),
		x: fc.integer({ min: -1, max: 200 }),
		y: fc.integer({ min: -1, max: 30 }),
		clickCount: fc.integer({ min: 1, max: 3 }),
		wheelDelta: fc.integer({ min: -20, max: 20 }),
	})
	.map((mouse) => ({
		...mouse,
		screenX: mouse.x,
		screenY: mouse.y,
		width: 0,
		height: 0,
		shift: false,
		alt: false,
		ctrl: false,
	}));

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

	test("the panel never throws, never overflows and remembers nothing wrong, while the store changes under it", async () => {
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
			{ weight: 3, arbitrary: anyMouse.map((mouse) => ({ do: "mouse" as const, mouse })) },
		);
		await fc.assert(
			fc.asyncProperty(hostileWorld, fc.array(step, { maxLength: 25 }), async (shown, steps) => {
				const harness = panelHarness(shown);
				let last = shown;
				for (const each of steps) {
					if (each.do === "key") harness.panel.handleInput(rawKey(each.key));
					if (each.do === "paste") harness.panel.handleInput(`\x1b[200~${each.text}\x1b[201~`);
					if (each.do === "change") {
						last = each.shown;
						harness.show(last);
					}
					if (each.do === "mouse") harness.panel.handleMouse(each.mouse);
					if (each.do === "resize") Object.assign(harness.terminal, { columns: each.columns, rows: each.rows });
					if (each.do === "focus") harness.panel.focused = each.focused;
					await settled();
					harness.pass(1_000);
					expectHarmless(harness, harness.terminal.columns);
				}
				expectFresh(harness, last);
			}),
			{ numRuns: 120 },
		);
	}, 60_000);
});
