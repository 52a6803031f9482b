// Whether this process may write now: read-only detection with another try after a while, free space, file system, format version. Never writes.

import { dirname } from "node:path";
import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import { type Access, StoreError } from "../store.ts";
import type { Disk, FileSystemStat } from "./disk.ts";
import { asStoreError, errnoOf, unlessFailing } from "./errors.ts";
import { judgeMounts, judgeType, type Verdict } from "./filesystems.ts";

export interface Gate {
	access(): Access;
	/** True once a write failed long enough ago that the store may be writable again. */
	mayTryAgain(): boolean;
	/** Throws StoreError when writing makes no sense now; maps what fails, and remembers a read-only store. */
	write<T>(path: string, run: () => T): T;
	writeLater<T>(path: string, run: () => Promise<T>): Promise<T>;
	/** Free bytes when the disk is too full for something new; undefined = enough. */
	shortOf(need: "new team" | "new message"): number | undefined;
	/** A newer format excludes this version: reading goes on. undefined = no longer. */
	exclude(reason: string | undefined): void;
}

export function openGate(env: Env, disk: Disk, root: string, visitor: "visitor" | "writer"): Gate {
	let failed: { readonly reason: string; readonly atMs: number } | undefined;
	let excluded: string | undefined;
	let verdict: Verdict | undefined;
	let space: { readonly stat: FileSystemStat | undefined; readonly atMs: number } | undefined;

	function standing(): string | undefined {
		if (visitor === "visitor") return "this program only looks";
		if (excluded !== undefined) return excluded;
		// What cannot be asked is not known to be bad: the write itself will tell.
		verdict ??= unlessFailing(judge);
		if (verdict?.at === "refused") {
			return `it lies on ${verdict.name}, where writes of several processes are not atomic; use a local disk`;
		}
		return undefined;
	}

	function judge(): Verdict | undefined {
		const there = nearest(disk, root);
		if (there === undefined) return undefined;
		const mounts = disk.mounts();
		return mounts === undefined ? judgeType(disk.statfs(there).type) : judgeMounts(mounts, there);
	}

	function freeSpace(): FileSystemStat | undefined {
		const there = nearest(disk, root);
		return there === undefined ? undefined : disk.statfs(there);
	}

	function worthTrying(): boolean {
		return failed === undefined || env.monotonic() - failed.atMs >= limits.readOnlyProbeMs;
	}

	function enter(path: string): void {
		const reason = standing();
		if (reason !== undefined) throw new StoreError("read-only", path, reason);
		if (failed !== undefined && !worthTrying()) throw new StoreError("read-only", path, failed.reason);
	}

	function leave(error: unknown, path: string): unknown {
		const mapped = asStoreError(error, path);
		if (mapped instanceof StoreError && mapped.code === "read-only" && errnoOf(error) !== undefined) {
			failed = { reason: mapped.hint, atMs: env.monotonic() };
		}
		return mapped;
	}

	return {
		mayTryAgain: () => failed !== undefined && standing() === undefined && worthTrying(),
		access() {
			const reason = standing() ?? failed?.reason;
			return reason === undefined ? { at: "writable" } : { at: "read-only", reason };
		},
		write(path, run) {
			enter(path);
			try {
				const value = run();
				failed = undefined;
				return value;
			} catch (error) {
				throw leave(error, path);
			}
		},
		async writeLater(path, run) {
			enter(path);
			try {
				const value = await run();
				failed = undefined;
				return value;
			} catch (error) {
				throw leave(error, path);
			}
		},
		shortOf(need) {
			if (space === undefined || env.monotonic() - space.atMs >= limits.beatMs) {
				space = { stat: unlessFailing(freeSpace), atMs: env.monotonic() };
			}
			const { stat } = space;
			if (stat === undefined) return undefined;
			const least = need === "new team" ? limits.lowSpaceBytes : limits.noSpaceBytes;
			// A file system without a fixed number of inodes says 0 of 0.
			const fewInodes = need === "new team" && stat.inodes > 0 && stat.freeInodes < limits.lowInodes;
			return stat.freeBytes < least || fewInodes ? stat.freeBytes : undefined;
		},
		exclude(reason) {
			excluded = reason;
		},
	};
}

/** The root, or what exists above it. */
function nearest(disk: Disk, path: string): string | undefined {
	for (let at = path; ; at = dirname(at)) {
		if (disk.lstat(at) !== undefined) return at;
		if (dirname(at) === at) return undefined;
	}
}
