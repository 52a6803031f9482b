// Lets history before a date, or what is above a size, go: whole archived segments and whole days, first as a plan. Nothing is rewritten, and what is not settled stays.

import { basename, join } from "node:path";
import { groundAt } from "./doctor/ground.ts";
import type { Env } from "./env.ts";
import { factsOf } from "./facts.ts";
import { type Disk, isFile, msOf, PRIVATE_DIRECTORY } from "./files/disk.ts";
import { isMissing } from "./files/errors.ts";
import type { Ground } from "./files/ground.ts";
import { isDay, isId, segmentOf } from "./files/layout.ts";
import { busy, withLock } from "./files/lock.ts";
import { readNames } from "./files/read.ts";
import { openRim } from "./files/rim.ts";
import { idTime } from "./ids.ts";
import type { Actor, TeamId } from "./model.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";
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
	/** Of all history, with what would go. */
	readonly totalBytes: number;
}

export interface Pruned {
	readonly path: string;
	readonly bytes: number;
}

/** Looks only. The two newest segments always stay: somebody may still write into them. */
export function planPrune(env: Env, store: Store, document: TeamDocument, before: number): PrunePlan {
	const ground = groundAt(env, store.root, "visitor");
	const { teamId } = document;
	return looking(ground, teamId, () => planFrom(ground, teamId, historyOf(ground, document), before));
}

/** The oldest, until at most `mostBytes` are left, or until nothing is left that may go. */
export function planPruneAbove(env: Env, store: Store, document: TeamDocument, mostBytes: number): PrunePlan {
	const ground = groundAt(env, store.root, "visitor");
	const { teamId } = document;
	return looking(ground, teamId, () => {
		const history = historyOf(ground, document);
		return planFrom(ground, teamId, history, cutFor(history, mostBytes));
	});
}

function looking(ground: Ground, teamId: TeamId, run: () => PrunePlan): PrunePlan {
	return openRim(ground).read(ground.layout.team(teamId), run);
}

function cutFor(history: PrunableHistory, mostBytes: number): number {
	const old = history.pieces.toSorted((a, b) => a.goesFrom - b.goesFrom);
	let left = history.totalBytes;
	let before = 0;
	for (const piece of old) {
		// What ends at the same moment goes together.
		if (left <= mostBytes && piece.goesFrom > before) break;
		before = piece.goesFrom;
		left -= piece.bytes;
	}
	return before;
}

/** Something that may go once its whole time is before the date. */
interface Piece extends Pruned {
	readonly what: "segment" | "done" | "receipts" | "quarantined";
	/** The first date before which all of it lies, wall ms. */
	readonly goesFrom: number;
}

interface PrunableHistory {
	readonly pieces: readonly Piece[];
	readonly totalBytes: number;
}

function planFrom(ground: Ground, teamId: TeamId, { pieces, totalBytes }: PrunableHistory, before: number): PrunePlan {
	const gone = pieces.filter((piece) => piece.goesFrom <= before);
	const of = (...what: readonly Piece["what"][]): readonly Pruned[] =>
		gone.filter((piece) => what.includes(piece.what)).map(({ path, bytes }) => ({ path, bytes }));
	return {
		teamId,
		before,
		segments: of("segment"),
		days: of("done", "receipts"),
		quarantined: of("quarantined"),
		messages: of("done").reduce((sum, { path }) => sum + (readNames(ground, path)?.length ?? 0), 0),
		bytes: gone.reduce((sum, piece) => sum + piece.bytes, 0),
		totalBytes,
	};
}

/** Moves what the plan names into trash/, where it is swept away after a day. Called again it finds less. Refused: not-admin, team-in-use, gone, busy. */
export async function carryOutPrune(
	writer: Writer,
	actor: Actor,
	plan: PrunePlan,
	disk?: Disk,
): Promise<Outcome<PrunePlan>> {
	const refused = refusalOf(writer, actor, plan);
	if (refused !== undefined) return refuse(refused);
	const ground = groundAt(writer.env, writer.store.root, "writer", disk);
	const { layout } = ground;
	const pruned = await openRim(ground).later(layout.team(plan.teamId), () => underLocks(writer, actor, plan, ground));
	const { before, bytes, segments } = plan;
	if (pruned.ok) writer.trace({ type: "pruned", before, segments: segments.length, bytes });
	return pruned;
}

async function underLocks(writer: Writer, actor: Actor, plan: PrunePlan, ground: Ground): Promise<Outcome<PrunePlan>> {
	const locked = await withLock(ground, "store", "go on", (store) =>
		withLock(ground, `t-${plan.teamId}`, "go on", async (team): Promise<Outcome<PrunePlan>> => {
			// Somebody may have come, or have become the admin, while this waited for the locks.
			const again = refusalOf(writer, actor, plan);
			if (again !== undefined) return refuse(again);
			store.assert();
			team.assert();
			throwAway(ground, plan);
			return done(plan);
		}),
	);
	if (locked.at === "busy") return busy(locked);
	return locked.value.at === "busy" ? busy(locked.value) : locked.value.value;
}

function refusalOf({ env, store }: Writer, actor: Actor, { teamId }: PrunePlan): Refusal | undefined {
	const document = store.readDocument(teamId);
	return document === undefined ? { code: "gone", what: "That team" } : mayPrune(actor, factsOf(env, store, document));
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

function historyOf(ground: Ground, document: TeamDocument): PrunableHistory {
	const { layout } = ground;
	const { teamId } = document;
	const days = [...daysOf(ground, teamId, "done"), ...daysOf(ground, teamId, "receipts")];
	const open = openDays(ground, teamId);
	const closed = days.filter(({ what, day }) => what === "done" || !open.has(day));
	const segments = filesIn(ground, layout.archive(teamId), "segment").filter(({ path }) => segmentOf(basename(path)));
	const quarantined = filesIn(ground, layout.quarantine, "quarantined");
	const live = filesIn(ground, layout.events(teamId), "segment");
	const totalBytes = [...days, ...segments, ...quarantined, ...live].reduce((sum, { bytes }) => sum + bytes, 0);
	return { pieces: [...segments, ...closed, ...quarantined], totalBytes };
}

/** The time of a segment is that of the last line written into it, the time of a set-aside file when that was done. */
function filesIn(ground: Ground, directory: string, what: "segment" | "quarantined"): readonly Piece[] {
	return (readNames(ground, directory) ?? []).flatMap((name) => {
		const path = join(directory, name);
		const stat = ground.disk.lstat(path);
		// The archive lies among the segments; anything at all may have been set aside.
		if (stat === undefined || (what === "segment" && !isFile(stat))) return [];
		const at = msOf(what === "segment" ? stat.mtimeNs : stat.ctimeNs);
		return [{ what, path, bytes: Number(stat.size), goesFrom: at + 1 }];
	});
}

/** Whole UTC days. */
function daysOf(
	ground: Ground,
	teamId: TeamId,
	what: "done" | "receipts",
): readonly (Piece & { readonly day: string })[] {
	const { layout } = ground;
	const owners = readNames(ground, what === "done" ? layout.inboxes(teamId) : layout.allReceipts(teamId)) ?? [];
	return owners.filter(isId).flatMap((member) => {
		const directory = what === "done" ? layout.inboxDoneDays(teamId, member) : layout.receiptDays(teamId, member);
		return (readNames(ground, directory) ?? []).filter(isDay).map((day) => {
			const path = join(directory, day);
			return { what, day, path, bytes: sizeOf(ground, path), goesFrom: endOfDay(day) };
		});
	});
}

/** A day of receipts stays while a message of it waits or is being worked on. */
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

function sizeOf(ground: Ground, directory: string): number {
	const names = readNames(ground, directory) ?? [];
	return names.reduce((sum, name) => sum + Number(ground.disk.lstat(join(directory, name))?.size ?? 0n), 0);
}

/** `yyyymmdd`, as days are named. */
function dayName(at: number): string {
	return new Date(at).toISOString().slice(0, "yyyy-mm-dd".length).replaceAll("-", "");
}

const DAY_MS = 86_400_000;

function endOfDay(day: string): number {
	const date = day.replace(/^(....)(..)(..)$/, "$1-$2-$3");
	return Date.parse(`${date}T00:00:00Z`) + DAY_MS;
}
