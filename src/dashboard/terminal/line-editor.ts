// The text a person is typing and where the cursor stands in it. Pure; never knows what the text is for. Lines are separated by \n.

import { graphemes } from "../../core/text.ts";
import type { KeyPress } from "./keys.ts";

export interface TypedText {
	readonly before: string;
	readonly after: string;
	/** What was cut last, for Ctrl-Y. */
	readonly killed: string;
	/** A proposal is replaced by the first thing that is typed; any other editing key makes it the person's own. */
	readonly whose: "proposed" | "typed";
}

export const NOTHING_TYPED: TypedText = { before: "", after: "", killed: "", whose: "typed" };

export function typedText(text: string, whose: TypedText["whose"]): TypedText {
	return { before: text, after: "", killed: "", whose };
}

export function textOf(typed: TypedText): string {
	return typed.before + typed.after;
}

export function insert(typed: TypedText, text: string): TypedText {
	return typed.whose === "proposed" ? { ...NOTHING_TYPED, before: text } : { ...typed, before: typed.before + text };
}

/** The text after an editing key; undefined for a key that edits nothing, which then belongs to whoever asked for the text. */
export function edit(typed: TypedText, press: KeyPress): TypedText | undefined {
	if (press.text !== "") return insert(typed, press.text);
	return EDITS[press.key]?.({ ...typed, whose: "typed" });
}

const EDITS: Readonly<Record<string, (typed: TypedText) => TypedText>> = {
	left: (typed) => moveTo(typed, typed.before.length - lastGrapheme(typed.before).length),
	right: (typed) => moveTo(typed, typed.before.length + firstGrapheme(typed.after).length),
	"ctrl+b": (typed) => moveTo(typed, typed.before.length - lastGrapheme(typed.before).length),
	"ctrl+f": (typed) => moveTo(typed, typed.before.length + firstGrapheme(typed.after).length),
	"alt+left": (typed) => moveTo(typed, wordStart(typed.before)),
	"ctrl+left": (typed) => moveTo(typed, wordStart(typed.before)),
	"alt+b": (typed) => moveTo(typed, wordStart(typed.before)),
	"alt+right": (typed) => moveTo(typed, typed.before.length + wordEnd(typed.after)),
	"ctrl+right": (typed) => moveTo(typed, typed.before.length + wordEnd(typed.after)),
	"alt+f": (typed) => moveTo(typed, typed.before.length + wordEnd(typed.after)),
	home: (typed) => moveTo(typed, lineStart(typed)),
	"ctrl+a": (typed) => moveTo(typed, lineStart(typed)),
	end: (typed) => moveTo(typed, lineEnd(typed)),
	backspace: (typed) => cutBefore(typed, typed.before.length - lastGrapheme(typed.before).length, "forget"),
	"ctrl+h": (typed) => cutBefore(typed, typed.before.length - lastGrapheme(typed.before).length, "forget"),
	delete: (typed) => cutAfter(typed, firstGrapheme(typed.after).length, "forget"),
	"ctrl+d": (typed) => cutAfter(typed, firstGrapheme(typed.after).length, "forget"),
	"ctrl+w": (typed) => cutBefore(typed, wordStart(typed.before), "keep"),
	"alt+backspace": (typed) => cutBefore(typed, wordStart(typed.before), "keep"),
	"ctrl+u": (typed) => cutBefore(typed, lineStart(typed), "keep"),
	"ctrl+k": (typed) => cutAfter(typed, lineEnd(typed) - typed.before.length, "keep"),
	"alt+d": (typed) => cutAfter(typed, wordEnd(typed.after), "keep"),
	"ctrl+y": (typed) => insert(typed, typed.killed),
};

/** One line up or down in a text of several; the same text when there is no such line. */
export function moveLine(typed: TypedText, direction: -1 | 1): TypedText {
	const lines = textOf(typed).split("\n");
	const row = typed.before.split("\n").length - 1;
	const target = lines[row + direction];
	if (target === undefined) return typed;
	const column = graphemes(typed.before.slice(lineStart(typed))).length;
	const start = lines.slice(0, row + direction).reduce((sum, line) => sum + line.length + 1, 0);
	return moveTo(typed, start + graphemes(target).slice(0, column).join("").length);
}

function moveTo(typed: TypedText, at: number): TypedText {
	const text = textOf(typed);
	return { ...typed, before: text.slice(0, at), after: text.slice(at) };
}

type Cutting = "keep" | "forget";

function cutBefore(typed: TypedText, from: number, cutting: Cutting): TypedText {
	const killed = cutting === "keep" ? typed.before.slice(from) : typed.killed;
	return { ...typed, before: typed.before.slice(0, from), killed };
}

function cutAfter(typed: TypedText, length: number, cutting: Cutting): TypedText {
	const killed = cutting === "keep" ? typed.after.slice(0, length) : typed.killed;
	return { ...typed, after: typed.after.slice(length), killed };
}

function lastGrapheme(text: string): string {
	return graphemes(text).at(-1) ?? "";
}

function firstGrapheme(text: string): string {
	return graphemes(text)[0] ?? "";
}

function wordStart(before: string): number {
	return before.length - (/\S+\s*$/.exec(before)?.[0].length ?? before.length);
}

function wordEnd(after: string): number {
	return /^\s*\S+/.exec(after)?.[0].length ?? after.length;
}

function lineStart(typed: TypedText): number {
	return typed.before.lastIndexOf("\n") + 1;
}

function lineEnd(typed: TypedText): number {
	const length = typed.after.indexOf("\n");
	return typed.before.length + (length < 0 ? typed.after.length : length);
}
