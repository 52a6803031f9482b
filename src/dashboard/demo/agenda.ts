// What happens when in a demo: steps in order of their time, one at a time. Owns order and pace; never what a step does.

import type { Env, Timer } from "../../core/env.ts";

export type Step = () => unknown;

interface Entry {
	readonly atMs: number;
	readonly step: Step;
}

/**
 * Times are wall ms. A step plans further ones relative to its own planned time, never to when it really ran, so that a slow
 * machine tells the same story.
 */
export interface Agenda {
	/** Planned time of the running step. */
	now(): number;
	in(ms: number, step: Step): void;
	/** Runs everything planned up to `wallMs` without waiting; `moved` puts the clock there first. */
	tell(wallMs: number, moved: (wallMs: number) => void): Promise<void>;
	/** From here on each step runs when the clock says so. A failing step ends the agenda; `failed` hears of it. */
	play(env: Env, failed: (error: unknown) => void): void;
	/** Nothing runs any more once this has resolved. */
	stop(): Promise<void>;
}

export function agenda(startMs: number): Agenda {
	const entries: Entry[] = [];
	let nowMs = startMs;
	let timer: Timer | undefined;
	let running: Promise<void> = Promise.resolve();
	let stopped = false;

	const plan = (atMs: number, step: Step) => {
		// After all of the same time, so that what was planned first runs first.
		const later = entries.findIndex((entry) => entry.atMs > atMs);
		entries.splice(later === -1 ? entries.length : later, 0, { atMs, step });
	};

	const runNext = async () => {
		const entry = entries.shift();
		if (entry === undefined) return;
		nowMs = entry.atMs;
		await entry.step();
	};

	const wake = (env: Env, failed: (error: unknown) => void) => {
		const [next] = entries;
		if (stopped || next === undefined) return;
		timer = env.after(Math.max(0, next.atMs - env.now()), () => {
			if (stopped) return;
			running = runNext().then(
				() => wake(env, failed),
				(error: unknown) => {
					stopped = true;
					failed(error);
				},
			);
		});
	};

	return {
		now: () => nowMs,
		in: (ms, step) => plan(nowMs + ms, step),
		async tell(wallMs, moved) {
			for (let next = entries[0]; next !== undefined && next.atMs <= wallMs; next = entries[0]) {
				moved(next.atMs);
				await runNext();
			}
			nowMs = wallMs;
			moved(wallMs);
		},
		play: wake,
		async stop() {
			stopped = true;
			timer?.cancel();
			await running;
		},
	};
}
