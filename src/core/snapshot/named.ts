// What events speak of: whose seat, whose inbox and which messages a reader looks at again. Pure.

import type { MemberId, MessageId, TimelineEvent } from "../model.ts";

export interface Named {
	readonly seats: ReadonlySet<MemberId>;
	readonly inboxes: ReadonlySet<MemberId>;
	readonly messages: ReadonlySet<MessageId>;
}

/** `holderOf` answers whose inbox holds a message as far as it is known: a result may be settled by a peer. */
export function namedIn(
	events: readonly TimelineEvent[],
	holderOf: (message: MessageId) => MemberId | undefined,
): Named {
	const seats = new Set<MemberId>();
	const inboxes = new Set<MemberId>();
	const messages = new Set<MessageId>();
	for (const { record, by } of events) {
		switch (record?.type) {
			case "message":
				inboxes.add(record.to);
				if (record.replyTo !== undefined) messages.add(record.replyTo);
				break;
			case "receipt": {
				messages.add(record.id);
				const holder = holderOf(record.id) ?? by;
				if (holder !== null) inboxes.add(holder);
				break;
			}
			case "joined":
			case "back":
			case "left":
			case "closed":
			case "taken-over":
				// Taking and leaving a seat also moves what an earlier generation had claimed.
				if (by !== null) seats.add(by);
				if (by !== null) inboxes.add(by);
				break;
			case "removed":
				seats.add(record.member);
				inboxes.add(record.member);
				break;
			default:
				break;
		}
	}
	return { seats, inboxes, messages };
}
