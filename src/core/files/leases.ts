// Who holds a seat: one write-once file a generation, taken by link, kept alive by its time, released with time 0. Takes no lock.

import { dirname } from "node:path";
import { isLease } from "../checks.generated.ts";
import type { MemberId, TeamId } from "../model.ts";
import type { Lease } from "../schema.ts";
import { type Holding, type LeaseRead, StoreError } from "../store.ts";
import { type FileStat, flags, isFile, msOf } from "./disk.ts";
import { isTaken, quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { leaseNameOf } from "./layout.ts";
import { encodeRecord } from "./publish.ts";
import { assertSafe, readNames, readRecord } from "./read.ts";
import { stage } from "./staging.ts";

export interface Leases {
	readAll(teamId: TeamId): readonly LeaseRead[];
	read(teamId: TeamId, member: MemberId): LeaseRead | undefined;
	generations(teamId: TeamId): ReadonlyMap<MemberId, number>;
	times(teamId: TeamId, member: MemberId, generation: number): Omit<LeaseRead, "lease"> | undefined;
	take(teamId: TeamId, lease: Lease): Promise<Holding | undefined>;
	adopt(teamId: TeamId, member: MemberId, token: string): Holding | undefined;
	beat(holding: Holding): "kept" | "fenced";
	release(holding: Holding): void;
	drop(holding: Holding): void;
	dropAll(): void;
}

interface Open {
	readonly fd: number;
	beats: number;
}

// A file may be superseded between listing and reading; more often than this in a row it is not bad luck.
const MOST_LOOKS = 10;
const TEAM_EVERY = 4;
const FORMAT_AT = 2;

export function openLeases(ground: Ground): Leases {
	const { disk, env, guard, layout } = ground;
	const open = new Map<Holding, Open>();
	/** Lease files never change after their link, so only their times are looked at again. */
	const known = new Map<string, { readonly file: string; readonly lease: Lease }>();

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
		const file = fileKey(stat);
		const seen = known.get(path);
		if (seen?.file === file && isFile(stat)) return { lease: seen.lease, ...timesOf(generation, stat) };
		const read = readRecord(ground, path, isLease);
		if (read === undefined) return undefined;
		if (read.value.member !== member || read.value.generation !== generation) {
			throw new StoreError("corrupt", path, "is the lease of another seat or generation than its name");
		}
		known.set(path, { file: fileKey(read.stat), lease: read.value });
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

	/** The generation that may be linked now. A lease nobody can read holds no seat: the next generation takes its place. */
	function nextAfter(teamId: TeamId, wanted: Lease): number | undefined {
		const { member, generation } = wanted;
		const newest = generations(teamId).get(member) ?? 0;
		if (generation === newest + 1) return generation;
		if (generation > newest) return undefined;
		return skipBroken(() => readOne(teamId, member, newest)) === undefined ? newest + 1 : undefined;
	}

	async function take(teamId: TeamId, wanted: Lease): Promise<Holding | undefined> {
		const { member } = wanted;
		const generation = nextAfter(teamId, wanted);
		if (generation === undefined) return undefined;
		const by = wanted.by?.member === member ? { member, generation } : wanted.by;
		const lease: Lease = { ...wanted, by, generation };
		const path = layout.lease(teamId, member, lease.generation);
		const bytes = encodeRecord(path, lease, isLease);
		const fd = linkLease(path, bytes);
		if (fd === undefined) return undefined;
		// Somebody slower may have linked over a generation that was already trimmed; the highest one holds the seat.
		if (generations(teamId).get(member) !== lease.generation) {
			disk.close(fd);
			quietly(() => disk.unlink(path));
			return undefined;
		}
		const holding: Holding = { teamId, lease };
		open.set(holding, { fd, beats: 0 });
		removeOlder(teamId, member, lease.generation);
		return holding;
	}

	/** The open file of the linked lease, without its staging name: that its last name is gone tells its holder it is fenced. */
	function linkLease(path: string, bytes: Uint8Array): number | undefined {
		guard.enter(dirname(path));
		const staged = stage(ground, bytes);
		let linked: "linked" | "not yet" = "not yet";
		try {
			disk.futimes(staged.fd, env.now());
			disk.link(staged.path, path);
			linked = "linked";
			disk.unlink(staged.path);
			return staged.fd;
		} catch (error) {
			quietly(() => disk.close(staged.fd));
			quietly(() => disk.unlink(staged.path));
			if (linked === "linked") quietly(() => disk.unlink(path));
			if (isTaken(error)) return undefined;
			throw error;
		}
	}

	function removeOlder(teamId: TeamId, member: MemberId, newest: number): void {
		for (const file of readNames(ground, layout.leases(teamId)) ?? []) {
			const name = leaseNameOf(file);
			if (name?.member !== member || name.generation >= newest) continue;
			const path = layout.lease(teamId, member, name.generation);
			known.delete(path);
			quietly(() => disk.unlink(path)); // Whoever takes the next generation repeats it.
		}
	}

	function adopt(teamId: TeamId, member: MemberId, token: string): Holding | undefined {
		const newest = read(teamId, member);
		if (newest === undefined || newest.lease.token !== token || newest.beatAt === 0) return undefined;
		const { lease } = newest;
		if (lease.pid !== env.self.pid || lease.startTime !== env.self.startTime) return undefined;
		const path = layout.lease(teamId, member, lease.generation);
		const fd = disk.open(path, flags.read);
		try {
			const stat = disk.fstat(fd);
			assertSafe(disk, stat, path);
			if (stat.nlink !== 1n) throw new StoreError("vanished", path, "was superseded meanwhile");
		} catch (error) {
			disk.close(fd);
			if (error instanceof StoreError && error.code === "vanished") return undefined;
			throw error;
		}
		const holding: Holding = { teamId, lease };
		open.set(holding, { fd, beats: 0 });
		return holding;
	}

	function beat(holding: Holding): "kept" | "fenced" {
		const { teamId, lease } = holding;
		const held = open.get(holding);
		if (held === undefined) return "fenced";
		disk.futimes(held.fd, env.now());
		held.beats += 1;
		if (disk.fstat(held.fd).nlink !== 1n) return "fenced";
		if (disk.lstat(layout.lease(teamId, lease.member, lease.generation + 1)) !== undefined) return "fenced";
		if (held.beats % TEAM_EVERY === 0 && disk.lstat(layout.team(teamId)) === undefined) return "fenced";
		if (held.beats % TEAM_EVERY === FORMAT_AT) ground.format.look();
		return "kept";
	}

	function release(holding: Holding): void {
		const held = open.get(holding);
		if (held === undefined) return;
		try {
			disk.futimes(held.fd, 0);
		} finally {
			drop(holding);
		}
	}

	function drop(holding: Holding): void {
		const held = open.get(holding);
		open.delete(holding);
		if (held !== undefined) quietly(() => disk.close(held.fd));
	}

	return {
		readAll,
		read,
		generations,
		times(teamId, member, generation) {
			const stat = disk.lstat(layout.lease(teamId, member, generation));
			return stat === undefined ? undefined : timesOf(generation, stat);
		},
		take,
		adopt,
		beat,
		release,
		drop,
		dropAll: () => {
			for (const holding of [...open.keys()]) drop(holding);
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

function fileKey(stat: FileStat): string {
	return `${stat.ino}:${stat.birthtimeNs}:${stat.size}`;
}

const BROKEN: ReadonlySet<string> = new Set(["corrupt", "too-large", "unsafe"]);

function skipBroken<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch (error) {
		if (error instanceof StoreError && BROKEN.has(error.code)) return undefined;
		throw error;
	}
}
