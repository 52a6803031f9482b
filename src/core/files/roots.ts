// Makes the root and the directories of its own that are missing, private from the start. Never a team's directory.

import { dirname } from "node:path";
import { StoreError } from "../store.ts";
import { type Disk, flags, isDirectory, PRIVATE_DIRECTORY } from "./disk.ts";
import { isMissing, isTaken } from "./errors.ts";
import { type Layout, rootDirectories } from "./layout.ts";

/** Answers the directories whose listing changed, for whoever syncs them. */
export function makeRoot(disk: Disk, layout: Layout): readonly string[] {
	const changed = makeChain(disk, layout.root);
	makeOwnDirectories(disk, layout);
	return [...changed, layout.root];
}

/** Somebody who tidied up by hand must not brick the store. */
export function makeOwnDirectories(disk: Disk, layout: Layout): void {
	for (const name of rootDirectories) {
		const path = `${layout.root}/${name}`;
		if (disk.lstat(path) === undefined) makeDirectoryNow(disk, path);
	}
}

export function makeDirectoryNow(disk: Disk, path: string): "made" | "there" {
	try {
		disk.mkdir(path, PRIVATE_DIRECTORY);
		return "made";
	} catch (error) {
		if (isTaken(error)) return "there";
		throw error;
	}
}

/** With whatever is missing above it. */
function makeChain(disk: Disk, path: string): readonly string[] {
	const there = disk.lstat(path);
	if (there !== undefined) {
		if (isDirectory(there)) return [];
		throw new StoreError("unsafe", path, "is no directory, so no store can be there");
	}
	const parent = dirname(path);
	try {
		makeDirectoryNow(disk, path);
		return [parent];
	} catch (error) {
		if (!isMissing(error) || parent === path) throw error;
	}
	const above = makeChain(disk, parent);
	makeDirectoryNow(disk, path);
	return [...above, parent];
}

/** Without this a power cut may forget a name whose file is safe. */
export async function syncPath(disk: Disk, path: string): Promise<void> {
	const fd = disk.open(path, flags.directory);
	try {
		await disk.sync(fd);
	} finally {
		disk.close(fd);
	}
}
