// The screen on an emulator: what is shown after many small changes, and what a terminal is left as.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clean, fit as fitText } from "../../src/core/text.ts";
import type { Frame } from "../../src/dashboard/terminal/canvas.ts";
import { openScreen } from "../../src/dashboard/terminal/screen.ts";
import { headless, type WidthModel, widthModels } from "../support/headless.ts";
import { difficultTexts, hostileText } from "../support/hostile.ts";

const COLUMNS = 24;
const ROWS = 6;

const styles = fc.constantFrom("", "1", "7", "2;33");
const run = fc.record({
	text: fc.oneof(hostileText, fc.constantFrom(...difficultTexts, "plain", " ", "│", "a│b")).map(clean),
	style: styles,
});
const frame = fc.array(fc.array(run, { maxLength: 4 }), { minLength: ROWS, maxLength: ROWS });

async function shownAfter(frames: readonly Frame[], model: WidthModel): Promise<readonly string[]> {
	const terminal = headless(COLUMNS, ROWS, model);
	const screen = openScreen(terminal.output, "no mouse");
	for (const each of frames) screen.draw(each);
	const rows = await terminal.rows();
	screen.close();
	return rows;
}

describe.each(widthModels)("on a terminal that measures as Unicode %s", (model) => {
	test("many small changes show the same as drawing it once", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(frame, { minLength: 2, maxLength: 5 }), async (frames) => {
				const fresh = await shownAfter(frames.slice(-1), model);
				expect(await shownAfter(frames, model)).toEqual(fresh);
			}),
			{ numRuns: 60 },
		);
	});

	test("a divider stays in its column whatever stands left of it", async () => {
		const texts = difficultTexts.map(clean);
		const divided = (text: string): Frame[number] => [
			{ text: fitText(text, DIVIDER), style: "" },
			{ text: "│after", style: "" },
		];
		const terminal = headless(COLUMNS, texts.length, model);
		const screen = openScreen(terminal.output, "no mouse");
		screen.draw(texts.map((_, at) => divided(texts.at(at - 1) ?? "")));
		screen.draw(texts.map(divided));
		await terminal.rows();
		const dividers = texts.map((_, row) => terminal.cell(row, DIVIDER).text);
		screen.close();
		expect(dividers).toEqual(texts.map(() => "│"));
	});
});

const DIVIDER = 12;

describe("a screen", () => {
	test("writes nothing when nothing changed", () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "mouse");
		screen.draw([[{ text: "same", style: "1" }]]);
		terminal.forget();
		screen.draw([[{ text: "same", style: "1" }]]);
		expect(terminal.written()).toBe("");
		screen.close();
	});

	test("writes only the cells that changed, as one synchronised update", () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "mouse");
		screen.draw([[{ text: "count 1 of many", style: "" }]]);
		terminal.forget();
		screen.draw([[{ text: "count 2 of many", style: "" }]]);
		expect(terminal.written()).toBe("\x1b[?2026h\x1b[1;7H2\x1b[?2026l");
		screen.close();
	});

	test("leaves the cursor where text is typed, and writes nothing when it stays there", async () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "no mouse");
		const line: Frame = [[{ text: "name > shop", style: "" }]];
		screen.draw(line, { row: 0, column: 7 });
		await terminal.rows();
		expect(terminal.cursor()).toEqual({ row: 0, column: 7 });
		terminal.forget();
		screen.draw(line, { row: 0, column: 7 });
		expect(terminal.written()).toBe("");
		screen.draw(line, { row: 0, column: 8 });
		await terminal.rows();
		expect(terminal.cursor()).toEqual({ row: 0, column: 8 });
		screen.close();
	});

	test("cuts a line that is too wide and fills one that is too short", async () => {
		const terminal = headless(10, 2);
		const screen = openScreen(terminal.output, "no mouse");
		screen.draw([[{ text: "0123456789abc", style: "" }], [{ text: "漢字漢字漢字", style: "" }]]);
		screen.draw([[{ text: "short", style: "" }], [{ text: "0漢字漢字漢字", style: "" }]]);
		expect(await terminal.rows()).toEqual(["short", "0漢字漢字"]);
		screen.close();
	});

	test("leaves the terminal with every mode it set undone", async () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "mouse");
		screen.draw([[{ text: "hello", style: "1" }]]);
		await terminal.rows();
		expect(terminal.alternate()).toBe(true);
		expect(terminal.modes().get("1006")).toBe("h");
		screen.close();
		await terminal.rows();
		expect(terminal.alternate()).toBe(false);
		// Cursor and autowrap are on in a terminal nobody touched; everything else is off.
		const left = [...terminal.modes()].filter(([mode, state]) => state === (isOnAtRest(mode) ? "l" : "h"));
		expect(left).toEqual([]);
	});

	test("asks for no any-motion or UTF-8 mouse reports, and for none at all without a mouse", () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "no mouse");
		screen.close();
		expect([...terminal.modes().keys()].filter((mode) => mode.startsWith("10") && mode !== "1049")).toEqual([]);
	});

	test("shows everything again after it left and came back", async () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "no mouse");
		const shown: Frame = [[{ text: "still here", style: "" }]];
		screen.draw(shown);
		screen.leave();
		screen.draw([[{ text: "unseen", style: "" }]]);
		screen.enter();
		screen.draw(shown);
		expect((await terminal.rows())[0]).toBe("still here");
		screen.close();
	});

	test("takes the size the terminal has when it starts anew", async () => {
		const terminal = headless(COLUMNS, ROWS);
		const screen = openScreen(terminal.output, "no mouse");
		screen.draw([[{ text: "first", style: "" }]]);
		terminal.resize(5, 2);
		screen.reset();
		screen.draw([[{ text: "0123456789", style: "" }]]);
		expect(screen.size()).toEqual({ columns: 5, rows: 2 });
		expect(await terminal.rows()).toEqual(["01234", ""]);
		screen.close();
	});

	test("writes no control but its own, however hostile the text was before it was cleaned", async () => {
		const terminal = headless(80, difficultTexts.length);
		const screen = openScreen(terminal.output, "no mouse");
		screen.draw([]);
		terminal.forget();
		screen.draw(difficultTexts.map((text) => [{ text: clean(text), style: "" }]));
		const foreign = terminal.written().replaceAll(/\x1b\[(?:\?2026[hl]|\d+;\d+H|H|2?J|[\d;]*m|\?\d+[hl])/g, "");
		expect(foreign).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
		screen.close();
	});
});

function isOnAtRest(mode: string): boolean {
	return mode === "25" || mode === "7";
}
