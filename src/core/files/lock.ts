// Housekeeping locks, by proper-lockfile on a safe adapter: politeness between editors, never what decides. Messages, leases and events take none.

import type { Env } from "../env.ts";
import { keepAlive } from "../env.ts";
import { limits } from "../limits.ts";
import { refuse } from "../refusal.ts";
import { StoreError } from "../store.ts";
import { errnoOf } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { type LockDirectory, openLockDirectory } from "./lock-directory.ts";

export interface Held {
	/** Throws StoreError "lock-lost" when somebody else may hold the lock by now. Asked right before what cannot be undone. */
	assert(): void;
}

export type Locked<T> =
	| { readonly at: "done"; readonly value: T }
	| { readonly at: "busy"; readonly ageMs: number | null };

/** One queue a path and process: its own callers wait for each other here instead of on the disk. */
const queues = new Map<string, Promise<unknown>>();

/** Runs while holding the lock; "busy" when it could not be had in limits.lockWaitMs. */
export async function withLock<T>(ground: Ground, name: string, run: (held: Held) => Promise<T>): Promise<Locked<T>> {
	const path = ground.layout.lock(name);
	const before = queues.get(path) ?? Promise.resolve();
	const mine = before.then(() => lockAndRun(ground, path, run));
	const settled = mine.catch(() => undefined);
	queues.set(path, settled);
	try {
		return await mine;
	} finally {
		if (queues.get(path) === settled) queues.delete(path);
	}
}

async function lockAndRun<T>(ground: Ground, path: string, run: (held: Held) => Promise<T>): Promise<Locked<T>> {
	const { env } = ground;
	const stale = ground.format.known()?.lockStaleMs ?? limits.lockStaleMs;
	const directory = openLockDirectory(ground, path, stale);
	const release = await acquire(ground, path, stale, directory);
	if (release === undefined) return { at: "busy", ageMs: directory.ageMs() };
	const since = env.monotonic();
	const held: Held = {
		assert() {
			// The library looks only when its timer runs, so a blocked or suspended holder must look for itself.
			const unsure = env.monotonic() - since > stale / 2;
			if (directory.lost() || (unsure && !directory.isOurs())) {
				throw new StoreError("lock-lost", path, "the lock was taken over meanwhile; nothing was written");
			}
		},
	};
	try {
		return { at: "done", value: await run(held) };
	} finally {
		await release();
	}
}

/** No back-off: the lock is held for milliseconds, and the library's own retries leave it free for seconds. */
async function acquire(
	ground: Ground,
	path: string,
	stale: number,
	directory: LockDirectory,
): Promise<(() => Promise<void>) | undefined> {
	const { env } = ground;
	const { lock } = (await import("proper-lockfile")).default;
	const start = env.monotonic();
	const alive = keepAlive();
	try {
		for (;;) {
			try {
				const release = await lock(path, {
					lockfilePath: path,
					realpath: false,
					retries: 0,
					stale,
					fs: directory.fs,
					onCompromised: () => directory.markLost(),
				});
				return () => release().catch(() => undefined); // Lost or removed: there is nothing left to release.
			} catch (error) {
				if (errnoOf(error) !== "ELOCKED") throw error;
			}
			if (env.monotonic() - start > limits.lockWaitMs) return undefined;
			await pause(env, limits.lockRetryLeastMs + env.random(limits.lockRetryMostMs - limits.lockRetryLeastMs));
		}
	} finally {
		alive.cancel();
	}
}

function pause(env: Env, ms: number): Promise<void> {
	return new Promise((resolve) => void env.after(ms, resolve));
}

export function busy(ageMs: number | null) {
	return refuse({ code: "busy", holderPid: null, ageMs });
}
