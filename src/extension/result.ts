// What came of a request, gathered while its run goes on: closing text, outcome, files. Pure but for the paths it is told; never infers that a test passed.

import { limits } from "../core/limits.ts";
import type { Outcome, ResultReport } from "../core/schema.ts";
import { wholePath } from "./paths.ts";

export interface RunRecord {
	/** An assistant message has ended. */
	said(text: string, stopReason: string | undefined): void;
	/** A live message entered the run: what was written before it must not be replaced by the chat that follows. */
	interruptedByLive(): void;
	/** A successful edit or write. */
	touched(path: string, cwd: string): void;
	/** The person typed: from here on it is the person's run. */
	takenOver(): void;
	/** Nothing the person types changes the result any more: it was taken over before, or its text is on its way. */
	isClosed(): boolean;
	/** `stopped`: the run was aborted, whatever its last message says. */
	finish(stopped: boolean): FinishedRun;
}

export interface FinishedRun {
	readonly report: Omit<ResultReport, "request">;
	readonly body: string;
}

export const TAKEOVER_NOTICE =
	"The person at that terminal took over while this request was worked on. It may be partially done; it is not retried.";

const FALLBACKS: Readonly<Record<Outcome, string>> = {
	completed: "The run completed without a closing text.",
	failed: "The run failed without a closing text.",
	interrupted: "The run was interrupted. The request may be partially done; it is not retried.",
};

export function createRunRecord(): RunRecord {
	let kept: readonly string[] = [];
	let last = "";
	let stopReason: string | undefined;
	let taken = false;
	let finished = false;
	const files = new Set<string>();
	let omitted = 0;

	return {
		said(text, reason) {
			stopReason = reason;
			last = text.trim() === "" ? "" : text;
		},
		interruptedByLive() {
			// What goes with a tool call closes nothing.
			if (last !== "" && stopReason !== "toolUse") kept = [...kept, last];
			last = "";
		},
		touched(path, cwd) {
			if (taken) return;
			const whole = wholePath(path, cwd);
			if (files.has(whole)) return;
			const fits = files.size < limits.resultFiles && whole.length <= limits.resultPathLength;
			if (fits) files.add(whole);
			else omitted += 1;
		},
		takenOver() {
			taken = true;
		},
		isClosed: () => taken || finished,
		finish(stopped) {
			finished = true;
			const outcome = taken ? "interrupted" : outcomeOf(stopReason, stopped);
			const closing = taken ? TAKEOVER_NOTICE : [...kept, last].filter((text) => text !== "").join("\n\n");
			const full = closing === "" ? FALLBACKS[outcome] : closing;
			const text = cutText(full, limits.resultBodyLength);
			const missing = closing === "" ? { textMissing: true } : {};
			const report = { outcome, files: [...files], filesOmitted: omitted, textCut: text !== full, ...missing };
			return bounded(report, text);
		},
	};
}

function outcomeOf(stopReason: string | undefined, stopped: boolean): Outcome {
	if (stopped || stopReason === "aborted") return "interrupted";
	if (stopReason === "error") return "failed";
	// A run that ended before its model said anything has completed nothing.
	return stopReason === undefined ? "interrupted" : "completed";
}

/** Paths are given up from the end until the whole report fits. */
function bounded(report: Omit<ResultReport, "request">, text: string): FinishedRun {
	let { files, filesOmitted } = report;
	const result = (): FinishedRun => {
		const notice = filesOmitted === 0 ? "" : `\n\n(${filesOmitted} more files were changed than are listed.)`;
		return { report: { ...report, files, filesOmitted }, body: `${text}${notice}` };
	};
	while (files.length > 0 && Buffer.byteLength(JSON.stringify(result())) > limits.resultBytes) {
		files = files.slice(0, -1);
		filesOmitted += 1;
	}
	return result();
}

function cutText(text: string, most: number): string {
	const characters = [...text];
	if (characters.length <= most) return text;
	return `${characters.slice(0, most).join("")}\n(cut: ${characters.length - most} more characters)`;
}
