// The only place that knows the file names of the store: from ids to paths and from names back to ids. Never I/O.

import { createHash } from "node:crypto";
import { limits } from "../limits.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import type { ReceiptState } from "../schema.ts";
import { type MessageName, StoreError } from "../store.ts";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PAD = 8;
const SHORT = 8;
const HEX = 16;
const HASH_BYTES = 16;
const DAY_PART = 2;
const YEAR_DIGITS = 4;
const ID = new RegExp(`^${UUID}$`);
const TEAM = new RegExp(`^t-(${UUID})$`);
const REVISION = /^r(\d{8,15})\.json$/;
const LEASE = new RegExp(`^(${UUID})\\.g(\\d{8,15})\\.json$`);
const MESSAGE = new RegExp(`^(${UUID})\\.([a-z0-9-]+)\\.([0-9a-f]{8})\\.(\\d{1,6})\\.json$`);
const RECEIPT = new RegExp(`^(${UUID})\\.([a-z-]+)\\.json$`);
const CLAIMS = /^g(\d{8,15})\.([0-9a-f]{8})$/;
/** The one directory that lies among the segments. */
export const ARCHIVE = "archive";
const SEGMENT = /^s(\d{8,15})\.jsonl$/;
const DAY = /^\d{8,9}$/;
const TEAM_NAME = new RegExp(`^[a-z][a-z0-9-]{0,${limits.nameLength - 1}}$`);

/** Directly under the root, and ours. */
export const ownEntries = ["STORE.json", "names", "sessions", "tmp", "trash", "locks", "quarantine"] as const;
export const rootDirectories = ownEntries.slice(1);
const teamDirectories = ["doc", "leases", "activity", "inbox", "receipts", "events", `events/${ARCHIVE}`] as const;
/** Files by which other designs are told from ours. */
export const foreignFiles = { earlierTeam: "profile.json", stateJson: "state.json" } as const;

/** Plain parts only, so nothing needs to be resolved: this runs several times in every call. */
function join(...parts: readonly string[]): string {
	return parts.join("/");
}

export type Layout = ReturnType<typeof layoutAt>;

export function layoutAt(root: string) {
	const team = (id: TeamId) => join(root, `t-${checked(id)}`);
	const inbox = (id: TeamId, member: MemberId) => join(team(id), "inbox", checked(member));
	return {
		root,
		store: join(root, "STORE.json"),
		staging: (token: string) => join(root, "tmp", token),
		tmp: join(root, "tmp"),
		trash: join(root, "trash"),
		trashed: (token: string) => join(root, "trash", token),
		quarantine: join(root, "quarantine"),
		quarantined: (token: string) => join(root, "quarantine", token),
		names: join(root, "names"),
		name: (name: string) => join(root, "names", `${checkedName(name)}.json`),
		locks: join(root, "locks"),
		/** Who took a lock last, for whoever waits for it. */
		lockHolder: (name: string) => join(root, "tmp", `${name}.holder`),
		lock: (name: string) => join(root, "locks", name),
		sessions: join(root, "sessions"),
		session: (session: string) =>
			join(root, "sessions", `${createHash("sha256").update(session).digest().toString("hex", 0, HASH_BYTES)}.json`),
		team,
		docs: (id: TeamId) => join(team(id), "doc"),
		revision: (id: TeamId, revision: number) => join(team(id), "doc", revisionName(revision)),
		leases: (id: TeamId) => join(team(id), "leases"),
		lease: (id: TeamId, member: MemberId, generation: number) =>
			join(team(id), "leases", `${checked(member)}.g${padded(generation)}.json`),
		activities: (id: TeamId) => join(team(id), "activity"),
		activity: (id: TeamId, member: MemberId) => join(team(id), "activity", `${checked(member)}.json`),
		inboxes: (id: TeamId) => join(team(id), "inbox"),
		inbox,
		inboxNew: (id: TeamId, member: MemberId) => join(inbox(id, member), "new"),
		inboxClaimed: (id: TeamId, member: MemberId) => join(inbox(id, member), "claimed"),
		inboxDoneDays: (id: TeamId, member: MemberId) => join(inbox(id, member), "done"),
		inboxDone: (id: TeamId, member: MemberId, message: MessageId) => join(inbox(id, member), "done", dayOf(message)),
		allReceipts: (id: TeamId) => join(team(id), "receipts"),
		receiptDays: (id: TeamId, from: MemberId) => join(team(id), "receipts", checked(from)),
		receipts: (id: TeamId, from: MemberId, message: MessageId) =>
			join(team(id), "receipts", checked(from), dayOf(message)),
		receipt: (id: TeamId, from: MemberId, message: MessageId, state: ReceiptState) =>
			join(team(id), "receipts", checked(from), dayOf(message), `${message}.${state}.json`),
		events: (id: TeamId) => join(team(id), "events"),
		archive: (id: TeamId) => join(team(id), "events", ARCHIVE),
		segment: (id: TeamId, segment: number) => join(team(id), "events", segmentName(segment)),
		archived: (id: TeamId, segment: number) => join(team(id), "events", ARCHIVE, segmentName(segment)),
	};
}

/** A team directory that is being built at `path`, parents first. */
export function newTeamAt(path: string) {
	return {
		directories: [path, ...teamDirectories.map((name) => join(path, name))],
		firstRevision: join(path, "doc", revisionName(1)),
		firstSegment: join(path, "events", segmentName(1)),
		/** Those with something in them. */
		listings: [join(path, "doc"), join(path, "events"), path],
	} as const;
}

export function isId(id: string): boolean {
	return ID.test(id);
}

export function isDay(name: string): boolean {
	return DAY.test(name);
}

export function isIdFile(file: string): boolean {
	return file.endsWith(".json") && ID.test(file.slice(0, -".json".length));
}

export function isTeamName(name: string): boolean {
	return TEAM_NAME.test(name);
}

export function teamIdOf(entry: string): TeamId | undefined {
	return TEAM.exec(entry)?.[1];
}

function revisionName(revision: number): string {
	return `r${padded(revision)}.json`;
}

export function revisionOf(file: string): number | undefined {
	return numberIn(REVISION.exec(file)?.[1]);
}

export function leaseNameOf(file: string): { readonly member: MemberId; readonly generation: number } | undefined {
	const [, member, generation] = LEASE.exec(file) ?? [];
	return member === undefined || generation === undefined ? undefined : { member, generation: Number(generation) };
}

export function claimsName(generation: number, token: string): string {
	return `g${padded(generation)}.${token.slice(0, SHORT)}`;
}

export function claimsNameOf(entry: string): { readonly generation: number; readonly token8: string } | undefined {
	const [, generation, token8] = CLAIMS.exec(entry) ?? [];
	return generation === undefined || token8 === undefined ? undefined : { generation: Number(generation), token8 };
}

export function messageFile(name: Omit<MessageName, "file">): string {
	return `${name.id}.${name.kind}.${name.from8}.${name.attempt}.json`;
}

/** Throws StoreError "unsafe" for a kind that cannot be part of a file name: it would lie where nobody looks, or elsewhere. */
export function messageName(id: MessageId, kind: string, from: MemberId, attempt: number): MessageName {
	const name = { id, kind, from8: from.slice(0, SHORT), attempt };
	const file = messageFile(name);
	if (messageNameOf(file) === undefined) throw new StoreError("unsafe", JSON.stringify(file), "names no message");
	return { ...name, file };
}

export function messageNameOf(file: string): MessageName | undefined {
	if (file.length > limits.fileNameBytes) return undefined;
	const [, id, kind, from8, attempt] = MESSAGE.exec(file) ?? [];
	if (id === undefined || kind === undefined || from8 === undefined || attempt === undefined) return undefined;
	return { file, id, kind, from8, attempt: Number(attempt) };
}

export function receiptNameOf(file: string): { readonly id: MessageId; readonly state: string } | undefined {
	const [, id, state] = RECEIPT.exec(file) ?? [];
	return id === undefined || state === undefined ? undefined : { id, state };
}

export function nextAttempt(name: MessageName): MessageName {
	const next = { ...name, attempt: name.attempt + 1 };
	return { ...next, file: messageFile(next) };
}

function segmentName(segment: number): string {
	return `s${padded(segment)}.jsonl`;
}

export function segmentOf(file: string): number | undefined {
	return numberIn(SEGMENT.exec(file)?.[1]);
}

/** UTC day of a time-ordered id, `yyyymmdd`: what a message and its receipts are found under. */
export function dayOf(id: MessageId): string {
	const day = new Date(timeOf(id));
	const year = String(day.getUTCFullYear()).padStart(YEAR_DIGITS, "0");
	return `${year}${twoDigits(day.getUTCMonth() + 1)}${twoDigits(day.getUTCDate())}`;
}

/** Wall ms a time-ordered id was made at. */
export function timeOf(id: MessageId): number {
	const [high = "", low = ""] = checked(id).split("-");
	return Number.parseInt(high + low, HEX);
}

function twoDigits(value: number): string {
	return String(value).padStart(DAY_PART, "0");
}

function padded(value: number): string {
	return String(value).padStart(PAD, "0");
}

function numberIn(digits: string | undefined): number | undefined {
	return digits === undefined ? undefined : Number(digits);
}

/** Ids reach here from command lines and from records of others; nothing but a UUID may become part of a path. */
function checked(id: string): string {
	if (ID.test(id)) return id;
	throw new StoreError("unsafe", JSON.stringify(id), "is no id, so it names no file");
}

function checkedName(name: string): string {
	if (TEAM_NAME.test(name)) return name;
	throw new StoreError("unsafe", JSON.stringify(name), "is no team name, so it names no file");
}
