// What was said in a team, beyond what a snapshot holds: one message by its id, its thread, a search, an export. Never writes.

import type { Env } from "./env.ts";
import { type HistoryFilter, matcher } from "./history/filter.ts";
import { endsWith, typedMessageId } from "./history/ids.ts";
import { findRecord, messageFromEvent, messageFromRecord } from "./history/message.ts";
import { openPages } from "./history/pages.ts";
import { idTime } from "./ids.ts";
import { limits } from "./limits.ts";
import type { MemberId, Message, MessageId, TeamId, TimelineEvent } from "./model.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import type { EventRecord } from "./schema.ts";
import type { Store } from "./store.ts";

export interface Found {
	/** Oldest first; the newest that match. */
	readonly events: readonly TimelineEvent[];
	/** True when older ones match too. */
	readonly hasMore: boolean;
}

/** One line of an export; `text` is the whole text of a message, also where the timeline had to cut it. */
export interface HistoryLine {
	readonly event: TimelineEvent;
	readonly text: string | undefined;
	/** Bytes of the whole text, when only its start is left. */
	readonly prunedOf: number | undefined;
}

export interface History {
	/** Lets others run between pages. The second search over the same events reads nothing again. */
	search(filter: HistoryFilter, most: number): Promise<Found>;
	/** By id or by its last 8 (or more) hex digits. Refused: unknown-message, ambiguous. Throws StoreError for a file that cannot be read. */
	message(given: string): Promise<Outcome<Message>>;
	/** All messages under the same root, in order of creation; the given one among them. */
	thread(message: Message): Promise<readonly Message[]>;
	/** Oldest first, from the beginning. */
	lines(filter: HistoryFilter): AsyncGenerator<HistoryLine>;
}

type MessageEvent = Extract<EventRecord, { type: "message" }>;

/** Keep it while a team is looked at: it remembers what it read. */
export function openHistory(env: Env, store: Store, teamId: TeamId): History {
	const pages = openPages(store, teamId);

	function inboxes(): readonly MemberId[] {
		return store.readDocument(teamId)?.members.map((member) => member.id) ?? [];
	}

	/** Message events, newest page first, back to the time at which `oldest` was made. */
	async function* messageEvents(oldest: MessageId | undefined): AsyncGenerator<readonly TimelineEvent[]> {
		// Ids and events are stamped by two looks at a clock that may be set back in between.
		const until = oldest === undefined ? 0 : idTime(oldest) - limits.leaseMs;
		for await (const page of pages.backwards()) {
			yield page.filter((event) => event.record?.type === "message");
			if ((page[0]?.at ?? 0) < until) return;
		}
	}

	async function byId(id: MessageId): Promise<Message | undefined> {
		const record = findRecord(store, teamId, id, inboxes());
		if (record !== undefined) return messageFromRecord(env, store, record);
		for await (const page of messageEvents(id)) {
			const event = page.find((each) => messageOf(each)?.id === id);
			const told = event === undefined ? undefined : fromEvent(event);
			if (told !== undefined) return told;
		}
		return undefined;
	}

	function fromEvent(event: TimelineEvent): Message | undefined {
		const record = messageOf(event);
		if (record === undefined || event.by === null) return undefined;
		return messageFromEvent(env, store, teamId, event.by, record);
	}

	/** Reads past the first hit, so that two messages with one ending are noticed; not through all of history. */
	async function idsEndingIn(digits: string): Promise<ReadonlySet<MessageId>> {
		const ids = new Set<MessageId>();
		for (const member of inboxes()) {
			const { waiting, claimed } = store.listInbox(teamId, member);
			for (const { id } of [...waiting, ...claimed]) if (endsWith(id, digits)) ids.add(id);
		}
		let looked = 0;
		for await (const page of messageEvents(undefined)) {
			for (const event of page) {
				const id = messageOf(event)?.id;
				if (id !== undefined && endsWith(id, digits)) ids.add(id);
			}
			looked += limits.historyPage;
			if (ids.size > 0 && looked >= limits.historyKept) break;
		}
		return ids;
	}

	return {
		async search(filter, most) {
			const matches = matcher(filter);
			let events: readonly TimelineEvent[] = [];
			for await (const page of pages.backwards()) {
				events = [...page.filter(matches), ...events];
				if (events.length > most) return { events: events.slice(-most), hasMore: true };
				if (filter.since !== undefined && (page[0]?.at ?? 0) < filter.since - limits.leaseMs) break;
			}
			return { events, hasMore: false };
		},

		async message(given) {
			const typed = typedMessageId(given);
			if (typed.is === "neither") return refuse({ code: "unknown-message", id: given });
			const ids = typed.is === "id" ? [typed.id] : [...(await idsEndingIn(typed.digits))].sort();
			const [id, another] = ids;
			if (another !== undefined) {
				return refuse({ code: "ambiguous", given, candidates: ids.slice(0, limits.listItems) });
			}
			const message = id === undefined ? undefined : await byId(id);
			return message === undefined ? refuse({ code: "unknown-message", id: given }) : done(message);
		},

		async thread(message) {
			const thread = new Map<MessageId, Message>([[message.id, message]]);
			const members = inboxes();
			for await (const page of messageEvents(message.rootId)) {
				for (const event of page) {
					const record = messageOf(event);
					if (record?.rootId !== message.rootId || thread.has(record.id)) continue;
					const file = findRecord(store, teamId, record.id, [record.to, ...members]);
					const told = file === undefined ? fromEvent(event) : messageFromRecord(env, store, file);
					if (told !== undefined) thread.set(record.id, told);
				}
			}
			return [...thread.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
		},

		async *lines(filter) {
			const matches = matcher(filter);
			for await (const page of pages.forwards()) {
				for (const event of page) if (matches(event)) yield lineOf(store, teamId, event);
			}
		},
	};
}

function messageOf(event: TimelineEvent): MessageEvent | undefined {
	return event.record?.type === "message" ? event.record : undefined;
}

function lineOf(store: Store, teamId: TeamId, event: TimelineEvent): HistoryLine {
	const record = messageOf(event);
	if (record === undefined) return { event, text: undefined, prunedOf: undefined };
	if (record.textBytes === undefined) return { event, text: record.text, prunedOf: undefined };
	const whole = store.findMessage(teamId, record.to, record.id)?.message.body;
	return { event, text: whole ?? record.text, prunedOf: whole === undefined ? record.textBytes : undefined };
}
