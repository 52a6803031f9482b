// A store on a real directory of its own, with builders for what is put into it. One world, any number of processes.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { openStore, type StoreOptions } from "../../src/core/files/store.ts";
import type { Store } from "../../src/core/store.ts";
import { Killed } from "./disk.ts";
import { type HandEnv, type Machine, machine } from "./env.ts";

export interface DiskWorld {
	/** Does not exist before the first team. */
	readonly root: string;
	readonly host: Machine;
	/** A new simulated process with a store of its own. */
	store(options?: StoreOptions): Store;
	storeOf(env: Env, options?: StoreOptions): Store;
	process(): HandEnv;
}

/** Short, so that lock tests need not wait; the lock library takes no less than two seconds. */
export const quickFormat = { leaseMs: 1_000, beatMs: 200, lockStaleMs: 2_000, sync: false } as const;

/** A directory that is removed after the test. */
export function temporary(): string {
	const path = mkdtempSync(join(tmpdir(), "pi-team-store-"));
	leftovers.add(path);
	return path;
}

/** One to be removed as soon as it is no longer needed, in memory where the system has that: for thousands of short runs. */
export function makeRoom(): { readonly path: string; remove(): void } {
	const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
	const path = mkdtempSync(join(base, "pi-team-store-"));
	leftovers.add(path);
	return {
		path: join(path, "teams"),
		remove() {
			closeAll();
			leftovers.delete(path);
			rmSync(path, { recursive: true, force: true });
		},
	};
}

const leftovers = new Set<string>();
const opened = new Set<Store>();

function closeAll(): void {
	for (const store of opened) {
		try {
			store.close();
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
		}
	}
	opened.clear();
}

/** Call once at the top of a test file. */
export function cleanDisks(): void {
	afterEach(() => {
		closeAll();
		for (const path of leftovers) rmSync(path, { recursive: true, force: true });
		leftovers.clear();
	});
}

export function diskWorld(root: string = join(temporary(), "teams"), host: Machine = machine()): DiskWorld {
	const storeOf = (env: Env, options: StoreOptions = {}) => {
		const store = openStore(env, root, { watch: "polling", format: quickFormat, ...options });
		opened.add(store);
		return store;
	};
	return {
		root,
		host,
		process: () => host.process(),
		storeOf,
		store: (options) => storeOf(host.process(), options),
	};
}

export function makeDirectories(...paths: readonly string[]): void {
	for (const path of paths) mkdirSync(path, { recursive: true, mode: 0o700 });
}
