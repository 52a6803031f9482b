// What arrives from the host's terminal: a key by its name, or a whole paste made harmless. Never interprets it.

import { parseKey } from "@earendil-works/pi-tui";
import { keyName } from "../core/view/interpret.ts";

export type Arrived =
	| { readonly what: "key"; readonly key: string; readonly raw: string }
	/** `raw` is the paste for the host's editor, still in its brackets. */
	| { readonly what: "paste"; readonly text: string; readonly raw: string };

const PASTE = /^\x1b\[200~([\s\S]*)\x1b\[201~$/;
// Line breaks and tabs may be pasted; other controls would reach the terminal through the host's editor.
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

export function arrived(raw: string): Arrived {
	const inside = PASTE.exec(raw)?.[1];
	if (inside === undefined) return { what: "key", key: keyName(parseKey(raw) ?? raw), raw };
	const text = inside
		.toWellFormed()
		.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
		.replaceAll(CONTROL, "");
	return { what: "paste", text, raw: `\x1b[200~${text}\x1b[201~` };
}
