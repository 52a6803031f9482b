// What the panel has done for it: intents carried out one after the other, older lines loaded, ways out. A failure becomes a notice, never an exception.

import type { Intent, Notice } from "../core/intent.ts";
import { done, type Outcome } from "../core/refusal.ts";
import type { Step } from "../core/view/interpret.ts";
import type { PanelExits, PanelSource } from "./source.ts";

/** What is told when something that was sent for is there. */
export interface Arrivals {
	performed(outcome: Outcome<Notice>): void;
	older(): void;
}

/** Carries a step out that is not the typed text's. */
export function errand(
	step: Exclude<Step, { do: "edit" }>,
	source: PanelSource,
	exits: PanelExits,
	arrivals: Arrivals,
): void {
	switch (step.do) {
		case "nothing":
		case "dash":
			break;
		case "perform":
			void performAll(source, step.intents).then(arrivals.performed);
			break;
		case "load-older":
			source.snapshots.older(step.teamId);
			arrivals.older();
			break;
		case "release":
			exits.release();
			break;
		case "close":
		case "quit":
			exits.close();
			break;
		default:
			step satisfies never;
	}
}

/** The outcome of the last one, or the first refusal: a seat is left before another is taken. */
async function performAll(source: PanelSource, intents: readonly Intent[]): Promise<Outcome<Notice>> {
	let outcome: Outcome<Notice> = done({ text: "", tone: "plain", cursor: undefined, message: undefined });
	try {
		for (const intent of intents) {
			outcome = await source.perform(intent);
			if (!outcome.ok) return outcome;
		}
		return outcome;
	} catch (error) {
		source.report(error);
		return done({ text: `That failed: ${wordsOf(error)}`, tone: "warn", cursor: undefined, message: undefined });
	}
}

function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
