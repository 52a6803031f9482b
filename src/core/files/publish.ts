// Puts a whole record under its final name: staged, synced, then linked (first wins) or renamed (last wins). Never leaves half a record.

import { dirname } from "node:path";
import { limits } from "../limits.ts";
import { excessOf } from "../parse.ts";
import { StoreError } from "../store.ts";
import { PRIVATE_DIRECTORY } from "./disk.ts";
import { isMissing, isTaken, quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { syncPath } from "./roots.ts";
import { stage } from "./staging.ts";

/** "file-synced": whole or not there after a power cut. "synced": there. */
export type Durability = "file-synced" | "synced";

/** Bytes of a record, refused when no reader would take them: a bug must not become a broken file. */
export function encodeRecord<T>(
	path: string,
	record: T,
	check: (value: unknown) => value is T,
	most: number = limits.recordBytes,
): Uint8Array {
	if (!check(record)) {
		throw new TypeError(`not a valid record for ${path}: ${JSON.stringify(record)?.slice(0, limits.fieldLength)}`);
	}
	const bytes = Buffer.from(JSON.stringify(record));
	if (bytes.length > most) {
		throw new StoreError("too-large", path, `would have ${bytes.length} bytes; at most ${most} are stored`);
	}
	const excess = excessOf(bytes);
	if (excess !== undefined) throw new StoreError("too-large", path, excess);
	return bytes;
}

/**
 * Links the bytes to `path`; "exists" when another was first. Resolves once they are as durable as asked. `makeParents` is called
 * when the directory is missing and makes it, but never the team's own.
 */
export async function publishNew(
	ground: Ground,
	path: string,
	bytes: Uint8Array,
	durability: Durability,
	makeParents?: () => Promise<void>,
): Promise<"written" | "exists"> {
	const { disk, guard } = ground;
	guard.enter(dirname(path));
	const staged = await stageSynced(ground, bytes);
	try {
		const outcome = await linkNew(ground, staged, path, makeParents);
		// Also for another's: whoever hears that it is there relies on it.
		if (durability === "synced") await syncDirectory(ground, dirname(path));
		return outcome;
	} finally {
		quietly(() => disk.unlink(staged));
	}
}

async function linkNew(
	ground: Ground,
	staged: string,
	path: string,
	makeParents: (() => Promise<void>) | undefined,
): Promise<"written" | "exists"> {
	try {
		ground.disk.link(staged, path);
		return "written";
	} catch (error) {
		if (isTaken(error)) return "exists";
		if (!isMissing(error) || makeParents === undefined) throw error;
	}
	await makeParents();
	return linkNew(ground, staged, path, undefined);
}

async function stageSynced(ground: Ground, bytes: Uint8Array): Promise<string> {
	const { disk } = ground;
	const { path, fd } = stage(ground, bytes);
	try {
		try {
			if (syncs(ground)) await disk.sync(fd);
		} finally {
			disk.close(fd);
		}
		return path;
	} catch (error) {
		quietly(() => disk.unlink(path));
		throw error;
	}
}

/** Replaces whatever is under `path`; for files of one writer, not synced. */
export function replaceFile(ground: Ground, path: string, bytes: Uint8Array): void {
	const { disk, guard } = ground;
	guard.enter(dirname(path));
	const staged = stage(ground, bytes);
	try {
		disk.close(staged.fd);
		disk.rename(staged.path, path);
	} catch (error) {
		quietly(() => disk.unlink(staged.path));
		throw error;
	}
}

export async function syncDirectory(ground: Ground, path: string): Promise<void> {
	if (syncs(ground)) await syncPath(ground.disk, path);
}

/** One directory in an existing one. Never a chain: a missing parent is a deleted team. */
export async function makeDirectory(ground: Ground, path: string): Promise<void> {
	const { disk, guard } = ground;
	try {
		disk.mkdir(path, PRIVATE_DIRECTORY);
	} catch (error) {
		if (!isTaken(error)) throw error;
		guard.enter(path);
		return;
	}
	await syncDirectory(ground, dirname(path));
}

export function syncs(ground: Ground): boolean {
	return ground.format.known()?.sync !== false;
}
