// Takes a team of an earlier program over into this store: first a plan to look at, then the carrying out. The source is only read.

import { join } from "node:path";
import { groundAt } from "./doctor/ground.ts";
import type { Env } from "./env.ts";
import type { Disk } from "./files/disk.ts";
import type { Reader } from "./files/safe.ts";
import type { EarlierFormat, EarlierTeam } from "./import/earlier.ts";
import { newestChangeIn, readEarlierTeam } from "./import/read.ts";
import { nameOf, type Translated, translate } from "./import/translate.ts";
import { limits } from "./limits.ts";
import type { TeamId } from "./model.ts";
import { closestNames } from "./names.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { typedName } from "./rules.ts";
import type { MessageRecord, TeamDocument } from "./schema.ts";
import { interrupted, settleRequest } from "./settling.ts";
import { ifReadable, type Store } from "./store.ts";
import { writerAs } from "./timeline.ts";

export interface ImportPlan {
	readonly path: string;
	readonly format: EarlierFormat;
	/** The name the team gets; another one than the source's where that is no valid name. */
	readonly name: string;
	readonly members: readonly string[];
	readonly admin: string | null;
	readonly queued: number;
	readonly interrupted: number;
	readonly events: number;
	/** Events of a kind this program has no word for; they stay in the source. */
	readonly skipped: number;
	readonly records: Translated;
}

export interface Imported {
	readonly teamId: TeamId;
	readonly name: string;
}

/** `given` is a directory's name, a team's name or the end of its id. Throws StoreError for a source that cannot be read. */
export function planImport(env: Env, store: Store, given: string, disk?: Disk): Outcome<ImportPlan> {
	const reader = groundAt(env, store.root, "visitor", disk);
	const wanted = given.trim();
	const named = entriesOf(store).filter((entry) => isEntry(entry, wanted));
	const sources =
		named.length > 0 ? named.flatMap((entry) => sourceAt(reader, store, entry) ?? []) : byName(reader, store, wanted);
	const [source, another] = sources;
	if (source === undefined) {
		const names = readable(reader, store).map(({ team }) => team.name);
		return refuse({ code: "unknown-team", team: given, closest: closestNames(typedName(wanted), names) });
	}
	if (another !== undefined) {
		return refuse({ code: "ambiguous", given, candidates: sources.map(({ entry }) => entry) });
	}
	const alive = aliveIn(env, reader, source.team);
	if (alive.length > 0) return refuse({ code: "team-in-use", team: source.team.name, online: alive });
	return done(planOf(source.team, env.now()));
}

interface Source {
	readonly entry: string;
	readonly team: EarlierTeam;
}

/** What could be imported, by the names to type. Sources that cannot be read are left out; doctor lists them. */
export function importable(
	env: Env,
	store: Store,
	disk?: Disk,
): readonly { readonly entry: string; readonly name: string }[] {
	const reader = groundAt(env, store.root, "visitor", disk);
	return readable(reader, store).map(({ entry, team }) => ({ entry, name: team.name }));
}

function entriesOf(store: Store): readonly string[] {
	return store
		.listTeams()
		.foreign.flatMap(({ name, kind }) => (kind === "state-json" || kind === "earlier-teams" ? [name] : []));
}

function sourceAt(reader: Reader, store: Store, entry: string): Source | undefined {
	const team = readEarlierTeam(reader, join(store.root, entry));
	return team === undefined ? undefined : { entry, team };
}

function readable(reader: Reader, store: Store): readonly Source[] {
	return entriesOf(store).flatMap((entry) => ifReadable(() => sourceAt(reader, store, entry)) ?? []);
}

function byName(reader: Reader, store: Store, wanted: string): readonly Source[] {
	return readable(reader, store).filter(({ team }) => typedName(team.name) === typedName(wanted));
}

/** A directory by its name, by the id in it, or by the end of that. */
function isEntry(entry: string, wanted: string): boolean {
	const ending = /^#?([0-9a-f]{8})$/.exec(wanted.toLowerCase())?.[1];
	return entry === wanted || entry === `t-${wanted.toLowerCase()}` || (ending !== undefined && entry.endsWith(ending));
}

/** By their last sign of life, since their process ids may be somebody else's by now. */
function aliveIn(env: Env, reader: Reader, team: EarlierTeam): readonly string[] {
	const isFresh = (at: number) => Math.abs(env.now() - at) < limits.leaseMs;
	const seen = team.members.filter((member) => !member.offline && isFresh(member.seenAt)).map((member) => member.role);
	if (seen.length > 0 || team.format !== "profile") return seen;
	return isFresh(newestChangeIn(reader, team.path)) ? ["somebody whose terminal wrote there a moment ago"] : [];
}

function planOf(team: EarlierTeam, now: number): ImportPlan {
	const records = translate(team, now);
	const { document } = records;
	const members = document.members.filter((member) => member.state === "member");
	return {
		path: team.path,
		format: team.format,
		name: nameOf(team),
		members: members.map((member) => member.role),
		admin: members.find((member) => member.id === document.admin)?.role ?? null,
		queued: records.queued.length,
		interrupted: records.interrupted.length,
		events: records.events.length,
		skipped: records.skipped,
		records,
	};
}

/** Every step may be the last: called again it does what is missing and nothing twice. Refused: team-exists, low-space. */
export async function carryOutImport(env: Env, store: Store, plan: ImportPlan): Promise<Outcome<Imported>> {
	const { records } = plan;
	const created = await store.createTeam(records.document);
	if (!created.ok) return created;
	const document = created.value;
	const { teamId } = document;
	tellMissing(store, teamId, records);
	for (const receipt of records.receipts) await store.putReceipt(teamId, receipt);
	for (const message of records.queued) await store.publish(message);
	for (const message of records.cut) await keep(store, message);
	await interrupt(env, store, document, records);
	await store.syncEvents();
	return done({ teamId, name: document.name });
}

async function keep(store: Store, message: MessageRecord): Promise<void> {
	await store.publish(message);
	const found = store.findMessage(message.teamId, message.to, message.id);
	if (found !== undefined) store.finish(message.teamId, message.to, found.name);
}

/** Nobody else writes such lines, so their number tells how far an earlier try came. */
function tellMissing(store: Store, teamId: TeamId, { events }: Translated): void {
	let told = 0;
	for (let cursor = { segment: 0, offset: 0 }; ; ) {
		const page = store.readEvents(teamId, cursor, limits.historyPage);
		told += page.events.filter(({ record }) => record?.ext?.imported === true).length;
		if (page.events.length === 0) break;
		cursor = page.cursor;
	}
	for (const event of events.slice(told)) store.append(teamId, event);
}

async function interrupt(env: Env, store: Store, document: TeamDocument, records: Translated): Promise<void> {
	const writer = writerAs(env, store, document.teamId, null);
	for (const request of records.interrupted) {
		await store.publish(request);
		const found = store.findMessage(document.teamId, request.to, request.id);
		if (found === undefined || found.place === "done") continue;
		const words =
			"The request was being worked on when the team was imported. It may be partially applied; it is not retried.";
		await settleRequest(writer, document, found.name, request, interrupted(words));
	}
}
