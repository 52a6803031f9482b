// Whether the store is this user's alone: a directory that is open to others, or is somebody else's, is said once. Looks at joining and every hour; repairs nothing.

import type { Timer } from "../core/env.ts";
import { limits } from "../core/limits.ts";
import { ifReadable } from "../core/store.ts";
import { clean } from "../core/text.ts";
import type { Here } from "./here.ts";

export interface Privacy {
	start(): void;
	stop(): void;
}

export function createPrivacy(here: Pick<Here, "env" | "store" | "guard" | "say">): Privacy {
	const told = new Set<string>();
	let timer: Timer | undefined;

	const look = here.guard.wrap(
		"team",
		() => {
			// A store that cannot be read is said by whoever needs it.
			for (const { code, path, hint } of ifReadable(() => here.store.listTeams().trouble) ?? []) {
				if (code !== "unsafe" || told.has(path)) continue;
				told.add(path);
				here.say(clean(`${path}: ${hint}`), "warning");
			}
		},
		undefined,
	);

	const stop = () => {
		timer?.cancel();
		timer = undefined;
	};

	return {
		start() {
			stop();
			timer = here.env.every(limits.privacyMs, look);
			look();
		},
		stop,
	};
}
