// Calls a one-shot verb inside the test: its output as text, its exit code. Nothing of the process is touched.

import { Writable } from "node:stream";
import type { Env } from "../../../src/core/env.ts";
import type { Io, Stream } from "../../../src/dashboard/cli/io.ts";
import { runVerb } from "../../../src/dashboard/cli/main.ts";
import { env } from "./world.ts";

export interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
	/** The one object of the output. */
	readonly json: Readonly<Record<string, unknown>>;
	readonly lines: readonly Readonly<Record<string, unknown>>[];
}

export interface CallOptions {
	readonly input?: string;
	readonly columns?: number;
	readonly env?: Env;
	readonly variables?: Readonly<Record<string, string>>;
	/** Takes the function that plays a signal. */
	readonly signals?: (send: (signal: number) => void) => void;
	readonly stdout?: Stream;
}

/** `root` goes before the rest, as --root; undefined = the variables name it. */
export async function call(
	root: string | undefined,
	argv: readonly string[],
	options: CallOptions = {},
): Promise<Ended> {
	const out: string[] = [];
	const err: string[] = [];
	const io: Io = {
		stdout: options.stdout ?? collector(out, options.columns),
		stderr: collector(err, options.columns),
		variables: options.variables ?? {},
		cwd: "/home/scripts",
		env: options.env ?? env,
		onSignal(caught) {
			options.signals?.(caught);
			return () => {};
		},
		stayAlive: () => ({ cancel() {} }),
		readInput: async () => options.input ?? "",
	};
	const code = await runVerb(root === undefined ? argv : [`--root=${root}`, ...argv], io);
	const text = out.join("");
	return {
		code,
		out: text,
		err: err.join(""),
		get json() {
			return JSON.parse(text);
		},
		get lines() {
			return text
				.split("\n")
				.filter((line) => line !== "")
				.map((line) => JSON.parse(line));
		},
	};
}

function collector(texts: string[], columns: number | undefined): Stream {
	const stream: Stream = {
		write(text, written) {
			texts.push(text);
			written();
		},
	};
	return columns === undefined ? stream : { ...stream, isTTY: true, columns };
}

/** A pipe whose reader is gone. */
export function brokenPipe(): Stream {
	const stream = new Writable({
		write(_chunk, _encoding, done) {
			done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
		},
	});
	stream.on("error", () => {});
	return stream;
}
