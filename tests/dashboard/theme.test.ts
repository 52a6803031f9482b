// What tones look like in terminals of all kinds, and what a terminal says about itself.

import { describe, expect, test } from "vitest";
import { width } from "../../src/core/text.ts";
import { type Tone, underCursor, word } from "../../src/core/view/words.ts";
import { chooseLook, type Look, type LookRequest, paintLine } from "../../src/dashboard/theme.ts";

const ASKED: LookRequest = { noColor: false, ascii: false, theme: undefined };
const UTF8 = { LANG: "en_US.UTF-8" };
const tones: readonly Tone[] = ["plain", "dim", "strong", "accent", "good", "warn", "bad"];

function styles(look: Look, cursor: "cursor" | "no cursor" = "no cursor"): readonly string[] {
	const line = tones.map((tone) => word("x", tone));
	return paintLine(look, cursor === "cursor" ? underCursor(line) : line, "focused").map(({ style }) => style);
}

describe("what a terminal says about itself", () => {
	test.each([
		["nothing special", UTF8, { palette: "dark", characters: "unicode" }],
		["NO_COLOR", { ...UTF8, NO_COLOR: "1" }, { palette: "mono", characters: "unicode" }],
		[
			"an empty NO_COLOR, which asks for nothing",
			{ ...UTF8, NO_COLOR: "" },
			{ palette: "dark", characters: "unicode" },
		],
		["a light background", { ...UTF8, COLORFGBG: "0;15" }, { palette: "light", characters: "unicode" }],
		["a dark background", { ...UTF8, COLORFGBG: "15;default;0" }, { palette: "dark", characters: "unicode" }],
		["the locale C", { LANG: "C" }, { palette: "dark", characters: "ascii" }],
		["no locale", {}, { palette: "dark", characters: "ascii" }],
		["LC_ALL over LANG", { ...UTF8, LC_ALL: "C" }, { palette: "dark", characters: "ascii" }],
		["a locale spelled utf8", { LC_CTYPE: "C.utf8", LANG: "C" }, { palette: "dark", characters: "unicode" }],
	] as const)("%s", (_, variables, look) => {
		expect(chooseLook(ASKED, variables)).toEqual(look);
	});

	test("what is asked for goes first, but for colours nobody wants", () => {
		const light = chooseLook({ ...ASKED, theme: "light" }, { ...UTF8, COLORFGBG: "15;0" });
		expect(light.palette).toBe("light");
		expect(chooseLook({ ...ASKED, theme: "light", noColor: true }, UTF8).palette).toBe("mono");
		expect(chooseLook({ ...ASKED, ascii: true }, UTF8).characters).toBe("ascii");
	});
});

test("without colours no colour is written, and what stands out still does", () => {
	const written = styles({ palette: "mono", characters: "unicode" }).join(";");
	expect(written).not.toMatch(/\b(3[0-9]|4[0-9]|9[0-7]|10[0-7])\b/);
	const [plain, ...others] = styles({ palette: "mono", characters: "unicode" });
	expect(others[tones.indexOf("bad") - 1]).not.toBe(plain);
	expect(others[tones.indexOf("warn") - 1]).not.toBe(plain);
});

test("only colours of the terminal's own palette are used", () => {
	for (const palette of ["dark", "light"] as const) {
		for (const style of styles({ palette, characters: "unicode" })) expect(style).not.toMatch(/[34]8;/);
	}
});

test("the cursor is one bar across its line, not a patchwork of colours", () => {
	for (const style of styles({ palette: "dark", characters: "unicode" }, "cursor")) expect(style).toMatch(/^(1;)?7$/);
});

test("in ASCII nothing else is written, column for column", () => {
	const line = [word("■ team ● → … 漢")];
	const [run] = paintLine({ palette: "dark", characters: "ascii" }, line, "elsewhere");
	expect(run?.text).toMatch(/^[\x20-\x7e]*$/);
	expect(run?.text.length).toBe(width("■ team ● → … 漢"));
});
