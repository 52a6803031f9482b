// How long members take to answer, from the messages a timeline still tells. Pure.

import { policyOf } from "../kinds.ts";
import type { MemberId, MessageId, TimelineEvent } from "../model.ts";
import type { EventRecord } from "../schema.ts";

type Message = Extract<EventRecord, { readonly type: "message" }>;

/** The message this one answers, as its writer said it; undefined where it answers none. */
export function answered(record: Message): MessageId | undefined {
	return record.replyTo ?? (record.outcome === undefined ? undefined : record.parentId);
}

/** Ms from each question or request to the first answer of whom it was sent to; members that answered nothing are missing. */
export function answerTimes(events: readonly TimelineEvent[]): ReadonlyMap<MemberId, readonly number[]> {
	const asked = new Map<MessageId, { readonly to: MemberId; readonly at: number }>();
	const times = new Map<MemberId, number[]>();
	for (const { record, by, at } of events) {
		if (record?.type !== "message" || by === null) continue;
		const question = answered(record);
		const open = question === undefined ? undefined : asked.get(question);
		if (question !== undefined && open?.to === by) {
			asked.delete(question);
			times.set(by, [...(times.get(by) ?? []), Math.max(0, at - open.at)]);
		}
		if (policyOf(record.kind)?.answer !== "none") asked.set(record.id, { to: record.to, at });
	}
	return times;
}

/** The middle one; of an even number the mean of the two. undefined of none. */
export function median(values: readonly number[]): number | undefined {
	const sorted = values.toSorted((a, b) => a - b);
	const high = sorted[Math.floor(sorted.length / 2)];
	const low = sorted[Math.floor((sorted.length - 1) / 2)];
	return high === undefined || low === undefined ? undefined : (high + low) / 2;
}
