// How keys and pastes change the text that is asked for: on one line, or over several. Pure.

import type { ViewState } from "../core/view/state.ts";
import type { KeyPress } from "./terminal/keys.ts";
import { edit, insert, moveLine, type TypedText } from "./terminal/line-editor.ts";

export function editText(typed: TypedText, press: KeyPress, view: ViewState): TypedText {
	if (isSeveral(view)) {
		if (press.key === "enter" || press.key === "shift+enter") return insert(typed, "\n");
		if (press.key === "up") return moveLine(typed, -1);
		if (press.key === "down") return moveLine(typed, 1);
	}
	return edit(typed, press) ?? typed;
}

/** Line breaks stay where the text may have several lines; elsewhere each becomes a space. */
export function insertText(typed: TypedText, text: string, view: ViewState): TypedText {
	return insert(typed, isSeveral(view) ? text : text.trim().replaceAll(/\s*\n\s*/g, " "));
}

function isSeveral(view: ViewState): boolean {
	return view.question?.what === "fill" && view.question.shape === "lines";
}
