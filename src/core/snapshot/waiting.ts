// Who waits for whom in one team: unsettled requests from the inboxes, unanswered questions from the timeline. Never writes.

import type { Env } from "../env.ts";
import { policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { MemberId, MessageId, TeamId, TimelineEvent, Waiting } from "../model.ts";
import type { EventRecord } from "../schema.ts";
import type { MessageName, Store } from "../store.ts";
import { type InboxView, isFinal, type Place, type Standing } from "./inbox.ts";
import type { TroubleBook } from "./trouble.ts";

type MessageEvent = Extract<EventRecord, { type: "message" }>;

/** What of the team the list depends on. `inboxOf` is undefined for somebody who is no member. */
export interface WaitingFacts {
	readonly members: readonly MemberId[];
	readonly inboxOf: (member: MemberId) => InboxView | undefined;
	/** Whether the generation that claimed something still holds the seat and lives. */
	readonly alive: (member: MemberId, generation: number) => boolean;
	readonly events: readonly TimelineEvent[];
}

export interface WaitingReader {
	/** `named` are messages an event spoke of since the last time: their receipts are read again. */
	refresh(facts: WaitingFacts, named: ReadonlySet<MessageId> | "everything"): readonly Waiting[];
	/** Wall ms from which the list may be another one though nothing was written: a question expires. */
	nextChangeAt(): number;
}

type Heard = "unheard" | "surfaced" | "over";

export function watchWaiting(env: Env, store: Store, teamId: TeamId, book: TroubleBook): WaitingReader {
	const place = `${teamId}/waiting`;
	const messages = new Map<MessageId, Waiting & { readonly expiresAt: number }>();
	const heard = new Map<MessageId, Heard>();
	let nextChange = Number.POSITIVE_INFINITY;

	/** From the message itself; kept, since a message never changes. */
	function lookUp(to: MemberId, name: MessageName): (Waiting & { readonly expiresAt: number }) | undefined {
		const known = messages.get(name.id);
		if (known !== undefined) return known;
		const read = book.attempt(`${place}/messages/${name.id}`, () => store.readMessage(teamId, to, name));
		if (!read.ok || read.value === undefined) return undefined;
		const { id, kind, from, at, subject, body, expiresAt } = read.value;
		const found = {
			id,
			kind,
			from,
			to,
			subject: subject ?? firstWords(body),
			at,
			place: "new" as const,
			expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
		};
		messages.set(id, found);
		return found;
	}

	function hear(question: MessageEvent, from: MemberId): Heard {
		const read = book.attempt(`${place}/receipts/${question.id}`, () =>
			store.readReceipts(teamId, from, question.id).map((receipt) => receipt.state),
		);
		if (!read.ok) return heard.get(question.id) ?? "unheard";
		if (read.value.some(isFinal)) return "over";
		return read.value.length > 0 ? "surfaced" : "unheard";
	}

	function openQuestions(facts: WaitingFacts, named: ReadonlySet<MessageId> | "everything"): readonly MessageEvent[] {
		const questions = facts.events.flatMap(({ record }) =>
			record?.type === "message" && policyOf(record.kind)?.answer === "reply" ? [record] : [],
		);
		const asked = new Set(questions.map((question) => question.id));
		for (const id of heard.keys()) {
			if (asked.has(id)) continue;
			heard.delete(id);
			book.forget(`${place}/receipts/${id}`);
		}
		for (const { record } of facts.events) {
			if (record?.type === "receipt" && asked.has(record.id) && isFinal(record.state)) {
				heard.set(record.id, "over");
			}
		}
		return questions.filter((question) => {
			const before = heard.get(question.id);
			if (before === "over" || question.by === null) return false;
			if (before === undefined || named === "everything" || named.has(question.id)) {
				heard.set(question.id, hear(question, question.by));
			}
			return heard.get(question.id) !== "over";
		});
	}

	function questionLine(question: MessageEvent, facts: WaitingFacts): Waiting | undefined {
		const { id, kind, by, to, at, subject, text } = question;
		if (by === null || !facts.members.includes(by)) return undefined;
		const inbox = facts.inboxOf(to);
		if (inbox === undefined) return undefined;
		const line = { id, kind, from: by, to, at, subject: subject ?? firstWords(text) };
		if (heard.get(id) === "surfaced") return { ...line, place: "surfaced" };
		const standing = inbox.others.get(id);
		if (standing === undefined) return undefined;
		return hasExpired(to, standing, facts) ? undefined : { ...line, place: standing.place };
	}

	/** What a living terminal has claimed never expires. */
	function hasExpired(to: MemberId, { name, place: where, generation }: Standing, facts: WaitingFacts): boolean {
		if (where === "surfaced") return false;
		if (generation !== undefined && facts.alive(to, generation)) return false;
		const expiresAt = lookUp(to, name)?.expiresAt ?? Number.POSITIVE_INFINITY;
		if (expiresAt <= env.now()) return true;
		nextChange = Math.min(nextChange, expiresAt);
		return false;
	}

	function requestLines(facts: WaitingFacts): readonly Waiting[] {
		const lines: Waiting[] = [];
		for (const to of facts.members) {
			for (const { name, place: where } of facts.inboxOf(to)?.requests ?? []) {
				const found = lookUp(to, name);
				if (found !== undefined) lines.push(line(found, where));
			}
		}
		return lines;
	}

	return {
		refresh(facts, named) {
			nextChange = Number.POSITIVE_INFINITY;
			book.forget(`${place}/messages`);
			const requests = requestLines(facts);
			const questions = openQuestions(facts, named).flatMap((question) => questionLine(question, facts) ?? []);
			const lines = [...requests, ...questions];
			const shown = new Set(lines.map((each) => each.id));
			for (const id of messages.keys()) if (!shown.has(id)) messages.delete(id);
			return lines.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
		},
		nextChangeAt: () => nextChange,
	};
}

function line({ expiresAt: _expiresAt, ...found }: Waiting & { readonly expiresAt: number }, where: Place): Waiting {
	return { ...found, place: where };
}

/** A message without a subject is named by its first line. */
function firstWords(text: string): string {
	return text.trim().split("\n", 1)[0]?.slice(0, limits.subjectFromText) ?? "";
}
