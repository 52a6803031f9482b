// How a one-shot verb meets the world: its two streams, variables, clock and signals. Owns orderly writing; never decides what is written.

import { type Env, keepAlive, realEnv, type Timer } from "../../core/env.ts";

/** The part of a writable stream a verb uses; process.stdout is one. */
export interface Stream {
	write(text: string, written: (error?: Error | null) => void): unknown;
	readonly isTTY?: boolean | undefined;
	readonly columns?: number | undefined;
}

export interface Io {
	readonly stdout: Stream;
	readonly stderr: Stream;
	readonly variables: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly env: Env;
	/** Calls back with the number of a signal that asks this process to end; returns how to stop listening. */
	onSignal(caught: (signal: number) => void): () => void;
	/** Until cancelled, for a verb that waits. */
	stayAlive(): Timer;
	/** Everything on standard input, for a text given as `-`. */
	readInput(): Promise<string>;
}

export function realIo(): Io {
	// Without a listener a reader that goes away (`tail | head`) would end the process with a stack trace; write() reports the same error.
	process.stdout.on("error", () => {});
	process.stderr.on("error", () => {});
	return {
		stdout: process.stdout,
		stderr: process.stderr,
		variables: process.env,
		cwd: process.cwd(),
		env: realEnv(),
		onSignal,
		stayAlive: keepAlive,
		readInput,
	};
}

// Numbers as signal(7) has them on Linux and macOS alike.
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

function onSignal(caught: (signal: number) => void): () => void {
	const listeners = Object.entries(signals).map(([name, number]) => ({ name, listener: () => once(number) }));
	const off = () => {
		for (const { name, listener } of listeners) process.off(name, listener);
	};
	// Only the first is ours: a second one ends the process the hard way, should the orderly end hang.
	const once = (number: number) => {
		off();
		caught(number);
	};
	for (const { name, listener } of listeners) process.on(name, listener);
	return off;
}

async function readInput(): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString("utf8");
}

/** Ends the verb in good order when nobody reads its output any more: that is how `tail | head` stops. */
export class ReaderGone extends Error {
	override readonly name = "ReaderGone";
}

/** Resolves once the text left this process, so that a full pipe slows the verb down instead of filling memory. */
export function print(stream: Stream, text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		stream.write(text, (error) => {
			if (error === undefined || error === null) resolve();
			else reject(isGone(error) ? new ReaderGone("nobody reads the output", { cause: error }) : error);
		});
	});
}

function isGone(error: Error): boolean {
	const { code } = error as NodeJS.ErrnoException;
	return code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ECONNRESET";
}
