// Directories that are what they seem: the root without links in its path, no link planted inside. Only looks.

import { basename, dirname, join } from "node:path";
import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import { StoreError } from "../store.ts";
import { type Disk, isDirectory } from "./disk.ts";
import { asReadError, isMissing } from "./errors.ts";

/** What reading needs: the disk and the check of the directories on the way. */
export interface Reader {
	readonly disk: Disk;
	readonly guard: Guard;
}

export interface Guard {
	/** Throws StoreError "unsafe" when a link or file stands where a directory of the store belongs. A missing one is none of its business. */
	enter(directory: string): void;
}

/**
 * O_NOFOLLOW protects the last part of a path only, so the parts before it are looked at: at the first use of a directory and
 * again every limits.fullScanMs, not at every call, since only somebody with the same user id could plant anything there.
 */
export function openGuard(env: Env, disk: Disk, root: string): Guard {
	const seen = new Map<string, number>();

	function enter(directory: string): void {
		const atMs = seen.get(directory);
		if (atMs !== undefined && env.monotonic() - atMs < limits.fullScanMs) return;
		if (directory !== root && directory !== dirname(directory)) enter(dirname(directory));
		const stat = disk.lstat(directory);
		if (stat === undefined) {
			seen.delete(directory);
			return;
		}
		if (!isDirectory(stat))
			throw new StoreError("unsafe", directory, "is no directory of the store's own; it is not entered");
		seen.set(directory, env.monotonic());
	}

	return { enter };
}

/** Resolved once, so that one store has one path, one lock and one watch, by whatever link somebody came. */
export function canonicalRoot(disk: Disk, root: string): string {
	try {
		return disk.realpath(root);
	} catch (error) {
		if (!isMissing(error) || dirname(root) === root) throw asReadError(error, root);
		return join(canonicalRoot(disk, dirname(root)), basename(root));
	}
}
