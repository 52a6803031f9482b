// What happened while nobody pressed a key, in one sentence. Pure.

import { policyOf } from "../core/kinds.ts";
import type { Snapshot, TimelineEvent } from "../core/model.ts";
import { age } from "../core/refusal.ts";
import { count } from "../core/view/act.ts";
import type { Situation } from "../core/view/scene.ts";
import { matters } from "./matters.ts";

/** undefined = nothing worth a word. */
export function awayWords(situation: Situation, since: number): string | undefined {
	const events = eventsSince(situation.snapshot, since);
	const messages = events.filter(
		({ record }) => record?.type === "message" && policyOf(record.kind)?.answer !== undefined,
	);
	const results = messages.filter(({ record }) => record?.type === "message" && record.outcome !== undefined);
	const arrived = events.filter(({ type }) => type === "joined" || type === "back");
	const gone = events.filter(({ type }) => type === "left" || type === "closed" || type === "removed");
	const needs = matters(situation).filter(({ what }) => what === "needs-you" || what === "stuck");
	const parts = [
		messages.length === 0 ? "" : count(messages.length - results.length, "message", "messages"),
		results.length === 0 ? "" : count(results.length, "result", "results"),
		arrived.length === 0 ? "" : `${arrived.length} came`,
		gone.length === 0 ? "" : `${gone.length} went`,
		needs.length === 0 ? "" : `${count(needs.length, "needs", "need")} you now`,
	].filter(Boolean);
	if (parts.length === 0) return undefined;
	return `While you were away (${age(situation.now - since)}): ${parts.join(", ")}.`;
}

function eventsSince(snapshot: Snapshot, since: number): readonly TimelineEvent[] {
	return snapshot.teams.flatMap((team) => team.timeline.filter((event) => event.at > since));
}
