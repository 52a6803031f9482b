// Hostile and difficult texts for tests: what a peer could put into a name, a focus or a message. Never used by the program.

import fc from "fast-check";

/** One of each kind a terminal is known to trip over. */
export const difficultTexts: readonly string[] = [
	"漢字テスト",
	"👩‍👩‍👧‍👦 family",
	"🇩🇪🇫🇷 flags",
	"1️⃣ keycap",
	"👍🏽 tone",
	"❤️ ⚠️ ☀",
	"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301 heap",
	"नमस्ते",
	"กำลังทำงาน",
	"ສະບາຍດີ",
	"שלום עולם",
	"a\u202Egnp.exe",
	"tab\there",
	"two\nlines\r\nand\u2028more",
	"\x1b[2J\x1b]0;PWN\x07\x1bc",
	"\u009b2J\u009d0;PWN\u009c",
	"\x1b[3\x1b[31m1m",
	"\x1b]0;never closed",
	"lone \ud800 and \udc00",
	"{bold}braces{/bold} {|}",
	"zero\u200bwidth\u2060\ufeff",
	"\u0600 number sign",
	"\uffff\ufdd0",
	"ﾊﾝｶｸ ＦＵＬＬ",
	"한글 \u1112\u1161\u11ab",
	"\u1cf5 \u0903 \u102b",
];

const nasty = fc.oneof(
	fc.constantFrom(...difficultTexts),
	fc.constantFrom(
		"\x1b",
		"\x1b[",
		"\u009b",
		"\u009d",
		"\x07",
		"\x1b\\",
		"\u200d",
		"\ufe0f",
		"\u0301",
		"\t",
		"\n",
		"\r",
	),
	fc.string({ unit: "binary", maxLength: 12 }),
	fc.string({ unit: "grapheme", maxLength: 12 }),
	fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
	fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

/** Pieces of all of that, put together at random. */
export const hostileText = fc.array(nasty, { maxLength: 8 }).map((pieces) => pieces.join(""));
