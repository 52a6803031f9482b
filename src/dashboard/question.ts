// What is asked and typed, as lines: a question and its answers, a prompt with the text and its cursor, or a notice. Pure.

import { limits } from "../core/limits.ts";
import { clean, graphemes, graphemeWidth, width } from "../core/text.ts";
import { confirmLines, noticeLines, promptLine, remarkLine } from "../core/view/hints.ts";
import type { Scene } from "../core/view/scene.ts";
import { isTyping, type ViewState } from "../core/view/state.ts";
import { type Line, lineWidth, type Word, word } from "../core/view/words.ts";
import type { TypedText } from "./terminal/line-editor.ts";
import type { Cell, Size } from "./terminal/screen.ts";

/** Rows it needs; 0 = nothing stands there. A notice that fits stands in the line of hints instead. */
export function askedRows(view: ViewState, size: Size): number {
	const { question } = view;
	if (question === undefined) {
		const notice = noticeLines(view, size.columns - 1);
		return notice.length > 1 ? Math.min(notice.length, NOTICE_MOST) : 0;
	}
	if (question.what === "confirm") return confirmLines(view, size.columns - 1).length;
	return textRows(view) + 1;
}

const NOTICE_MOST = 5;

/** A notice that fits takes the place of the hints until the next key; undefined = the hints are there. */
export function noticeForHints(view: ViewState, size: Size): Line | undefined {
	if (view.question !== undefined || askedRows(view, size) > 0) return undefined;
	return noticeLines(view, size.columns - 1)[0];
}

function isSeveral(view: ViewState): boolean {
	return view.question?.what === "fill" && view.question.shape === "lines";
}

/** Text of several lines stands below its prompt. */
function textRows(view: ViewState): number {
	if (!isSeveral(view)) return 1;
	return 1 + Math.min(limits.textRowsMost, Math.max(2, view.text.split("\n").length));
}

export function askedLines(
	view: ViewState,
	typed: TypedText,
	scene: Scene,
	columns: number,
	rows: number,
): readonly Line[] {
	const inside = columns - 1;
	if (!isTyping(view)) {
		const lines = view.question === undefined ? noticeLines(view, inside) : confirmLines(view, inside);
		return lines.map(indented);
	}
	const prompt = promptLine(view);
	const remark = remarkLine(view, scene);
	if (!isSeveral(view)) return [[...prompt, ...typedLine(typed, inside - lineWidth(prompt))], remark].map(indented);
	return [prompt, ...typedLines(typed, inside, Math.max(1, rows - 2)), remark].map(indented);
}

/** The cell of the cursor within these lines, where there is one. */
export function typingCell(lines: readonly Line[]): Cell | undefined {
	for (const [row, line] of lines.entries()) {
		const at = line.findIndex(({ on }) => on === "cursor");
		if (at >= 0) return { row, column: lineWidth(line.slice(0, at)) };
	}
	return undefined;
}

function indented(line: Line): Line {
	return [word(" "), ...line];
}

const BREAK = "⏎";

/** One line with the cursor in sight; a line break inside shows as a mark. */
export function typedLine(typed: TypedText, columns: number): Line {
	// Of a long text only what stands around the cursor is looked at.
	const before = typed.before.slice(-limits.fieldLength);
	return withCursor(oneLine(before), oneLine(typed.after.slice(0, limits.fieldLength)), columns);
}

function oneLine(text: string): string {
	return clean(text.replaceAll("\n", BREAK));
}

/** The line of the cursor is always among them. */
function typedLines(typed: TypedText, columns: number, rows: number): readonly Line[] {
	const before = typed.before.split("\n");
	const after = typed.after.split("\n");
	const at = before.length - 1;
	const all: Line[] = [
		...before.slice(0, -1).map((line): Line => [word(clean(line))]),
		withCursor(clean(before[at] ?? ""), clean(after[0] ?? ""), columns),
		...after.slice(1).map((line): Line => [word(clean(line))]),
	];
	const top = Math.max(0, Math.min(at - rows + 1, all.length - rows));
	return all.slice(Math.max(top, 0), Math.max(top, 0) + rows);
}

function withCursor(before: string, after: string, columns: number): Line {
	const [under = " ", ...rest] = graphemes(after);
	const cell = graphemeWidth(under) === 0 ? " " : under;
	const room = columns - graphemeWidth(cell);
	const shown = tail(before, Math.max(0, room - ROOM_AFTER));
	const cursor: Word = { text: cell, tone: "plain", on: "cursor" };
	return [word(shown), cursor, word(start(rest, room - width(shown)))];
}

/** A few columns stay visible right of the cursor. */
const ROOM_AFTER = 4;

function tail(text: string, columns: number): string {
	if (width(text) <= columns) return text;
	let shown = "";
	let used = 0;
	for (const grapheme of graphemes(text).toReversed()) {
		used += graphemeWidth(grapheme);
		if (used > columns) break;
		shown = grapheme + shown;
	}
	return shown;
}

function start(parts: readonly string[], columns: number): string {
	let shown = "";
	let used = 0;
	for (const grapheme of parts) {
		used += graphemeWidth(grapheme);
		if (used > columns) break;
		shown += grapheme;
	}
	return shown;
}
