// Reads lease files: the newest generation of each seat, and its times without its content. Never writes.

import { isLease } from "../checks.generated.ts";
import type { MemberId, TeamId } from "../model.ts";
import type { Lease } from "../schema.ts";
import { type LeaseRead, StoreError } from "../store.ts";
import { type FileStat, isFile, msOf } from "./disk.ts";
import type { Ground } from "./ground.ts";
import { leaseNameOf } from "./layout.ts";
import { readNames, readRecord } from "./read.ts";

export interface LeaseFiles {
	/** Newest generation of each member, by file names alone. */
	generations(teamId: TeamId): Map<MemberId, number>;
	/** undefined = no such file. Throws StoreError "corrupt" and the like. */
	readOne(teamId: TeamId, member: MemberId, generation: number): LeaseRead | undefined;
	read(teamId: TeamId, member: MemberId): LeaseRead | undefined;
	/** Without those nobody can read: such a seat is held by nobody. */
	readAll(teamId: TeamId): readonly LeaseRead[];
	times(teamId: TeamId, member: MemberId, generation: number): Omit<LeaseRead, "lease"> | undefined;
}

// A file may be superseded between listing and reading; more often than this in a row it is not bad luck.
const MOST_LOOKS = 10;

export function openLeaseFiles(ground: Ground): LeaseFiles {
	const { disk, layout } = ground;
	/** Lease files never change after their link, so only their times are looked at again. */
	const known = new Map<MemberId, { readonly file: string; readonly lease: Lease }>();

	function generations(teamId: TeamId): Map<MemberId, number> {
		const newest = new Map<MemberId, number>();
		for (const file of readNames(ground, layout.leases(teamId)) ?? []) {
			const name = leaseNameOf(file);
			if (name !== undefined && name.generation > (newest.get(name.member) ?? 0))
				newest.set(name.member, name.generation);
		}
		return newest;
	}

	function readOne(teamId: TeamId, member: MemberId, generation: number): LeaseRead | undefined {
		const path = layout.lease(teamId, member, generation);
		const stat = disk.lstat(path);
		if (stat === undefined) return undefined;
		const file = fileKey(generation, stat);
		const seen = known.get(member);
		if (seen?.file === file && isFile(stat)) return { lease: seen.lease, ...timesOf(generation, stat) };
		const read = readRecord(ground, path, isLease);
		if (read === undefined) return undefined;
		if (read.value.member !== member || read.value.generation !== generation) {
			throw new StoreError("corrupt", path, "is the lease of another seat or generation than its name");
		}
		known.set(member, { file: fileKey(generation, read.stat), lease: read.value });
		return { lease: read.value, ...timesOf(generation, read.stat) };
	}

	function read(teamId: TeamId, member: MemberId): LeaseRead | undefined {
		for (let look = 0; look < MOST_LOOKS; look += 1) {
			const generation = generations(teamId).get(member);
			if (generation === undefined) return undefined;
			const lease = readOne(teamId, member, generation);
			if (lease !== undefined) return lease;
		}
		throw new StoreError("io", layout.leases(teamId), "the lease changed hands at every look");
	}

	function readAll(teamId: TeamId): readonly LeaseRead[] {
		const leases: LeaseRead[] = [];
		for (const [member, generation] of generations(teamId)) {
			const lease = skipBroken(() => readOne(teamId, member, generation) ?? read(teamId, member));
			if (lease !== undefined) leases.push(lease);
		}
		return leases;
	}

	return {
		generations,
		readOne,
		read,
		readAll,
		times(teamId, member, generation) {
			const stat = disk.lstat(layout.lease(teamId, member, generation));
			return stat === undefined ? undefined : timesOf(generation, stat);
		},
	};
}

function timesOf(generation: number, stat: FileStat): Omit<LeaseRead, "lease"> {
	return {
		key: `g${generation}:${stat.ino}:${stat.mtimeNs}`,
		beatAt: Math.max(0, msOf(stat.mtimeNs)),
		changedAt: msOf(stat.ctimeNs),
	};
}

function fileKey(generation: number, stat: FileStat): string {
	return `g${generation}:${stat.ino}:${stat.birthtimeNs}:${stat.size}`;
}

const BROKEN: ReadonlySet<string> = new Set(["corrupt", "too-large", "unsafe"]);

export function skipBroken<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch (error) {
		if (error instanceof StoreError && BROKEN.has(error.code)) return undefined;
		throw error;
	}
}
