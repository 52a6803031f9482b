// The key reader: bytes of the terminal in, key presses, pastes and mouse reports out. The only file of the dashboard that
// imports from the Pi packages; a paste never turns into key presses, and replies of the terminal never into letters.

import { decodePrintableKey, isKeyRelease, parseKey } from "@earendil-works/pi-tui/dist/keys.js";
import { StdinBuffer } from "@earendil-works/pi-tui/dist/stdin-buffer.js";
import { limits } from "../../core/limits.ts";
import { type MouseReport, readMouse } from "./mouse.ts";

/** `key` is a name such as "up", "ctrl+c", "shift+tab" or the character itself; `text` is what it types, "" for nothing. */
export interface KeyPress {
	readonly at: "key";
	readonly key: string;
	readonly text: string;
}

export type Press =
	| KeyPress
	| { readonly at: "paste"; readonly text: string }
	| { readonly at: "mouse"; readonly report: MouseReport };

export interface KeyReader {
	/** Text as decoded from UTF-8 by the stream: a split character would otherwise read as a key with Alt. */
	feed(text: string): void;
	close(): void;
}

const HIGH_SURROGATE = /^[\ud800-\udbff]$/;
const LOW_SURROGATE = /^[\udc00-\udfff]$/;
const UNPRINTED = /^[\x00-\x1f\x7f-\x9f]/;

/** Presses come in order, several to a read; a lone Escape comes once nothing followed it for limits.escapeMs. */
export function openKeyReader(onPress: (press: Press) => void): KeyReader {
	const buffer = new StdinBuffer({ escapeTimeout: limits.escapeMs });
	let half = "";
	buffer.on("data", (sequence) => {
		if (HIGH_SURROGATE.test(sequence)) {
			half = sequence;
			return;
		}
		const press = readPress(LOW_SURROGATE.test(sequence) ? half + sequence : sequence);
		half = "";
		if (press !== undefined) onPress(press);
	});
	buffer.on("paste", (text) => onPress({ at: "paste", text: text.replaceAll(/\r\n?/g, "\n") }));
	return { feed: (text) => buffer.process(text), close: () => buffer.destroy() };
}

/** Undefined for what is no press: a released key, a reply of the terminal, a sequence nobody knows. */
function readPress(sequence: string): Press | undefined {
	const report = readMouse(sequence);
	if (report !== undefined) return report === "other" ? undefined : { at: "mouse", report };
	if (sequence.startsWith("\x1b") && isKeyRelease(sequence)) return undefined;
	const text = decodePrintableKey(sequence) ?? (UNPRINTED.test(sequence) ? "" : sequence);
	if (text !== "") return { at: "key", key: text === " " ? "space" : text, text };
	const key = parseKey(sequence);
	return key === undefined ? undefined : { at: "key", key, text: "" };
}
