// How a message is linked to an earlier one: its parent, its root, and how many agents' messages hang there. Never writes.

import { idTime } from "./ids.ts";
import { policyOf } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MessageId, Position } from "./model.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import type { EventRecord, MessageRecord } from "./schema.ts";
import type { Draft } from "./seat.ts";
import type { SeatState } from "./seat-state.ts";
import { isRequest } from "./settling.ts";
import { ifReadable } from "./store.ts";

export interface Links {
	/** undefined: it starts a thread and is its own root. */
	readonly rootId: MessageId | undefined;
	readonly parentId: MessageId | undefined;
	readonly replyTo: MessageId | undefined;
	/** The message `replyTo` names. */
	readonly answered: MessageRecord | undefined;
}

const ALONE: Links = { rootId: undefined, parentId: undefined, replyTo: undefined, answered: undefined };

/** An answer belongs to the thread of what it answers, before the one of what is being worked on. */
export function linksOf(state: SeatState, draft: Draft): Outcome<Links> {
	const parentId = draft.replyTo ?? draft.parentId;
	if (parentId === undefined) return done(ALONE);
	const parent = findInvolved(state, parentId);
	if (parent === undefined) return refuse({ code: "unknown-parent", parent: parentId });
	const { result, rootId } = parent;
	if (isRequest(draft.kind) && result !== undefined && result.outcome !== "completed") {
		return refuse({ code: "parent-not-completed", parent: parentId });
	}
	if (draft.origin === "agent" && isCounted(draft.kind) && countInThread(state, rootId) >= limits.rootMessages) {
		return refuse({ code: "thread-full", most: limits.rootMessages });
	}
	const { replyTo } = draft;
	return done({ rootId, parentId, replyTo, answered: replyTo === undefined ? undefined : parent });
}

/** A message to or from this member; its own inbox first, where an answer's parent nearly always lies. */
export function findInvolved(state: SeatState, id: MessageId): MessageRecord | undefined {
	const own = find(state, state.member, id);
	if (own !== undefined) return own;
	for (const { id: other } of state.document.members) {
		const message = other === state.member ? undefined : find(state, other, id);
		if (message !== undefined) return message.from === state.member ? message : undefined;
	}
	return undefined;
}

function find(state: SeatState, to: string, id: MessageId): MessageRecord | undefined {
	// Unreadable is as good as unknown to who wants to link to it.
	return ifReadable(() => state.store.findMessage(state.teamId, to, id))?.message;
}

/** Requests and notes; results come by themselves, and live messages are linked but never counted. */
function isCounted(kind: string): boolean {
	const policy = policyOf(kind);
	return policy?.lane === "work" && policy.writtenBy === "anyone";
}

/** From the timeline, newest first, back to when the root was made. A line that was lost lets one message more through. */
function countInThread(state: SeatState, rootId: MessageId): number {
	const begun = idTime(rootId) - limits.clockSkewMs;
	let before: Position | undefined;
	let count = 0;
	for (let looked = 0; looked < limits.threadEvents; ) {
		const page = state.store.latestEvents(state.teamId, limits.timelineShown, before);
		const oldest = page.events[0];
		count += page.events.filter(({ record }) => record !== undefined && isOfThread(record, rootId)).length;
		if (oldest === undefined || !page.hasOlder || oldest.at < begun) return count;
		before = oldest.position;
		looked += page.events.length;
	}
	return count;
}

function isOfThread(record: EventRecord, rootId: MessageId): boolean {
	return record.type === "message" && record.rootId === rootId && record.origin === "agent" && isCounted(record.kind);
}
