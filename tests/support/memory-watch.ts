// Hints of the store in memory: pokes at once, then at most every limits.hintMs, as the watcher of the files does.

import type { Env } from "../../src/core/env.ts";
import { limits } from "../../src/core/limits.ts";
import type { Watching, WatchTarget } from "../../src/core/store.ts";
import type { MemoryDisk } from "./memory-disk.ts";

export function watchMemory(env: Env, disk: MemoryDisk, targets: readonly WatchTarget[], poke: () => void): Watching {
	let wanted = new Set(targets.map(nameOf));
	let closed = false;
	let quietUntil = 0;
	let pending = false;
	const fire = () => {
		pending = false;
		if (closed) return;
		quietUntil = env.monotonic() + limits.hintMs;
		poke();
	};
	const hear = (target: string) => {
		if (closed || pending || !wanted.has(target)) return;
		pending = true;
		const wait = quietUntil - env.monotonic();
		if (wait > 0) env.after(wait, fire);
		else queueMicrotask(fire);
	};
	disk.watchers.add(hear);
	return {
		retarget(next) {
			wanted = new Set(next.map(nameOf));
		},
		mode: () => "watching",
		close() {
			closed = true;
			disk.watchers.delete(hear);
		},
	};
}

function nameOf(target: WatchTarget): string {
	if (target.what === "root") return "root";
	return target.what === "events" ? `${target.teamId}/events` : `${target.teamId}/inbox/${target.member}`;
}
