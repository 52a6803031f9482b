// Signals, crashes, stop and go, and the one way out of the full-screen program. Never draws; knows the terminal only as
// something to leave and to enter.

import { constants } from "node:os";
import type { Env, Timer } from "../../core/env.ts";
import { limits } from "../../core/limits.ts";

/** The part of the process that is touched; a test gives another. */
export interface ProcessHost {
	readonly pid: number;
	exitCode?: number | string | null | undefined;
	on(event: string, listener: (reason: unknown) => void): unknown;
	removeListener(event: string, listener: (reason: unknown) => void): unknown;
	kill(pid: number, signal: NodeJS.Signals): unknown;
	exit(code: number): void;
	readonly stderr: { write(text: string): unknown };
}

export interface Guarded {
	/** Both may be called at any time and twice. */
	leaveTerminal(): void;
	enterTerminal(): void;
	/** What must still reach the disk, as the seat that is given back. Waited for at most limits.quitMs. */
	end(): Promise<void>;
}

export interface Lifecycle {
	/** Leaves the terminal first, so that what is said afterwards is read where it stays; then ends; then exits with the code. */
	quit(code: number, message?: string): void;
	/** Ctrl-Z: stops this program and whoever started it in the same job. */
	suspend(): void;
}

const SIGNAL_BASE = 128;
const ENDING_SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
/** Somebody hung up: the same code, whether it came as a signal or as a closed terminal. */
export const HANGUP_CODE = SIGNAL_BASE + constants.signals.SIGHUP;
const CRASH_CODE = 1;

export function watchProcess(env: Env, host: ProcessHost, guarded: Guarded): Lifecycle {
	const listeners: [string, (reason: unknown) => void][] = [];
	const listen = (event: string, listener: (reason: unknown) => void) => {
		listeners.push([event, listener]);
		host.on(event, listener);
	};
	let quitting = false;

	const exit = (code: number, message: string | undefined) => {
		if (message !== undefined) host.stderr.write(`${message}\n`);
		for (const [event, listener] of listeners) host.removeListener(event, listener);
		host.exit(code);
	};
	const quit = (code: number, message?: string) => {
		guarded.leaveTerminal();
		// Asked again while it waits for the disk: somebody is in a hurry.
		if (quitting) return exit(code, message);
		quitting = true;
		host.exitCode = code; // Should nothing keep the process alive while it waits.
		let left = false;
		const leave = () => {
			if (left) return;
			left = true;
			exit(code, message);
		};
		env.after(limits.quitMs, leave);
		guarded.end().then(leave, leave);
	};

	// blessed keeps silent handlers of its own; while there is another, they do nothing.
	for (const signal of ENDING_SIGNALS) listen(signal, () => quit(SIGNAL_BASE + constants.signals[signal]));
	const crash = (reason: unknown) => quit(CRASH_CODE, crashText(reason));
	listen("uncaughtException", crash);
	listen("unhandledRejection", crash);

	let stopped: Timer | undefined;
	/** `pid` 0 is the whole job. The terminal is left before: once the job is stopped the shell has it, and touching it stops us again. */
	const stopAll = (pid: number) => {
		if (quitting || stopped !== undefined) return;
		guarded.leaveTerminal();
		// The system's own answer to the signal, not SIGSTOP: it does not stop a job that nobody could continue, as a tmux pane
		// started without a shell. Then nothing wakes it, so it looks by itself whether it still runs.
		host.removeListener("SIGTSTP", stop);
		stopped = env.after(limits.stopMs, resume);
		host.kill(pid, "SIGTSTP");
	};
	const stop = () => stopAll(host.pid);
	const resume = () => {
		if (quitting) return;
		if (stopped !== undefined) {
			stopped.cancel();
			stopped = undefined;
			host.on("SIGTSTP", stop);
		}
		// Left once more also after a stop that could not be caught: whoever had the terminal meanwhile may have set it otherwise.
		guarded.leaveTerminal();
		guarded.enterTerminal();
	};
	listen("SIGTSTP", stop);
	listen("SIGCONT", resume);

	return { quit, suspend: () => stopAll(0) };
}

function crashText(reason: unknown): string {
	const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
	return `pi-team-dash stopped because of an error in itself:\n${text}`;
}
