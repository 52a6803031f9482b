// Waiting inside a command: ends early when a signal asks the command to end.

import type { Env } from "../../core/env.ts";

export function pause(env: Env, ms: number, stop: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (stop.aborted) {
			resolve();
			return;
		}
		const timer = env.after(ms, end);
		stop.addEventListener("abort", end, { once: true });
		function end(): void {
			timer.cancel();
			stop.removeEventListener("abort", end);
			resolve();
		}
	});
}
