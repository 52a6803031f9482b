// A terminal as a person has it: looks at the screen, types, presses keys, kills the program. Never sleeps: it waits for what the screen shows.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { TmuxSession } from "./tmux.ts";

export interface Terminal {
	readonly name: string;
	screen(): Promise<string>;
	/** The screen with its colours, as tmux writes them. */
	colours(): Promise<string>;
	/** Resolves with the screen once it fits; throws with the screen when it does not in time. */
	see(what: string | RegExp, withinMs?: number): Promise<string>;
	gone(what: string | RegExp, withinMs?: number): Promise<string>;
	/** Keystrokes, character by character. */
	type(text: string): Promise<void>;
	/** Names as tmux has them: Enter, Escape, Tab, Up, F6, C-c. */
	press(...keys: readonly string[]): Promise<void>;
	/** At once, in brackets where the program asked for them. */
	paste(text: string): Promise<void>;
	/** Types a line, waits until the program shows it, and presses Enter. */
	submit(line: string): Promise<void>;
	resize(columns: number, rows: number): Promise<void>;
	/** Of the program itself, not of the shell around it. */
	pid(): number;
	kill(signal: NodeJS.Signals): void;
	/** Resolves with the exit code, 128+n after a signal. */
	ended(): Promise<number>;
	close(): Promise<void>;
}

export interface Program {
	readonly pidFile: string;
	readonly errorFile: string;
}

/** Of a machine with much else to do. */
const PATIENCE_MS = 25_000;
/** The screen is looked at anew at least this often, should an output have been missed. */
const GLANCE_MS = 500;
/** As much of a typed line as is looked for; longer ones may wrap. */
const LINE_SEEN = 40;

export function terminal(name: string, session: TmuxSession, program: Program): Terminal {
	const target = `=${name}:`;
	const screen = () => session.command("capture-pane", "-p", "-t", target);

	async function until(fits: (text: string) => boolean, what: string, withinMs: number): Promise<string> {
		const deadline = performance.now() + withinMs;
		for (;;) {
			const changed = session.output(GLANCE_MS);
			const text = await screen();
			if (fits(text)) return kept(name, text);
			if (performance.now() > deadline) throw new Error(`${name}: ${what} within ${withinMs} ms\n${text}\n${errors()}`);
			await changed;
		}
	}

	const errors = () => (existsSync(program.errorFile) ? readFileSync(program.errorFile, "utf8").slice(-4_000) : "");
	const see = (what: string | RegExp, withinMs = PATIENCE_MS) =>
		until((text) => has(text, what), `no ${what}`, withinMs);
	const type = async (text: string) => {
		await session.command("send-keys", "-t", target, "-l", "--", text);
	};
	const press = async (...keys: readonly string[]) => {
		await session.command("send-keys", "-t", target, ...keys);
	};
	const pid = () => Number(readFileSync(program.pidFile, "utf8"));
	return {
		name,
		screen,
		colours: () => session.command("capture-pane", "-p", "-e", "-t", target),
		see,
		gone: (what, withinMs = PATIENCE_MS) => until((text) => !has(text, what), `still ${what}`, withinMs),
		type,
		press,
		paste: async (text) => {
			// By way of a file: a command of tmux ends at the first line break.
			const file = `${program.pidFile}.paste`;
			writeFileSync(file, text);
			await session.command("load-buffer", file);
			await session.command("paste-buffer", "-p", "-t", target);
		},
		submit: async (line) => {
			await type(line);
			await see(line.slice(0, LINE_SEEN));
			await press("Enter");
		},
		resize: async (columns, rows) => {
			await session.command("refresh-client", "-C", `${columns}x${rows}`);
		},
		pid,
		kill: (signal) => {
			process.kill(pid(), signal);
		},
		ended: async () => Number(/\[ended (\d+)\]/.exec(await see(/\[ended \d+\]/))?.[1]),
		close: async () => {
			await session.command("kill-session", "-t", `=${name}`).catch(() => undefined); // Already closed.
			session.detach();
		},
	};
}

/** LAB_SCREENS names a file to which every screen that was waited for is added: for a person to look at. */
function kept(name: string, text: string): string {
	const file = process.env.LAB_SCREENS;
	if (file !== undefined) appendFileSync(file, `===== ${name}\n${text}\n`);
	return text;
}

function has(text: string, what: string | RegExp): boolean {
	return typeof what === "string" ? text.includes(what) : what.test(text);
}
