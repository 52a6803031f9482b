// STORE.json: makes the root at the first write, reads the constants of the format, and notices a newer one. Never changes an existing file.

import { dirname } from "node:path";
import { isStoreFormat } from "../checks.generated.ts";
import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import type { StoreFormat } from "../schema.ts";
import { StoreError } from "../store.ts";
import { type Disk, flags, isDirectory, PRIVATE_DIRECTORY, PRIVATE_FILE } from "./disk.ts";
import { isMissing, isTaken, quietly } from "./errors.ts";
import type { Gate } from "./gate.ts";
import { type Layout, rootDirectories } from "./layout.ts";
import { makeDirectoryNow, writeWhole } from "./publish.ts";
import { readRecord } from "./read.ts";

/** The version of the layout and records this program reads and writes. */
export const FORMAT_VERSION = 1;

/** Constants of a new store; tests make one with a short lease and without syncing. */
export type NewFormat = Pick<StoreFormat, "leaseMs" | "beatMs" | "lockStaleMs" | "sync">;

export const usualFormat: NewFormat = {
	leaseMs: limits.leaseMs,
	beatMs: limits.beatMs,
	lockStaleMs: limits.lockStaleMs,
	sync: true,
};

export interface FormatFile {
	/** As last read, without a look at the disk when there is one. */
	known(): StoreFormat | undefined;
	/** Looks again whether the file changed; throws StoreError "newer" when this version may not even read. */
	look(): StoreFormat | undefined;
	prepare(): Promise<StoreFormat>;
}

export function openFormat(env: Env, disk: Disk, layout: Layout, gate: Gate, fresh: NewFormat): FormatFile {
	let cached: { readonly format: StoreFormat; readonly key: string } | undefined;

	function look(): StoreFormat | undefined {
		const stat = disk.lstat(layout.store);
		const key = stat === undefined ? "" : `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
		if (stat === undefined) {
			cached = undefined;
			return undefined;
		}
		if (cached?.key !== key) {
			const file = readRecord(disk, layout.store, isStoreFormat);
			if (file === undefined) return undefined;
			cached = { format: file.value, key };
		}
		const { format } = cached;
		if (format.minReader > FORMAT_VERSION) {
			throw new StoreError(
				"newer",
				layout.store,
				"was made by a newer version, which this one cannot read; update pi-team-dash",
			);
		}
		gate.exclude(
			format.minWriter > FORMAT_VERSION ? "a newer version wrote it; update pi-team-dash to write again" : undefined,
		);
		return format;
	}

	async function prepare(): Promise<StoreFormat> {
		const there = look();
		makeRoot(disk, layout.root);
		for (const name of rootDirectories) makeDirectoryNow(disk, `${layout.root}/${name}`);
		if (there !== undefined) return there;
		const record: StoreFormat = {
			v: 1,
			at: env.now(),
			by: null,
			format: "pi-team",
			storeId: env.newId(),
			minReader: FORMAT_VERSION,
			minWriter: FORMAT_VERSION,
			...fresh,
		};
		await writeOnce(record);
		const made = look();
		if (made === undefined) throw new StoreError("vanished", layout.store, "went away while the store was made");
		return made;
	}

	async function writeOnce(record: StoreFormat): Promise<void> {
		const staged = layout.staging(`${env.self.pid}-${env.newToken()}`);
		const fd = disk.open(staged, flags.create, PRIVATE_FILE);
		try {
			writeWhole(disk, fd, staged, Buffer.from(`${JSON.stringify(record, null, "\t")}\n`));
			if (record.sync) await disk.sync(fd);
			disk.link(staged, layout.store);
		} catch (error) {
			if (!isTaken(error)) throw error; // Another program was first: its constants count.
		} finally {
			quietly(() => disk.close(fd));
			quietly(() => disk.unlink(staged));
		}
		if (record.sync) await syncNow(disk, layout.root);
	}

	return { known: () => cached?.format ?? look(), look, prepare };
}

async function syncNow(disk: Disk, path: string): Promise<void> {
	const fd = disk.open(path, flags.directory);
	try {
		await disk.sync(fd);
	} finally {
		disk.close(fd);
	}
}

/** Private from the start, with whatever is missing above it. */
function makeRoot(disk: Disk, root: string): void {
	const there = disk.lstat(root);
	if (there !== undefined) {
		if (isDirectory(there)) return;
		throw new StoreError("unsafe", root, "is no directory, so no store can be there");
	}
	try {
		disk.mkdir(root, PRIVATE_DIRECTORY);
	} catch (error) {
		if (isTaken(error)) return;
		if (!isMissing(error) || dirname(root) === root) throw error;
		makeRoot(disk, dirname(root));
		makeDirectoryNow(disk, root);
	}
}
