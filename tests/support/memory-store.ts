// The Store interface in memory, shared by several simulated processes: `memoryStore(env, disk)` is one process's handle. Held to the same suite as the files.

import type { Env } from "../../src/core/env.ts";
import { limits } from "../../src/core/limits.ts";
import type { MemberId, TeamId } from "../../src/core/model.ts";
import { done, type Outcome, refuse } from "../../src/core/refusal.ts";
import type { Activity, Lease, SessionSeat, TeamDocument } from "../../src/core/schema.ts";
import { type Holding, type LeaseRead, type Store, StoreError } from "../../src/core/store.ts";
import { emptyTeam, type LeaseFile, MemoryDisk, stored, type TeamDirectory, valid } from "./memory-disk.ts";
import { memoryInbox } from "./memory-inbox.ts";
import { memoryTimeline } from "./memory-timeline.ts";
import { watchMemory } from "./memory-watch.ts";

type Edit = (document: TeamDocument) => Outcome<Omit<TeamDocument, "revision">>;

export function memoryStore(env: Env, disk: MemoryDisk = new MemoryDisk()): Store {
	const open = new Map<string, LeaseFile>();

	function mayWrite(path: string): void {
		if (disk.access.at === "read-only") throw new StoreError("read-only", path, disk.access.reason);
	}

	async function locked<T>(run: () => T): Promise<T> {
		disk.locksTaken += 1;
		if (disk.locks === "poisoned") throw new StoreError("lock-lost", "locks", "locks are poisoned");
		await Promise.resolve();
		return run();
	}

	function ensureRoot(): void {
		disk.format ??= {
			v: 1,
			at: env.now(),
			by: null,
			format: "pi-team",
			storeId: env.newToken(),
			minReader: 1,
			minWriter: 1,
			leaseMs: limits.leaseMs,
			beatMs: limits.beatMs,
			lockStaleMs: limits.lockStaleMs,
			sync: false,
		};
	}

	function nameTaken(name: string): boolean {
		const entry = disk.names.get(name);
		if (entry === undefined) return false;
		const document = disk.team(entry.teamId)?.revisions.at(-1);
		return document === undefined ? env.now() - entry.at < limits.nameVoidMs : document.name === name;
	}

	function publishRevision(team: TeamDirectory, next: Omit<TeamDocument, "revision">): TeamDocument {
		const revision = (team.revisions.at(-1)?.revision ?? 0) + 1;
		const document = stored<TeamDocument>(valid.isTeamDocument, { ...next, revision });
		team.revisions.push(document);
		disk.changed(document.teamId, "doc");
		return document;
	}

	function newest(teamId: TeamId, member: MemberId): LeaseFile | undefined {
		return disk.team(teamId)?.leases.get(member)?.at(-1);
	}

	function editUnderLock(teamId: TeamId, edit: Edit): Outcome<TeamDocument> {
		const team = disk.team(teamId);
		const current = team?.revisions.at(-1);
		if (team === undefined || current === undefined) return refuse({ code: "gone", what: "That team" });
		const next = edit(current);
		return next.ok ? done(publishRevision(team, next.value)) : next;
	}

	function fileOf(holding: Holding): LeaseFile | undefined {
		return open.get(`${holding.lease.member}.${holding.lease.generation}`);
	}

	function keep(teamId: TeamId, file: LeaseFile): Holding {
		open.set(`${file.lease.member}.${file.lease.generation}`, file);
		return { teamId, lease: file.lease };
	}

	function forget(holding: Holding): void {
		open.delete(`${holding.lease.member}.${holding.lease.generation}`);
	}

	return {
		root: disk.root,
		format: () => disk.format,
		access: () => disk.access,
		changeKey(teamId, part, member) {
			const team = disk.team(teamId);
			return team === undefined
				? undefined
				: String(team.changes.get(member === undefined ? part : `${part}/${member}`) ?? 0);
		},
		rootKey: () => (disk.format === undefined ? undefined : String(disk.rootChanges)),
		listTeams: () => ({ teamIds: [...disk.teams.keys()], foreign: [], trouble: [] }),
		teamNamed(name) {
			const teamId = disk.names.get(name)?.teamId;
			return teamId !== undefined && disk.team(teamId)?.revisions.at(-1)?.name === name ? teamId : undefined;
		},
		async createTeam(document) {
			mayWrite(document.name);
			ensureRoot();
			if (nameTaken(document.name)) return refuse({ code: "team-exists", team: document.name });
			disk.names.set(document.name, { teamId: document.teamId, at: env.now() });
			await Promise.resolve();
			const first = stored<TeamDocument>(valid.isTeamDocument, { ...document, revision: 1 });
			disk.teams.set(document.teamId, emptyTeam(first));
			disk.rootChanged();
			return done(first);
		},
		readDocument: (teamId) => disk.team(teamId)?.revisions.at(-1),
		async editDocument(teamId, edit) {
			mayWrite(teamId);
			return locked(() => editUnderLock(teamId, edit));
		},
		async renameTeam(teamId, name, edit) {
			mayWrite(teamId);
			return locked(() => {
				const current = disk.team(teamId)?.revisions.at(-1);
				const before = current?.name;
				const wanted = current === undefined ? undefined : edit(current);
				if (wanted?.ok === true && nameTaken(name)) return refuse({ code: "team-exists", team: name });
				const outcome = editUnderLock(teamId, edit);
				if (!outcome.ok) return outcome;
				disk.names.set(name, { teamId, at: env.now() });
				if (before !== undefined) disk.names.delete(before);
				disk.rootChanged();
				return outcome;
			});
		},
		async deleteTeam(teamId, check) {
			mayWrite(teamId);
			return locked(() => {
				const document = disk.team(teamId)?.revisions.at(-1);
				if (document === undefined) return refuse({ code: "gone", what: "That team" });
				const allowed = check(document);
				if (!allowed.ok) return allowed;
				disk.teams.delete(teamId);
				disk.names.delete(document.name);
				disk.trash.push(teamId);
				disk.rootChanged();
				return done(null);
			});
		},

		readLeases: (teamId) =>
			[...(disk.team(teamId)?.leases.values() ?? [])].flatMap((files) => {
				const file = files.at(-1);
				return file === undefined ? [] : [readOf(file)];
			}),
		readLease(teamId, member) {
			const file = newest(teamId, member);
			return file === undefined ? undefined : readOf(file);
		},
		leaseGenerations: (teamId) =>
			new Map(
				[...(disk.team(teamId)?.leases ?? [])].map(([member, files]) => [member, files.at(-1)?.lease.generation ?? 0]),
			),
		leaseTimes(teamId, member, generation) {
			const file = newest(teamId, member);
			if (file === undefined || file.lease.generation !== generation) return undefined;
			const { key, beatAt, changedAt } = readOf(file);
			return { key, beatAt, changedAt };
		},
		async takeLease(teamId, lease) {
			mayWrite(lease.member);
			const team = disk.team(teamId);
			if (team === undefined) throw new StoreError("vanished", teamId, "the team was deleted");
			await Promise.resolve();
			const files = team.leases.get(lease.member) ?? [];
			if ((files.at(-1)?.lease.generation ?? 0) >= lease.generation) return undefined;
			for (const older of files) older.linked = false;
			const at = env.now();
			const file: LeaseFile = {
				lease: stored<Lease>(valid.isLease, lease),
				ino: disk.newInode(),
				beats: 0,
				beatAt: at,
				changedAt: at,
				linked: true,
			};
			team.leases.set(lease.member, [file]);
			disk.changed(teamId, "leases");
			return keep(teamId, file);
		},
		adoptLease(teamId, member, token) {
			const file = newest(teamId, member);
			return file === undefined || file.lease.token !== token || file.beatAt === 0 ? undefined : keep(teamId, file);
		},
		beat(holding) {
			mayWrite(holding.lease.member);
			const file = fileOf(holding);
			if (file === undefined || !file.linked || disk.team(holding.teamId) === undefined) return "fenced";
			touch(file, env.now(), env.now());
			return "kept";
		},
		releaseLease(holding) {
			const file = fileOf(holding);
			forget(holding);
			if (file === undefined) return;
			mayWrite(holding.lease.member);
			touch(file, 0, env.now());
		},
		dropLease: forget,

		writeActivity(teamId, activity) {
			const team = disk.team(teamId);
			if (team === undefined) return;
			mayWrite(activity.member);
			team.activity.set(activity.member, stored<Activity>(valid.isActivity, activity));
			disk.changed(teamId, `activity/${activity.member}`);
			disk.changed(teamId, "activity");
		},
		readActivity: (teamId, member) => disk.team(teamId)?.activity.get(member),

		readSession: (session) => disk.sessions.get(session),
		writeSession(seat) {
			mayWrite(seat.session);
			disk.sessions.set(seat.session, stored<SessionSeat>(valid.isSessionSeat, seat));
		},
		removeSession(session) {
			mayWrite(session);
			disk.sessions.delete(session);
		},

		...memoryInbox(disk, mayWrite),
		...memoryTimeline(disk, mayWrite),
		inspect: () => [],
		setAside(path) {
			mayWrite(path);
		},
		watch: (targets, poke) => watchMemory(env, disk, targets, poke),
		close: () => open.clear(),
	};
}

function readOf(file: LeaseFile): LeaseRead {
	return { lease: file.lease, key: `${file.ino}:${file.beats}`, beatAt: file.beatAt, changedAt: file.changedAt };
}

function touch(file: LeaseFile, beatAt: number, at: number): void {
	file.beats += 1;
	file.beatAt = beatAt;
	file.changedAt = at;
}
