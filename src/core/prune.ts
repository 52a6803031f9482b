// Lets history before a date go: whole archived segments and whole days, first as a plan. Nothing is rewritten, and what is not settled stays.

import { join } from "node:path";
import { groundAt } from "./doctor/ground.ts";
import type { Env } from "./env.ts";
import { factsOf } from "./facts.ts";
import { msOf, PRIVATE_DIRECTORY } from "./files/disk.ts";
import { isMissing } from "./files/errors.ts";
import type { Ground } from "./files/ground.ts";
import { isDay, isId, segmentOf } from "./files/layout.ts";
import { busy, withLock } from "./files/lock.ts";
import { readNames } from "./files/read.ts";
import { idTime } from "./ids.ts";
import type { Actor, TeamId } from "./model.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { mayPrune } from "./rules.ts";
import type { TeamDocument } from "./schema.ts";
import type { Store } from "./store.ts";
import type { Writer } from "./timeline.ts";

/** What would go; every entry is a whole file or directory. */
export interface PrunePlan {
	readonly teamId: TeamId;
	/** Wall ms. */
	readonly before: number;
	readonly segments: readonly Pruned[];
	/** Days of finished messages and of receipts. */
	readonly days: readonly Pruned[];
	/** Set-aside files of the whole store. */
	readonly quarantined: readonly Pruned[];
	/** Messages in `days`. */
	readonly messages: number;
	readonly bytes: number;
}

export interface Pruned {
	readonly path: string;
	readonly bytes: number;
}

/** Looks only. The two newest segments always stay: somebody may still write into them. */
export function planPrune(env: Env, store: Store, document: TeamDocument, before: number): PrunePlan {
	const ground = groundAt(env, store.root, "visitor");
	const { teamId } = document;
	const segments = oldSegments(ground, teamId, before);
	const done = oldDays(ground, document, before, "done");
	const receipts = oldDays(ground, document, before, "receipts");
	const days = [...done, ...receipts];
	const quarantined = oldQuarantine(ground, before);
	const bytes = [...segments, ...days, ...quarantined].reduce((sum, each) => sum + each.bytes, 0);
	const messages = done.reduce((sum, { path }) => sum + (readNames(ground, path)?.length ?? 0), 0);
	return { teamId, before, segments, days, quarantined, messages, bytes };
}

/** Moves what the plan names into trash/, where it is swept away after a day. Called again it finds less. Refused: not-admin, team-in-use, gone, busy. */
export async function carryOutPrune(writer: Writer, actor: Actor, plan: PrunePlan): Promise<Outcome<PrunePlan>> {
	const { env, store } = writer;
	const document = store.readDocument(plan.teamId);
	if (document === undefined) return refuse({ code: "gone", what: "That team" });
	const refused = mayPrune(actor, factsOf(env, store, document));
	if (refused !== undefined) return refuse(refused);
	const ground = groundAt(env, store.root, "writer");
	const locked = await withLock(ground, "store", "go on", () =>
		withLock(ground, `t-${plan.teamId}`, "go on", async () => throwAway(ground, plan)),
	);
	if (locked.at === "busy") return busy(locked);
	if (locked.value.at === "busy") return busy(locked.value);
	const { before, bytes } = plan;
	writer.trace({ type: "pruned", before, segments: plan.segments.length, bytes });
	return done(plan);
}

function throwAway({ disk, layout, env }: Ground, plan: PrunePlan): void {
	const aside = layout.trashed(`pruned.${env.newId()}`);
	disk.mkdir(aside, PRIVATE_DIRECTORY);
	[...plan.segments, ...plan.days, ...plan.quarantined].forEach(({ path }, index) => {
		try {
			disk.rename(path, join(aside, String(index)));
		} catch (error) {
			if (!isMissing(error)) throw error; // Somebody else pruned it meanwhile.
		}
	});
}

/** Its time is that of the last line written into it. */
function oldSegments(ground: Ground, teamId: TeamId, before: number): readonly Pruned[] {
	const { layout } = ground;
	return (readNames(ground, layout.archive(teamId)) ?? [])
		.filter((name) => segmentOf(name) !== undefined)
		.sort()
		.flatMap((name) => fileBefore(ground, join(layout.archive(teamId), name), before) ?? []);
}

function fileBefore({ disk }: Ground, path: string, before: number): Pruned | undefined {
	const stat = disk.lstat(path);
	if (stat === undefined || msOf(stat.mtimeNs) >= before) return undefined;
	return { path, bytes: Number(stat.size) };
}

/** Whole UTC days that end before the date. A day of receipts stays while a message of it waits or is being worked on. */
function oldDays(ground: Ground, document: TeamDocument, before: number, what: "done" | "receipts"): readonly Pruned[] {
	const { layout } = ground;
	const { teamId } = document;
	const end = dayName(before);
	const owners =
		what === "done" ? readNames(ground, layout.inboxes(teamId)) : readNames(ground, layout.allReceipts(teamId));
	const open = what === "receipts" ? openDays(ground, teamId) : new Set<string>();
	return (owners ?? []).filter(isId).flatMap((member) => {
		const directory = what === "done" ? layout.inboxDoneDays(teamId, member) : layout.receiptDays(teamId, member);
		return (readNames(ground, directory) ?? [])
			.filter((day) => isDay(day) && day < end && !open.has(day))
			.map((day) => ({ path: join(directory, day), bytes: sizeOf(ground, join(directory, day)) }));
	});
}

function openDays(ground: Ground, teamId: TeamId): ReadonlySet<string> {
	const { layout } = ground;
	const days = new Set<string>();
	for (const member of (readNames(ground, layout.inboxes(teamId)) ?? []).filter(isId)) {
		const claimed = layout.inboxClaimed(teamId, member);
		const places = [
			layout.inboxNew(teamId, member),
			...(readNames(ground, claimed) ?? []).map((name) => join(claimed, name)),
		];
		for (const name of places.flatMap((place) => readNames(ground, place) ?? [])) {
			const id = name.slice(0, name.indexOf("."));
			if (isId(id)) days.add(dayName(idTime(id)));
		}
	}
	return days;
}

function oldQuarantine(ground: Ground, before: number): readonly Pruned[] {
	const { layout, disk } = ground;
	return (readNames(ground, layout.quarantine) ?? []).flatMap((name) => {
		const path = layout.quarantined(name);
		const stat = disk.lstat(path);
		return stat === undefined || msOf(stat.ctimeNs) >= before ? [] : [{ path, bytes: Number(stat.size) }];
	});
}

function sizeOf(ground: Ground, directory: string): number {
	const names = readNames(ground, directory) ?? [];
	return names.reduce((sum, name) => sum + Number(ground.disk.lstat(join(directory, name))?.size ?? 0n), 0);
}

/** `yyyymmdd`, as days are named. */
function dayName(at: number): string {
	return new Date(at).toISOString().slice(0, "yyyy-mm-dd".length).replaceAll("-", "");
}
