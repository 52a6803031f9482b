// Edits, renames, deletes and lists teams. Locks are politeness here: the link of a revision, and the link of a name, decide.

import type { TeamId, Trouble } from "../model.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { TeamDocument } from "../schema.ts";
import { type ForeignKind, StoreError, type TeamListing } from "../store.ts";
import { type Disk, type FileStat, isDirectory, permissions } from "./disk.ts";
import { type Edit, linkRevision, readDocument, teamGone } from "./documents.ts";
import { errnoOf } from "./errors.ts";
import { foreignKindOf } from "./foreign.ts";
import { type Ground, trouble } from "./ground.ts";
import { ownEntries, teamIdOf } from "./layout.ts";
import { busy, type Held, type WhenFull, withLock } from "./lock.ts";
import { releaseName, replaceVoidName, takeName } from "./names.ts";
import { syncDirectory } from "./publish.ts";
import { readNames } from "./read.ts";
import { stagingName } from "./staging.ts";

const OPEN_TO_OTHERS = 0o077;

export function listTeams(ground: Ground): TeamListing {
	const { disk, layout } = ground;
	ground.format.look();
	const teamIds: TeamId[] = [];
	const foreign: { readonly name: string; readonly kind: ForeignKind }[] = [];
	const troubles: Trouble[] = openness(disk, layout.root, disk.lstat(layout.root));
	for (const name of [...(readNames(ground, layout.root) ?? [])].sort()) {
		if ((ownEntries as readonly string[]).includes(name)) continue;
		const teamId = teamIdOf(name);
		const stat = teamId === undefined ? undefined : disk.lstat(layout.team(teamId));
		if (teamId !== undefined && stat !== undefined && !isDirectory(stat)) {
			const hint = "it is left alone; move it away";
			troubles.push(trouble("unsafe", layout.team(teamId), `${name} is no directory`, hint));
			continue;
		}
		const inside = teamId === undefined ? undefined : look(ground, layout.docs(teamId));
		if (teamId !== undefined && inside !== undefined) {
			teamIds.push(teamId);
			troubles.push(...("code" in inside ? [inside] : []), ...openness(disk, layout.team(teamId), stat));
		} else foreign.push({ name, kind: foreignKindOf(disk, layout.root, name) });
	}
	return { teamIds, foreign, trouble: troubles };
}

/** A directory that may not be entered is counted and named: it must not hide the others. */
function look({ disk }: Ground, path: string): FileStat | Trouble | undefined {
	try {
		return disk.lstat(path);
	} catch (error) {
		if (errnoOf(error) !== "EACCES") throw error;
		return trouble("io", path, `${path} may not be read by this user`, "check its owner and mode");
	}
}

/** Said, never repaired in silence: somebody may have opened it on purpose. */
function openness(disk: Disk, path: string, stat: FileStat | undefined): Trouble[] {
	if (stat === undefined) return [];
	if (Number(stat.uid) !== disk.uid) {
		const hint = "it belongs to another user; let its owner give it back, or move it away";
		return [trouble("unsafe", path, `${path} belongs to another user`, hint)];
	}
	if ((permissions(stat) & OPEN_TO_OTHERS) === 0) return [];
	return [
		trouble(
			"unsafe",
			path,
			`${path} is open to other users of this machine`,
			"it is open to other users of this machine; close it with `chmod 700`",
		),
	];
}

export async function editDocument(ground: Ground, teamId: TeamId, edit: Edit): Promise<Outcome<TeamDocument>> {
	if (ground.disk.lstat(ground.layout.docs(teamId)) === undefined) return teamGone;
	return underTeamLock(ground, teamId, "fail", (held) => linkRevision(ground, teamId, edit, held));
}

export async function renameTeam(
	ground: Ground,
	teamId: TeamId,
	name: string,
	edit: Edit,
): Promise<Outcome<TeamDocument>> {
	return underBothLocks(ground, teamId, "fail", async (held) => {
		const before = readDocument(ground, teamId);
		if (before === undefined) return teamGone;
		const wanted = edit(before);
		if (!wanted.ok) return wanted;
		const taken = await takeName(ground, name, teamId);
		if (taken === "of another team" && (await replaceVoidName(ground, name, teamId, held)) === "of another team") {
			return refuse({ code: "team-exists", team: name });
		}
		const renamed = await linkRevision(ground, teamId, edit, held);
		const unused = renamed.ok ? before.name : name;
		if (unused !== (renamed.ok ? name : before.name)) await releaseName(ground, unused, teamId);
		return renamed;
	});
}

export async function deleteTeam(
	ground: Ground,
	teamId: TeamId,
	check: (document: TeamDocument) => Outcome<null>,
): Promise<Outcome<null>> {
	const { disk, layout } = ground;
	// A full disk must not keep anybody from freeing it, and a lock needs an inode.
	return underBothLocks(ground, teamId, "go on", async (held) => {
		const document = readDocument(ground, teamId);
		if (document === undefined) return teamGone;
		const allowed = check(document);
		if (!allowed.ok) return allowed;
		held.assert();
		disk.rename(layout.team(teamId), layout.trashed(`t-${teamId}.${stagingName(ground)}`));
		await syncDirectory(ground, layout.root);
		await releaseName(ground, document.name, teamId);
		return done(null);
	});
}

/** Store, then team: always in this order, so that two operations never wait for each other. */
async function underBothLocks<T>(
	ground: Ground,
	teamId: TeamId,
	whenFull: WhenFull,
	run: (held: Held) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
	const locked = await withLock(ground, "store", whenFull, (storeHeld) =>
		underTeamLock(ground, teamId, whenFull, (teamHeld) =>
			run({
				assert() {
					storeHeld.assert();
					teamHeld.assert();
				},
			}),
		),
	);
	return locked.at === "done" ? locked.value : busy(locked);
}

const MOST_LOST = 3;

/** A lost lock is harmless for a document, since the link decides: it is taken again. */
async function underTeamLock<T>(
	ground: Ground,
	teamId: TeamId,
	whenFull: WhenFull,
	run: (held: Held) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
	for (let lost = 1; ; lost += 1) {
		try {
			const locked = await withLock(ground, `t-${teamId}`, whenFull, run);
			return locked.at === "done" ? locked.value : busy(locked);
		} catch (error) {
			if (!(error instanceof StoreError) || error.code !== "lock-lost" || lost >= MOST_LOST) throw error;
		}
	}
}
