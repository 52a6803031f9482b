// When the host is asked for a frame: at once for what a person does, and a burst of changes of the store as one more. Never draws.

import type { Timer } from "../core/env.ts";
import { limits } from "../core/limits.ts";
import type { PanelSource } from "./source.ts";

export interface Frames {
	now(): void;
	/** At once when the last frame is long ago, else with whatever comes until then. */
	soon(): void;
	stop(): void;
}

export function openFrames(env: PanelSource["env"], draw: () => void): Frames {
	let drawnAt = 0;
	let pending: Timer | undefined;

	function stop(): void {
		pending?.cancel();
		pending = undefined;
	}

	function now(): void {
		stop();
		drawnAt = env.now();
		draw();
	}

	return {
		now,
		soon() {
			if (pending !== undefined) return;
			const wait = drawnAt + limits.drawMs - env.now();
			if (wait <= 0) now();
			// A clock that was set back must not hold the frame up.
			else pending = env.after(Math.min(wait, limits.drawMs), now);
		},
		stop,
	};
}
