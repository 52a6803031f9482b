// Staging files: a whole record under a name nobody reads, to be linked or renamed into place. Never leaves one behind but in a crash.

import { StoreError } from "../store.ts";
import { type Disk, flags, PRIVATE_FILE } from "./disk.ts";
import { isMissing, quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { makeOwnDirectories } from "./roots.ts";

export interface Staged {
	readonly path: string;
	/** Open for as long as the caller wants it; the caller closes it. */
	readonly fd: number;
}

/** Unique for each call: a name per process would publish another call's half-written bytes. */
export function stagingName(ground: Pick<Ground, "env">): string {
	return `${ground.env.self.pid}-${ground.env.newToken()}`;
}

export function stage(ground: Pick<Ground, "env" | "disk" | "layout">, bytes: Uint8Array): Staged {
	const { disk, layout } = ground;
	const path = layout.staging(stagingName(ground));
	const fd = create(ground, path);
	try {
		writeWhole(disk, fd, path, bytes);
		return { path, fd };
	} catch (error) {
		quietly(() => disk.close(fd));
		quietly(() => disk.unlink(path));
		throw error;
	}
}

function create({ disk, layout }: Pick<Ground, "disk" | "layout">, path: string): number {
	try {
		return disk.open(path, flags.create, PRIVATE_FILE);
	} catch (error) {
		// Only where there is a store: a late write must not make a root that somebody removed.
		if (!isMissing(error) || disk.lstat(layout.store) === undefined) throw error;
	}
	makeOwnDirectories(disk, layout);
	return disk.open(path, flags.create, PRIVATE_FILE);
}

/** One write; a short one says the disk is full, for there is no error with it. */
export function writeWhole(disk: Disk, fd: number, path: string, bytes: Uint8Array): void {
	const written = disk.write(fd, bytes);
	if (written !== bytes.length) throw new StoreError("full", path, `only ${written} of ${bytes.length} bytes fitted`);
}
