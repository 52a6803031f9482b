// Real processes for tests of the store: starts a script of the tests, talks with it, kills and stops it. Ends all of them after the test.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";

export interface Child {
	readonly pid: number;
	send(message: unknown): void;
	/** The next message that was not yet taken; throws when the process ended without one. */
	next(): Promise<unknown>;
	kill(signal?: NodeJS.Signals): void;
	/** Resolves with the exit code, null after a signal. */
	ended(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Call once at the top of a test file. */
export function endChildren(): void {
	afterEach(async () => {
		const ends = [...running].map((child) => {
			child.kill("SIGKILL");
			return child.exitCode !== null || child.signalCode !== null ? undefined : once(child, "exit");
		});
		await Promise.all(ends);
		running.clear();
	});
}

/** `script` is a file beside `from`, which is the caller's import.meta.url. */
export function startChild(from: string, script: string, ...args: readonly string[]): Child {
	const child = fork(fileURLToPath(new URL(script, from)), args, {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
		execArgv: [],
		// Twenty processes that each strip and compile the same modules would take longer than the test.
		env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "pi-team-test-cache") },
	});
	running.add(child);
	const taken: unknown[] = [];
	const waiting: { resolve(message: unknown): void; reject(error: Error): void }[] = [];
	let exit: number | null | undefined;
	child.on("message", (message) => {
		const first = waiting.shift();
		if (first === undefined) taken.push(message);
		else first.resolve(message);
	});
	const ended = new Promise<number | null>((resolve) => {
		child.on("exit", (code) => {
			exit = code;
			running.delete(child);
			for (const { reject } of waiting.splice(0)) reject(new Error(`${script} ended with ${code}`));
			resolve(code);
		});
	});
	return {
		pid: child.pid ?? 0,
		send: (message) => void child.send(message as object),
		next() {
			if (taken.length > 0) return Promise.resolve(taken.shift());
			if (exit !== undefined) return Promise.reject(new Error(`${script} ended with ${exit}`));
			return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
		},
		kill: (signal = "SIGKILL") => void child.kill(signal),
		ended: () => ended,
	};
}
