// What the bytes of a terminal become: presses, pastes, mouse reports, or nothing.

import { describe, expect, test } from "vitest";
import { openKeyReader, type Press } from "../../src/dashboard/terminal/keys.ts";

/** Everything a row of reads becomes at once, without waiting for an Escape that may go on. */
function presses(...reads: readonly string[]): readonly Press[] {
	const seen: Press[] = [];
	const reader = openKeyReader((press) => seen.push(press));
	for (const read of reads) reader.feed(read);
	reader.close();
	return seen;
}

function keys(...reads: readonly string[]): readonly string[] {
	return presses(...reads).map((press) => (press.at === "key" ? press.key : press.at));
}

test("letters, named keys and chords have names", () => {
	expect(keys("j", "\x1b[B", "\x1bOA", "\t", "\x1b[Z", "\r", "\x7f", "\x03", "\x10", " ", "\x1b[5~")).toEqual([
		...["j", "down", "up", "tab", "shift+tab", "enter", "backspace", "ctrl+c", "ctrl+p", "space", "pageUp"],
	]);
});

test("a key split over several reads is one key", () => {
	expect(keys("\x1b", "[", "A", "\x1b[", "1;5C")).toEqual(["up", "ctrl+right"]);
});

test("a character made of two halves is one character", () => {
	expect(presses("🚀")).toEqual([{ at: "key", key: "🚀", text: "🚀" }]);
	expect(presses("\ud83d", "\ude80")).toEqual([{ at: "key", key: "🚀", text: "🚀" }]);
	expect(keys("\ud83d", "\x1b[A")).toEqual(["up"]);
});

test("a lone Escape is a key once nothing follows it", async () => {
	const { promise, resolve } = Promise.withResolvers<Press>();
	const reader = openKeyReader(resolve);
	reader.feed("\x1b");
	expect(await promise).toEqual({ at: "key", key: "escape", text: "" });
	reader.close();
});

test("a paste is one paste and never its keys", () => {
	expect(presses("\x1b[200~dy\r\nq\x1b[201~")).toEqual([{ at: "paste", text: "dy\nq" }]);
	expect(presses("a\x1b[200~one", " two\x1b[201", "~b").map((press) => press.at)).toEqual(["key", "paste", "key"]);
});

test("keys beside mouse reports in one read are not lost", () => {
	expect(presses("j\x1b[<64;10;4M\x1b[<64;10;4M\x1b[<0;1;2M\x1b[<0;1;2mk")).toEqual([
		{ at: "key", key: "j", text: "j" },
		{ at: "mouse", report: { action: "wheel-up", column: 9, row: 3 } },
		{ at: "mouse", report: { action: "wheel-up", column: 9, row: 3 } },
		{ at: "mouse", report: { action: "press", column: 0, row: 1 } },
		{ at: "mouse", report: { action: "release", column: 0, row: 1 } },
		{ at: "key", key: "k", text: "k" },
	]);
});

test("other buttons and bare motion are nothing", () => {
	expect(presses("\x1b[<1;1;1M\x1b[<2;1;1M\x1b[<35;5;5M\x1b[<66;5;5M")).toEqual([]);
	expect(presses("\x1b[<32;5;5M")).toEqual([{ at: "mouse", report: { action: "drag", column: 4, row: 4 } }]);
});

describe("replies of the terminal are never typed", () => {
	test.each([
		["its background colour", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07"],
		["its background colour, other ending", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"],
		["its attributes", "\x1b[?64;1;2;22c"],
		["a mode", "\x1b[?2026;2$y"],
		["where the cursor stands", "\x1b[12;40R"],
		["its version", "\x1bP>|XTerm(390)\x1b\\"],
		["a colour of the palette", "\x1b]4;12;rgb:0000/0000/ffff\x07"],
		["that it has the focus", "\x1b[I"],
		["that it lost the focus", "\x1b[O"],
		["a released key", "\x1b[97;1:3u"],
	])("%s", (_, reply) => {
		expect(presses(reply)).toEqual([]);
	});

	test("not even when they come in pieces", () => {
		expect(keys("\x1b]11;rgb:1e", "1e/1e1e/", "1e1e\x07", "j")).toEqual(["j"]);
	});
});

test("keys of the newer protocols are the same keys", () => {
	expect(keys("\x1b[97;5u", "\x1b[27;5;112~", "\x1b[27u")).toEqual(["ctrl+a", "ctrl+p", "escape"]);
	expect(presses("\x1b[65;2u")).toEqual([{ at: "key", key: "A", text: "A" }]);
});
