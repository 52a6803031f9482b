// STORE.json: makes the root at the first write, reads the constants of the format, and notices a newer one. Never changes an existing file.

import { isStoreFormat } from "../checks.generated.ts";
import type { Env } from "../env.ts";
import { limits } from "../limits.ts";
import type { StoreFormat } from "../schema.ts";
import { StoreError } from "../store.ts";
import { isTaken, quietly } from "./errors.ts";
import type { Gate } from "./gate.ts";
import type { Layout } from "./layout.ts";
import { encodeRecord } from "./publish.ts";
import { readRecord } from "./read.ts";
import { makeRoot, syncPath } from "./roots.ts";
import type { Reader } from "./safe.ts";
import { stage } from "./staging.ts";

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
	/** Makes the root, its own directories and STORE.json where they are missing. */
	prepare(): Promise<void>;
}

export function openFormat(env: Env, reader: Reader, layout: Layout, gate: Gate, fresh: NewFormat): FormatFile {
	const { disk } = reader;
	let cached: { readonly format: StoreFormat; readonly key: string } | undefined;

	function look(): StoreFormat | undefined {
		const stat = disk.lstat(layout.store);
		if (stat === undefined) {
			cached = undefined;
			return undefined;
		}
		const key = `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
		if (cached?.key !== key) {
			const file = readRecord(reader, layout.store, isStoreFormat);
			if (file === undefined) return undefined;
			cached = { format: file.value, key };
		}
		assertReadable(cached.format);
		return cached.format;
	}

	function assertReadable(format: StoreFormat): void {
		const tooNew = "was made by a newer version, which this one cannot read; update pi-team-dash";
		if (format.minReader > FORMAT_VERSION) throw new StoreError("newer", layout.store, tooNew);
		const writersOnly = "a newer version wrote it; update pi-team-dash to write again";
		gate.exclude(format.minWriter > FORMAT_VERSION ? writersOnly : undefined);
	}

	async function prepare(): Promise<void> {
		const there = look();
		const changed = makeRoot(disk, layout);
		if (there !== undefined) return;
		const record: StoreFormat = {
			v: 1,
			at: env.now(),
			by: null,
			format: "pi-team",
			storeId: env.newToken(),
			minReader: FORMAT_VERSION,
			minWriter: FORMAT_VERSION,
			...fresh,
		};
		await writeOnce(record);
		if (fresh.sync) for (const path of new Set(changed)) await syncPath(disk, path);
		look();
	}

	async function writeOnce(record: StoreFormat): Promise<void> {
		const { path, fd } = stage({ env, disk, layout }, encodeRecord(layout.store, record, isStoreFormat));
		try {
			if (record.sync) await disk.sync(fd);
			disk.link(path, layout.store);
		} catch (error) {
			if (!isTaken(error)) throw error; // Another program was first: its constants count.
		} finally {
			quietly(() => disk.close(fd));
			quietly(() => disk.unlink(path));
		}
	}

	return { known: () => cached?.format ?? look(), look, prepare };
}
