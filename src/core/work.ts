// The work lane above single messages: what is reviewed, how many turns go without a person, what pauses, how a result is built. Pure but for its reads.

import { policyOf } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MessageId, TeamId, Waiting } from "./model.ts";
import type { MessageRecord, Pause, ResultReport, Outcome as RunOutcome } from "./schema.ts";
import { ifReadable, type Store } from "./store.ts";
import { wholeCharacters } from "./timeline.ts";

/** PI_TEAM_AUTO_TURNS: 0 lifts the cap, anything that is no count means the default. */
export function autoTurnCap(setting: string | undefined): number {
	if (setting === undefined || !/^\d{1,6}$/.test(setting.trim())) return limits.autoTurns;
	const cap = Number(setting);
	return cap === 0 ? Number.POSITIVE_INFINITY : cap;
}

/** Automatic turns of the work lane since a person last typed. Live messages are never counted. */
export interface Budget {
	readonly used: number;
	readonly cap: number;
}

export function freshBudget(cap: number): Budget {
	return { used: 0, cap };
}

export function spendTurn(budget: Budget): Budget {
	return { ...budget, used: budget.used + 1 };
}

/** A turn that could not be started is given back. */
export function refundTurn(budget: Budget): Budget {
	return { ...budget, used: Math.max(0, budget.used - 1) };
}

/** "paused": only when something is pending; a quiet terminal just waits. */
export function mayOpenTurn(budget: Budget, pending: number): "yes" | "nothing-pending" | "paused" {
	if (pending === 0) return "nothing-pending";
	return budget.used < budget.cap ? "yes" : "paused";
}

/** What a person or the program did that concerns reception. */
export type PauseCause =
	| { readonly what: "person-paused" }
	| { readonly what: "person-resumed" }
	| { readonly what: "turn-limit" }
	| { readonly what: "takeover" }
	| { readonly what: "not-stored" }
	| { readonly what: "run-ended"; readonly outcome: RunOutcome };

/** The person's own pause is never replaced by one of the program. */
export function nextPause(pause: Pause, cause: PauseCause): Pause {
	switch (cause.what) {
		case "person-paused":
			return "person";
		case "person-resumed":
			return "no";
		case "run-ended":
			return cause.outcome === "completed" ? pause : byProgram(pause);
		case "turn-limit":
		case "takeover":
		case "not-stored":
			return byProgram(pause);
		default:
			return cause satisfies never;
	}
}

function byProgram(pause: Pause): Pause {
	return pause === "person" ? "person" : "program";
}

/** Whether a live message may open a turn of an idle terminal. Only the person's own pause stops that. */
export function mayLiveOpenTurn(pause: Pause): boolean {
	return pause !== "person";
}

/** Requests of this member without an outcome for limits.stuckMs, oldest first. */
export function dueForReview(waiting: readonly Waiting[], member: string, now: number): readonly Waiting[] {
	return waiting.filter(
		(each) => each.from === member && policyOf(each.kind)?.answer === "result" && now - each.at >= limits.stuckMs,
	);
}

export interface Reviews {
	/** Monotonic ms of the last one; undefined = none yet. */
	readonly lastAt: number | undefined;
	/** What the store looked like then. */
	readonly seen: string;
	/** In a row without a change. */
	readonly quiet: number;
}

export const NO_REVIEWS: Reviews = { lastAt: undefined, seen: "", quiet: 0 };

/** `seen` stands for everything a review could have changed. After limits.quietReviews without a change it is quiet until there is one. */
export function mayReview(reviews: Reviews, now: number, seen: string): boolean {
	if (reviews.lastAt !== undefined && now - reviews.lastAt < limits.reviewMs) return false;
	return reviews.seen !== seen || reviews.quiet < limits.quietReviews;
}

export function reviewed(reviews: Reviews, now: number, seen: string): Reviews {
	return { lastAt: now, seen, quiet: reviews.seen === seen ? reviews.quiet + 1 : 1 };
}

export interface RunEnd {
	readonly outcome: RunOutcome;
	/** Closing texts in the order they were written; the first of them are kept when all are too long. */
	readonly texts: readonly string[];
	/** Absolute paths, in the order they were first written. */
	readonly files: readonly string[];
	readonly takenOver: "yes" | "no";
}

const TAKEN_OVER =
	"The person at this terminal took over while the request was being worked on; no result was recorded.";
const NO_TEXT: Readonly<Record<RunOutcome, string>> = {
	completed: "The run completed without a closing text.",
	failed: "The run failed without a closing text.",
	interrupted: "The run was interrupted without a closing text.",
};

/** The automatic result of a run, within its bounds; what was left out is stated. */
export function buildResult(end: RunEnd): { readonly report: Omit<ResultReport, "request">; readonly body: string } {
	const takenOver = end.takenOver === "yes";
	const outcome = takenOver ? "interrupted" : end.outcome;
	const text = takenOver ? TAKEN_OVER : end.texts.filter((each) => each.trim() !== "").join("\n");
	const whole = text.trim() === "" ? NO_TEXT[outcome] : text;
	const body = cutText(whole, limits.resultBodyLength);
	const textCut = body.length < whole.length;
	const files = [...new Set(end.files)];
	const kept = filesThatFit(files, body);
	const filesOmitted = files.length - kept.length;
	const notes = [
		...(textCut ? [`[cut: the first ${body.length} of ${whole.length} characters]`] : []),
		...(filesOmitted > 0 ? [`[${filesOmitted} more ${filesOmitted === 1 ? "file is" : "files are"} not named]`] : []),
	];
	return { report: { outcome, files: [...kept], filesOmitted, textCut }, body: [body, ...notes].join("\n\n") };
}

function filesThatFit(files: readonly string[], body: string): readonly string[] {
	let bytes = Buffer.byteLength(JSON.stringify(body)) + limits.resultNotesBytes;
	const kept: string[] = [];
	for (const path of files) {
		bytes += Buffer.byteLength(JSON.stringify(path)) + 1;
		const fits = kept.length < limits.resultFiles && bytes <= limits.resultBytes;
		if (!fits || path.length > limits.resultPathLength) break;
		kept.push(path);
	}
	return kept;
}

function cutText(text: string, length: number): string {
	return text.length <= length ? text : wholeCharacters(text, length);
}

/** The request a result answers: id, subject and the start of its text, the cut stated. */
export function quoteRequest(request: Pick<MessageRecord, "id" | "subject" | "body">): string {
	const start = cutText(request.body, limits.quoteLength);
	const cut = start.length < request.body.length ? ` [cut: ${start.length} of ${request.body.length} characters]` : "";
	const lines = start.split("\n").map((line) => `> ${line}`);
	return [`Request ${request.id}: ${request.subject ?? "(no subject)"}`, `${lines.join("\n")}${cut}`].join("\n");
}

/** undefined for a message that is no result, or whose request is not there any more. */
export function quoteFor(store: Store, message: MessageRecord): string | undefined {
	if (message.result === undefined) return undefined;
	const request = findRequest(store, message.teamId, message.from, message.result.request);
	return request === undefined ? undefined : quoteRequest(request);
}

function findRequest(store: Store, teamId: TeamId, to: string, id: MessageId): MessageRecord | undefined {
	// Without it the result is delivered without its quote.
	return ifReadable(() => store.findMessage(teamId, to, id))?.message;
}
