// What doctor finds about the root as a whole: where it lies, who may read it, locks, leftovers. Only looks.

import { join } from "node:path";
import { type FileStat, isDirectory, msOf, permissions } from "../files/disk.ts";
import { judgeMounts, judgeType } from "../files/filesystems.ts";
import type { Ground } from "../files/ground.ts";
import { rootDirectories } from "../files/layout.ts";
import { readNames } from "../files/read.ts";
import { limits } from "../limits.ts";
import { age } from "../refusal.ts";
import type { TeamListing } from "../store.ts";
import { type Fact, type Finding, finding, sizeWords } from "./finding.ts";

const DAY_MS = 86_400_000;
const OTHERS = 0o077;

/** Where the store lies. */
export function lookAtDisk(ground: Ground): { readonly findings: readonly Finding[]; readonly facts: readonly Fact[] } {
	const { disk, layout } = ground;
	const stat = disk.statfs(layout.root);
	const mounts = disk.mounts();
	const verdict = mounts === undefined ? judgeType(stat.type) : judgeMounts(mounts, layout.root);
	const findings: Finding[] = [];
	if (verdict.at === "refused") {
		findings.push(
			finding("network-file-system", "broken", {
				what: `${layout.root} lies on ${verdict.name}.`,
				meaning: "Several processes cannot write there safely, so this store is only read.",
				mend: "Set PI_TEAM_ROOT to a directory on a local disk.",
			}),
		);
	}
	if (verdict.at === "not-durable") {
		findings.push(
			finding("not-durable", "note", {
				what: `${layout.root} lies on ${verdict.name}.`,
				meaning: "Everything works, but nothing outlives a restart of the machine.",
				mend: "Set PI_TEAM_ROOT to a directory on a disk to keep history.",
			}),
		);
	}
	const free = sizeWords(stat.freeBytes);
	if (stat.freeBytes < limits.lowSpaceBytes) {
		const stops = stat.freeBytes < limits.noSpaceBytes ? "messages" : "new teams";
		findings.push(
			finding("low-space", stops === "messages" ? "broken" : "attention", {
				what: `Only ${free} are free on the disk of the store.`,
				meaning: `The store refuses ${stops} until there is more.`,
				mend: "Free some space; `prune` lets old history go.",
			}),
		);
	}
	if (stat.inodes > 0 && stat.freeInodes < limits.lowInodes) {
		findings.push(
			finding("low-inodes", "attention", {
				what: `Only ${stat.freeInodes} more files fit on the disk of the store.`,
				meaning: "The store refuses new teams until there is room for more.",
				mend: "Delete files that are not needed; `prune` lets old history go.",
			}),
		);
	}
	return { findings, facts: [{ name: "free space", value: free }] };
}

/** Directories others may read or write, or that belong to somebody else. */
export function lookAtPermissions(ground: Ground, listing: TeamListing): readonly Finding[] {
	const { layout } = ground;
	const teams = listing.teamIds.map((teamId) => layout.team(teamId));
	return [
		layout.root,
		...rootDirectories.map((name) => join(layout.root, name)),
		...teams,
		...teams.flatMap((team) => (readNames(ground, team) ?? []).map((name) => join(team, name))),
	].flatMap((path) => openDirectory(ground, path) ?? []);
}

function openDirectory({ disk }: Ground, path: string): Finding | undefined {
	const stat = disk.lstat(path);
	if (stat === undefined || !isDirectory(stat)) return undefined;
	if (Number(stat.uid) !== disk.uid) {
		return finding(
			"permissions",
			"broken",
			{
				what: `${path} belongs to another user.`,
				meaning: "What lies in it is not trusted, and it cannot be made private from here.",
				mend: "Let its owner give it back, or move it away.",
			},
			{ path },
		);
	}
	if ((permissions(stat) & OTHERS) === 0) return undefined;
	return finding(
		"permissions",
		"attention",
		{
			what: `${path} is open to other users of this machine.`,
			meaning: "They may read what your agents say, or put files there.",
			mend: `chmod 700 ${path}`,
		},
		{ path, fix: { do: "make-private", path } },
	);
}

export function lookAtLocks(ground: Ground): readonly Finding[] {
	const { disk, layout, env } = ground;
	const staleMs = ground.format.known()?.lockStaleMs ?? limits.lockStaleMs;
	return (readNames(ground, layout.locks) ?? []).flatMap((name) => {
		const path = layout.lock(name);
		const stat = disk.lstat(path);
		if (stat === undefined) return [];
		const blocked = !isDirectory(stat) || disk.readdir(path).length > 0;
		const ageMs = env.now() - msOf(stat.mtimeNs);
		if (!blocked && Math.abs(ageMs) < staleMs) return [];
		return [lockFinding(path, blocked ? "blocked" : "stuck", ageMs)];
	});
}

function lockFinding(path: string, how: "blocked" | "stuck", ageMs: number): Finding {
	const when = ageMs < 0 ? "is stamped in the future" : `was last renewed ${age(ageMs)} ago`;
	if (how === "stuck") {
		return finding(
			"stuck-lock",
			"note",
			{
				what: `The lock ${path} ${when}.`,
				meaning: "Its holder died. Whoever needs it next breaks it after a moment.",
				mend: "Nothing has to be done.",
			},
			{ path, fix: { do: "remove-lock", path } },
		);
	}
	return finding(
		"blocked-lock",
		"attention",
		{
			what: `Something that is no lock stands at ${path}.`,
			meaning: "Renaming, removing and deleting wait for it.",
			mend: "It can be set aside into quarantine/.",
		},
		{ path, fix: { do: "quarantine", path, reason: "stood in the place of a lock" } },
	);
}

/** Staging files of killed processes, and what was deleted but not swept yet. */
export function lookAtLeftovers(ground: Ground): readonly Finding[] {
	const { layout } = ground;
	const old = [layout.tmp, layout.trash].flatMap((directory) =>
		(readNames(ground, directory) ?? []).filter((name) => isOld(ground, join(directory, name))),
	);
	const kept = (readNames(ground, layout.quarantine) ?? []).length;
	return [
		...(old.length === 0
			? []
			: [
					finding(
						"debris",
						"note",
						{
							what: `${old.length} leftovers of killed processes and deleted teams lie in tmp/ and trash/.`,
							meaning: "They take space and nothing else.",
							mend: "They can be swept away.",
						},
						{ fix: { do: "sweep" } },
					),
				]),
		...(kept === 0
			? []
			: [
					finding(
						"quarantined",
						"note",
						{
							what: `${kept} files lie in ${layout.quarantine}.`,
							meaning: "They could not be read and were set aside; nothing in the store depends on them.",
							mend: "Look at them and at the reasons beside them; delete them when you are done.",
						},
						{ path: layout.quarantine },
					),
				]),
	];
}

function isOld({ disk, env }: Ground, path: string): boolean {
	const stat: FileStat | undefined = disk.lstat(path);
	return stat !== undefined && env.now() - msOf(stat.ctimeNs) > DAY_MS;
}
