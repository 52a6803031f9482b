import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import {
	clean,
	cleanLines,
	cut,
	cutStart,
	fit as fitted,
	graphemes,
	removedCodes,
	width,
	wrap,
} from "../../src/core/text.ts";
import { difficultTexts, hostileText } from "../support/hostile.ts";

const DANGEROUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Cn}\u2028\u2029]/u;
const runs = { numRuns: 3_000 };

describe("text of other people", () => {
	test("loses every control, escape, direction mark and invisible character", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(clean(text)).not.toMatch(DANGEROUS);
				for (const line of cleanLines(text)) expect(line).not.toMatch(DANGEROUS);
			}),
			runs,
		);
	});

	test("stays as it is when it was already harmless", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(clean(clean(text))).toBe(clean(text));
				expect(removedCodes(clean(text))).toBe(0);
			}),
			runs,
		);
	});

	test("keeps ordinary text, and marks line breaks in a one-line field", () => {
		expect(clean("plain text {with} braces")).toBe("plain text {with} braces");
		expect(clean("two\r\nlines\tand a tab")).toBe("two ⏎ lines and a tab");
		expect(clean("漢字テスト")).toBe("漢字テスト");
	});

	test("cannot make a new escape sequence out of the rest of another", () => {
		expect(clean("\x1b[3\x1b[31m1m")).not.toContain("\x1b");
		expect(clean("\x1b\x1b[31mc")).toBe("c");
	});

	test("an unfinished sequence hides nothing that follows it", () => {
		expect(clean("\x1b]0;rm -rf was run")).toContain("rm -rf was run");
		expect(clean("\x1b]0;title\x07shown")).toBe("shown");
	});

	test("shows how many codes were taken out, and does not count emoji", () => {
		expect(removedCodes("\x1b[2Jhello\x07")).toBe(2);
		expect(removedCodes("a\u202Egnp.exe")).toBe(1);
		expect(removedCodes("👩‍👩‍👧 ❤️ two\nlines")).toBe(0);
	});

	test("a joined emoji becomes its first picture and a flag its letters", () => {
		expect(clean("👩‍👩‍👧‍👦")).toBe("👩");
		expect(clean("👍🏽")).toBe("👍");
		expect(clean("🇩🇪")).toBe("DE");
		expect(clean("1️⃣")).toBe("1");
	});

	test("a mark without its letter joins nothing that is drawn before or after it", () => {
		expect(clean("a\u0d4e")).toBe("a");
		expect(clean("\u0d4ea")).toBe("\u0d4ea");
		expect(clean("\u0cd5\u0301a\u0301")).toBe("\u00e1");
		expect(clean("\u200b\u0301")).toBe("");
		expect(cleanLines("a\n\u0301b")).toEqual(["a", "b"]);
	});

	test("a heap of marks is cut down", () => {
		expect([...clean(`q${"\u0335".repeat(50)}`)].length).toBe(1 + limits.marksPerBase);
	});

	test("an endless field is cut before any work is done on it, and never inside a character", () => {
		expect(clean("x".repeat(1_000_000)).length).toBe(limits.fieldLength);
		expect(clean(`${"x".repeat(limits.fieldLength - 1)}😀`)).toBe(`${"x".repeat(limits.fieldLength - 1)}\ufffd`);
	});

	test("a body of nothing but sequence introducers is read once, not once for each", () => {
		const started = performance.now();
		cleanLines("\u009d".repeat(limits.recordBytes));
		cleanLines("\x1b]".repeat(limits.recordBytes / 2));
		expect(performance.now() - started).toBeLessThan(1_000);
	});

	test("a body keeps its lines and sets tabs to their stops", () => {
		expect(cleanLines("a\n\n\tb\nlast\n")).toEqual(["a", "", "    b", "last"]);
		expect(cleanLines("ab\tc")).toEqual(["ab  c"]);
	});
});

describe("columns", () => {
	test("are counted as the host counts them, for everything that may be shown", () => {
		for (const text of difficultTexts) expect([text, width(clean(text))]).toEqual([text, visibleWidth(clean(text))]);
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(width(clean(text))).toBe(visibleWidth(clean(text)));
			}),
			runs,
		);
	});

	test("a fitted text has exactly the columns asked for, a cut one at most", () => {
		fc.assert(
			fc.property(hostileText, fc.integer({ min: 0, max: 40 }), (text, columns) => {
				const shown = clean(text);
				expect(visibleWidth(fitted(shown, columns))).toBe(columns);
				expect(visibleWidth(fitted(shown, columns, "right"))).toBe(columns);
				expect(visibleWidth(cut(shown, columns))).toBeLessThanOrEqual(columns);
				expect(visibleWidth(cutStart(shown, columns))).toBeLessThanOrEqual(columns);
			}),
			runs,
		);
	});

	test("a cut text says so and is cut between characters", () => {
		expect(cut("reviewer", 5)).toBe("revi…");
		expect(cut("漢字テスト", 4)).toBe("漢…");
		expect(cutStart("/home/me/project", 8)).toBe("…project");
	});

	test("wrapped lines fit and lose nothing but the space they broke at", () => {
		fc.assert(
			fc.property(hostileText, fc.integer({ min: 2, max: 30 }), (text, columns) => {
				const shown = clean(text);
				const lines = wrap(shown, columns);
				for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
				if (graphemes(shown).every((each) => width(each) <= columns)) {
					expect(lines.join("").replaceAll(" ", "")).toBe(shown.replaceAll(" ", ""));
				}
			}),
			runs,
		);
	});

	test("wrapping breaks at spaces, keeps an indent and breaks a long word anywhere", () => {
		expect(wrap("the quick brown fox", 10)).toEqual(["the quick", "brown fox"]);
		expect(wrap("  indented text here", 10)).toEqual(["  indented", "text here"]);
		expect(wrap("abcdefghijkl", 5)).toEqual(["abcde", "fghij", "kl"]);
		expect(wrap("a 漢字漢", 5)).toEqual(["a", "漢字", "漢"]);
	});
});
