// What the panel has done for it: intents carried out one after the other, messages read. A failure becomes a notice, never an exception.

import type { Intent, Notice } from "../core/intent.ts";
import { done, type Outcome } from "../core/refusal.ts";
import type { PanelSource } from "./source.ts";

/** The outcome of the last one, or the first refusal: a seat is left before another is taken. */
export async function performAll(source: PanelSource, intents: readonly Intent[]): Promise<Outcome<Notice>> {
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
