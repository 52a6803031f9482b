// What a typed filter leaves of a timeline: words, and the fields member:, kind:, thread: and since:; a leading ! leaves out. Pure.

import { policyOf } from "../kinds.ts";
import type { MessageId, Team, TimelineEvent, Waiting } from "../model.ts";
import type { EventRecord } from "../schema.ts";
import { concerns } from "./events.ts";
import { momentMs } from "./typed-time.ts";
import { wordedOf } from "./worded.ts";

export type Passes = (event: TimelineEvent) => boolean;

const MINUTE_MS = 60_000;
const TERM = /^(!?)(?:(member|kind|thread|since):)?(.*)$/;

/** Everything that was typed must hold. A field without a value, which is still being typed, leaves everything. */
export function flowFilter(team: Team, typed: string, now: number): Passes {
	const terms = wordsIn(typed).flatMap((word) => termOf(team, word, now));
	return (event) => terms.every((holds) => holds(event));
}

/** Changes when another answer may come of the same filter: an age is measured from now, minute by minute. */
export function filterKey(typed: string, now: number): string {
	return typed.includes("since:") ? `${typed}@${Math.floor(now / MINUTE_MS)}` : typed;
}

/** The earliest time anything that passes can have; undefined = any. */
export function earliest(typed: string, now: number): number | undefined {
	const times = wordsIn(typed).flatMap((word) => {
		const [, not, field, value = ""] = TERM.exec(word) ?? [];
		return not === "" && field === "since" ? (since(value, now) ?? []) : [];
	});
	return times.length === 0 ? undefined : Math.max(...times);
}

/** The message that is waited for, as a filter looks at it; its own event may not be loaded. */
export function eventOfWaiting(team: Team, { id, from, to, kind, subject, at }: Waiting): TimelineEvent {
	const loaded = team.timeline.findLast(({ record }) => record?.type === "message" && record.id === id);
	if (loaded !== undefined) return loaded;
	const head = { v: 1, at, by: from, g: 0, n: 0, id, to, kind } as const;
	const record: EventRecord = { ...head, type: "message", origin: "agent", text: subject, rootId: id };
	return { position: { segment: 0, offset: 0 }, at, by: from, type: "message", record };
}

function wordsIn(typed: string): readonly string[] {
	return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

function termOf(team: Team, word: string, now: number): readonly Passes[] {
	const [, not, field, value = ""] = TERM.exec(word) ?? [];
	if (value === "") return [];
	const holds = field === undefined ? hasText(team, value) : fieldTerm(team, field, value, now);
	if (holds === undefined) return [];
	return [not === "!" ? (event) => !holds(event) : holds];
}

function fieldTerm(team: Team, field: string, value: string, now: number): Passes | undefined {
	switch (field) {
		case "member":
			return ofMember(team, value);
		case "kind":
			return ofKind(value);
		case "thread":
			return inThread(team, value.replace(/^#/, ""));
		default: {
			const from = since(value, now);
			return from === undefined ? undefined : ({ at }) => at >= from;
		}
	}
}

function since(value: string, now: number): number | undefined {
	return momentMs(value, Math.floor(now / MINUTE_MS) * MINUTE_MS);
}

function hasText(team: Team, value: string): Passes {
	return (event) => wordedOf(team, event).text.includes(value);
}

/** By its whole role, else by a part of it or the end of its id. */
function ofMember(team: Team, value: string): Passes {
	const all = [...team.members, ...team.removed];
	const exact = all.filter(({ role }) => role === value);
	const meant = exact.length > 0 ? exact : all.filter(({ id, role }) => role.includes(value) || id.endsWith(value));
	return (event) => meant.some(({ id }) => concerns(event, id));
}

/** A kind of message, its verb, or a type of event; the start of it does. */
function ofKind(value: string): Passes {
	return ({ type, record }) => {
		const kind = record?.type === "message" || record?.type === "refused" ? record.kind : undefined;
		const names = [type, kind, kind === undefined ? undefined : policyOf(kind)?.verb];
		return names.some((name) => name?.startsWith(value));
	};
}

/** By the end of the id of any message in it. */
function inThread(team: Team, value: string): Passes {
	const roots = new Set<MessageId>();
	for (const { record } of team.timeline) {
		if (record?.type === "message" && record.id.endsWith(value)) roots.add(record.rootId);
	}
	return ({ record }) =>
		record?.type === "message" &&
		(roots.has(record.rootId) || record.rootId.endsWith(value) || record.id.endsWith(value));
}
