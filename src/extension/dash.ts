// `/team dash`: how to open the dashboard, and a split beside this terminal where the terminal program can make one. Starts nothing else.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Here } from "./here.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** The program and arguments that open `command` beside this terminal; undefined where none is known. */
export function splitFor(variables: Variables, command: readonly string[]): readonly string[] | undefined {
	if (given(variables.TMUX)) return ["tmux", "split-window", "-h", ...command];
	if (given(variables.ZELLIJ)) return ["zellij", "run", "--direction", "right", "--close-on-exit", "--", ...command];
	if (given(variables.WEZTERM_PANE)) return ["wezterm", "cli", "split-pane", "--right", "--", ...command];
	if (given(variables.KITTY_LISTEN_ON)) return ["kitty", "@", "launch", "--location", "vsplit", ...command];
	return undefined;
}

/** What to say. The dashboard is told the root and the team: a split inherits the environment of its server, not of this terminal. */
export function openDashboard(here: Here, variables: Variables, team: string | undefined): string {
	const bin = dashboardFile();
	const flags = ["--root", here.store.root, ...(team === undefined ? [] : ["--team", team])];
	const command = bin === undefined ? ["npx", "pi-team-dash", ...flags] : [nodeProgram(), bin, ...flags];
	const typed = command.map(quoted).join(" ");
	const split = splitFor(variables, command);
	if (split === undefined) return `The dashboard, in another terminal: ${typed}`;
	start(here, split, typed);
	return `The dashboard opens beside this terminal. By hand: ${typed}`;
}

function start(here: Here, [program = "", ...rest]: readonly string[], typed: string): void {
	const child = spawn(program, rest, { stdio: "ignore", detached: true });
	// Without a listener the error of a program that is not there would end Pi.
	child.on("error", () => here.say(`${program} could not open it. By hand: ${typed}`, "warning"));
	child.unref();
}

/** Beside the built extension, or in dist/ when the sources run. */
function dashboardFile(): string | undefined {
	const here = dirname(fileURLToPath(import.meta.url));
	return [join(here, "pi-team-dash.js"), join(here, "../../dist/pi-team-dash.js")].find((file) => existsSync(file));
}

/** Pi may be a compiled program of its own, which runs no scripts. */
function nodeProgram(): string {
	return /^node/.test(basename(process.execPath)) ? process.execPath : "node";
}

function quoted(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function given(value: string | undefined): boolean {
	return value !== undefined && value !== "";
}
