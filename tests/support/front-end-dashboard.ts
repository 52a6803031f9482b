// The whole dashboard in this process: the real app over a given store, on an emulated terminal, in a process that only writes down what is done to it.

import { EventEmitter } from "node:events";
import type { Store } from "../../src/core/store.ts";
import { type AppParts, openApp } from "../../src/dashboard/app.ts";
import type { Programs } from "../../src/dashboard/programs.ts";
import type { HandEnv } from "./env.ts";
import { type Headless, headless } from "./headless.ts";
import { terminalOf } from "./world.ts";

export interface DashboardRun {
	readonly terminal: Headless;
	/** Writes keys, and waits until what they cause is on the screen. */
	press(...raw: readonly string[]): Promise<void>;
	screen(): Promise<string>;
	/** Both clocks go on by so much, in steps in which promises settle. */
	pass(ms: number): Promise<void>;
	/** What the program did to its process: `exit 0`, `kill 0 SIGTSTP`, and what it said on standard error. */
	readonly story: readonly string[];
	signal(name: string): Promise<void>;
	/** What other programs were asked for. */
	readonly asked: readonly string[];
	/** End of the process: later ticks must change nothing. */
	ended(): boolean;
}

export const ESCAPE = "\x1b[27u";
export const ENTER = "\r";

export async function openDashboard(
	env: HandEnv,
	store: Store,
	more: Partial<AppParts> & { readonly columns?: number; readonly rows?: number } = {},
): Promise<DashboardRun> {
	const terminal = headless(more.columns ?? 120, more.rows ?? 40);
	const story: string[] = [];
	const asked: string[] = [];
	const host = Object.assign(new EventEmitter(), {
		pid: env.self.pid,
		kill: (pid: number, signal: string) => story.push(`kill ${pid} ${signal}`),
		exit: (code: number) => {
			story.push(`exit ${code}`);
		},
		stderr: { write: (text: string) => story.push(text.trim()) },
	});
	const programs: Programs = {
		tmux: async (words, input) => {
			asked.push(`tmux ${words.join(" ")}${input === undefined ? "" : ` < ${input}`}`);
			return { at: "done" };
		},
		hook: async (line, about) => {
			asked.push(`${line}: ${about}`);
			return { at: "done" };
		},
	};
	openApp({
		env,
		store,
		input: terminal.input,
		output: terminal.output,
		host,
		programs,
		seat: terminalOf("session-of-the-dashboard", "dash", "person"),
		look: { palette: "dark", characters: "unicode" },
		mouse: "mouse",
		mode: undefined,
		bell: "silent",
		hook: undefined,
		team: undefined,
		greeting: undefined,
		where: "in a terminal",
		ended: async () => {},
		...more,
	});

	async function settle(): Promise<void> {
		for (let turn = 0; turn < SETTLING_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
	}

	async function pass(ms: number): Promise<void> {
		for (let left = ms; left > 0; left -= STEP_MS) {
			env.machine.advance(Math.min(left, STEP_MS));
			await settle();
		}
	}

	await settle();
	return {
		terminal,
		pass,
		story,
		asked,
		async press(...raw) {
			for (const each of raw) {
				terminal.input.write(each);
				await settle();
				await pass(STEP_MS);
			}
		},
		screen: () => terminal.text(),
		async signal(name) {
			host.emit(name);
			await settle();
		},
		ended: () => story.some((line) => line.startsWith("exit")),
	};
}

const STEP_MS = 200;
const SETTLING_TURNS = 4;
