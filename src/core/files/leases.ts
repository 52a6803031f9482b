// Who holds a seat: one write-once file a generation, taken by link, kept alive by its time, released with time 0. Takes no lock.

import { dirname } from "node:path";
import { isLease } from "../checks.generated.ts";
import type { MemberId, TeamId } from "../model.ts";
import type { Lease } from "../schema.ts";
import { type Holding, StoreError } from "../store.ts";
import { flags } from "./disk.ts";
import { isTaken, quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { leaseNameOf } from "./layout.ts";
import { type LeaseFiles, openLeaseFiles, skipBroken } from "./lease-files.ts";
import { encodeRecord } from "./publish.ts";
import { assertSafe, readNames } from "./read.ts";
import { stage } from "./staging.ts";

export interface Leases {
	readonly files: LeaseFiles;
	/** Takes no step that waits: between its link and its second look nothing else of this process happens. */
	take(teamId: TeamId, lease: Lease): Holding | undefined;
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

const TEAM_EVERY = 4;
const FORMAT_AT = 2;

export function openLeases(ground: Ground): Leases {
	const { disk, env, guard, layout } = ground;
	const open = new Map<Holding, Open>();
	const files = openLeaseFiles(ground);
	const { generations, read, readOne } = files;

	/** The generation that may be linked now. A lease nobody can read holds no seat: the next generation takes its place. */
	function nextAfter(teamId: TeamId, wanted: Lease): number | undefined {
		const { member, generation } = wanted;
		const newest = generations(teamId).get(member) ?? 0;
		// Without a file there is nobody to follow: its holder may link it again after somebody deleted it by hand.
		if (generation === newest + 1 || newest === 0) return generation;
		if (generation > newest) return undefined;
		return skipBroken(() => readOne(teamId, member, newest)) === undefined ? newest + 1 : undefined;
	}

	function take(teamId: TeamId, wanted: Lease): Holding | undefined {
		const { member } = wanted;
		const generation = nextAfter(teamId, wanted);
		if (generation === undefined) return undefined;
		const by = wanted.by?.member === member ? { member, generation } : wanted.by;
		const lease: Lease = { ...wanted, by, generation };
		const path = layout.lease(teamId, member, lease.generation);
		const bytes = encodeRecord(path, lease, isLease);
		const fd = linkLease(path, bytes);
		if (fd === undefined) return undefined;
		if (!isHighest(teamId, lease, fd, path)) return undefined;
		const holding: Holding = { teamId, lease };
		open.set(holding, { fd, beats: 0 });
		removeOlder(teamId, member, lease.generation);
		return holding;
	}

	/** Somebody slower may have linked over a generation that was already trimmed; the highest one holds the seat. */
	function isHighest(teamId: TeamId, { member, generation }: Lease, fd: number, path: string): boolean {
		let highest: number | undefined;
		try {
			highest = generations(teamId).get(member);
			return highest === generation;
		} finally {
			if (highest !== generation) {
				quietly(() => disk.close(fd));
				quietly(() => disk.unlink(path));
			}
		}
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
		files,
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
