// How a message reads inside a conversation: one header line, then its body unchanged. And what an entry remembers of it for drawing. Never I/O.

import { policyOf } from "../core/kinds.ts";
import { limits } from "../core/limits.ts";
import { age } from "../core/refusal.ts";
import type { Incoming } from "../core/seat.ts";
import { clean } from "../core/text.ts";
import type { ItemLane, Planned } from "./plan.ts";

const BETWEEN = "\n\n";

/** A message on its way into the conversation. `incoming` is undefined for what no member sent (a review). */
export interface Item extends Planned {
	readonly header: string;
	readonly body: string;
	readonly head: ShownHead;
	readonly incoming: Incoming | undefined;
}

/** What is kept beside the text, in `details.messages` of the entry. */
export interface ShownHead {
	readonly id: string;
	readonly kind: string;
	readonly from: string;
	readonly to: string;
	readonly origin: string;
	readonly at: number;
	readonly subject?: string;
	readonly outcome?: string;
	/** Drawn instead of who wrote to whom. */
	readonly said?: string;
}

/** `start` and `end`: where the body stands in the entry's text, so that it is not stored twice. */
export interface Shown extends ShownHead {
	readonly start: number;
	readonly end: number;
}

export interface Entry {
	readonly content: string;
	readonly details: { readonly v: 1; readonly ids: readonly string[]; readonly messages: readonly Shown[] };
}

export function itemOf(incoming: Incoming, to: string, now: number): Item {
	const { message, fromRole } = incoming;
	return {
		id: message.id,
		lane: laneOf(message.kind),
		bytes: Buffer.byteLength(message.body),
		quiet: false,
		header: headerOf(incoming, now),
		body: bodyOf(incoming),
		head: {
			id: message.id,
			kind: message.kind,
			from: fromRole,
			to,
			origin: message.origin,
			at: message.at,
			...(message.subject === undefined ? {} : { subject: message.subject }),
			...(message.result === undefined ? {} : { outcome: message.result.outcome }),
		},
		incoming,
	};
}

/** A result says which files were touched, and what it answers: a requester's context may have moved on. */
function bodyOf({ message, quote }: Incoming): string {
	const files = message.result?.files ?? [];
	const list =
		files.length === 0
			? undefined
			: ["Files edited or written:", ...files.map((path) => `- ${clean(path)}`)].join("\n");
	return [message.body, list, quote].filter((part) => part !== undefined).join(BETWEEN);
}

function laneOf(kind: string): ItemLane {
	const policy = policyOf(kind);
	if (policy === undefined || !policy.inContext) return "note";
	return policy.lane;
}

const SENDERS = {
	agent: (role: string) => `from ${role} (teammate, not the user)`,
	person: (role: string) => `from the person at ${role}'s terminal`,
	script: (role: string) => `from a script as ${role} (not the user)`,
} as const;

const STANDINGS = { member: "", reconnected: "sender has since reconnected", removed: "sender was removed" } as const;

function headerOf({ message, fromRole, standing }: Incoming, now: number): string {
	const old = now - message.at;
	const parts = [
		`${clean(message.kind)} ${SENDERS[message.origin](clean(fromRole))}`,
		`id ${message.id}`,
		message.subject === undefined ? "" : `"${clean(message.subject)}"`,
		message.replyTo === undefined ? "" : `answers ${message.replyTo}`,
		message.result === undefined ? "" : `request ${message.result.request} ${message.result.outcome}`,
		old >= limits.headerAgeMs ? `sent ${age(old)} ago` : "",
		STANDINGS[standing],
	];
	return `[team · ${parts.filter((part) => part !== "").join(" · ")}]`;
}

/** One entry for one or several messages, in the given order. */
export function entryOf(items: readonly Item[]): Entry {
	let content = "";
	const messages: Shown[] = [];
	for (const item of items) {
		if (content !== "") content += BETWEEN;
		content += `${item.header}\n`;
		const start = content.length;
		content += item.body;
		messages.push({ ...item.head, start, end: content.length });
	}
	return { content, details: { v: 1, ids: items.map((item) => item.id), messages } };
}
