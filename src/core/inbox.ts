// What may go into an inbox: bounds of a text, repeats, and room for it. Counts names; reads no message but possible repeats. Never writes.

import { first8, idTime } from "./ids.ts";
import { type Kind, kinds, policyOf } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MemberId, MessageId } from "./model.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";
import type { Draft } from "./seat.ts";
import { waitingFor } from "./seat-peers.ts";
import type { SeatState } from "./seat-state.ts";
import { isRequest } from "./settling.ts";
import { type InboxListing, ifReadable, type MessageName } from "./store.ts";
import { wholeCharacters } from "./timeline.ts";

/** The subject a draft is stored with, or why the text cannot be sent. Bodies are never changed. */
export function checkText(draft: Draft): Outcome<string | undefined> {
	const policy = kinds[draft.kind];
	if (draft.body.trim() === "") return refuse({ code: "blank-body" });
	const bytes = Buffer.byteLength(draft.body);
	const most = limits[policy.bodyLimit];
	if (bytes > most) return refuse({ code: "body-too-long", bytes, most });
	if (policy.lane === "work") {
		const { to, kind, subject, body } = draft;
		const whole = Buffer.byteLength(JSON.stringify({ to, kind, subject, body }));
		if (whole > limits.workInputBytes) {
			return refuse({ code: "input-too-long", bytes: whole, most: limits.workInputBytes });
		}
	}
	return checkSubject(draft);
}

function checkSubject(draft: Draft): Outcome<string | undefined> {
	const required = kinds[draft.kind].subject === "required";
	if (draft.subject === undefined) {
		if (!required) return done(undefined);
		// A person types one text; an agent is asked for a subject, since nothing is invented for it.
		return draft.origin === "agent" ? refuse({ code: "subject-blank" }) : done(subjectFrom(draft.body));
	}
	if (draft.subject.trim() === "") return required ? refuse({ code: "subject-blank" }) : done(undefined);
	const { length } = draft.subject;
	const most = limits.subjectLength;
	return length > most ? refuse({ code: "subject-too-long", length, most }) : done(draft.subject);
}

/** The first characters of a typed text, on one line. */
export function subjectFrom(text: string): string {
	const line = text.trim().replaceAll(/\s+/g, " ");
	return wholeCharacters(line, Math.min(line.length, limits.subjectFromText)).trimEnd();
}

/** The earlier message when the same was sent to the same member less than a minute ago, by this process or by one before it. */
export function repeatOf(state: SeatState, draft: Draft, subject: string | undefined): MessageId | undefined {
	if (kinds[draft.kind].lane !== "work") return undefined;
	const text = repeatKey(draft.to, subject, draft.body);
	const here = state.sent.find((sent) => sent.text === text && isRecent(state.env.monotonic() - sent.at));
	if (here !== undefined) return here.id;
	const listing = state.store.listInbox(state.teamId, draft.to);
	const mine = [...listing.waiting, ...listing.claimed].filter(
		(name) =>
			name.from8 === first8(state.member) &&
			policyOf(name.kind)?.lane === "work" &&
			isRecent(state.env.now() - idTime(name.id)),
	);
	return mine.find((name) => isSame(state, draft.to, name, text))?.id;
}

/** What lies in the future was made under another clock: nobody knows how long ago. */
export function isRecent(ageMs: number): boolean {
	return ageMs >= 0 && ageMs < limits.duplicateMs;
}

export function repeatKey(to: MemberId, subject: string | undefined, body: string): string {
	return JSON.stringify([to, subject, body]);
}

function isSame(state: SeatState, to: MemberId, name: MessageName, text: string): boolean {
	// A broken neighbour says nothing about this message.
	const message = ifReadable(() => state.store.readMessage(state.teamId, to, name));
	return message?.from === state.member && repeatKey(to, message.subject, message.body) === text;
}

/** Whether the recipient, and the sender for a result, still have room. Bounds may be passed by messages sent in the same instant. */
export function checkRoom(state: SeatState, to: MemberId, role: string, kind: Kind): Refusal | undefined {
	if (kinds[kind].lane === "live") {
		const full = waitingFor(state, to) >= limits.inboxNew;
		return full ? { code: "inbox-full", role, most: limits.inboxNew } : undefined;
	}
	const listing = state.store.listInbox(state.teamId, to);
	if (slotsOf(state, to, listing) >= limits.workSlots) return { code: "inbox-full", role, most: limits.workSlots };
	if (!isRequest(kind)) return undefined;
	const own = state.store.listInbox(state.teamId, state.member);
	const full = slotsOf(state, state.member, own) >= limits.workSlots;
	return full ? { code: "no-result-slot", most: limits.workSlots } : undefined;
}

/** Unsettled work to a member plus unsettled requests from it. */
function slotsOf(state: SeatState, member: MemberId, listing: InboxListing): number {
	const to = [...listing.waiting, ...listing.claimed].filter((name) => policyOf(name.kind)?.lane === "work").length;
	return to + (openFrom(state).get(first8(member)) ?? 0);
}

/** Open requests in all inboxes by who sent them; counted from names, at most limits.fullScanMs old. */
function openFrom(state: SeatState): Map<string, number> {
	const now = state.env.monotonic();
	if (state.openFrom !== undefined && now - state.openFrom.at < limits.fullScanMs) return state.openFrom.counts;
	const counts = new Map<string, number>();
	for (const { id } of state.document.members) {
		const { waiting, claimed } = state.store.listInbox(state.teamId, id);
		for (const name of [...waiting, ...claimed]) {
			if (isRequest(name.kind)) counts.set(name.from8, (counts.get(name.from8) ?? 0) + 1);
		}
	}
	state.openFrom = { at: now, counts };
	return counts;
}

/** A request that was just published counts at once. */
export function countSent(state: SeatState, kind: Kind): void {
	if (!isRequest(kind) || state.openFrom === undefined) return;
	const { counts } = state.openFrom;
	const key = first8(state.member);
	counts.set(key, (counts.get(key) ?? 0) + 1);
}
