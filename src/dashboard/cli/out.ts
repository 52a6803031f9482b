// How a verb's replies and failures are written: text for people, or one JSON object each. Owns both shapes; never decides which reply it is.

import { type Explanation, explain, type Refusal } from "../../core/refusal.ts";
import { cleanLines } from "../../core/text.ts";
import { asciiText } from "../../core/view/shapes.ts";
import type { jsonVersion } from "./contract.ts";
import { type Io, print, ReaderGone, type Stream } from "./io.ts";
import { isUtf8 } from "./locale.ts";
import { nextInShell } from "./shell-words.ts";
import type { Reply, Style } from "./verb.ts";

/** As docs/CLI.md has it; contract.ts would load a schema library. */
const JSON_VERSION: typeof jsonVersion = 1;

export interface Out {
	readonly io: Io;
	readonly style: Style;
}

export function writeReply(out: Out, reply: Reply, style: Style = out.style): Promise<void> {
	if (style === "json") return print(out.io.stdout, jsonLine({ ok: true, ...reply.value }));
	return reply.text === ""
		? Promise.resolve()
		: print(out.io.stdout, `${harmless(out.io, out.io.stdout, reply.text)}\n`);
}

export function writeRefusal(out: Out, verb: string, refusal: Refusal): Promise<void> {
	const { message, next } = explain(refusal);
	return writeFailure(out, verb, refusal.code, { message, next: nextInShell(verb, refusal, next) });
}

/** A bug of ours: the stack goes to standard error in either style, since it is for a report and no part of any contract. */
export async function writeBug(out: Out, verb: string, error: unknown): Promise<void> {
	const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
	await printAnyway(out.io.stderr, `${harmless(out.io, out.io.stderr, stack)}\n`);
	await writeFailure(out, verb, "bug", {
		message: error instanceof Error ? error.message : String(error),
		next: "That is a bug of pi-team-dash; the lines above help to find it.",
	});
}

function writeFailure(out: Out, verb: string, code: string, words: Explanation): Promise<void> {
	if (out.style === "json") return printAnyway(out.io.stdout, jsonLine({ ok: false, code, ...words }));
	const name = verb === "" ? "pi-team-dash" : `pi-team-dash ${verb}`;
	const said = [words.message, words.next].filter((part) => part !== undefined).join(code === "usage" ? "\n" : " ");
	return printAnyway(out.io.stderr, `${harmless(out.io, out.io.stderr, `${name}: ${said}`)}\n`);
}

function jsonLine(value: Readonly<Record<string, unknown>>): string {
	return `${JSON.stringify({ v: JSON_VERSION, ...value })}\n`;
}

/** For failures: nobody may be reading, and then the exit code alone says it. */
async function printAnyway(stream: Stream, text: string): Promise<void> {
	try {
		await print(stream, text);
	} catch (error) {
		if (!(error instanceof ReaderGone)) throw error;
	}
}

/** Peer text must not steer a person's terminal, nor puzzle one that shows ASCII only; a file or a program gets the bytes as they are. */
function harmless({ variables }: Io, stream: Stream, text: string): string {
	if (!stream.isTTY) return text;
	const lines = cleanLines(text);
	return (isUtf8(variables) ? lines : lines.map(asciiText)).join("\n");
}
