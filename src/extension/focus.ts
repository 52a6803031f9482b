// What this terminal is doing, as its teammates see it: working, waiting or idle, on what, and when it last got on. Told by Pi's events; never writes.

import { limits } from "../core/limits.ts";
import type { ActivityState } from "../core/schema.ts";

export interface Focus {
	/** The person typed a prompt that will start a run. */
	typed(text: string): void;
	/** A run is about to start from this prompt, where nobody typed one (another extension). */
	prompted(text: string): void;
	/** Delivery opens a run for a teammate's message. */
	openedFor(role: string, about: string): void;
	started(): void;
	/** A tool result or a finished turn. */
	progressed(now: number): void;
	settled(): void;
	edited(path: string, now: number): void;
	now(dialogOpen: boolean, now: number): Shown;
}

export interface Shown {
	readonly state: ActivityState;
	readonly focus: string | undefined;
	readonly progressAt: number | undefined;
	readonly edits: { readonly path: string; readonly at: number }[];
}

/** `focus` and `running` are what a reload finds. */
export function createFocus(): Focus {
	let running = false;
	let own: string | undefined;
	let next: string | undefined;
	let current: string | undefined;
	let progressAt: number | undefined;
	let edits: readonly { readonly path: string; readonly at: number }[] = [];

	return {
		typed(text) {
			if (!running) next = own = focusText(text);
		},
		prompted(text) {
			next ??= focusText(text);
		},
		openedFor(role, about) {
			next = focusText(`for ${role}: ${about}`);
		},
		started() {
			running = true;
			current = next ?? current ?? own;
			next = undefined;
			progressAt = undefined;
		},
		progressed(now) {
			const due = progressAt === undefined || now - progressAt >= limits.progressMs;
			if (running && due) progressAt = now;
		},
		settled() {
			running = false;
			next = undefined;
			current = own;
			progressAt = undefined;
		},
		edited(path, now) {
			edits = [{ path, at: now }, ...edits.filter((edit) => edit.path !== path)].slice(0, limits.editsKept);
		},
		now(dialogOpen, now) {
			edits = edits.filter((edit) => now - edit.at < limits.editsKeptMs);
			const busy = running ? "working" : "idle";
			return { state: dialogOpen ? "waiting" : busy, focus: current ?? own, progressAt, edits: [...edits] };
		},
	};
}

/** White space collapsed, the start kept. */
function focusText(text: string): string {
	return text.replaceAll(/\s+/g, " ").trim().slice(0, limits.focusLength);
}
