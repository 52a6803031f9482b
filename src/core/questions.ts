// Which questions were put to this member and are not answered, and the receipt when a message answers one. Best effort: it never fails a send.

import { kinds, policyOf } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MemberId, MessageId } from "./model.ts";
import { putReceipt, traceReceipt } from "./receipts.ts";
import type { MessageRecord } from "./schema.ts";
import type { SeatState } from "./seat-state.ts";
import { StoreError } from "./store.ts";

/** A question this terminal has just read. */
export function noteQuestion(state: SeatState, message: MessageRecord): void {
	if (policyOf(message.kind)?.answer !== "reply" || state.questions === undefined) return;
	const open = state.questions.get(message.from) ?? [];
	state.questions.set(message.from, [...open, message.id]);
}

/** A live message answers what it says it answers, else the oldest open question of the one it goes to. */
export async function noteReply(
	state: SeatState,
	reply: MessageRecord,
	answered: MessageRecord | undefined,
): Promise<void> {
	if (policyOf(reply.kind)?.lane !== "live") return;
	try {
		await writeAnswered(state, reply, answered);
	} catch (error) {
		// The reply is submitted; a receipt that cannot be written leaves the question open, nothing worse.
		if (!(error instanceof StoreError)) throw error;
	}
}

async function writeAnswered(
	state: SeatState,
	reply: MessageRecord,
	answered: MessageRecord | undefined,
): Promise<void> {
	const named = answered === undefined ? undefined : answeredBy(state, reply, answered);
	const question = named ?? openQuestions(state).get(reply.to)?.[0];
	if (question === undefined) return;
	const receipt = {
		message: question,
		from: reply.to,
		to: state.member,
		state: "answered",
		reply: reply.id,
		inferred: named === undefined,
	} as const;
	const written = await putReceipt(state.writer, receipt);
	forget(state, reply.to, question);
	if (written === "written") traceReceipt(state.writer, receipt);
}

function answeredBy(state: SeatState, reply: MessageRecord, answered: MessageRecord): MessageId | undefined {
	const fits = answered.to === state.member && answered.from === reply.to && policyOf(answered.kind)?.lane === "live";
	return fits ? answered.id : undefined;
}

function forget(state: SeatState, from: MemberId, question: MessageId): void {
	const open = state.questions?.get(from);
	if (open !== undefined) {
		state.questions?.set(
			from,
			open.filter((id) => id !== question),
		);
	}
}

/** After a restart they are found in the latest lines of the timeline and by their receipts. */
function openQuestions(state: SeatState): Map<MemberId, MessageId[]> {
	if (state.questions !== undefined) return state.questions;
	const questions = new Map<MemberId, MessageId[]>();
	state.questions = questions;
	const { store, teamId, member } = state;
	for (const { record } of store.latestEvents(teamId, limits.timelineShown).events) {
		if (record?.type !== "message" || record.by === null || record.to !== member) continue;
		if (policyOf(record.kind)?.answer !== kinds.question.answer) continue;
		const states = store.readReceipts(teamId, record.by, record.id).map((receipt) => receipt.state);
		if (states.length !== 1 || states[0] !== "surfaced") continue;
		questions.set(record.by, [...(questions.get(record.by) ?? []), record.id]);
	}
	return questions;
}
