// Removes what is no longer reachable: trees in staging or trash, old debris. Never follows a link, never touches a team in use.

import { type Disk, isDirectory, msOf } from "./disk.ts";
import { unlessMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { readNames } from "./read.ts";

// A writer that was suspended in the middle still finds its staging file after a night.
const DEBRIS_MS = 86_400_000;

export function removeTree(disk: Disk, path: string): void {
	const stat = disk.lstat(path);
	if (stat === undefined) return;
	if (!isDirectory(stat)) {
		unlessMissing(() => disk.unlink(path));
		return;
	}
	for (const name of readNames(disk, path) ?? []) removeTree(disk, `${path}/${name}`);
	unlessMissing(() => disk.rmdir(path));
}

/** What a killed process left in staging, and what was deleted long enough ago that no late writer holds it open. */
export function sweep(ground: Ground): void {
	const { disk, env, layout } = ground;
	for (const directory of [layout.tmp, layout.trash]) {
		for (const name of readNames(disk, directory) ?? []) {
			const path = `${directory}/${name}`;
			const stat = disk.lstat(path);
			if (stat !== undefined && env.now() - msOf(stat.ctimeNs) > DEBRIS_MS) removeTree(disk, path);
		}
	}
}
