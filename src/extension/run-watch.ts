// What Pi is doing right now, told by its events: idle, starting, running, or busy otherwise; whether a dialog waits for the person. Never acts.

import { limits } from "../core/limits.ts";
import type { Context } from "./host.ts";

/** "held": a run is about to start, or Pi compacts; what is sent now would collide with it. */
export type Phase = "idle" | "running" | "held";

export interface RunWatch {
	beforeStart(now: number): void;
	started(): void;
	/** A turn has ended; `signal` says whether by an abort. */
	turnEnded(signal: AbortSignal | undefined): void;
	/** The run has ended; Pi may go on with what it has queued, and what is queued from here on it may forget. */
	ended(signal: AbortSignal | undefined): void;
	compacting(): void;
	compacted(): void;
	/** Pi compacts: it has aborted the run without taking out what was queued. */
	isCompacting(): boolean;
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
	/** Dialogs of others; one may open while another is open. */
	let dialogs = 0;
	let ownQuestions = 0;
	let ownDialogs = 0;
	let compacting = false;
	let ending = false;

	const noDialog = () => {
		dialogs = 0;
		ownDialogs = 0;
	};

	return {
		beforeStart(now) {
			startingSince = now;
		},
		started() {
			running = true;
			ending = false;
			startingSince = undefined;
			aborted = false;
			noDialog();
		},
		turnEnded(signal) {
			if (signal?.aborted === true) aborted = true;
		},
		ended(signal) {
			ending = true;
			if (signal?.aborted === true) aborted = true;
		},
		compacting() {
			compacting = true;
		},
		compacted() {
			compacting = false;
		},
		isCompacting: () => compacting,
		settled(said) {
			running = false;
			ending = false;
			startingSince = undefined;
			const stopped = said ?? aborted;
			aborted = false;
			return stopped;
		},
		dialogOpened() {
			if (ownQuestions > 0) ownDialogs += 1;
			else dialogs += 1;
		},
		dialogClosed() {
			if (ownDialogs > 0) ownDialogs -= 1;
			else dialogs = Math.max(0, dialogs - 1);
		},
		typed: noDialog,
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
			// What is steered into a run that is being stopped stays in Pi's queue, unseen, until some later run.
			const stopping = ending || aborted || context.signal?.aborted === true;
			return running && !stopping ? "running" : "held";
		},
		dialogOpen: () => dialogs > 0,
	};
}
