// Bounded, safe reads of one record file: never follows a link, never waits on a pipe, never reads more than its bound. Writes nothing.

import { dirname } from "node:path";
import { limits } from "../limits.ts";
import { type Parsed, parseRecord } from "../parse.ts";
import { StoreError } from "../store.ts";
import { type Disk, type FileStat, flags, isFile, permissions } from "./disk.ts";
import { asReadError, isMissing } from "./errors.ts";
import type { Reader } from "./safe.ts";

const WRITABLE_BY_OTHERS = 0o022;
// Two names while a file is being published: its place and its staging name.
const MOST_NAMES = 2n;

export interface ReadFile<T> {
	readonly value: T;
	readonly stat: FileStat;
}

/** undefined = no such file. Throws StoreError "corrupt", "too-large", "unsafe" or what the system reports. */
export function readRecord<T>(
	reader: Reader,
	path: string,
	check: (value: unknown) => value is T,
	most: number = limits.recordBytes,
): ReadFile<T> | undefined {
	const file = readBytes(reader, path, most);
	if (file === undefined) return undefined;
	const parsed: Parsed<T> = parseRecord(file.bytes, check);
	if (!parsed.ok) throw new StoreError("corrupt", path, parsed.why);
	return { value: parsed.value, stat: file.stat };
}

export function readBytes(
	reader: Reader,
	path: string,
	most: number,
): { readonly bytes: Uint8Array; readonly stat: FileStat } | undefined {
	const { disk, guard } = reader;
	let fd: number;
	try {
		guard.enter(dirname(path));
		fd = disk.open(path, flags.read);
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw asReadError(error, path);
	}
	try {
		const stat = disk.fstat(fd);
		assertSafe(disk, stat, path);
		if (stat.size > BigInt(most))
			throw new StoreError("too-large", path, `has ${stat.size} bytes; at most ${most} are read`);
		return { bytes: readFully(disk, fd, Number(stat.size)), stat };
	} catch (error) {
		throw asReadError(error, path);
	} finally {
		disk.close(fd);
	}
}

/** Of an open file, before anything of it is believed. */
export function assertSafe(disk: Disk, stat: FileStat, path: string): void {
	if (!isFile(stat)) throw new StoreError("unsafe", path, "is no regular file");
	if (Number(stat.uid) !== disk.uid) throw new StoreError("unsafe", path, "belongs to another user");
	if ((permissions(stat) & WRITABLE_BY_OTHERS) !== 0)
		throw new StoreError("unsafe", path, "may be written by other users");
	if (stat.nlink > MOST_NAMES) throw new StoreError("unsafe", path, "has further names outside the store");
}

/** Up to `size` bytes: less when the file was cut meanwhile. */
function readFully(disk: Disk, fd: number, size: number): Uint8Array {
	const bytes = new Uint8Array(size);
	let length = 0;
	while (length < size) {
		const got = disk.read(fd, length === 0 ? bytes : bytes.subarray(length), size - length, length);
		if (got === 0) break;
		length += got;
	}
	return length === size ? bytes : bytes.subarray(0, length);
}

/** Names in a directory; undefined = no such directory. */
export function readNames({ disk, guard }: Reader, path: string): readonly string[] | undefined {
	try {
		guard.enter(path);
		return disk.readdir(path);
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw asReadError(error, path);
	}
}
