// Makes, edits, renames, deletes and lists teams. The only place where a team directory comes into being or goes.

import { isTeamDocument } from "../checks.generated.ts";
import type { TeamId, Trouble } from "../model.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { TeamDocument } from "../schema.ts";
import { StoreError, type TeamListing } from "../store.ts";
import { flags, isDirectory, PRIVATE_DIRECTORY } from "./disk.ts";
import { type Edit, linkRevision, readDocument, teamGone } from "./documents.ts";
import { quietly } from "./errors.ts";
import { foreignKindOf } from "./foreign.ts";
import { type Ground, trouble } from "./ground.ts";
import { ownEntries, revisionName, segmentName, teamDirectories, teamIdOf } from "./layout.ts";
import { busy, type Held, withLock } from "./lock.ts";
import { releaseName, setVoidAside, standingOf, takeName } from "./names.ts";
import { encodeRecord, stagingName, syncDirectory, writeWhole } from "./publish.ts";
import { readNames } from "./read.ts";
import { removeTree } from "./trash.ts";

export function listTeams(ground: Ground): TeamListing {
	const { disk, layout } = ground;
	ground.format.look();
	const names = readNames(disk, layout.root) ?? [];
	const teamIds: TeamId[] = [];
	const foreign: { readonly name: string; readonly kind: ReturnType<typeof foreignKindOf> }[] = [];
	const troubles: Trouble[] = [];
	for (const name of [...names].sort()) {
		if ((ownEntries as readonly string[]).includes(name)) continue;
		const teamId = teamIdOf(name);
		const stat = teamId === undefined ? undefined : disk.lstat(layout.team(teamId));
		if (teamId !== undefined && stat !== undefined && !isDirectory(stat)) {
			troubles.push(
				trouble("unsafe", layout.team(teamId), `${name} is no directory`, "it is left alone; move it away"),
			);
		} else if (teamId !== undefined && disk.lstat(layout.docs(teamId)) !== undefined) teamIds.push(teamId);
		else foreign.push({ name, kind: foreignKindOf(disk, layout.root, name) });
	}
	return { teamIds, foreign, trouble: troubles };
}

export async function createTeam(
	ground: Ground,
	wanted: Omit<TeamDocument, "revision">,
): Promise<Outcome<TeamDocument>> {
	const document: TeamDocument = { ...wanted, revision: 1 };
	const { layout, gate } = ground;
	const freeBytes = gate.shortOf("new team");
	if (freeBytes !== undefined) return refuse({ code: "low-space", freeBytes });
	await ground.format.prepare();
	const bytes = encodeRecord(layout.revision(document.teamId, 1), document, isTeamDocument);
	const taken = await takeOrReplaceName(ground, document.name, document.teamId);
	if (!taken.ok) return taken;
	const there = readDocument(ground, document.teamId);
	if (there !== undefined) return done(there); // A repeat of a call that was cut off after its last step.
	try {
		await buildTeam(ground, document.teamId, bytes);
	} catch (error) {
		if (ground.disk.lstat(layout.docs(document.teamId)) === undefined) {
			await releaseName(ground, document.name, document.teamId);
		}
		throw error;
	}
	return done(document);
}

/** Whole in staging, then one rename: nobody ever sees half a team. */
async function buildTeam(ground: Ground, teamId: TeamId, document: Uint8Array): Promise<void> {
	const { disk, layout } = ground;
	const staged = layout.staging(stagingName(ground));
	try {
		disk.mkdir(staged, PRIVATE_DIRECTORY);
		for (const name of teamDirectories) disk.mkdir(`${staged}/${name}`, PRIVATE_DIRECTORY);
		await writeSynced(ground, `${staged}/doc/${revisionName(1)}`, document);
		await writeSynced(ground, `${staged}/events/${segmentName(1)}`, new Uint8Array());
		for (const name of ["doc", "events", "."]) await syncDirectory(ground, `${staged}/${name}`);
		disk.rename(staged, layout.team(teamId));
	} catch (error) {
		quietly(() => removeTree(disk, staged));
		throw error;
	}
	await syncDirectory(ground, layout.root);
}

async function writeSynced(ground: Ground, path: string, bytes: Uint8Array): Promise<void> {
	const { disk } = ground;
	const fd = disk.open(path, flags.create);
	try {
		if (bytes.length > 0) writeWhole(disk, fd, path, bytes);
		if (ground.format.known()?.sync !== false) await disk.sync(fd);
	} finally {
		disk.close(fd);
	}
}

async function takeOrReplaceName(ground: Ground, name: string, teamId: TeamId): Promise<Outcome<null>> {
	if ((await takeName(ground, name, teamId)) !== "of another team") return done(null);
	if (standingOf(ground, name) === "held") return refuse({ code: "team-exists", team: name });
	const locked = await withLock(ground, "store", (held) => replaceVoidName(ground, name, teamId, held));
	return locked.at === "done" ? locked.value : busy(locked.ageMs);
}

async function replaceVoidName(ground: Ground, name: string, teamId: TeamId, held: Held): Promise<Outcome<null>> {
	held.assert();
	if (standingOf(ground, name) === "void") setVoidAside(ground, name);
	const taken = await takeName(ground, name, teamId);
	return taken === "of another team" ? refuse({ code: "team-exists", team: name }) : done(null);
}

export async function editDocument(ground: Ground, teamId: TeamId, edit: Edit): Promise<Outcome<TeamDocument>> {
	if (ground.disk.lstat(ground.layout.docs(teamId)) === undefined) return teamGone;
	return underTeamLock(ground, teamId, (held) => linkRevision(ground, teamId, edit, held));
}

export async function renameTeam(
	ground: Ground,
	teamId: TeamId,
	name: string,
	edit: Edit,
): Promise<Outcome<TeamDocument>> {
	const locked = await withLock(ground, "store", (storeHeld) =>
		underTeamLock(ground, teamId, async (held) => {
			const before = readDocument(ground, teamId);
			if (before === undefined) return teamGone;
			const wanted = edit(before);
			if (!wanted.ok) return wanted;
			const taken = await renameTakes(ground, name, teamId, storeHeld);
			if (!taken.ok) return taken;
			const both: Held = {
				assert() {
					storeHeld.assert();
					held.assert();
				},
			};
			const renamed = await linkRevision(ground, teamId, edit, both);
			await releaseName(ground, renamed.ok ? before.name : name, teamId);
			return renamed;
		}),
	);
	return locked.at === "done" ? locked.value : busy(locked.ageMs);
}

async function renameTakes(ground: Ground, name: string, teamId: TeamId, held: Held): Promise<Outcome<null>> {
	if ((await takeName(ground, name, teamId)) !== "of another team") return done(null);
	return replaceVoidName(ground, name, teamId, held);
}

export async function deleteTeam(
	ground: Ground,
	teamId: TeamId,
	check: (document: TeamDocument) => Outcome<null>,
): Promise<Outcome<null>> {
	const { disk, layout } = ground;
	const locked = await withLock(ground, "store", (storeHeld) =>
		underTeamLock(ground, teamId, async (held) => {
			const document = readDocument(ground, teamId);
			if (document === undefined) return teamGone;
			const allowed = check(document);
			if (!allowed.ok) return allowed;
			storeHeld.assert();
			held.assert();
			disk.rename(layout.team(teamId), layout.trashed(`t-${teamId}.${stagingName(ground)}`));
			await syncDirectory(ground, layout.root);
			await releaseName(ground, document.name, teamId);
			return done(null);
		}),
	);
	return locked.at === "done" ? locked.value : busy(locked.ageMs);
}

const MOST_LOST = 3;

/** A lost lock is harmless for a document, since the link decides: it is taken again. */
async function underTeamLock<T>(
	ground: Ground,
	teamId: TeamId,
	run: (held: Held) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
	for (let lost = 1; ; lost += 1) {
		try {
			const locked = await withLock(ground, `t-${teamId}`, run);
			return locked.at === "done" ? locked.value : busy(locked.ageMs);
		} catch (error) {
			if (!(error instanceof StoreError) || error.code !== "lock-lost" || lost >= MOST_LOST) throw error;
		}
	}
}
