// What arrives from the host's terminal: a key by its name, or a whole paste made harmless. Never carries it out.

import { getKeybindings, type Keybinding, parseKey } from "@earendil-works/pi-tui";
import { actions } from "../core/view/actions.ts";
import { keyName } from "../core/view/interpret.ts";

export type Arrived =
	| { readonly what: "key"; readonly key: string; readonly raw: string }
	/** `raw` is the paste for the host's editor, still in its brackets. */
	| { readonly what: "paste"; readonly text: string; readonly raw: string };

const PASTE = /^\x1b\[200~([\s\S]*)\x1b\[201~$/;
// Line breaks and tabs may be pasted; other controls would reach the terminal through the host's editor.
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** What keys are for: the panel's own meanings, or a text of one or several lines. */
export type KeysFor = "panel" | "line" | "lines";

export function arrived(raw: string, keysFor: KeysFor): Arrived {
	const inside = PASTE.exec(raw)?.[1];
	if (inside === undefined) return { what: "key", key: keyOf(raw, keysFor), raw };
	const text = inside
		.toWellFormed()
		.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
		.replaceAll(CONTROL, "");
	return { what: "paste", text, raw: `\x1b[200~${text}\x1b[201~` };
}

const OURS: ReadonlySet<string> = new Set(actions.flatMap((action) => action.keys));
const CANCEL: Binding = ["tui.select.cancel", "escape"];
const BINDINGS: Readonly<Record<KeysFor, readonly Binding[]>> = {
	panel: [
		["tui.select.up", "up"],
		["tui.select.down", "down"],
		["tui.select.pageUp", "pageUp"],
		["tui.select.pageDown", "pageDown"],
		["tui.select.confirm", "enter"],
		CANCEL,
	],
	line: [["tui.input.submit", "enter"], CANCEL],
	lines: [["tui.input.submit", "ctrl+s"], CANCEL],
};

type Binding = readonly [bound: Keybinding, key: string];

/** Our own keys always work; those the person chose for the host's lists and inputs work beside them. */
function keyOf(raw: string, keysFor: KeysFor): string {
	const key = keyName(parseKey(raw) ?? raw);
	if (OURS.has(key) || key.length === 1) return key;
	const bindings = getKeybindings();
	return BINDINGS[keysFor].find(([bound]) => bindings.matches(raw, bound))?.[1] ?? key;
}
