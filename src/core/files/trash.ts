// Removes what is no longer reachable: trees in staging or trash, old debris. Never follows a link, never touches a team in use.

import { limits } from "../limits.ts";
import { type Disk, isDirectory, msOf } from "./disk.ts";
import { quietly, unlessMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { readNames } from "./read.ts";

export function removeTree(disk: Disk, path: string): void {
	const stat = disk.lstat(path);
	if (stat === undefined) return;
	if (!isDirectory(stat)) {
		unlessMissing(() => disk.unlink(path));
		return;
	}
	for (const name of unlessMissing(() => disk.readdir(path)) ?? []) removeTree(disk, `${path}/${name}`);
	unlessMissing(() => disk.rmdir(path));
}

/** Old enough that a writer which was suspended in the middle still finds its staging file after a night. */
export function sweep(ground: Ground): void {
	const { disk, env, layout } = ground;
	const removeOld = (path: string) => {
		const stat = disk.lstat(path);
		if (stat !== undefined && env.now() - msOf(stat.ctimeNs) > limits.debrisMs) removeTree(disk, path);
	};
	for (const directory of [layout.tmp, layout.trash]) {
		quietly(() => {
			for (const name of readNames(ground, directory) ?? []) quietly(() => removeOld(`${directory}/${name}`));
		});
	}
}
