// One message as people read it: the file while it is there, else what the timeline kept. Never writes.

import type { Env } from "../env.ts";
import type { MemberId, Message, MessageId, TeamId } from "../model.ts";
import { stateOfMessage } from "../receipts.ts";
import type { EventRecord, MessageRecord } from "../schema.ts";
import { expiryOf } from "../standing.ts";
import type { Store } from "../store.ts";

type MessageEvent = Extract<EventRecord, { type: "message" }>;

export function messageFromRecord(env: Env, store: Store, record: MessageRecord): Message {
	const { id, teamId, kind, from, to, origin, at, subject, body, expiresAt, rootId, parentId, replyTo, result } =
		record;
	const state = stateOfMessage(env, store, teamId, { id, from, to, kind, at, expiresAt });
	const outcome = result?.outcome;
	return {
		id,
		teamId,
		kind,
		from,
		to,
		origin,
		at,
		subject,
		body,
		expiresAt,
		rootId,
		parentId,
		replyTo,
		outcome,
		state,
	};
}

/** `from` is the writer of the event. The text may be cut: `prunedOf` then says how long it was. */
export function messageFromEvent(env: Env, store: Store, teamId: TeamId, from: MemberId, event: MessageEvent): Message {
	const { id, kind, to, origin, at, subject, text, textBytes, rootId, parentId, replyTo, outcome } = event;
	return {
		...{ id, teamId, kind, from, to, origin, at, subject, body: text, rootId, parentId, replyTo, outcome },
		expiresAt: expiryOf(kind, at),
		state: stateOfMessage(env, store, teamId, { id, from, to, kind, at }),
		...(textBytes === undefined ? {} : { prunedOf: textBytes }),
	};
}

/** Looks in one inbox after the other: the id alone does not tell whose it is. */
export function findRecord(
	store: Store,
	teamId: TeamId,
	id: MessageId,
	inboxes: readonly MemberId[],
): MessageRecord | undefined {
	for (const member of inboxes) {
		const found = store.findMessage(teamId, member, id);
		if (found !== undefined) return found.message;
	}
	return undefined;
}
