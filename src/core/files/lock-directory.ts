// What proper-lockfile sees of the disk for one lock: identity by inode, birth time and own stamp, so that only one breaks a dead lock and a late release harms nobody.

import { limits } from "../limits.ts";
import { StoreError } from "../store.ts";
import { type FileStat, flags, isDirectory, msOf, PRIVATE_DIRECTORY } from "./disk.ts";
import { errnoOf, isMissing, isTaken, quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";

type Callback<T = void> = (error: Error | null, value?: T) => void;

export interface LockDirectory {
	/** The part of node:fs the library uses. */
	readonly fs: object;
	lost(): boolean;
	markLost(): void;
	/** Looks whether the directory is still the one this process made. */
	isOurs(): boolean;
	/** Of the lock that stands there now. */
	ageMs(): number | null;
}

interface Identity {
	readonly ino: bigint;
	readonly birthtimeNs: bigint;
	readonly mtimeNs: bigint;
}

// Each breaker that died while breaking is passed over once; more of them than this is no accident.
const MOST_BREAKERS = 100;

export function openLockDirectory(ground: Ground, path: string, staleMs: number): LockDirectory {
	const { disk, env, layout } = ground;
	let own: Identity | undefined;
	let lost = false;
	let seen: { readonly identity: Identity; readonly atMs: number } | undefined;

	function current(): FileStat | undefined {
		return disk.lstat(path);
	}

	function isOwn(stat: FileStat | undefined): boolean {
		return stat !== undefined && own !== undefined && same(identityOf(stat), own);
	}

	function make(): void {
		try {
			disk.mkdir(path, PRIVATE_DIRECTORY);
		} catch (error) {
			if (!isTaken(error)) throw error;
			const there = current();
			if (there === undefined || isDirectory(there)) throw error;
			setAside(); // A file here is no lock, and no library call would ever get past it.
			disk.mkdir(path, PRIVATE_DIRECTORY);
		}
		const made = current();
		if (made !== undefined) own = identityOf(made);
	}

	function setAside(): void {
		disk.rename(path, layout.quarantined(`${env.newId()}.lock`));
	}

	/** The library judges by wall clock; a lock stamped in the future would stand for ever, so there the observed change counts. */
	function mtimeOf(stat: FileStat): Date {
		const mtimeMs = msOf(stat.mtimeNs);
		const identity = identityOf(stat);
		if (seen === undefined || !same(seen.identity, identity)) seen = { identity, atMs: env.monotonic() };
		if (mtimeMs <= env.now() + limits.clockSkewMs) return new Date(mtimeMs);
		return new Date(env.monotonic() - seen.atMs >= staleMs ? 0 : mtimeMs);
	}

	function remove(): void {
		const stat = current();
		if (stat === undefined) return;
		if (own === undefined) {
			breakStale(stat);
			return;
		}
		const mine = isOwn(stat);
		own = undefined;
		if (mine) disk.rmdir(path);
	}

	/** One process for each incarnation of a lock; it looks again before it removes. */
	function breakStale(stat: FileStat): void {
		const breaker = claimBreaker(identityOf(stat));
		if (breaker === undefined) throw lockedError();
		try {
			const now = current();
			if (now === undefined || !same(identityOf(now), identityOf(stat))) throw lockedError();
			removeDead();
		} finally {
			quietly(() => disk.unlink(breaker));
		}
	}

	function removeDead(): void {
		try {
			disk.rmdir(path);
		} catch (error) {
			if (isMissing(error)) return;
			if (errnoOf(error) !== "ENOTEMPTY" && !isTaken(error)) throw error;
			setAside(); // Something lies in it: with the library alone this lock would be held for ever.
		}
	}

	function claimBreaker(identity: Identity): string | undefined {
		const name = `break-${identity.ino}-${identity.birthtimeNs}-${identity.mtimeNs}`;
		for (let turn = 0; turn < MOST_BREAKERS; turn += 1) {
			const breaker = layout.staging(`${name}.${turn}`);
			try {
				disk.close(disk.open(breaker, flags.create));
				return breaker;
			} catch (error) {
				if (!isTaken(error)) throw error;
			}
			const there = disk.lstat(breaker);
			// A breaker that lives is done in a millisecond; one as old as a dead lock died over it.
			if (there === undefined || msOf(there.mtimeNs) > env.now() - staleMs) return undefined;
		}
		return undefined;
	}

	function touch(atime: Date, mtime: Date): void {
		if (!isOwn(current())) throw Object.assign(new Error("the lock is no longer ours"), { code: "ENOENT" });
		disk.utimes(path, atime, mtime);
		const touched = current();
		if (touched !== undefined) own = identityOf(touched);
	}

	return {
		fs: {
			mkdir: (_: string, callback: Callback) => answer(callback, make),
			stat: (_: string, callback: Callback<{ readonly mtime: Date }>) =>
				answer(callback, () => {
					const stat = current();
					if (stat === undefined) throw Object.assign(new Error("no lock"), { code: "ENOENT" });
					return { mtime: mtimeOf(stat) };
				}),
			utimes: (_: string, atime: Date, mtime: Date, callback: Callback) => answer(callback, () => touch(atime, mtime)),
			rmdir: (_: string, callback: Callback) => answer(callback, remove),
			rmdirSync: () => {
				if (isOwn(current())) disk.rmdir(path);
			},
		},
		lost: () => lost,
		markLost: () => {
			lost = true;
		},
		isOurs: () => isOwn(current()),
		ageMs() {
			const stat = current();
			return stat === undefined ? null : Math.max(0, env.now() - msOf(stat.mtimeNs));
		},
	};
}

function identityOf({ ino, birthtimeNs, mtimeNs }: FileStat): Identity {
	return { ino, birthtimeNs, mtimeNs };
}

/** The inode alone is no identity: the next directory made under a name usually gets the same one. */
function same(a: Identity, b: Identity): boolean {
	return a.ino === b.ino && a.birthtimeNs === b.birthtimeNs && a.mtimeNs === b.mtimeNs;
}

function lockedError(): Error {
	return Object.assign(new Error("somebody else breaks this lock"), { code: "ELOCKED" });
}

function answer<T>(callback: Callback<T>, run: () => T): void {
	let value: T;
	try {
		value = run();
	} catch (error) {
		if (!(error instanceof Error) || error instanceof StoreError) throw error;
		callback(error);
		return;
	}
	callback(null, value);
}
