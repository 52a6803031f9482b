// The few other programs a dashboard starts when a person asks for it: tmux, and the hook of the configuration. Never on its own account while nothing happens.

import { spawn } from "node:child_process";

/** What came of it: nothing but whether it worked, and the first line of what it said when not. */
export type Ran = { readonly at: "done" } | { readonly at: "failed"; readonly said: string };

export interface Programs {
	tmux(words: readonly string[], input?: string): Promise<Ran>;
	/** A command line of the person's own configuration; what it is about comes in a variable, never in the line itself. */
	hook(commandLine: string, about: string): Promise<Ran>;
}

export function realPrograms(): Programs {
	return {
		tmux: (words, input) => run("tmux", words, { input, variables: {} }),
		hook: (commandLine, about) =>
			run("/bin/sh", ["-c", commandLine], { input: undefined, variables: { PI_TEAM_ATTENTION: about } }),
	};
}

interface Given {
	readonly input: string | undefined;
	readonly variables: Readonly<Record<string, string>>;
}

function run(command: string, words: readonly string[], given: Given): Promise<Ran> {
	const { promise, resolve } = Promise.withResolvers<Ran>();
	const child = spawn(command, words, {
		stdio: ["pipe", "ignore", "pipe"],
		env: { ...process.env, ...given.variables },
	});
	let said = "";
	child.stderr.on("data", (text: Buffer) => {
		said += text.toString("utf8");
	});
	child.on("error", (error) => resolve({ at: "failed", said: error.message }));
	child.on("close", (code) =>
		resolve(code === 0 ? { at: "done" } : { at: "failed", said: said.split("\n")[0] || `${command} failed` }),
	);
	// A program that does not read its input is its own affair.
	child.stdin.on("error", () => {});
	child.stdin.end(given.input ?? "");
	return promise;
}
