// The bare operations of the system that bound ours: what nobody can be faster than. Written without any of the store's code.

import { closeSync, fsync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const later = promisify(fsync);
let names = 0;

export function rawDirectory(folder: string, name: string): string {
	const directory = join(folder, name);
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	return directory;
}

function fresh(directory: string): string {
	names += 1;
	return join(directory, `${process.pid}-${names}`);
}

/** Write, sync, rename, sync of the directory; the syncs on the thread pool, so that a program goes on meanwhile. */
export async function durableWrite(directory: string, bytes: Uint8Array): Promise<void> {
	const path = fresh(directory);
	const fd = openSync(`${path}.tmp`, "wx", 0o600);
	writeSync(fd, bytes);
	await later(fd);
	closeSync(fd);
	renameSync(`${path}.tmp`, path);
	const parent = openSync(directory, "r");
	await later(parent);
	closeSync(parent);
}

/** The same with blocking calls, for processes that do nothing else. */
export function durableWriteNow(directory: string, bytes: Uint8Array): void {
	const path = fresh(directory);
	const fd = openSync(`${path}.tmp`, "wx", 0o600);
	writeSync(fd, bytes);
	fsyncSync(fd);
	closeSync(fd);
	renameSync(`${path}.tmp`, path);
	const parent = openSync(directory, "r");
	fsyncSync(parent);
	closeSync(parent);
}

/** Write and rename to a new name. */
export function quickWrite(directory: string, bytes: Uint8Array): void {
	const path = fresh(directory);
	writeFileSync(`${path}.tmp`, bytes, { flag: "wx", mode: 0o600 });
	renameSync(`${path}.tmp`, path);
}

export function quickWriteAs(directory: string, name: string): void {
	const path = join(directory, name);
	writeFileSync(`${path}.tmp`, name, { flag: "wx", mode: 0o600 });
	renameSync(`${path}.tmp`, path);
}

/** Write and rename over one name. */
export function replace(directory: string, bytes: Uint8Array): void {
	const path = join(directory, "one");
	writeFileSync(`${path}.tmp`, bytes, { mode: 0o600 });
	renameSync(`${path}.tmp`, path);
}

/** Open for appending, one write, close. */
export function append(path: string, bytes: Uint8Array): void {
	const fd = openSync(path, "a", 0o600);
	writeSync(fd, bytes);
	closeSync(fd);
}
