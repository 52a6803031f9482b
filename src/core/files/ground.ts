// What every part of the file store stands on: clock, disk, paths, and the list of what was met broken. Holds no policy.

import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import type { Trouble } from "../model.ts";
import type { StoreError } from "../store.ts";
import type { FormatFile } from "./format.ts";
import type { Gate } from "./gate.ts";
import type { Layout } from "./layout.ts";
import type { Reader } from "./safe.ts";

export interface Ground extends Reader {
	readonly env: Env;
	readonly layout: Layout;
	readonly gate: Gate;
	readonly format: FormatFile;
	readonly segmentBytes: number;
}

/** File names of others may hold anything, also what a terminal obeys. */
export function printable(text: string): string {
	const shown = text.replaceAll(
		/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
		(mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`,
	);
	return shown.length > limits.fieldLength ? `${shown.slice(0, limits.fieldLength)}…` : shown;
}

export function trouble(code: string, path: string, text: string, hint: string): Trouble {
	return { code, path: printable(path), text: printable(text), hint };
}

export function troubleFrom(error: StoreError): Trouble {
	return trouble(error.code, error.path, `${error.path} ${error.hint}`, hintFor(error));
}

function hintFor(error: StoreError): string {
	return error.code === "corrupt" || error.code === "too-large" || error.code === "unsafe"
		? "it is kept as it is; `pi-team-dash doctor` says what can be done"
		: error.hint;
}
