// Housekeeping locks, by proper-lockfile on a safe adapter: politeness between editors, never what decides. Messages, leases and events take none.

import { type Env, keepAlive } from "../env.ts";
import { limits } from "../limits.ts";
import { refuse } from "../refusal.ts";
import { type LockHolder, StoreError } from "../store.ts";
import { errnoOf, isMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { type LockDirectory, openLockDirectory } from "./lock-directory.ts";
import { holderOf, noteHolder } from "./lock-holder.ts";
import { makeOwnDirectories } from "./roots.ts";

export interface Held {
	/** Throws StoreError "lock-lost" when somebody else may hold the lock by now. Asked right before what cannot be undone. */
	assert(): void;
}

export interface Busy extends LockHolder {
	readonly at: "busy";
}

export type Locked<T> = { readonly at: "done"; readonly value: T } | Busy;

/** What to do where not even the lock fits on the disk any more. */
export type WhenFull = "fail" | "go on";

/** One queue for each lock and process: its own callers wait for each other here instead of on the disk. */
const queues = new Map<string, Promise<unknown>>();

/** Runs while holding the lock; "busy" when it could not be had in limits.lockWaitMs. */
export async function withLock<T>(
	ground: Ground,
	name: string,
	whenFull: WhenFull,
	run: (held: Held) => Promise<T>,
): Promise<Locked<T>> {
	const path = ground.layout.lock(name);
	const before = queues.get(path) ?? Promise.resolve();
	const mine = before.then(() => lockAndRun(ground, name, whenFull, run));
	const settled = mine.catch(() => undefined);
	queues.set(path, settled);
	try {
		return await mine;
	} finally {
		if (queues.get(path) === settled) queues.delete(path);
	}
}

async function lockAndRun<T>(
	ground: Ground,
	name: string,
	whenFull: WhenFull,
	run: (held: Held) => Promise<T>,
): Promise<Locked<T>> {
	const { env } = ground;
	const path = ground.layout.lock(name);
	const staleMs = ground.format.known()?.lockStaleMs ?? limits.lockStaleMs;
	const directory = openLockDirectory(ground, path, staleMs);
	const release = await acquire(ground, path, staleMs, whenFull, directory);
	const holder = (): LockHolder => ({ holderPid: holderOf(ground, name), ageMs: directory.ageMs() });
	if (release === "busy") return { at: "busy", ...holder() };
	if (release === "no room") return { at: "done", value: await run({ assert() {} }) };
	const sinceMs = env.monotonic();
	const held: Held = {
		assert() {
			// The library looks only when its timer runs, so a holder that was blocked or suspended must look for itself.
			const unsure = env.monotonic() - sinceMs > staleMs / 2;
			if (directory.lost() || (unsure && !directory.isOurs())) {
				const why = "the lock was taken over meanwhile; nothing was written";
				throw new StoreError("lock-lost", path, why, undefined, holder());
			}
		},
	};
	try {
		// Inside, like all that follows the taking: whatever goes wrong here, the lock is given back and its timer stops.
		noteHolder(ground, name);
		return { at: "done", value: await run(held) };
	} finally {
		await release();
	}
}

type Release = () => Promise<void>;

/** No back-off: the lock is held for milliseconds, and the library's own retries would leave it free for seconds. */
async function acquire(
	ground: Ground,
	path: string,
	staleMs: number,
	whenFull: WhenFull,
	directory: LockDirectory,
): Promise<Release | "busy" | "no room"> {
	const { env } = ground;
	const { lock } = (await import("proper-lockfile")).default;
	const start = env.monotonic();
	const alive = keepAlive();
	const options = {
		lockfilePath: path,
		realpath: false,
		retries: 0,
		stale: staleMs,
		fs: directory.fs,
		onCompromised: () => directory.markLost(),
	};
	try {
		for (;;) {
			try {
				const release = await lock(path, options);
				return () => letGo(release);
			} catch (error) {
				const code = errnoOf(error);
				if (whenFull === "go on" && (code === "ENOSPC" || code === "EDQUOT")) return "no room";
				if (isMissing(error)) makeOwnDirectories(ground.disk, ground.layout);
				else if (code !== "ELOCKED") throw error;
			}
			if (env.monotonic() - start > limits.lockWaitMs) return "busy";
			await pause(env, limits.lockRetryLeastMs + env.random(limits.lockRetryMostMs - limits.lockRetryLeastMs));
		}
	} finally {
		alive.cancel();
	}
}

/** A lock that was lost, or whose directory cannot be removed now, is broken by the next one who wants it: what was done stands. */
async function letGo(release: Release): Promise<void> {
	try {
		await release();
	} catch (error) {
		if (errnoOf(error) === undefined) throw error;
	}
}

function pause(env: Env, ms: number): Promise<void> {
	return new Promise((resolve) => void env.after(ms, resolve));
}

export function busy({ holderPid, ageMs }: Busy) {
	return refuse({ code: "busy", holderPid, ageMs });
}
