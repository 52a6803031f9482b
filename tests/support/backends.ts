// The stores the policy is held to: the one in memory, and plain files in a folder of their own that goes when the test file ends.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openStore } from "../../src/core/files/store.ts";
import type { Store } from "../../src/core/store.ts";
import { makeRoom } from "./disk-world.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { type Backend, memoryBackend } from "./world.ts";

const folders: string[] = [];

afterAll(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function fileBackend(): Backend {
	const folder = mkdtempSync(join(tmpdir(), "team-policy-"));
	folders.push(folder);
	const root = join(folder, "teams");
	const open: Backend["open"] = (env) => openStore(env, root, { watch: "polling", format: { sync: false } });
	return { disk: new MemoryDisk(), open };
}

/** One for a single short run, in memory where the system has that; everything of it goes at once. */
export function roomBackend(): Backend & { readonly root: string; remove(): void } {
	const room = makeRoom();
	const stores: Store[] = [];
	return {
		disk: new MemoryDisk(),
		root: room.path,
		open(env) {
			const store = openStore(env, room.path, { watch: "polling", format: { sync: false } });
			stores.push(store);
			return store;
		},
		remove() {
			for (const store of stores) store.close();
			room.remove();
		},
	};
}

/** For `describe.each`: a name and how to make one. */
export const backends: readonly { readonly name: string; readonly make: () => Backend }[] = [
	{ name: "in memory", make: memoryBackend },
	{ name: "on files", make: fileBackend },
];
