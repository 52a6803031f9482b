// THE event table: what a line of the timeline says. Names are resolved when drawn, so a rename shows everywhere. Never I/O.

import { limits } from "../limits.ts";
import type { MemberId, Team, TimelineEvent } from "../model.ts";
import type { EventRecord } from "../schema.ts";
import { messageHead, nameIn } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { clock } from "./time.ts";
import { foreign, type Line, type Tone, word } from "./words.ts";

type Told<Type extends EventRecord["type"]> = Extract<EventRecord, { readonly type: Type }>;

/** `18:02:11  reviewer → backend  question  Which code?` One line, cut by whoever places it. */
export function eventLine(team: Team, event: TimelineEvent): Line {
	return [word(clock(event.at), "dim"), word("  "), ...eventWords(team, event)];
}

/** The same without the time. */
export function eventWords(team: Team, event: TimelineEvent): Line {
	const { record } = event;
	const actor = foreign(nameIn(team, event.by), "strong");
	if (record === undefined) return [actor, word(" "), foreign(event.type, "dim")];
	return [actor, word(" "), ...recordWords(team, record)];
}

function recordWords(team: Team, record: EventRecord): Line {
	switch (record.type) {
		case "created":
			return [word("created the team "), foreign(record.name, "strong")];
		case "team-renamed":
			return record.from === undefined
				? [word("renamed the team to "), foreign(record.name, "strong")]
				: [word("renamed the team "), ...renamed(record.from, record.name)];
		case "joined":
			return [
				word(record.client === "pi" ? "joined" : `joined ${fromWhere(record.client)}`, "good"),
				...place(record.cwd),
			];
		case "back":
			return [word("is back", "good"), ...place(record.cwd)];
		case "left":
			return [word("left")];
		case "closed":
			return [word("closed")];
		case "taken-over":
			return [word("taken over", "warn"), word(" from another terminal"), ...place(record.cwd)];
		case "working":
			return [word("working", "accent"), ...focusWords(record.focus)];
		case "waiting":
			return [word("waiting for the person", "warn"), ...focusWords(record.focus)];
		case "idle":
			return [word("idle", "dim")];
		case "message":
			return messageWords(team, record);
		case "refused":
			return refusedWords(team, record);
		case "receipt":
			return receiptWords(team, record);
		case "role-renamed":
			return record.member === record.by
				? [word("renamed itself "), ...renamed(record.from, record.to)]
				: [word("renamed "), ...renamed(record.from, record.to)];
		case "removed":
			return [
				word("removed ", "warn"),
				foreign(nameIn(team, record.member), "strong"),
				...(record.settled > 0 ? [word(`, ${record.settled} open settled`)] : []),
			];
		case "admin":
			return adminWords(team, record);
		case "pruned":
			return [word(`pruned the history before ${clock(record.before)}: ${record.segments} segments`)];
		default:
			return record satisfies never;
	}
}

function messageWords(team: Team, record: Told<"message">): Line {
	const { subject, text, outcome } = record;
	const said = subject === undefined || subject === text ? text : `${subject}: ${text}`;
	return [
		...addressed(nameIn(team, record.to), record.kind, "accent"),
		...(outcome === undefined ? [] : [word(outcome, outcome === "completed" ? "good" : "warn"), word("  ")]),
		...hand(record.origin),
		foreign(said),
	];
}

function refusedWords(team: Team, record: Told<"refused">): Line {
	const to = record.to === undefined ? (record.toName ?? "nobody") : nameIn(team, record.to);
	return [
		...addressed(to, record.kind, "dim"),
		word("refused: ", "warn"),
		foreign(record.code.replaceAll("-", " "), "warn"),
		...(record.text === undefined ? [] : [word("  "), foreign(record.text, "dim")]),
	];
}

function receiptWords(team: Team, record: Told<"receipt">): Line {
	const message = messageHead(team, record.id);
	const what = message === undefined ? "a message" : `the ${message.kind}`;
	const from = message === undefined ? "" : ` of ${nameIn(team, message.from)}`;
	const said: Readonly<Record<Told<"receipt">["state"], string>> = {
		surfaced: "has it in its conversation",
		answered: "answered it",
		settled: record.outcome === undefined ? "settled it" : `settled it: ${record.outcome}`,
		expired: "let it expire unread",
		failed: "could not take it",
	};
	const tone: Tone = record.state === "expired" || record.state === "failed" ? "warn" : "dim";
	return [foreign(`${said[record.state]}: ${what}${from}`, tone)];
}

function adminWords(team: Team, record: Told<"admin">): Line {
	const name = foreign(nameIn(team, record.member), "strong");
	const how: Readonly<Record<Told<"admin">["how"], string>> = {
		first: "is the admin, being the first",
		handed: "handed the admin to",
		claimed: "claimed the admin",
		inherited: "left the admin to",
	};
	const named = record.how === "handed" || record.how === "inherited";
	return [word(`${how[record.how]}${named ? " " : ""}`, "accent"), ...(named ? [name] : [])];
}

/** Lines that only say how a message fares: they belong to the message, and would drown the rest. */
export function isQuiet(event: TimelineEvent): boolean {
	return event.record?.type === "receipt" && event.record.state !== "expired" && event.record.state !== "failed";
}

export function isActivity(event: TimelineEvent): boolean {
	return event.type === "working" || event.type === "waiting" || event.type === "idle";
}

/** Whether the event belongs to a member's part of the timeline. */
export function concerns(event: TimelineEvent, member: MemberId): boolean {
	return event.by === member || otherParty(event) === member;
}

/** To whom it was done or said, where somebody is named by id. */
export function otherParty({ record }: TimelineEvent): MemberId | undefined {
	if (record === undefined) return undefined;
	if (record.type === "message" || record.type === "refused") return record.to;
	return "member" in record ? record.member : undefined;
}

function addressed(to: string, kind: string, tone: Tone): Line {
	return [word(`${shapes.to} `, "dim"), foreign(to, "strong"), word("  "), foreign(kind, tone), word("  ")];
}

/** Whose hand wrote it, where it was not the agent's own. It stands before the text: names and kinds keep their columns. */
function hand(origin: Told<"message">["origin"]): Line {
	if (origin === "agent") return [];
	return [word(origin === "person" ? "(by hand) " : "(from a script) ", "dim")];
}

function fromWhere(client: "dash" | "cli"): string {
	return client === "dash" ? "from a dashboard" : "from a script";
}

function renamed(from: string, to: string): Line {
	return [foreign(from), word(` ${shapes.to} `, "dim"), foreign(to, "strong")];
}

function place(cwd: string): Line {
	return [word("  "), foreign(cwd, "dim")];
}

function focusWords(focus: string | undefined): Line {
	return focus === undefined ? [] : [word("  "), foreign(focus.slice(0, limits.focusLength))];
}
