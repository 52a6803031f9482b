// Moves what is broken out of the way, with a note where it was and why. Keeps every byte; a name is never used twice.

import { basename, dirname, resolve } from "node:path";
import { StoreError } from "../store.ts";
import { flags } from "./disk.ts";
import type { Ground } from "./ground.ts";
import { printable } from "./ground.ts";
import { writeWhole } from "./staging.ts";

/** The note first: a file without its reason is worse than a reason without its file. Throws when the file is missing. */
export function setAside(ground: Ground, path: string, reason: string): void {
	const { disk, env, guard, layout } = ground;
	const inside = path.startsWith(`${layout.root}/`) && resolve(path) === path;
	if (!inside) throw new StoreError("unsafe", path, "lies outside the store");
	guard.enter(dirname(path));
	const token = env.newId();
	const note = layout.quarantined(`${token}.reason.json`);
	const fd = disk.open(note, flags.create);
	try {
		const record = { v: 1, at: env.now(), by: null, name: printable(basename(path)), path: printable(path), reason };
		writeWhole(disk, fd, note, Buffer.from(`${JSON.stringify(record)}\n`));
	} finally {
		disk.close(fd);
	}
	disk.rename(path, layout.quarantined(`${token}.kept`));
}
