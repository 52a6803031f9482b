// Bounded, safe reads of one record file: never follows a link, never waits on a pipe, never reads more than its bound. Writes nothing.

import { limits } from "../limits.ts";
import { type Parsed, parseRecord } from "../parse.ts";
import { StoreError } from "../store.ts";
import { type Disk, type FileStat, flags, isFile, permissions } from "./disk.ts";
import { asStoreError, isMissing } from "./errors.ts";

const WRITABLE_BY_OTHERS = 0o022;
// Two names while a file is being published: its place and its staging name.
const MOST_NAMES = 2n;

export interface ReadFile<T> {
	readonly value: T;
	readonly stat: FileStat;
}

/** undefined = no such file. Throws StoreError "corrupt", "too-large", "unsafe" or what the system reports. */
export function readRecord<T>(
	disk: Disk,
	path: string,
	check: (value: unknown) => value is T,
	most: number = limits.recordBytes,
): ReadFile<T> | undefined {
	const file = readBytes(disk, path, most);
	if (file === undefined) return undefined;
	const parsed: Parsed<T> = parseRecord(file.bytes, check);
	if (!parsed.ok) throw new StoreError("corrupt", path, parsed.why);
	return { value: parsed.value, stat: file.stat };
}

export function readBytes(
	disk: Disk,
	path: string,
	most: number,
): { readonly bytes: Uint8Array; readonly stat: FileStat } | undefined {
	let fd: number;
	try {
		fd = disk.open(path, flags.read);
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw readError(error, path);
	}
	try {
		const stat = disk.fstat(fd);
		assertSafe(disk, stat, path);
		if (stat.size > BigInt(most))
			throw new StoreError("too-large", path, `has ${stat.size} bytes; at most ${most} are read`);
		return { bytes: readFully(disk, fd, Number(stat.size)), stat };
	} catch (error) {
		throw readError(error, path);
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

/** A reader that may not open a file is no writer that met a read-only store. */
function readError(error: unknown, path: string): unknown {
	const mapped = asStoreError(error, path);
	if (!(mapped instanceof StoreError) || mapped.code !== "read-only") return mapped;
	return new StoreError("unsafe", path, "may not be read by this user", error);
}

/** Names in a directory; undefined = no such directory. */
export function readNames(disk: Disk, path: string): readonly string[] | undefined {
	try {
		return disk.readdir(path);
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw readError(error, path);
	}
}
