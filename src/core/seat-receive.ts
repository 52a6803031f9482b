// What a terminal takes from its own inbox: claims what waits for it, and looks up what was claimed before. One broken file never blocks its neighbours.

import { setImmediate as breath } from "node:timers/promises";
import { noting } from "./attempts.ts";
import { policyOf } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MessageId } from "./model.ts";
import { noteQuestion } from "./questions.ts";
import { quoteFor } from "./quotes.ts";
import { conclude, type NewReceipt } from "./receipts.ts";
import type { FailCode, MessageRecord, Receipt } from "./schema.ts";
import type { Incoming } from "./seat.ts";
import { examine } from "./seat-examine.ts";
import { retakeLease } from "./seat-retake.ts";
import { giveBack, handOut, refreshDocument, type SeatState, taking } from "./seat-state.ts";
import { sweep } from "./seat-sweep.ts";
import { endedWords, finishIfOver, interrupted, isRequest, settleRequest } from "./settling.ts";
import type { InboxListing, MessageName, StoreError } from "./store.ts";

type Claimed = InboxListing["claimed"][number];
type InConversation = (id: MessageId) => boolean;

export async function receive(state: SeatState, inConversation: InConversation): Promise<readonly Incoming[]> {
	if (isOver(state)) return [];
	const taken: Incoming[] = [];
	const troubles: StoreError[] = [];
	try {
		if (state.lease === "gone") await noting(troubles, () => retakeLease(state));
		if (isOver(state)) return [];
		await noting(troubles, () => refreshDocument(state));
		await noting(troubles, () => look(state, inConversation, taken, troubles));
		await noting(troubles, () => sweep(state));
	} catch (error) {
		// Handed out to nobody: the next look finds them again.
		giveBack(state, taken);
		throw error;
	}
	const [first] = troubles;
	// With something to deliver the trouble can wait: it shows up again with the next look.
	if (taken.length === 0 && first !== undefined) throw first;
	return taken;
}

/** Also while this look went on. */
function isOver(state: SeatState): boolean {
	return state.over !== undefined;
}

async function look(
	state: SeatState,
	inConversation: InConversation,
	taken: Incoming[],
	troubles: StoreError[],
): Promise<void> {
	const { waiting, claimed } = state.store.listInbox(state.teamId, state.member);
	const steps = [
		...claimed.map((name) => ({ name, take: () => takeClaimed(state, name, inConversation) })),
		...waiting.filter(isTakenOnArrival).map((name) => ({ name, take: () => takeWaiting(state, name) })),
		// The id tells when a message was made: creation order over the whole inbox.
	].sort((a, b) => (a.name.id < b.name.id ? -1 : 1));
	for (const [index, step] of steps.entries()) {
		if (index > 0 && index % limits.yieldAfter === 0) await breath();
		await noting(troubles, async () => {
			const incoming = await taking(state, step.name.id, step.take);
			if (incoming !== undefined) taken.push(incoming);
		});
	}
}

/** Live messages and notes; requests and results wait until the terminal is free. */
function isTakenOnArrival(name: MessageName): boolean {
	const policy = policyOf(name.kind);
	return policy !== undefined && (policy.lane === "live" || !policy.opensTurn);
}

async function takeWaiting(state: SeatState, waiting: MessageName): Promise<Incoming | undefined> {
	const name = state.store.claim(state.holding, waiting);
	if (name === undefined) return undefined;
	const message = await examine(state, name);
	if (message === undefined) return undefined;
	// Only what was claimed before can have receipts.
	if (waiting.attempt > 0 && (await isFinished(state, name, message))) return undefined;
	if (waiting.attempt >= limits.attempts) return fail(state, name, message, "attempts");
	if (isForAnother(state, message)) return fail(state, name, message, "taken-over");
	if (isLate(state, message)) return expire(state, name, message);
	return handOut(state, name, message);
}

async function takeClaimed(state: SeatState, name: Claimed, inConversation: InConversation) {
	const { generation, token } = state.holding.lease;
	if (name.generation > generation || policyOf(name.kind) === undefined) return undefined;
	const own = name.generation === generation && token.startsWith(name.token8);
	const known = own ? state.claims.get(name.id) : undefined;
	if (known !== undefined && known.at !== "given-back") return undefined;
	const message = await examine(state, name);
	if (message === undefined || (await isFinished(state, name, message))) return undefined;
	if (isRequest(name.kind)) return endRequest(state, name, message, known !== undefined);
	if (inConversation(name.id)) return markSurfaced(state, name, message);
	if (own) return handOut(state, name, message, quoteFor(state.store, message));
	if (isForAnother(state, message)) return fail(state, name, message, "taken-over");
	// Its claimer is gone, so its time counts again.
	if (isLate(state, message)) return expire(state, name, message);
	if (name.attempt >= limits.attempts) return fail(state, name, message, "attempts");
	const taken = state.store.reclaim(state.holding, name);
	return taken === undefined ? undefined : handOut(state, taken, message, quoteFor(state.store, message));
}

/** A request that was begun in an earlier life of this seat is never begun again. */
async function endRequest(state: SeatState, name: MessageName, request: MessageRecord, ours: boolean) {
	if (ours) return handOut(state, name, request);
	const role = state.document.members.find((member) => member.id === state.member)?.role ?? "The member";
	await settleRequest(state.writer, state.document, name, request, interrupted(endedWords(role)));
	return undefined;
}

/** True when nothing is left to deliver. */
export async function isFinished(state: SeatState, name: MessageName, message: MessageRecord): Promise<boolean> {
	const over = await finishIfOver(state.writer, state.document, name, message);
	if (over) state.claims.delete(message.id);
	return over;
}

/** It was meant for the agent that had the seat, and another session has it now. */
function isForAnother(state: SeatState, message: MessageRecord): boolean {
	return (
		policyOf(message.kind)?.lane === "live" &&
		message.toSession !== undefined &&
		message.toSession !== state.terminal.session
	);
}

function isLate(state: SeatState, message: MessageRecord): boolean {
	return message.expiresAt !== undefined && message.expiresAt <= state.env.now();
}

async function expire(state: SeatState, name: MessageName, message: MessageRecord): Promise<undefined> {
	await close(state, name, { ...addressed(message), state: "expired" });
}

async function fail(state: SeatState, name: MessageName, message: MessageRecord, code: FailCode): Promise<undefined> {
	await close(state, name, { ...addressed(message), state: "failed", code });
}

/** The conversation holds it. Receipt first: a crash after it never shows the message twice. */
export async function markSurfaced(state: SeatState, name: MessageName, message: MessageRecord): Promise<undefined> {
	const { session } = state.terminal;
	await close(state, name, { ...addressed(message), state: "surfaced", session });
	noteQuestion(state, message);
}

async function close(state: SeatState, name: MessageName, receipt: NewReceipt): Promise<void> {
	await conclude(state.writer, name, receipt);
	state.claims.delete(receipt.message);
}

export function addressed(message: MessageRecord): Pick<Receipt, "message" | "from" | "to"> {
	return { message: message.id, from: message.from, to: message.to };
}
