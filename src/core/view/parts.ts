// Each member's part of a timeline, found in one pass for all of them: the cursor goes from member to member. Never words, never lines.

import type { MemberId, TimelineEvent } from "../model.ts";
import { otherParty } from "./events.ts";

/** Oldest first. */
export function partOf(timeline: readonly TimelineEvent[], member: MemberId): readonly TimelineEvent[] {
	let parts = known.get(timeline);
	if (parts === undefined) {
		parts = partsOf(timeline);
		known.set(timeline, parts);
	}
	return parts.get(member) ?? [];
}

// A timeline is another array whenever something was added.
const known = new WeakMap<readonly TimelineEvent[], ReadonlyMap<MemberId, readonly TimelineEvent[]>>();

function partsOf(timeline: readonly TimelineEvent[]): ReadonlyMap<MemberId, readonly TimelineEvent[]> {
	const parts = new Map<MemberId, TimelineEvent[]>();
	const put = (member: MemberId, event: TimelineEvent) => {
		const part = parts.get(member);
		if (part === undefined) parts.set(member, [event]);
		else part.push(event);
	};
	for (const event of timeline) {
		const other = otherParty(event);
		if (event.by !== null) put(event.by, event);
		if (other !== undefined && other !== event.by) put(other, event);
	}
	return parts;
}
