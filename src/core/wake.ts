// The words of a check-in: what every teammate is asked, and who was reached. Pure.

import type { Draft } from "./seat.ts";

const SUBJECT = "Check-in";

const QUESTIONS = [
	"Please report in a few lines: what you work on now, what remains, what blocks you, and your next step.",
	"If a teammate blocks you, ask that teammate directly.",
	"Finish what is already authorized; start nothing unrelated.",
].join("\n");

/** The same request to each; `text` is a line of the person who asks. */
export function wakeBody(text: string): Omit<Draft, "to" | "origin"> {
	const line = text.trim();
	const body = line === "" ? QUESTIONS : `${QUESTIONS}\n\n${line}`;
	return { kind: "request", subject: SUBJECT, body, replyTo: undefined, parentId: undefined };
}

/** `why` undefined: it was reached. */
export interface Wake {
	readonly role: string;
	readonly why: string | undefined;
}

export function wakeSummary(wakes: readonly Wake[]): string {
	const reached = wakes.filter(({ why }) => why === undefined).map(({ role }) => role);
	const missed = wakes.filter(({ why }) => why !== undefined).map(({ role, why }) => `${role} (${why})`);
	const first = reached.length === 0 ? "No check-in was submitted." : `Check-in submitted to ${reached.join(", ")}.`;
	return missed.length === 0 ? first : `${first} Not reached: ${missed.join("; ")}`;
}
