// Whether changes are noticed at once on this machine. Watches the root for a moment; writes nothing.

import { readFileSync } from "node:fs";
import { type Env, keepAlive } from "../env.ts";
import { openStore } from "../files/store.ts";
import { limits } from "../limits.ts";
import { type Fact, type Finding, finding } from "./finding.ts";

export interface WatchLook {
	readonly findings: readonly Finding[];
	readonly facts: readonly Fact[];
}

export async function lookAtWatching(env: Env, root: string): Promise<WatchLook> {
	const mode = await watchMode(env, root);
	const value = mode === "watching" ? "at once, by watching" : "within a second, by polling";
	const facts = [{ name: "changes are noticed", value }];
	if (mode === "watching") return { facts, findings: [] };
	return {
		facts,
		findings: [
			finding("polling", "note", {
				what: `Directories cannot be watched here${limitWords()}.`,
				meaning: "Everything works, but a message is seen after up to a second instead of at once.",
				mend: "Raise fs.inotify.max_user_instances and fs.inotify.max_user_watches, or end programs that watch many files.",
			}),
		],
	};
}

/** A watcher needs a moment to start; without a sign after a second there is none. The store in hand may be one that never watches. */
function watchMode(env: Env, root: string): Promise<"watching" | "polling"> {
	const store = openStore(env, root, { visitor: "only looks" });
	const watching = store.watch([{ what: "root" }], () => {});
	const until = env.monotonic() + limits.pollMs;
	const alive = keepAlive();
	return new Promise((resolve) => {
		const look = env.every(limits.hintMs, () => {
			const mode = watching.mode();
			if (mode === "polling" && env.monotonic() < until) return;
			look.cancel();
			watching.close();
			store.close();
			alive.cancel();
			resolve(mode);
		});
	});
}

function limitWords(): string {
	const instances = systemLimit("max_user_instances");
	const watches = systemLimit("max_user_watches");
	return instances === undefined ? "" : ` (limits of this user: ${instances} watchers, ${watches} directories)`;
}

function systemLimit(name: string): string | undefined {
	try {
		return readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8").trim();
	} catch {
		return undefined; // Not Linux.
	}
}
