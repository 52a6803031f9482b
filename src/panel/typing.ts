// Hosts the host's own text editors inside the panel, so that pasting, undo, wide characters and input methods work as in Pi. Never interprets what is typed.

import { type Component, CURSOR_MARKER, Editor, type Focusable, Input, type TUI } from "@earendil-works/pi-tui";
import { limits } from "../core/limits.ts";
import type { Question, ViewState } from "../core/view/state.ts";
import { isProposal, isTyping } from "../core/view/state.ts";
import type { KeysFor } from "./input.ts";

// The host's editor never ends wrapping a wide character into one column; what is drawn too wide is cut afterwards.
const COLUMNS_LEAST = 4;
const END_KEY = "\x1b[F";
const PASTE_START = "\x1b[200~";

interface Host extends Component, Focusable {
	handleInput(data: string): void;
}

interface Open {
	/** What is being typed; another question gets another editor, with its own undo. */
	readonly what: string;
	readonly host: Host;
	text(): string;
	setText(text: string): void;
	/** A line break where Enter would submit. */
	breakLine(): void;
	readonly shape: "line" | "lines";
}

export interface Typing {
	/** Opens, changes or closes the editor as the state says. */
	follow(state: ViewState): void;
	/** Gives it a key or a whole paste; returns the text afterwards. */
	take(data: string, key: string): string;
	/** Its lines at this width, at most `rows`; empty while nothing is typed. */
	lines(columns: number, rows: number, focused: "here" | "elsewhere"): readonly string[];
}

/** What keys are for in this state. */
export function keysFor({ question }: ViewState): KeysFor {
	if (question === undefined || question.what === "confirm") return "panel";
	return isLines(question) ? "lines" : "line";
}

export function openTyping(tui: TUI): Typing {
	let open: Open | undefined;
	// What the editor and the state agreed on last: an editor may hold a text differently than it was given.
	let agreed = "";
	// A proposal nobody has touched yet is replaced by the first thing that is typed.
	let proposed = false;
	return {
		follow(state) {
			if (!isTyping(state) || state.question === undefined) {
				open = undefined;
				return;
			}
			const what = nameOf(state.question);
			const isNew = open === undefined || open.what !== what;
			if (open === undefined || isNew) open = isLines(state.question) ? openLines(what, tui) : openLine(what);
			if (isNew || agreed !== state.text) {
				open.setText(state.text);
				proposed = isProposal(state);
			}
			agreed = state.text;
		},
		take(data, key) {
			if (open === undefined) return "";
			if (proposed && isText(data)) open.setText("");
			proposed = false;
			if (open.shape === "lines" && key === "enter") open.breakLine();
			else open.host.handleInput(data);
			agreed = open.text();
			return agreed;
		},
		lines(columns, rows, focused) {
			if (open === undefined || rows <= 0) return [];
			open.host.focused = focused === "here";
			const drawn = open.host.render(Math.max(COLUMNS_LEAST, columns));
			// The editor for several lines draws a rule above and below, for which the panel has no room.
			return open.shape === "line" ? drawn.slice(0, 1) : aroundCursor(drawn.slice(1, -1), rows);
		},
	};
}

/** A printable character or a paste; keys are control characters and sequences, or words of the keyboard protocol. */
function isText(data: string): boolean {
	return data.startsWith(PASTE_START) || !/^[\x00-\x1f\x7f]/.test(data);
}

function nameOf(question: Question): string {
	if (question.what !== "fill") return question.what;
	return `${question.act} ${question.index} ${question.shape}`;
}

function isLines(question: Question): boolean {
	return question.what === "fill" && question.shape === "lines";
}

function openLine(what: string): Open {
	const input = new Input({ prompt: "" });
	return {
		what,
		host: input,
		shape: "line",
		text: () => input.getValue(),
		setText(text) {
			input.setValue(text);
			input.handleInput(END_KEY);
		},
		breakLine: () => undefined,
	};
}

function openLines(what: string, tui: TUI): Open {
	const same = (text: string) => text;
	const editor = new Editor(tui, {
		borderColor: same,
		selectList: { selectedPrefix: same, selectedText: same, description: same, scrollInfo: same, noMatch: same },
	});
	editor.disableSubmit = true;
	return {
		what,
		host: editor,
		shape: "lines",
		text: () => editor.getExpandedText(),
		setText: (text) => editor.setText(text),
		breakLine: () => editor.insertTextAtCursor("\n"),
	};
}

function aroundCursor(lines: readonly string[], rows: number): readonly string[] {
	const shown = Math.min(rows, limits.typedRows);
	const cursor = lines.findIndex((line) => line.includes(CURSOR_MARKER));
	const top = Math.max(0, Math.min(lines.length - shown, cursor - shown + 1));
	return lines.slice(top, top + shown);
}
