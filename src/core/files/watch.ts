// Hints that something changed, from chokidar where it works, and a look at the watched directories every second in any case. Correctness never rests on a hint.

import type { FSWatcher } from "chokidar";
import { limits } from "../limits.ts";
import type { Watching, WatchTarget } from "../store.ts";
import { quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import type { Keys } from "./keys.ts";

export type WatchChoice = "hints" | "polling";

interface Watched {
	readonly path: string;
	/** Inode of the directory the watcher looks at; another one means it was made anew and the watcher is deaf. */
	inode: string | undefined;
	key: string | undefined;
	watcher: FSWatcher | undefined;
	state: "starting" | "ready" | "failed";
}

export interface Watches {
	open(targets: readonly WatchTarget[], poke: () => void): Watching;
	close(): void;
}

/** All watches of one store, so that closing it leaves none behind. */
export function openWatches(ground: Ground, keys: Keys, choice: WatchChoice): Watches {
	const open = new Set<Watching>();
	return {
		open(targets, poke) {
			const watching = openWatch(ground, keys, choice, targets, poke);
			open.add(watching);
			return {
				...watching,
				close() {
					open.delete(watching);
					watching.close();
				},
			};
		},
		close() {
			for (const watching of open) watching.close();
			open.clear();
		},
	};
}

function openWatch(
	ground: Ground,
	keys: Keys,
	choice: WatchChoice,
	targets: readonly WatchTarget[],
	poke: () => void,
): Watching {
	const { env, disk, layout } = ground;
	const hint = throttled(ground, poke);
	const watched = new Map<string, Watched>();
	let closed = false;

	function pathOf(target: WatchTarget): string {
		switch (target.what) {
			case "root":
				return layout.root;
			case "events":
				return layout.events(target.teamId);
			case "inbox":
				return layout.inboxNew(target.teamId, target.member);
			default:
				return target satisfies never;
		}
	}

	function keyOf(target: WatchTarget): string | undefined {
		if (target.what === "root") return keys.root();
		return target.what === "events"
			? keys.of(target.teamId, "events", undefined)
			: keys.of(target.teamId, "inbox", target.member);
	}

	function arm(each: Watched): void {
		if (choice === "polling" || closed) return;
		const stat = disk.lstat(each.path);
		each.inode = stat === undefined ? undefined : `${stat.ino}:${stat.birthtimeNs}`;
		if (stat === undefined) return;
		each.state = "starting";
		void start(each);
	}

	async function start(each: Watched): Promise<void> {
		try {
			const { watch } = await import("chokidar");
			if (closed || watched.get(each.path) !== each || each.watcher !== undefined) return;
			const watcher = watch(each.path, {
				depth: 0,
				ignoreInitial: true,
				followSymlinks: false,
				atomic: false,
				// The files in it would each get a watch of their own; the directory's own events say enough.
				ignored: (path) => path !== each.path,
			});
			each.watcher = watcher;
			watcher.on("raw", () => hint.poke());
			watcher.on("ready", () => {
				if (each.state === "starting") each.state = "ready";
				hint.poke(); // Whatever happened while it started.
			});
			watcher.on("error", () => disarm(each, "failed"));
		} catch {
			// Whatever it is, hints are not worth the process: polling goes on, and mode() says so.
			disarm(each, "failed");
		}
	}

	function disarm(each: Watched, state: Watched["state"]): void {
		each.state = state;
		const { watcher } = each;
		each.watcher = undefined;
		watcher?.close().catch(() => undefined); // What it still had to clean up was its own.
	}

	/** Whatever the watcher does or does not: a changed directory is noticed here. */
	function look(): void {
		let changed = false;
		for (const target of current) {
			const each = watched.get(pathOf(target));
			if (each === undefined) continue;
			quietly(() => {
				const now = keyOf(target);
				if (now !== each.key) changed = true;
				each.key = now;
				rearm(each);
			});
		}
		if (changed) hint.poke();
	}

	function rearm(each: Watched): void {
		if (choice === "polling" || each.state === "failed") return;
		const stat = disk.lstat(each.path);
		const inode = stat === undefined ? undefined : `${stat.ino}:${stat.birthtimeNs}`;
		if (inode === each.inode) return;
		disarm(each, "starting");
		arm(each);
	}

	let current: readonly WatchTarget[] = [];
	function retarget(next: readonly WatchTarget[]): void {
		current = next;
		const paths = new Set(next.map(pathOf));
		for (const [path, each] of watched) {
			if (paths.has(path)) continue;
			watched.delete(path);
			disarm(each, "starting");
		}
		for (const target of next) {
			const path = pathOf(target);
			if (watched.has(path)) continue;
			const each: Watched = { path, inode: undefined, key: undefined, watcher: undefined, state: "starting" };
			watched.set(path, each);
			quietly(() => {
				each.key = keyOf(target);
				arm(each);
			});
		}
	}

	retarget(targets);
	const timer = env.every(limits.pollMs, look);
	return {
		retarget,
		mode() {
			const all = [...watched.values()];
			const failed = choice === "polling" || all.some(({ state }) => state === "failed");
			return failed || !all.some(({ state }) => state === "ready") ? "polling" : "watching";
		},
		close() {
			closed = true;
			timer.cancel();
			hint.end();
			for (const each of watched.values()) disarm(each, "starting");
			watched.clear();
		},
	};
}

/** At once, then at most every limits.hintMs; a hint in between is kept, never pushed back by the next one. */
function throttled(ground: Ground, poke: () => void): { poke(): void; end(): void } {
	const { env } = ground;
	let lastMs = Number.NEGATIVE_INFINITY;
	let pending: { cancel(): void } | undefined;
	let ended: "no" | "ended" = "no";

	function now(): void {
		pending = undefined;
		lastMs = env.monotonic();
		poke();
	}

	return {
		poke() {
			if (pending !== undefined || ended === "ended") return;
			const wait = lastMs + limits.hintMs - env.monotonic();
			if (wait <= 0) now();
			else pending = env.after(wait, now);
		},
		/** The watcher may still report what it had begun to. */
		end() {
			ended = "ended";
			pending?.cancel();
			pending = undefined;
		},
	};
}
