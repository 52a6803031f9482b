// Editing a typed line: every key a shell taught people, on whole characters.

import { expect, test } from "vitest";
import type { KeyPress } from "../../src/dashboard/terminal/keys.ts";
import { edit, insert, moveLine, type TypedText, textOf, typedText } from "../../src/dashboard/terminal/line-editor.ts";

/** Shows the cursor as |. */
function after(start: string, ...keys: readonly string[]): string {
	const [before = "", rest = ""] = start.split("|");
	const typed = keys.reduce<TypedText>((text, key) => edit(text, press(key)) ?? text, {
		before,
		after: rest,
		killed: "",
		whose: "typed",
	});
	return `${typed.before}|${typed.after}`;
}

function press(key: string): KeyPress {
	return { at: "key", key, text: [...key].length === 1 ? key : "" };
}

test("types where the cursor stands", () => {
	expect(after("|", "a", "b", "left", "x")).toBe("ax|b");
});

test("moves and deletes whole characters, however they are put together", () => {
	expect(after("a👩‍👩‍👧e\u0301|", "left", "left")).toBe("a|👩‍👩‍👧e\u0301");
	expect(after("a👩‍👩‍👧|b", "backspace")).toBe("a|b");
	expect(after("a|🇩🇪🇫🇷", "delete")).toBe("a|🇫🇷");
});

test("stops at both ends", () => {
	expect(after("|ab", "left", "backspace", "ctrl+w", "alt+b")).toBe("|ab");
	expect(after("ab|", "right", "delete", "ctrl+k", "alt+f")).toBe("ab|");
});

test("jumps to the ends of the line and over words", () => {
	expect(after("one two|three", "home")).toBe("|one twothree");
	expect(after("one| two", "end")).toBe("one two|");
	expect(after("one two |", "ctrl+left")).toBe("one |two ");
	expect(after("one| two three", "alt+right")).toBe("one two| three");
});

test("cuts words and lines, and brings the last cut back", () => {
	expect(after("one two|!", "ctrl+w")).toBe("one |!");
	expect(after("one two|!", "ctrl+u", "end", "ctrl+y")).toBe("!one two|");
	expect(after("one| two", "ctrl+k", "home", "ctrl+y")).toBe(" two|one");
	expect(after("one| two three", "alt+d")).toBe("one| three");
});

test("works within its line where there are several", () => {
	expect(after("first\nsec|ond\nthird", "home")).toBe("first\n|second\nthird");
	expect(after("first\nsec|ond\nthird", "end")).toBe("first\nsecond|\nthird");
	expect(after("first\nsec|ond\nthird", "ctrl+k", "ctrl+u")).toBe("first\n|\nthird");
});

test("goes up and down in the same column, or to the end of a shorter line", () => {
	const at = (typed: TypedText) => `${typed.before}|${typed.after}`;
	const start: TypedText = { before: "a long one\nab\nanoth", after: "er", killed: "", whose: "typed" };
	const up = moveLine(start, -1);
	expect(at(up)).toBe("a long one\nab|\nanother");
	expect(at(moveLine(up, -1))).toBe("a |long one\nab\nanother");
	expect(moveLine(start, 1)).toBe(start);
});

test("takes a pasted text as it is, and leaves other keys to whoever asked", () => {
	expect(textOf(insert(typedText("say ", "typed"), "two\nlines"))).toBe("say two\nlines");
	expect(edit(typedText("x", "typed"), press("enter"))).toBeUndefined();
	expect(edit(typedText("x", "typed"), press("up"))).toBeUndefined();
	expect(edit(typedText("x", "typed"), press("ctrl+e"))).toBeUndefined();
});

test("replaces a proposal by what is typed first, and keeps it once it was edited", () => {
	const proposal = typedText("root", "proposed");
	expect(textOf(edit(proposal, press("a")) ?? proposal)).toBe("a");
	expect(textOf(insert(proposal, "pasted"))).toBe("pasted");
	const kept = edit(proposal, press("end")) ?? proposal;
	expect(textOf(edit(kept, press("2")) ?? kept)).toBe("root2");
});
