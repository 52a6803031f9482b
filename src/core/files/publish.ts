// Puts a whole file under its final name: staged, synced, then linked (first wins) or renamed (last wins). Never leaves half a record.

import { dirname } from "node:path";
import { limits } from "../limits.ts";
import { excessOf } from "../parse.ts";
import { StoreError } from "../store.ts";
import { type Disk, flags, PRIVATE_DIRECTORY, PRIVATE_FILE } from "./disk.ts";
import { isMissing, isTaken, quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";

export type Durability = "synced" | "file-synced" | "quick";

/** Bytes of a record, refused when no reader would take them: a bug must not become a broken file. */
export function encodeRecord<T>(
	path: string,
	record: T,
	check: (value: unknown) => value is T,
	most: number = limits.recordBytes,
): Uint8Array {
	if (!check(record))
		throw new TypeError(`not a valid record for ${path}: ${JSON.stringify(record)?.slice(0, limits.fieldLength)}`);
	const bytes = Buffer.from(JSON.stringify(record));
	if (bytes.length > most)
		throw new StoreError("too-large", path, `would have ${bytes.length} bytes; at most ${most} are stored`);
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
	const { disk } = ground;
	const staged = await stage(ground, bytes, durability);
	try {
		const outcome = await linkNew(disk, staged, path, makeParents);
		if (durability === "synced") await syncDirectory(ground, dirname(path));
		return outcome;
	} finally {
		quietly(() => disk.unlink(staged));
	}
}

async function linkNew(
	disk: Disk,
	staged: string,
	path: string,
	makeParents: (() => Promise<void>) | undefined,
): Promise<"written" | "exists"> {
	try {
		disk.link(staged, path);
		return "written";
	} catch (error) {
		if (isTaken(error)) return "exists";
		if (!isMissing(error) || makeParents === undefined) throw error;
	}
	await makeParents();
	return linkNew(disk, staged, path, undefined);
}

/** Replaces whatever is under `path`; for files of one writer, not synced. */
export function replaceFile(ground: Ground, path: string, bytes: Uint8Array): void {
	const { disk } = ground;
	const staged = ground.layout.staging(stagingName(ground));
	try {
		writeStaged(disk, staged, bytes);
		disk.rename(staged, path);
	} catch (error) {
		quietly(() => disk.unlink(staged));
		throw error;
	}
}

/** A synced staging file, to be linked and then unlinked by the caller. */
async function stage(ground: Ground, bytes: Uint8Array, durability: Durability): Promise<string> {
	const { disk } = ground;
	const staged = ground.layout.staging(stagingName(ground));
	try {
		const fd = disk.open(staged, flags.create, PRIVATE_FILE);
		try {
			writeWhole(disk, fd, staged, bytes);
			if (durability !== "quick" && syncs(ground)) await disk.sync(fd);
		} finally {
			disk.close(fd);
		}
		return staged;
	} catch (error) {
		quietly(() => disk.unlink(staged));
		throw error;
	}
}

function writeStaged(disk: Disk, staged: string, bytes: Uint8Array): void {
	const fd = disk.open(staged, flags.create, PRIVATE_FILE);
	try {
		writeWhole(disk, fd, staged, bytes);
	} finally {
		disk.close(fd);
	}
}

/** A short write says the disk is full: there is no error with it. */
export function writeWhole(disk: Disk, fd: number, path: string, bytes: Uint8Array): void {
	const written = disk.write(fd, bytes);
	if (written !== bytes.length) throw new StoreError("full", path, `only ${written} of ${bytes.length} bytes fitted`);
}

/** Without this a power cut may forget a name whose file is safe. */
export async function syncDirectory(ground: Ground, path: string): Promise<void> {
	if (!syncs(ground)) return;
	const { disk } = ground;
	const fd = disk.open(path, flags.directory);
	try {
		await disk.sync(fd);
	} finally {
		disk.close(fd);
	}
}

/** One directory in an existing one. Never a chain: a missing parent is a deleted team. */
export async function makeDirectory(ground: Ground, path: string, durability: Durability): Promise<"made" | "there"> {
	try {
		ground.disk.mkdir(path, PRIVATE_DIRECTORY);
	} catch (error) {
		if (isTaken(error)) return "there";
		throw error;
	}
	if (durability === "synced") await syncDirectory(ground, dirname(path));
	return "made";
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

/** Unique for each call: a name per process would publish another call's half-written bytes. */
export function stagingName(ground: Ground): string {
	return `${ground.env.self.pid}-${ground.env.newToken()}`;
}

function syncs(ground: Ground): boolean {
	return ground.format.known()?.sync !== false;
}
