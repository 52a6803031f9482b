import { describe, expect, test } from "vitest";
import type { World } from "../support/scenes.ts";
import { largeWorld, withOneMore } from "../support/scenes-large.ts";
import { type PanelHarness, panelHarness, rawKey } from "../support/script-panel.ts";

const FRAME_MS = 16;
const COLUMNS = [120, 80] as const;

/** Milliseconds of the processor, which others who use the machine do not lengthen. */
function worked(run: () => void): number {
	const before = process.cpuUsage();
	run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

function almostAlways(times: readonly number[]): number {
	return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

function opened(shown: World, columns: number): PanelHarness {
	// A host's actor is another object each time it is asked for.
	const harness = panelHarness(shown, { columns, rows: 40 }, { actor: () => ({ ...shown.actor }) });
	harness.panel.render(columns);
	return harness;
}

function pressed({ panel, terminal, pass }: PanelHarness, keys: readonly string[], rounds: number): readonly number[] {
	return Array.from({ length: rounds }, () => keys)
		.flat()
		.map((key) => {
			pass(30);
			return worked(() => {
				panel.handleInput(rawKey(key));
				// The host's fullscreen mode asks twice for each frame.
				panel.render(terminal.columns);
				panel.render(terminal.columns);
			});
		});
}

describe.each(COLUMNS)("with 100 members and 50,000 events, %i columns wide", (columns) => {
	const shown = largeWorld(50_000);

	test.each([
		["moving in the list", [], ["down", "down", "up", "pageDown", "up"]],
		["moving in the timeline", ["right"], ["up", "up", "pageUp", "down", "up"]],
		["asking for the help and back", [], ["?", "down", "escape"]],
	] as const)(
		"%s reaches the screen within a frame",
		(_what, first, keys) => {
			const harness = opened(shown, columns);
			pressed(harness, [...first, ...keys], 1);
			expect(almostAlways(pressed(harness, keys, 40))).toBeLessThan(FRAME_MS);
			expect(harness.errors).toEqual([]);
		},
		60_000,
	);

	test("a change of the store costs little beside what it costs to read it", () => {
		const harness = opened(shown, columns);
		let next = shown;
		const times = Array.from({ length: 30 }, () => {
			next = withOneMore(next);
			harness.pass(200);
			return worked(() => {
				harness.show(next);
				harness.panel.render(columns);
			});
		});
		// The half, since some of them pay for what others left to be collected.
		expect(times.toSorted((a, b) => a - b)[15]).toBeLessThan(2 * FRAME_MS);
		expect(harness.errors).toEqual([]);
	}, 60_000);
});
