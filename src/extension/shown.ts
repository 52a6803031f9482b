// What an entry of the session says about team messages, ours and those of earlier tools: read leniently, since a session file can hold anything. Never draws.

import { types } from "./host.ts";

/** One message, ready to be drawn. Nothing in it is cleaned yet. */
export interface Drawn {
	/** `backend → planner`. */
	readonly who: string;
	readonly kind: string;
	readonly note: string | undefined;
	/** `who` says the kind already. */
	readonly isNamed: boolean;
	readonly subject: string | undefined;
	readonly body: string;
}

/** A custom message: one per message in the batch. */
export function drawnMessage(message: unknown): readonly Drawn[] {
	const { content, details, customType } = asRecord(message);
	const text = textOf(content);
	const { messages } = asRecord(details);
	if (Array.isArray(messages) && messages.length > 0) return messages.map((each) => drawnPart(asRecord(each), text));
	return [drawnEarlier(asRecord(details), text, customType)];
}

/** An entry for the person's eyes: a note, what was sent, a list. */
export function drawnEntry(entry: unknown): readonly Drawn[] {
	const { data, customType } = asRecord(entry);
	const record = asRecord(data);
	const text = textOf(record.content);
	if (Array.isArray(record.messages) && record.messages.length > 0) {
		return record.messages.map((each) => drawnPart(asRecord(each), text));
	}
	return [drawnEarlier(record, text, customType)];
}

function drawnPart(part: Readonly<Record<string, unknown>>, text: string): Drawn {
	const from = word(part.from, "a teammate");
	const sender = part.origin === "person" ? `${from} (person)` : from;
	const said = optional(part.said);
	const start = typeof part.start === "number" ? part.start : 0;
	const end = typeof part.end === "number" ? part.end : text.length;
	return {
		who: said ?? `${sender} → ${word(part.to, "you")}`,
		kind: word(part.kind, "message"),
		note: optional(part.outcome),
		isNamed: said !== undefined,
		subject: optional(part.subject),
		body: text.slice(start, end),
	};
}

/** The earlier tools kept the stored message itself as details: aliases as from and to, subject and body. */
function drawnEarlier(record: Readonly<Record<string, unknown>>, text: string, customType: unknown): Drawn {
	const stored = asRecord(record.message ?? record.event ?? record);
	const body = textOf(stored.body ?? stored.text ?? stored.content);
	const isReview = customType === types.review;
	const fallback = isReview ? "review" : "message";
	return {
		who: [optional(stored.from), optional(stored.to)].filter((each) => each !== undefined).join(" → ") || "team",
		kind: word(stored.kind, fallback),
		note: optional(asRecord(stored.result).outcome),
		isNamed: false,
		subject: optional(stored.subject),
		body: body === "" ? text : body,
	};
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as Readonly<Record<string, unknown>>)
		: {};
}

function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content
		.map((part) => asRecord(part).text)
		.filter((text) => typeof text === "string")
		.join("\n");
}

function optional(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

function word(value: unknown, otherwise: string): string {
	return optional(value) ?? otherwise;
}
