// Which events of a timeline somebody wants to see. Pure.

import { policyOf } from "../kinds.ts";
import type { MemberId, MessageId, TimelineEvent } from "../model.ts";

/** Everything that is given must hold. */
export interface HistoryFilter {
	/** It wrote it, received it, or is spoken of. */
	readonly member?: MemberId | undefined;
	/** A kind of message, or a type of event such as `joined`. */
	readonly kind?: string | undefined;
	/** Words that all occur somewhere in it, and with a leading ! words that do not; case does not matter. */
	readonly text?: string | undefined;
	/** The message a thread began with: what belongs to it. */
	readonly thread?: MessageId | undefined;
	/** Wall ms. */
	readonly since?: number | undefined;
	/** Whatever else the caller asks of an event. */
	readonly also?: ((event: TimelineEvent) => boolean) | undefined;
}

/** Receipts are no lines: nobody looks for them. */
export function isLine(event: TimelineEvent): boolean {
	return event.type !== "receipt";
}

/** A filter made ready once for many events. */
export function matcher(filter: HistoryFilter): (event: TimelineEvent) => boolean {
	const words = (filter.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
	const { also, member, kind, since, thread } = filter;
	return (event) =>
		isLine(event) &&
		(since === undefined || event.at >= since) &&
		(member === undefined || concerns(event, member)) &&
		(kind === undefined || isOfKind(event, kind)) &&
		(thread === undefined || isOfThread(event, thread)) &&
		(words.length === 0 || hasWords(event, words)) &&
		(also === undefined || also(event));
}

function isOfThread({ record }: TimelineEvent, thread: MessageId): boolean {
	return record?.type === "message" && record.rootId === thread;
}

function concerns({ by, record }: TimelineEvent, member: MemberId): boolean {
	if (by === member || record === undefined) return by === member;
	switch (record.type) {
		case "message":
		case "refused":
			return record.to === member;
		case "role-renamed":
		case "removed":
			return record.member === member;
		case "admin":
			return record.member === member || record.previous === member;
		default:
			return false;
	}
}

/** The verb of a kind does as well: a person types `ask`, the record says `question`. */
function isOfKind({ type, record }: TimelineEvent, kind: string): boolean {
	if (type === kind) return true;
	if (record?.type !== "message" && record?.type !== "refused") return false;
	return record.kind === kind || policyOf(record.kind)?.verb === kind;
}

function hasWords(event: TimelineEvent, words: readonly string[]): boolean {
	const text = searchText(event);
	return words.every((word) =>
		word.length > 1 && word.startsWith("!") ? !text.includes(word.slice(1)) : text.includes(word),
	);
}

// Lower-casing 15,000 texts anew for each key pressed would cost more than looking through them.
const texts = new WeakMap<TimelineEvent, string>();

function searchText(event: TimelineEvent): string {
	const known = texts.get(event);
	if (known !== undefined) return known;
	const text = wordsOf(event).join("\n").toLowerCase();
	texts.set(event, text);
	return text;
}

function wordsOf({ type, record }: TimelineEvent): readonly string[] {
	if (record === undefined) return [type];
	switch (record.type) {
		case "message":
			return [record.kind, record.id, record.subject ?? "", record.text];
		case "refused":
			return [type, record.kind, record.code, record.toName ?? "", record.text ?? ""];
		case "joined":
		case "back":
		case "left":
		case "closed":
		case "taken-over":
			return [type, record.cwd];
		case "working":
		case "waiting":
		case "idle":
			return [type, record.focus ?? ""];
		case "role-renamed":
			return [type, record.from, record.to];
		case "created":
			return [type, record.name];
		case "team-renamed":
			return [type, record.name, record.from ?? ""];
		default:
			return [type];
	}
}
