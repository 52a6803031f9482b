// Turns a team of an earlier program into records of this store. Pure: the same team gives the same ids, so that a broken-off import goes on where it ended.

import { createHash } from "node:crypto";
import { kinds } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { MemberId, MessageId } from "../model.ts";
import { nearestName, typedName } from "../rules.ts";
import type { EventRecord, MemberRecord, MessageRecord, Receipt, TeamDocument } from "../schema.ts";
import { fitted, wholeCharacters } from "../timeline.ts";
import type { EarlierMessage, EarlierTeam } from "./earlier.ts";
import { createdEvent, earlierEvent, idOfMessage, messageEvent, wholeOf } from "./events.ts";

export interface Translated {
	readonly document: Omit<TeamDocument, "revision">;
	/** In order of time. */
	readonly events: readonly EventRecord[];
	/** Wait for whoever takes the seat. */
	readonly queued: readonly MessageRecord[];
	/** Were being worked on: they end interrupted, with a result. */
	readonly interrupted: readonly MessageRecord[];
	/** What became of those that are history. */
	readonly receipts: readonly Receipt[];
	/** Messages of history that are too long for a line of the timeline: kept as finished messages. */
	readonly cut: readonly MessageRecord[];
	/** Events of a type this program has no word for. */
	readonly skipped: number;
}

export function translate(team: EarlierTeam, now: number): Translated {
	const ids = idsOf(team);
	const members = membersOf(team, ids, now);
	const known = new Map(members.map((member) => [member.id, member]));
	const teamId = ids.of("team", "");
	const messages = [...team.messages].sort((a, b) => a.createdAt - b.createdAt);
	const records = new Map(messages.map((message) => [message, recordOf(message, messages, teamId, ids)]));
	const isThere = (message: EarlierMessage) => known.get(ids.member(message.to))?.state === "member";
	const record = (message: EarlierMessage) => records.get(message) as MessageRecord;
	const queued = messages.filter((each) => each.state === "pending" && isThere(each)).map(record);
	const interrupted = messages
		.filter((each) => isRequest(each) && each.state === "processing" && isThere(each))
		.map(record);
	const ongoing = new Set([...queued, ...interrupted].map((each) => each.id));
	const past = messages.filter((each) => !ongoing.has(ids.message(each.id, each.createdAt)));
	const recorded = new Set([...records.values()].map((each) => each.id));
	const created = team.createdAt ?? Math.min(now, ...messages.map((each) => each.createdAt), ...seenTimes(team));
	const firstMember = members.find((member) => member.state === "member");
	const admin = team.admin === undefined ? undefined : known.get(ids.member(team.admin));
	const lines = [
		createdEvent(created, nameOf(team)),
		...messages.map((message) => messageEvent(message, record(message))),
		...team.events.map((event) => earlierEvent(event, ids, known)),
	];
	const told = lines
		.flatMap((event) => event ?? [])
		.sort((a, b) => a.at - b.at)
		.map((event, n): EventRecord => ({ ...event, n }));
	return {
		document: {
			...{ v: 1, at: now, by: null, teamId, name: nameOf(team), createdAt: created },
			admin: (admin?.state === "member" ? admin.id : firstMember?.id) ?? null,
			members: [...members],
			formerRoles: [],
		},
		events: told.map((event) => fitted(event)),
		cut: told.flatMap((event) =>
			fitted(event) === event || ongoing.has(idOfMessage(event)) ? [] : wholeOf(event, teamId),
		),
		queued,
		interrupted,
		receipts: [
			...past.flatMap((message) => receiptOf(message, record(message), messages, ids) ?? []),
			...told.flatMap((event) => (recorded.has(idOfMessage(event)) ? [] : (saidReceipt(event) ?? []))),
		],
		skipped: lines.length - told.length,
	};
}

export function nameOf(team: EarlierTeam): string {
	return nearestName(typedName(team.name)) ?? "imported";
}

export interface Ids {
	of(what: string, key: string): string;
	member(key: string): MemberId;
	message(key: string, at: number): MessageId;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_TIME = "000000000000";
const HEX = 16;

function idsOf(team: EarlierTeam): Ids {
	const digits = (what: string, key: string) =>
		createHash("sha256").update(`${team.path}\0${what}\0${key}`).digest("hex");
	const of = (what: string, key: string) => uuid(digits(what, key), "4");
	return {
		of,
		member: (key) => (UUID.test(key) ? key : of("member", key)),
		message(key, at) {
			const time = Math.floor(at).toString(HEX).padStart(NO_TIME.length, "0");
			return uuid(time + digits("message", key), "7");
		},
	};
}

function uuid(hex: string, version: string): string {
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-${version}$3-8$4-$5`);
}

/** Everybody a message names has a name in history, also somebody the team had forgotten. */
function membersOf(team: EarlierTeam, ids: Ids, now: number): readonly MemberRecord[] {
	const roles = new Set<string>();
	const free = (role: string) => {
		const name = nearestName(typedName(role)) ?? "member";
		for (let number = 1; ; number += 1) {
			const suffix = number === 1 ? "" : `-${number}`;
			const next = name.slice(0, limits.nameLength - suffix.length) + suffix;
			if (roles.has(next)) continue;
			roles.add(next);
			return next;
		}
	};
	const joinedAt = (at: number | undefined) => at ?? team.createdAt ?? now;
	const members: MemberRecord[] = team.members.map((member) => ({
		id: ids.member(member.key),
		role: free(member.role),
		joinedAt: joinedAt(member.joinedAt),
		...(member.left ? { state: "removed", removedAt: now } : { state: "member" }),
	}));
	const named = new Set(members.map((member) => member.id));
	for (const key of new Set(team.messages.flatMap((message) => [message.from, message.to]))) {
		if (named.has(ids.member(key))) continue;
		members.push({
			id: ids.member(key),
			role: free(key),
			joinedAt: joinedAt(undefined),
			state: "removed",
			removedAt: now,
		});
	}
	return members;
}

function seenTimes(team: EarlierTeam): readonly number[] {
	return team.members.flatMap((member) => (member.seenAt > 0 ? [member.seenAt] : []));
}

function recordOf(message: EarlierMessage, all: readonly EarlierMessage[], teamId: string, ids: Ids): MessageRecord {
	const id = ids.message(message.id, message.createdAt);
	const idOf = (key: string | undefined) => {
		const other = all.find((each) => each.id === key);
		return other === undefined ? undefined : ids.message(other.id, other.createdAt);
	};
	const parentId = idOf(message.parentId);
	const reports = isResult(message) && parentId !== undefined;
	const outcome = outcomeOf(all.find((each) => each.id === message.parentId));
	return {
		...{ v: 1, at: message.createdAt, by: null, id, teamId, kind: message.kind },
		...{ from: ids.member(message.from), fromGeneration: 0, to: ids.member(message.to), origin: "agent" },
		...(message.subject === "" ? {} : { subject: wholeCharacters(message.subject, limits.subjectLength) }),
		body: message.body,
		rootId: idOf(message.rootId) ?? id,
		...(parentId === undefined ? {} : { parentId }),
		...(reports
			? { replyTo: parentId, result: { request: parentId, outcome, files: [], filesOmitted: 0, textCut: false } }
			: {}),
	};
}

function isRequest({ kind }: EarlierMessage): boolean {
	return kinds[kind].answer === "result";
}

function isResult({ kind }: EarlierMessage): boolean {
	return kinds[kind].writtenBy === "program";
}

function outcomeOf(request: EarlierMessage | undefined): "completed" | "interrupted" {
	return request?.state === "interrupted" || request?.state === "processing" ? "interrupted" : "completed";
}

/** What was said live is told by its line alone: it reached whoever was there, and nobody could send it otherwise. */
function saidReceipt(event: EventRecord): Receipt | undefined {
	if (event.type !== "message" || event.by === null) return undefined;
	const { at, by: from, id: message, to } = event;
	return { v: 1, at, by: null, message, from, to, state: "surfaced", session: "imported" };
}

/** Of history alone: what still waits has none, what was being worked on gets its own. */
function receiptOf(
	message: EarlierMessage,
	record: MessageRecord,
	all: readonly EarlierMessage[],
	ids: Ids,
): Receipt | undefined {
	const head = { v: 1, at: message.createdAt, by: null, message: record.id, from: record.from, to: record.to } as const;
	if (!isRequest(message)) return { ...head, state: "surfaced", session: "imported" };
	if (message.state === "pending") return { ...head, state: "failed", code: "removed" };
	const result = all.find((each) => isResult(each) && each.parentId === message.id);
	const resultId = result === undefined ? ids.message(`result of ${message.id}`, message.createdAt) : undefined;
	return {
		...head,
		state: "settled",
		resultId: resultId ?? ids.message(result?.id ?? "", result?.createdAt ?? 0),
		body: result?.body ?? "",
		result: { request: record.id, outcome: outcomeOf(message), files: [], filesOmitted: 0, textCut: false },
	};
}
