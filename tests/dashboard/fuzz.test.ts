// Whatever is in the store and whatever is pressed: every row fits exactly, nothing dangerous is drawn, and small changes add up to the right screen.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { width } from "../../src/core/text.ts";
import { type Controller, openController } from "../../src/dashboard/controller.ts";
import { paint } from "../../src/dashboard/paint.ts";
import type { Frame } from "../../src/dashboard/terminal/canvas.ts";
import type { Press } from "../../src/dashboard/terminal/keys.ts";
import { openScreen } from "../../src/dashboard/terminal/screen.ts";
import type { Look } from "../../src/dashboard/theme.ts";
import { headless, widthModels } from "../support/headless.ts";
import { hostileText } from "../support/hostile.ts";
import { NOW, SESSION, type World } from "../support/scenes.ts";
import { anyKey, hostileWorld } from "../support/scenes-hostile.ts";

// Joiners are left in what the person types, where they make one picture of several.
const DANGEROUS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
const UNICODE: Look = { palette: "dark", characters: "unicode" };

interface Bench {
	readonly controller: Controller;
	shown: World;
	size: { readonly columns: number; readonly rows: number };
	frame(look?: Look): Frame;
}

function bench(shown: World, columns: number, rows: number): Bench {
	const self: { shown: World; size: Bench["size"] } = { shown, size: { columns, rows } };
	const controller = openController(
		{
			snapshot: () => self.shown.snapshot,
			actor: () => self.shown.actor,
			now: () => NOW,
			access: () => ({ at: "writable" }),
			terminal: "in a terminal",
			size: () => self.size,
			session: SESSION,
			proposedRole: "me",
		},
		{
			perform: async () => ({ ok: false, refusal: { code: "declined" } }),
			loadOlder: () => undefined,
			search: async () => undefined,
			quit: () => undefined,
			suspend: () => undefined,
			copy: () => undefined,
			goToPane: () => undefined,
			read: async () => undefined,
			redraw: () => undefined,
			startPlaying: () => undefined,
			changed: () => undefined,
		},
		undefined,
	);
	return Object.assign(self, {
		controller,
		frame: (look: Look = UNICODE) =>
			paint(controller.stage(), controller.both(), {
				look,
				mode: "demo",
				replayAt: controller.replayAt(),
				access: () => ({ at: "read-only", reason: "the disk is mounted read-only" }),
			}),
	});
}

function expectSound(frame: Frame, { columns, rows }: Bench["size"]): void {
	expect(frame).toHaveLength(rows);
	for (const line of frame) {
		const text = line.map((run) => run.text).join("");
		expect([text, width(text)]).toEqual([text, columns]);
		expect(text).not.toMatch(DANGEROUS);
	}
}

const dashKey = fc.constantFrom("1", "2", "3", "4", ":", "z", "y", "o", "[", "]", " ", "R", "ctrl+l", "ctrl+e");
const key = fc
	.oneof(anyKey, dashKey)
	.map((name): Press => ({ at: "key", key: name === " " ? "space" : name, text: [...name].length === 1 ? name : "" }));
const paste = hostileText.map((text): Press => ({ at: "paste", text }));
const mouse = fc
	.record({
		action: fc.constantFrom("press", "release", "drag", "wheel-up", "wheel-down"),
		column: fc.nat(200),
		row: fc.nat(60),
	})
	.map((report): Press => ({ at: "mouse", report }));
const size = fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) });

type StepTaken =
	| { readonly do: "press"; readonly press: Press }
	| { readonly do: "change"; readonly shown: World }
	| { readonly do: "resize"; readonly size: Bench["size"] };

const step: fc.Arbitrary<StepTaken> = fc.oneof(
	{ weight: 8, arbitrary: key.map((press) => ({ do: "press", press }) as const) },
	{ weight: 1, arbitrary: paste.map((press) => ({ do: "press", press }) as const) },
	{ weight: 2, arbitrary: mouse.map((press) => ({ do: "press", press }) as const) },
	{ weight: 2, arbitrary: hostileWorld.map((shown) => ({ do: "change", shown }) as const) },
	{ weight: 1, arbitrary: size.map((next) => ({ do: "resize", size: next }) as const) },
);

function take(on: Bench, taken: StepTaken): void {
	if (taken.do === "press") on.controller.press(taken.press);
	if (taken.do === "change") on.shown = taken.shown;
	if (taken.do === "resize") on.size = taken.size;
	if (taken.do !== "press") on.controller.worldChanged();
}

test("at every width and in every view each row fits exactly", () => {
	fc.assert(
		fc.property(hostileWorld, fc.constantFrom("1", "2", "3", "4", "?", ":", "n"), (shown, view) => {
			const on = bench(shown, 80, 24);
			on.controller.press({ at: "key", key: view, text: view });
			for (let columns = 1; columns <= 200; columns += 1) {
				on.size = { columns, rows: 24 };
				on.controller.worldChanged();
				expectSound(on.frame(), on.size);
			}
		}),
		{ numRuns: 4 },
	);
});

test("in ASCII the same, with nothing but ASCII", () => {
	fc.assert(
		fc.property(hostileWorld, size, fc.constantFrom("1", "2", "3", "4"), (shown, wanted, view) => {
			const on = bench(shown, wanted.columns, wanted.rows);
			on.controller.press({ at: "key", key: view, text: view });
			const frame = on.frame({ palette: "mono", characters: "ascii" });
			expectSound(frame, on.size);
			for (const line of frame) expect(line.map(({ text }) => text).join("")).toMatch(/^[\x20-\x7e]*$/);
		}),
		{ numRuns: 60 },
	);
});

test("nothing that is pressed, pasted, pointed at or changed breaks a frame", () => {
	fc.assert(
		fc.property(hostileWorld, size, fc.array(step, { maxLength: 30 }), (shown, start, steps) => {
			const on = bench(shown, start.columns, start.rows);
			expectSound(on.frame(), on.size);
			for (const taken of steps) {
				take(on, taken);
				expectSound(on.frame(), on.size);
			}
		}),
		{ numRuns: 150 },
	);
}, 60_000);

describe.each(widthModels)("on a terminal that measures as Unicode %s", (model) => {
	test("what small changes left on the screen is what one drawing shows", async () => {
		const still = step.filter((taken) => taken.do !== "resize");
		await fc.assert(
			fc.asyncProperty(hostileWorld, fc.array(still, { minLength: 3, maxLength: 12 }), async (shown, steps) => {
				const on = bench(shown, 80, 24);
				const window = headless(80, 24, model);
				const screen = openScreen(window.output, "no mouse");
				for (const taken of steps) {
					take(on, taken);
					screen.draw(on.frame());
				}
				const fresh = headless(80, 24, model);
				const once = openScreen(fresh.output, "no mouse");
				once.draw(on.frame());
				const [after, expected] = [await window.rows(), await fresh.rows()];
				screen.close();
				once.close();
				expect(after).toEqual(expected);
			}),
			{ numRuns: 25 },
		);
	}, 60_000);
});
