// What is said about a message: its state and the words for it, the same for people and models, everywhere. Pure.

import { type KindPolicy, policyOf } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MessageId, MessageState, Presence, ReceiptStep } from "./model.ts";
import { age } from "./refusal.ts";
import type { FailCode, Hold, Pause, ReceiptState, Outcome as RunOutcome } from "./schema.ts";

export type MessagePlace = MessageState["place"];

/** Where the file of a message lies; a claim of a terminal that is gone counts like no claim. */
export type FilePlace = "new" | "claimed-alive" | "claimed-dead" | "done" | "missing";

const RANK: readonly MessagePlace[] = ["new", "claimed", "surfaced", "answered", "expired", "failed", "settled"];

/** When a message of this kind that was sent at this time is over unless somebody claimed it; undefined = never. */
export function expiryOf(kind: string, at: number): number | undefined {
	return policyOf(kind)?.lane === "live" ? at + limits.messageTtlMs : undefined;
}

/** The last that exists of waiting < claimed < the receipts. Past its time and claimed by nobody alive it is expired, receipt or not. */
export function placeOf(
	receipts: readonly { readonly state: ReceiptState }[],
	file: FilePlace,
	expiresAt: number | undefined,
	now: number,
): MessagePlace {
	const furthest = receipts.map((receipt) => RANK.indexOf(receipt.state)).reduce((a, b) => Math.max(a, b), -1);
	const known = RANK[furthest];
	if (known !== undefined) return known;
	// A file only ever moves, and its receipts outlive it: without both nobody can say what became of it.
	if (file === "missing") return "pruned";
	if (file === "claimed-alive") return "claimed";
	if (expiresAt !== undefined && expiresAt <= now) return "expired";
	return file === "new" ? "new" : "claimed";
}

/** Nothing more happens to it. */
export function isOver(place: MessagePlace): boolean {
	return place === "expired" || place === "failed" || place === "settled" || place === "pruned";
}

/** The recipient as far as it says why something waits. */
export interface Recipient {
	readonly role: string;
	readonly presence: Presence;
	readonly activity:
		| { readonly paused: Pause; readonly holds: readonly Hold[]; readonly request?: MessageId | undefined }
		| undefined;
}

/** `recipient` undefined where nothing is known about it. */
export function stateWords(state: MessageState, kind: string, recipient: Recipient | undefined, now: number): string {
	switch (state.place) {
		case "new":
		case "claimed":
			return submittedWords({ id: state.id, kind }, recipient, now);
		case "expired":
		case "surfaced":
		case "answered":
			return state.place;
		case "pruned":
			return "no longer known: pruned";
		case "failed":
		case "settled": {
			const last = state.receipts.find((each) => each.state === state.place);
			return last === undefined ? state.place : stepWords(last);
		}
		default:
			return state.place satisfies never;
	}
}

/** One step of a message on its way, as its receipt tells it. */
export function stepWords(
	receipt: Pick<ReceiptStep, "state" | "code" | "outcome" | "inferred" | "textMissing">,
): string {
	switch (receipt.state) {
		case "failed":
			return `failed: ${failWords(receipt.code)}`;
		case "settled":
			return outcomeWords(receipt.outcome, receipt.textMissing === true ? "missing" : "given");
		case "answered":
			return receipt.inferred === true ? "answered (inferred)" : "answered";
		default:
			return receipt.state;
	}
}

export interface Step {
	/** Wall ms; undefined for what follows from the time alone and nobody wrote down. */
	readonly at: number | undefined;
	readonly words: string;
	/** Right behind the words and their time: what holds it up. */
	readonly held: string;
}

/** Every step of a message on its way, the first one included. Its last says what stateWords says. */
export function stepsOf(
	message: { readonly at: number; readonly kind: string; readonly state: MessageState },
	recipient: Recipient | undefined,
	now: number,
): readonly Step[] {
	const { at, kind, state } = message;
	const waits = state.place === "new" || state.place === "claimed";
	const told = state.receipts.some((receipt) => receipt.state === state.place);
	return [
		{ at, words: "submitted", held: waits ? heldWords({ id: state.id, kind }, recipient, now) : "" },
		...state.receipts.map((receipt) => ({ at: receipt.at, words: stepWords(receipt), held: "" })),
		...(waits || told ? [] : [{ at: undefined, words: stateWords(state, kind, recipient, now), held: "" }]),
	];
}

/** Of what is not over yet, as lists of open work have it: the words its sender reads. */
export function openWords(
	open: Submitted & { readonly place: "new" | "claimed" | "surfaced" },
	recipient: Recipient | undefined,
	now: number,
): string {
	return open.place === "surfaced" ? "surfaced" : submittedWords(open, recipient, now);
}

export interface Submitted {
	readonly id: MessageId;
	readonly kind: string;
}

/** Of a message that was not read yet: never "delivered", never "done". */
export function submittedWords(message: Submitted, recipient: Recipient | undefined, now: number): string {
	return `submitted${heldWords(message, recipient, now)}`;
}

/** Why a submitted message was not read yet, to be said right behind that; empty where nothing is known to hold it up. */
export function heldWords(message: Submitted, recipient: Recipient | undefined, now: number): string {
	const policy = policyOf(message.kind);
	if (recipient === undefined || policy === undefined) return "";
	const { role, presence, activity } = recipient;
	if (presence.at !== "online") return offlineWords(policy, role, presence, now);
	if (presence.holder.client === "cli") return `; ${role} is a script's seat: queued until a terminal takes it`;
	if (activity === undefined || !policy.inContext) return "";
	// What keeps the terminal busy is this message itself; only its receipt is still to come.
	if (activity.request === message.id) return "";
	if (activity.paused === "person") {
		const then = policy.lane === "live" ? " and will read this with its next turn" : "; it waits until it resumes";
		return `; ${role} is paused by its person${then}`;
	}
	const paused = activity.paused === "program" && policy.lane === "work" ? ["paused"] : [];
	const reasons = [...paused, ...activity.holds.map((hold) => HOLD_WORDS[hold])];
	return reasons.length === 0 ? "" : `, waiting for: ${reasons.join(", ")}`;
}

function offlineWords(policy: KindPolicy, role: string, presence: Presence, now: number): string {
	if (policy.offline === "refused") return "";
	const word = presence.at === "suspended" ? "suspended" : "offline";
	const since = presence.since === null ? "" : ` since ${age(now - presence.since)}`;
	return `; ${role} is ${word}${since}: queued until it returns`;
}

/** What is open with a member, as a snapshot counts it. */
export interface Open {
	readonly unread: number;
	/** Requests to it, and from it. */
	readonly openTo: number;
	readonly openFrom: number;
}

/** What a removal settles: the question before it, the notice after it and the timeline say this number. */
export function openItems({ unread, openTo, openFrom }: Open): number {
	return unread + openTo + openFrom;
}

export const HOLD_WORDS: Readonly<Record<Hold, string>> = {
	busy: "busy",
	dialog: "dialog",
	draft: "draft in the editor",
	"no-model": "no model",
	batch: "batch",
	request: "request",
	"first-prompt": "first prompt",
};

/** A completed request is said to be answered; the receipt's own word is never shown. */
export function outcomeWords(outcome: RunOutcome | undefined, text: "given" | "missing" = "given"): string {
	if (outcome !== undefined && outcome !== "completed") return outcome;
	return text === "missing" ? "answered without a text" : "answered";
}

export function failWords(code: FailCode | undefined): string {
	switch (code) {
		case "taken-over":
			return "taken over";
		case "invalid":
			return "invalid";
		case "attempts":
			return "not delivered after several attempts";
		case "removed":
			return "removed";
		default:
			return "unknown reason";
	}
}
