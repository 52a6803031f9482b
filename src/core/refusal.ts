// Every expected "no": what it is, what it says, what to do next, and the exit code of a one-shot verb. The one place with words for "no".

import type { Kind } from "./kinds.ts";

export type Refusal =
	| { readonly code: "not-joined" }
	| { readonly code: "other-team"; readonly team: string }
	| { readonly code: "already-joined"; readonly team: string; readonly role: string }
	| {
			readonly code: "bad-name";
			readonly given: string;
			readonly what: "team" | "role";
			readonly nearest: string | null;
	  }
	| { readonly code: "team-exists"; readonly team: string }
	| { readonly code: "no-team"; readonly root: string }
	| { readonly code: "unknown-team"; readonly team: string; readonly closest: readonly string[] }
	| { readonly code: "unknown-role"; readonly role: string; readonly closest: readonly string[] }
	| { readonly code: "role-taken"; readonly role: string }
	| { readonly code: "role-live"; readonly role: string; readonly where: string }
	| { readonly code: "role-other-session"; readonly role: string; readonly ageMs: number | null }
	| { readonly code: "role-was"; readonly role: string; readonly now: string }
	| { readonly code: "team-full"; readonly most: number }
	| { readonly code: "to-yourself" }
	| { readonly code: "is-you"; readonly verb: string }
	| { readonly code: "offline"; readonly role: string; readonly ageMs: number | null; readonly kind: Kind }
	| { readonly code: "blank-body" }
	| { readonly code: "body-too-long"; readonly bytes: number; readonly most: number }
	| { readonly code: "input-too-long"; readonly bytes: number; readonly most: number }
	| { readonly code: "subject-blank" }
	| { readonly code: "subject-too-long"; readonly length: number; readonly most: number }
	| { readonly code: "duplicate"; readonly earlier: string }
	| { readonly code: "unknown-parent"; readonly parent: string }
	| { readonly code: "parent-not-completed"; readonly parent: string }
	| { readonly code: "thread-full"; readonly most: number }
	| { readonly code: "inbox-full"; readonly role: string; readonly most: number }
	| { readonly code: "no-result-slot"; readonly most: number }
	| { readonly code: "program-kind"; readonly kind: string }
	| { readonly code: "not-admin"; readonly admin: string | null; readonly what: string }
	| { readonly code: "admin-online"; readonly admin: string }
	| { readonly code: "needs-person" }
	| { readonly code: "team-in-use"; readonly team: string; readonly online: readonly string[] }
	| { readonly code: "same-name"; readonly name: string }
	| { readonly code: "unknown-message"; readonly id: string }
	| { readonly code: "ambiguous"; readonly given: string; readonly candidates: readonly string[] }
	| { readonly code: "gone"; readonly what: string }
	| { readonly code: "not-claimed"; readonly id: string }
	| { readonly code: "too-late"; readonly what: string }
	| { readonly code: "removed"; readonly by: string | null }
	| { readonly code: "taken-over"; readonly where: string }
	| { readonly code: "team-deleted"; readonly team: string }
	| { readonly code: "busy"; readonly holderPid: number | null; readonly ageMs: number | null }
	| { readonly code: "read-only"; readonly reason: string }
	| { readonly code: "low-space"; readonly freeBytes: number }
	| { readonly code: "store-trouble"; readonly what: string; readonly path: string; readonly hint: string }
	| { readonly code: "here-only"; readonly where: string }
	| { readonly code: "not-here"; readonly why: string }
	| { readonly code: "usage"; readonly usage: string; readonly problem: string }
	| { readonly code: "flag-needed"; readonly flag: string; readonly what: string }
	| { readonly code: "not-confirmed"; readonly question: string; readonly effect: string }
	| { readonly code: "timed-out"; readonly what: string; readonly afterMs: number }
	| { readonly code: "not-completed"; readonly id: string; readonly outcome: string }
	| { readonly code: "no-answer"; readonly id: string; readonly state: string }
	| { readonly code: "declined" };

export type RefusalCode = Refusal["code"];

/** A value, or a reason why not. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function done<T>(value: T): Outcome<T> {
	return { ok: true, value };
}

export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
	return { ok: false, refusal };
}

/** What is said: one sentence, and what to do next where there is something to do. */
export interface Explanation {
	readonly message: string;
	readonly next: string | undefined;
}

/** Exit code of a one-shot verb. 2 usage, 3 refused, 4 no such team, role or message, 5 busy, 6 store broken or read-only. */
export function exitCodeOf(refusal: Refusal): number {
	switch (refusal.code) {
		case "usage":
		case "bad-name":
			return 2;
		case "no-team":
		case "unknown-team":
		case "unknown-role":
		case "unknown-message":
		case "ambiguous":
		case "gone":
		case "team-deleted":
			return 4;
		case "busy":
		case "timed-out":
			return 5;
		case "read-only":
		case "store-trouble":
			return 6;
		default:
			return 3;
	}
}

/** One text of both parts, for notices and tool errors. */
export function sentence(refusal: Refusal): string {
	const { message, next } = explain(refusal);
	return next === undefined ? message : `${message} ${next}`;
}

export function explain(refusal: Refusal): Explanation {
	switch (refusal.code) {
		case "not-joined":
			return say("You are not in a team.", "Join one with `/team join <team> <role>`.");
		case "other-team":
			return say(`You are not in ${refusal.team}.`, "A terminal is in one team at a time: leave yours first.");
		case "already-joined":
			return say(`This terminal is already ${refusal.role} in ${refusal.team}.`, "Leave first with `/team leave`.");
		case "bad-name":
			return say(
				`"${refusal.given}" cannot be a ${refusal.what} name.`,
				`${refusal.nearest === null ? "" : `Nearest valid name: ${refusal.nearest}. `}Names have 1 to 48 of a-z, 0-9 and -, starting with a letter.`,
			);
		case "team-exists":
			return say(`There is already a team ${refusal.team}.`, `Join it with \`/team join ${refusal.team} <role>\`.`);
		case "no-team":
			return say(`There is no team in ${refusal.root} yet.`, "Create one with `/team create <team> <role>`.");
		case "unknown-team":
			return say(
				`There is no team ${refusal.team}.`,
				refusal.closest.length > 0
					? `Close to it: ${refusal.closest.join(", ")}.`
					: `Create it with \`/team create ${refusal.team} <role>\`.`,
			);
		case "unknown-role":
			return say(
				`Nobody in the team is called ${refusal.role}.`,
				refusal.closest.length > 0 ? `There are: ${refusal.closest.join(", ")}.` : undefined,
			);
		case "role-taken":
			return say(`The team already has a member called ${refusal.role}.`, "Choose another role.");
		case "role-live":
			return say(
				`${refusal.role} is held by another terminal (${refusal.where}).`,
				"Choose another role, or leave there first.",
			);
		case "role-other-session":
			return say(
				`${refusal.role} is offline${since(refusal.ageMs)} and was another session's.`,
				"Taking it over needs a confirmation.",
			);
		case "role-was":
			return say(
				`${refusal.role} is now called ${refusal.now}.`,
				`Taking the name ${refusal.role} needs a confirmation.`,
			);
		case "team-full":
			return say(`The team already has ${refusal.most} members.`, "Remove one that is no longer needed.");
		case "to-yourself":
			return say("That would be addressed to yourself.", "Name a teammate.");
		case "is-you":
			return say(`That is you.`, refusal.verb === "remove" ? "Use `/team leave`." : undefined);
		case "offline":
			return say(
				`${refusal.role} is offline${since(refusal.ageMs)}; ${refusal.kind} is delivered now or not at all.`,
				`\`/team send ${refusal.role} …\` (kind request) queues it.`,
			);
		case "blank-body":
			return say("The text is empty.", "Write what should be delivered.");
		case "body-too-long":
			return say(
				`The text has ${refusal.bytes} bytes; at most ${refusal.most} are delivered.`,
				"Put it in a file and name the file.",
			);
		case "input-too-long":
			return say(`The whole message has ${refusal.bytes} bytes; at most ${refusal.most} are stored.`, "Shorten it.");
		case "subject-blank":
			return say("The subject is empty.", "Give a subject of one line.");
		case "subject-too-long":
			return say(`The subject has ${refusal.length} characters; at most ${refusal.most} fit.`, "Shorten it.");
		case "duplicate":
			return say(`The same message was sent less than a minute ago (${refusal.earlier}).`, undefined);
		case "unknown-parent":
			return say(`There is no message ${refusal.parent} that involves you.`, undefined);
		case "parent-not-completed":
			return say(
				`The result ${refusal.parent} did not complete; a new request on top of it needs the user.`,
				"Ask the user, or send a note.",
			);
		case "thread-full":
			return say(
				`This thread already has ${refusal.most} requests and notes sent by agents.`,
				"Ask the user how to go on.",
			);
		case "inbox-full":
			return say(`The inbox of ${refusal.role} is full (${refusal.most}).`, "Wait until it has worked some off.");
		case "no-result-slot":
			return say(
				`You already have ${refusal.most} open items, so there is no room for the result.`,
				"Work some off first.",
			);
		case "program-kind":
			return say(`A ${refusal.kind} is written by the program, never by hand.`, undefined);
		case "not-admin":
			return say(
				`Only the admin may ${refusal.what}${refusal.admin === null ? "." : `; that is ${refusal.admin}.`}`,
				refusal.admin === null ? undefined : `Ask ${refusal.admin}.`,
			);
		case "admin-online":
			return say(
				`The admin ${refusal.admin} has not been offline for 10 minutes.`,
				"A person may claim it at any time, with a key press.",
			);
		case "needs-person":
			return say("Only a person may do that, by a key press or a typed command.", undefined);
		case "team-in-use":
			return say(
				`${refusal.online.join(", ")} ${refusal.online.length === 1 ? "is" : "are"} online in ${refusal.team}.`,
				"Join it and act as its admin, or wait until nobody is online.",
			);
		case "same-name":
			return say(`It is already called ${refusal.name}.`, undefined);
		case "unknown-message":
			return say(`There is no message ${refusal.id}.`, undefined);
		case "ambiguous":
			return say(`${refusal.given} may mean ${refusal.candidates.join(" or ")}.`, "Say which.");
		case "gone":
			return say(`${refusal.what} is no longer there.`, undefined);
		case "not-claimed":
			return say(`This terminal does not work on ${refusal.id}.`, undefined);
		case "too-late":
			return say(`That request was already ${refusal.what}; this answer is not used.`, "Send it as a message instead.");
		case "removed":
			return say(
				`Your role was removed${refusal.by === null ? "" : ` by ${refusal.by}`}.`,
				"Join again under a role to come back.",
			);
		case "taken-over":
			return say(`Your role is now held elsewhere (${refusal.where}).`, undefined);
		case "team-deleted":
			return say(`The team ${refusal.team} was deleted.`, undefined);
		case "busy":
			return say(`The store is busy${lockWords(refusal)}.`, "Try again.");
		case "read-only":
			return say(`The store cannot be written: ${refusal.reason}.`, "Reading goes on.");
		case "low-space":
			return say(
				`The disk is almost full (${Math.floor(refusal.freeBytes / 1_048_576)} MB free).`,
				"Free some space first.",
			);
		case "store-trouble":
			return say(
				`The store could not be used (${refusal.what}): ${refusal.hint}.`,
				`Look at ${refusal.path}, or run \`pi-team-dash doctor\`.`,
			);
		case "here-only":
			return say(`That can only be done ${refusal.where}.`, undefined);
		case "not-here":
			return say(refusal.why, undefined);
		case "usage":
			return say(refusal.problem, `Usage: ${refusal.usage}`);
		case "flag-needed":
			return say(`${refusal.what}.`, `Add \`${refusal.flag}\`.`);
		case "not-confirmed":
			return say(`${refusal.question} ${refusal.effect}`, "Nothing was changed; `--yes` says yes.");
		case "timed-out":
			return say(`${refusal.what} after ${age(refusal.afterMs)}.`, undefined);
		case "not-completed":
			return say(`The request ${refusal.id} did not complete: ${refusal.outcome}.`, undefined);
		case "no-answer":
			return say(`No answer will come to ${refusal.id}: it is ${refusal.state}.`, undefined);
		case "declined":
			return say("Nothing was changed.", undefined);
		default:
			return refusal satisfies never;
	}
}

function say(message: string, next: string | undefined): Explanation {
	return { message, next };
}

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_MIN = 60;
const DAY_H = 24;

/** An age as everything shows it: `41s`, `3m`, `2h`, `5d`. */
export function age(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
	if (seconds < MINUTE_S) return `${seconds}s`;
	const minutes = Math.floor(seconds / MINUTE_S);
	if (minutes < HOUR_MIN) return `${minutes}m`;
	const hours = Math.floor(minutes / HOUR_MIN);
	return hours < DAY_H ? `${hours}h` : `${Math.floor(hours / DAY_H)}d`;
}

/** Who stands in the way, as far as it is known. */
function lockWords({ holderPid, ageMs }: Extract<Refusal, { code: "busy" }>): string {
	const parts = [
		...(holderPid === null ? [] : [`held by process ${holderPid}`]),
		...(ageMs === null ? [] : [`last renewed ${age(ageMs)} ago`]),
	];
	return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function since(ageMs: number | null): string {
	return ageMs === null ? "" : ` since ${age(ageMs)}`;
}
