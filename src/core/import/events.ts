// Lines of a timeline for what an earlier program had recorded. Pure.

import { limits } from "../limits.ts";
import type { MemberId } from "../model.ts";
import type { EventRecord, MemberRecord, MessageRecord } from "../schema.ts";
import { wholeCharacters } from "../timeline.ts";
import type { EarlierEvent, EarlierMessage } from "./earlier.ts";
import type { Ids } from "./translate.ts";

type Bare = EventRecord extends infer E
	? E extends EventRecord
		? Omit<E, "v" | "at" | "by" | "g" | "n">
		: never
	: never;

export function createdEvent(at: number, name: string): EventRecord {
	return eventAt(at, null, { type: "created", name });
}

export function messageEvent(message: EarlierMessage, record: MessageRecord): EventRecord {
	const { id, to, kind, origin, subject, body, rootId, parentId, replyTo, result } = record;
	return eventAt(message.createdAt, record.from, {
		...{ type: "message", id, to, kind, origin, text: body, rootId },
		...(subject === undefined ? {} : { subject }),
		...(parentId === undefined ? {} : { parentId }),
		...(replyTo === undefined ? {} : { replyTo }),
		...(result === undefined ? {} : { outcome: result.outcome }),
	});
}

/** undefined for a type this program has no word for. */
export function earlierEvent(
	event: EarlierEvent,
	ids: Ids,
	known: ReadonlyMap<MemberId, MemberRecord>,
): EventRecord | undefined {
	const { at, type, text = "", kind = "info" } = event;
	const by = ids.member(event.by);
	const to = event.to === undefined ? undefined : ids.member(event.to);
	const place = { client: "pi", cwd: text.slice(0, limits.resultPathLength) } as const;
	const focus = text === "" ? {} : { focus: wholeCharacters(text, limits.focusLength) };
	switch (type) {
		case "joined":
		case "left":
			return eventAt(at, by, { type, ...place });
		case "working":
		case "idle":
			return eventAt(at, by, { type, ...focus });
		case "message": {
			if (to === undefined) return undefined;
			const id = ids.message(`event ${event.at} ${event.by} ${event.to} ${text}`, at);
			return eventAt(at, by, { type, id, to, kind, origin: "agent", text, rootId: id });
		}
		case "refused": {
			const isMember = to !== undefined && known.has(to);
			const toWhom = isMember ? { to } : { toName: (event.to ?? "").slice(0, limits.subjectLength) };
			return eventAt(at, by, { type, ...toWhom, kind, code: isMember ? "offline" : "unknown-role", text });
		}
		case "removed":
			return to === undefined ? undefined : eventAt(at, by, { type, member: to, settled: 0 });
		default:
			return undefined;
	}
}

export function idOfMessage(event: EventRecord): string {
	return event.type === "message" ? event.id : "";
}

/** The message of a line, for one whose text does not fit there. */
export function wholeOf(event: EventRecord, teamId: string): readonly MessageRecord[] {
	if (event.type !== "message" || event.by === null) return [];
	const { at, by, id, to, kind, origin, subject, text, rootId, parentId } = event;
	return [
		{
			...{ v: 1, at, by: null, id, teamId, kind, from: by, fromGeneration: 0, to, origin, body: text, rootId },
			...(subject === undefined ? {} : { subject }),
			...(parentId === undefined ? {} : { parentId }),
		},
	];
}

function eventAt(at: number, by: MemberId | null, event: Bare): EventRecord {
	return { v: 1, at, by, g: 0, n: 0, ...event, ext: { imported: true } } as EventRecord;
}
