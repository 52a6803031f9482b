// Text of other people made harmless for display, and how many columns text takes. Stored text is never changed here; the raw value stays with its owner.

import { eastAsianWidth } from "get-east-asian-width";
import { limits } from "./limits.ts";

// A terminated string sequence is dropped whole; of an unterminated one only the introducer goes, since swallowing the rest
// would let a sender hide what follows. The payload stops at the next introducer, which keeps the search linear.
const SEQUENCE =
	/(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;
const LINE_BREAK = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x9f]/g;
// Characters this runtime does not know are measured differently by every table, so none of them is let through.
const UNASSIGNED = /\p{Cn}/gu;
// Terminals and multiplexers measure joined emoji, skin tones, keycaps and flags differently, which displaces the rest of
// the row: the first pictograph stands for the whole, a flag becomes its two letters.
const JOINED =
	/(\p{Extended_Pictographic})[\ufe0e\ufe0f\p{EMod}]*(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f\p{EMod}]*)+/gu;
const FLAG_LETTER = /[\u{1f1e6}-\u{1f1ff}]/gu;
const EMOJI_EXTRA = /\p{EMod}|[\ufe00-\ufe0f]|\u20e3|\u200d/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
// Also a mark without a base, and a sign that waits for its letter: they would join whatever is drawn before or after them.
const WAITS = "\\u0d4e\\u{111c2}\\u{111c3}\\u{113d1}\\u{1193f}\\u{11941}\\u{11a84}-\\u{11a89}\\u{11d46}\\u{11f02}";
const MARK_HEAP = new RegExp(`^\\p{M}+|(\\p{M}{${limits.marksPerBase}})\\p{M}+|[${WAITS}]+$`, "gu");

const PLAIN = /^[\x20-\x7e]*$/;
const [FLAG_A, LETTER_A] = [0x1f1e6, 65];
export const CUT_MARK = "…";
const BREAK_MARK = " ⏎ ";
const TAB_STOP = 4;
const CACHE_MOST = 4_096;

/** One line, at most limits.fieldLength characters: nothing left that moves the cursor, hides, reorders or lies about its width. Idempotent. */
export function clean(text: string): string {
	const cut = text.length > limits.fieldLength ? text.slice(0, limits.fieldLength) : text;
	if (PLAIN.test(cut)) return cut;
	// The same names and words are drawn again and again, and cleaning is the dear part of drawing.
	return cut.length > limits.focusLength ? cleanedLine(cut) : cached(cleanTexts, cut, () => cleanedLine(cut));
}

const cleanTexts = new Map<string, string>();

function cleanedLine(text: string): string {
	return harmless(text.toWellFormed().replace(SEQUENCE, "").replace(LINE_BREAK, BREAK_MARK).replaceAll("\t", " "));
}

/** A text of several lines; tabs go to the next stop. No length limit: the store bounds what a text may be. */
export function cleanLines(text: string): readonly string[] {
	if (text === "") return [];
	const lines = text.toWellFormed().replace(SEQUENCE, "").split(LINE_BREAK);
	if (lines.at(-1) === "") lines.pop();
	return lines.map((line) => (PLAIN.test(line) ? line : expandTabs(harmless(line))));
}

/** How many control sequences, controls and invisible characters clean() takes out: an attack is shown, not hidden. Emoji parts do not count. */
export function removedCodes(text: string): number {
	if (PLAIN.test(text)) return 0;
	const whole = text.toWellFormed();
	const rest = whole.replace(SEQUENCE, "");
	const withoutEmojiParts = rest.replace(EMOJI_EXTRA, "");
	return count(whole, SEQUENCE) + count(rest.replace(LINE_BREAK, ""), CONTROL) + count(withoutEmojiParts, INVISIBLE);
}

/** Everything but line breaks, which the callers treat differently. The tab is left for them too. */
function harmless(text: string): string {
	return text
		.replace(CONTROL, "·")
		.replace(JOINED, "$1")
		.replace(FLAG_LETTER, (flag) => String.fromCharCode((flag.codePointAt(0) ?? FLAG_A) - FLAG_A + LETTER_A))
		.replace(EMOJI_EXTRA, "")
		.replace(INVISIBLE, "")
		.replace(UNASSIGNED, "\ufffd")
		.normalize("NFC")
		.replace(MARK_HEAP, "$1");
}

function expandTabs(line: string): string {
	if (!line.includes("\t")) return line;
	return line.split("\t").reduce((before, after) => before + " ".repeat(TAB_STOP - (width(before) % TAB_STOP)) + after);
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}

// One grapheme and one column each: ASCII, western letters, the shapes of the views. What is made of these alone needs no
// segmenter and no pattern of all emoji, which together take longer to make than a one-shot verb may run.
const SINGLES =
	/^[\x20-\x7e\u00a1-\u00a8\u00aa-\u00ac\u00af-\u017f\u2022\u2026\u2190-\u2193\u21c4\u23ce\u2500\u2502\u258c\u25a0\u25a1\u25b2\u25c6\u25c7\u25cb\u25cf]*$/;
let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
	return segmenter.segment(text);
}

/** What a person sees as one character each. */
export function graphemes(text: string): readonly string[] {
	if (SINGLES.test(text)) return text.split("");
	return Array.from(segments(text), (each) => each.segment);
}

// The host measures the same way, and docked lines must agree with it. Some marks take a cell even without a base; zero-width
// clusters take none; an emoji takes two.
const SPACING_MARKS =
	/^(?:[\p{Spacing_Mark}--[\u1734\u302E\u302F]]|[\u065F\u0F7F\u102B\u102C\u1031\u1033-\u1035\u1038\u103A-\u103E])+$/v;
const ZERO_WIDTH = /^(?:\p{Default_Ignorable_Code_Point}|\p{Control}|\p{Mark}|\p{Surrogate})+$/v;
const LEADING_UNPRINTED = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mark}\p{Surrogate}]+/v;
const UNPRINTED = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mark}\p{Surrogate}]$/v;
const MARK = /^\p{Mark}$/v;
const MAYBE_EMOJI = /\p{Emoji}/u;
let emoji: RegExp | undefined;
const [THAI_AM, LAO_AM] = [0x0e33, 0x0eb3];
const HALF_OR_FULL = /^[\uff00-\uffef]$/;
const FLAG_Z = 0x1f1ff;

const clusterWidths = new Map<string, number>();
const textWidths = new Map<string, number>();

/** Columns of cleaned text. */
export function width(text: string): number {
	if (SINGLES.test(text)) return text.length;
	return cached(textWidths, text, () => {
		let columns = 0;
		for (const { segment } of segments(text)) columns += graphemeWidth(segment);
		return columns;
	});
}

/** Columns of one grapheme of cleaned text: 0, 1, 2, or more for some Indic clusters. */
export function graphemeWidth(grapheme: string): number {
	return cached(clusterWidths, grapheme, () => clusterWidth(grapheme));
}

function clusterWidth(cluster: string): number {
	if (SINGLES.test(cluster)) return cluster.length;
	if (SPACING_MARKS.test(cluster)) return [...cluster].length;
	if (ZERO_WIDTH.test(cluster)) return 0;
	if (MAYBE_EMOJI.test(cluster)) {
		emoji ??= /^\p{RGI_Emoji}$/v;
		if (emoji.test(cluster)) return 2;
	}
	const [base, ...rest] = cluster.replace(LEADING_UNPRINTED, "");
	const code = base?.codePointAt(0);
	if (code === undefined) return 0;
	if (code >= FLAG_A && code <= FLAG_Z) return 2;
	return eastAsianWidth(code) + restWidth(rest);
}

/** What follows the base of a cluster and still takes cells: consonants after marks, half- and full-width forms, Thai and Lao AM. */
function restWidth(rest: readonly string[]): number {
	let columns = 0;
	let followsMark = false;
	for (const char of rest) {
		const code = char.codePointAt(0) ?? 0;
		const spaces = SPACING_MARKS.test(char);
		if (!spaces && (MARK.test(char) || UNPRINTED.test(char))) {
			followsMark ||= MARK.test(char);
			continue;
		}
		if (spaces) columns += 1;
		else if (followsMark || HALF_OR_FULL.test(char)) columns += eastAsianWidth(code);
		else if (code === THAI_AM || code === LAO_AM) columns += 1;
		followsMark = false;
	}
	return columns;
}

function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
	const known = cache.get(key);
	if (known !== undefined) return known;
	const value = make();
	if (cache.size >= CACHE_MOST) cache.clear();
	cache.set(key, value);
	return value;
}

/** At most `columns` columns; what does not fit ends in the cut mark. Never pads. */
export function cut(text: string, columns: number): string {
	if (columns <= 0) return "";
	if (width(text) <= columns) return text;
	return head(text, columns - 1) + CUT_MARK;
}

/** The longest start of the text within `columns`, whole graphemes only. */
export function head(text: string, columns: number): string {
	if (SINGLES.test(text)) return text.slice(0, Math.max(0, columns));
	let taken = "";
	let used = 0;
	for (const { segment } of segments(text)) {
		used += graphemeWidth(segment);
		if (used > columns) break;
		taken += segment;
	}
	return taken;
}

/** At most `columns` columns, keeping the end: for paths and for what is being typed. */
export function cutStart(text: string, columns: number): string {
	if (columns <= 0) return "";
	if (width(text) <= columns) return text;
	const kept: string[] = [];
	let used = 1;
	for (const grapheme of graphemes(text).toReversed()) {
		used += graphemeWidth(grapheme);
		if (used > columns) break;
		kept.push(grapheme);
	}
	return CUT_MARK + kept.reverse().join("");
}

/** Exactly `columns` columns: cut or padded. */
export function fit(text: string, columns: number, align: "left" | "right" = "left"): string {
	const shown = cut(text, columns);
	const space = " ".repeat(Math.max(0, columns - width(shown)));
	return align === "left" ? shown + space : space + shown;
}

/** Lines of at most `columns`, broken at spaces where there are any; the start of the line keeps its indent. An empty text is one empty line. */
export function wrap(text: string, columns: number): readonly string[] {
	if (columns <= 0) return [];
	if (width(text) <= columns) return [text];
	const lines: string[] = [];
	let line = "";
	let used = 0;
	let gap = -1; // Where in `line` the last space that may become the break stands; the indent is none.
	for (const grapheme of graphemes(text)) {
		const piece = graphemeWidth(grapheme) > columns ? CUT_MARK : grapheme;
		const wide = graphemeWidth(piece);
		const isFull = used + wide > columns;
		if (isFull && gap > 0 && piece !== " ") {
			lines.push(line.slice(0, gap));
			line = line.slice(gap + 1);
			used = width(line);
			gap = -1;
		}
		if (used + wide > columns) {
			lines.push(line);
			line = "";
			used = 0;
			gap = -1;
		}
		// The space at a break is the break.
		if (isFull && piece === " ") continue;
		if (piece === " " && line.trim() !== "") gap = line.length;
		line += piece;
		used += wide;
	}
	lines.push(line);
	return lines;
}
