// The operations that send: one message, the answer to a request a person holds, a check-in to everybody. Words afterwards never say "delivered".

import type { Desk } from "./desk.ts";
import { present } from "./facts.ts";
import type { Intent, Notice } from "./intent.ts";
import type { MemberId, MessageId } from "./model.ts";
import { stateOfMessage } from "./receipts.ts";
import { done, type Outcome, refuse, sentence } from "./refusal.ts";
import type { Incoming, Seat } from "./seat.ts";
import { stateWords } from "./standing.ts";
import { type Wake, wakeBody, wakeSummary } from "./wake.ts";

export async function sendMessage(
	desk: Desk,
	intent: Extract<Intent, { readonly do: "send" }>,
): Promise<Outcome<Notice>> {
	const seat = desk.seat();
	if (seat === undefined) return refuse({ code: "not-joined" });
	const { to, kind, body, subject, replyTo } = intent;
	const sent = await seat.send({ to, kind, body, subject, replyTo, parentId: undefined, origin: desk.actor().by });
	if (!sent.ok) return sent;
	const { id, role, words } = sent.value;
	return notice(seat, `${kind} to ${role}: ${words}.`, to, id);
}

/** Where a person holds the seat, the result of a request is written by hand. */
export async function answerRequest(
	desk: Desk,
	intent: Extract<Intent, { readonly do: "answer-request" }>,
): Promise<Outcome<Notice>> {
	const seat = desk.seat();
	if (seat === undefined) return refuse({ code: "not-joined" });
	const { request, outcome, body } = intent;
	if (body.trim() === "") return refuse({ code: "blank-body" });
	const incoming = await takeInHand(seat, request);
	if (incoming === undefined) return refuse({ code: "not-claimed", id: request });
	const settled = await seat.settle(incoming, { outcome, files: [], filesOmitted: 0, textCut: false }, body);
	if (!settled.ok) return settled;
	if (settled.value === "too-late") return refuse({ code: "too-late", what: whatBecame(desk, incoming) });
	const said = outcome === "completed" ? "answered" : "declined";
	return notice(seat, `The request of ${incoming.fromRole} is ${said}.`, incoming.message.from, request);
}

function whatBecame({ env, store }: Desk, { message }: Incoming): string {
	return stateWords(stateOfMessage(env, store, message.teamId, message), message.kind, undefined, env.now());
}

async function takeInHand(seat: Seat, request: MessageId): Promise<Incoming | undefined> {
	const held = seat.inHand(request);
	if (held !== undefined) return held;
	const waiting = seat.pendingWork().find((name) => name.id === request);
	return waiting === undefined ? undefined : seat.claimWork(waiting);
}

/** One check-in request each, one after the other; each may fail on its own. */
export async function wake(desk: Desk, to: readonly MemberId[], text: string): Promise<Outcome<Notice>> {
	const seat = desk.seat();
	if (seat === undefined) return refuse({ code: "not-joined" });
	const document = desk.store.readDocument(seat.teamId);
	const roles = new Map((document === undefined ? [] : present(document)).map(({ id, role }) => [id, role]));
	const others = to.filter((id) => id !== seat.member);
	if (others.length === 0) return plain(seat, "You have no teammates yet.");
	const wakes: Wake[] = [];
	let last: MessageId | undefined;
	for (const id of others) {
		const sent = await seat.send({ ...wakeBody(text), to: id, origin: desk.actor().by });
		if (sent.ok) last = sent.value.id;
		const why = sent.ok ? undefined : sentence(sent.refusal);
		wakes.push({ role: roles.get(id) ?? "a member that is gone", why });
	}
	const only = others.length === 1 ? others[0] : undefined;
	const failed = wakes.some(({ why }) => why !== undefined);
	return done({
		text: wakeSummary(wakes),
		tone: failed ? "warn" : "good",
		cursor: { teamId: seat.teamId, member: only },
		message: only === undefined ? undefined : last,
	});
}

function notice(seat: Seat, text: string, member: MemberId, message: MessageId): Outcome<Notice> {
	return done({ text, tone: "good", cursor: { teamId: seat.teamId, member }, message });
}

function plain(seat: Seat, text: string): Outcome<Notice> {
	return done({ text, tone: "plain", cursor: { teamId: seat.teamId, member: undefined }, message: undefined });
}
