// Runs the program as a process of its own: for pipes, signals and what it loads. Ends with the test at the latest.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../../src/dashboard/main.ts", import.meta.url));

export interface Child {
	readonly process: ChildProcessWithoutNullStreams;
	/** Everything written to standard output so far. */
	out(): string;
	err(): string;
	/** Resolves once the output matches; rejects when the process ends before. */
	says(pattern: RegExp): Promise<void>;
	/** The exit code, or undefined when a signal ended it. */
	ended: Promise<number | undefined>;
}

/** `node` takes flags of Node itself. */
export function start(
	argv: readonly string[],
	node: readonly string[] = [],
	variables: Readonly<Record<string, string>> = {},
): Child {
	const child = spawn(process.execPath, [...node, program, ...argv], {
		env: { ...process.env, NODE_NO_WARNINGS: "1", PI_TEAM_ROOT: "/nonexistent/pi-team-dash", ...variables },
	});
	let out = "";
	let err = "";
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		out += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		err += text;
	});
	const ended = new Promise<number | undefined>((resolve) => child.on("close", (code) => resolve(code ?? undefined)));
	onTestFinished(() => {
		child.kill("SIGKILL");
	});
	return {
		process: child,
		out: () => out,
		err: () => err,
		ended,
		says: (pattern) =>
			new Promise((resolve, reject) => {
				const look = () => {
					if (!pattern.test(out)) return;
					child.stdout.off("data", look);
					resolve();
				};
				child.stdout.on("data", look);
				child.on("close", () => reject(new Error(`ended without ${pattern}: ${out}${err}`)));
				look();
			}),
	};
}
