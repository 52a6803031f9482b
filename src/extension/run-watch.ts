// What Pi is doing right now, told by its events: idle, starting, running, or busy otherwise; whether a dialog waits for the person. Never acts.

import { limits } from "../core/limits.ts";
import type { Context } from "./host.ts";

/** "held": a run is about to start, or Pi compacts; what is sent now would collide with it. */
export type Phase = "idle" | "running" | "held";

export interface RunWatch {
	beforeStart(now: number): void;
	started(): void;
	/** A turn or the run has ended; `signal` says whether by an abort. */
	ended(signal: AbortSignal | undefined): void;
	/** Pi will not go on by itself. True when the person stopped the run. */
	settled(aborted: boolean | undefined): boolean;
	dialogOpened(): void;
	dialogClosed(): void;
	/** The person typed into the editor, so no dialog is open: a lost end event must not make a terminal deaf. */
	typed(): void;
	/** While it runs, dialogs are our own questions and hold nothing. */
	asking<T>(question: () => Promise<T>): Promise<T>;
	phase(context: Context, now: number): Phase;
	dialogOpen(): boolean;
}

export function createRunWatch(): RunWatch {
	let running = false;
	let startingSince: number | undefined;
	let aborted = false;
	let dialog = false;
	let ownQuestions = 0;

	return {
		beforeStart(now) {
			startingSince = now;
		},
		started() {
			running = true;
			startingSince = undefined;
			aborted = false;
			dialog = false;
		},
		ended(signal) {
			if (signal?.aborted === true) aborted = true;
		},
		settled(said) {
			running = false;
			startingSince = undefined;
			const stopped = said ?? aborted;
			aborted = false;
			return stopped;
		},
		dialogOpened() {
			if (ownQuestions === 0) dialog = true;
		},
		dialogClosed() {
			dialog = false;
		},
		typed() {
			dialog = false;
		},
		async asking(question) {
			ownQuestions += 1;
			try {
				return await question();
			} finally {
				ownQuestions -= 1;
			}
		},
		phase(context, now) {
			const idle = context.isIdle();
			// 0.85.1 calls itself idle until the run has started; a start that never came must not hold for ever.
			const starting = startingSince !== undefined && now - startingSince < limits.startingMs;
			if (starting) return "held";
			if (idle) return "idle";
			return running ? "running" : "held";
		},
		dialogOpen: () => dialog,
	};
}
