// Whether this terminal may open a turn for queued work now, and why not. Pure; asked before a claim and again after it.

import { policyOf } from "../core/kinds.ts";
import type { Hold, Pause } from "../core/schema.ts";
import type { Phase } from "./run-watch.ts";

export interface GateFacts {
	readonly paused: Pause;
	readonly leaving: boolean;
	readonly activeRequest: boolean;
	readonly hasModel: boolean;
	readonly phase: Phase;
	readonly pendingInput: boolean;
	/** Text in the editor, white space aside. */
	readonly draft: boolean;
	readonly dialogOpen: boolean;
	/** Live messages are on their way; they come first. */
	readonly deliveryBusy: boolean;
}

/** Empty = open. In the order in which a person would ask. A pause has a field of its own, so it is no hold. */
export function gateHolds(facts: GateFacts): readonly Hold[] {
	const holds: Hold[] = [];
	if (!facts.hasModel) holds.push("no-model");
	if (facts.activeRequest) holds.push("request");
	if (facts.dialogOpen) holds.push("dialog");
	if (facts.draft) holds.push("draft");
	if (facts.phase !== "idle" || facts.pendingInput) holds.push("busy");
	if (facts.deliveryBusy) holds.push("batch");
	return holds;
}

export function isGateOpen(facts: GateFacts): boolean {
	return facts.paused === "no" && !facts.leaving && gateHolds(facts).length === 0;
}

/** Only what wants an outcome back has to be settled by the terminal that took it. */
export function wantsResult(kind: string): boolean {
	return policyOf(kind)?.answer === "result";
}
