// What a terminal does with messages it has claimed: work is taken and settled, what was read gets its receipt. Never looks for live messages.

import { policyOf } from "./kinds.ts";
import { quoteFor } from "./quotes.ts";
import { putReceipt, traceReceipt } from "./receipts.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import type { Origin, ResultReport } from "./schema.ts";
import type { Incoming } from "./seat.ts";
import { examine } from "./seat-examine.ts";
import { addressed, isFinished, markSurfaced } from "./seat-receive.ts";
import { handOut, refusalOfState, type SeatState, taking, tryRefresh } from "./seat-state.ts";
import { isRequest, settledReceipt, settleRequest } from "./settling.ts";
import type { MessageName } from "./store.ts";

/** Requests and results that wait, oldest first. */
export function pendingWork(state: SeatState): readonly MessageName[] {
	if (state.over !== undefined) return [];
	return state.store.listInbox(state.teamId, state.member).waiting.filter((name) => {
		const policy = policyOf(name.kind);
		return policy?.lane === "work" && policy.opensTurn;
	});
}

/** undefined when somebody else was first, or when it turned out to be settled or broken. */
export async function claimWork(state: SeatState, waiting: MessageName): Promise<Incoming | undefined> {
	if (state.over !== undefined) return undefined;
	tryRefresh(state);
	return taking(state, waiting.id, () => claimOne(state, waiting));
}

async function claimOne(state: SeatState, waiting: MessageName): Promise<Incoming | undefined> {
	const name = state.store.claim(state.holding, waiting);
	if (name === undefined) return undefined;
	try {
		const message = await examine(state, name);
		if (message === undefined || (await isFinished(state, name, message))) return undefined;
		return handOut(state, name, message, quoteFor(state.store, message));
	} catch (error) {
		// Nothing was begun, so it waits again.
		state.store.release(state.holding, name);
		throw error;
	}
}

export function releaseWork(state: SeatState, incoming: Incoming): void {
	const claim = state.claims.get(incoming.message.id);
	if (claim === undefined || state.over !== undefined) return;
	state.store.release(state.holding, claim.name);
	state.claims.delete(incoming.message.id);
}

export async function settle(
	state: SeatState,
	incoming: Incoming,
	report: Omit<ResultReport, "request">,
	body: string,
): Promise<Outcome<"settled" | "too-late">> {
	const over = refusalOfState(state);
	if (over !== undefined) return refuse(over);
	const { message } = incoming;
	if (!isRequest(message.kind)) throw new Error(`a ${message.kind} has no result`);
	const claim = state.claims.get(message.id);
	if (claim === undefined) {
		const settled = settledReceipt(state.writer, message);
		return settled === undefined ? refuse({ code: "not-claimed", id: message.id }) : done("settled");
	}
	const written = await settleRequest(state.writer, state.document, claim.name, message, {
		report,
		body,
		origin: originOf(state),
	});
	state.claims.delete(message.id);
	return done(written === "written" ? "settled" : "too-late");
}

/** At a dashboard a person answers with their own words; elsewhere the result is a run's. */
function originOf(state: SeatState): Origin {
	return state.terminal.client === "dash" ? "person" : "agent";
}

/** A request stays claimed until it is settled; everything else is finished with its receipt. */
export async function surfaced(state: SeatState, messages: readonly Incoming[]): Promise<void> {
	for (const { message } of messages) {
		const claim = state.claims.get(message.id);
		if (state.over !== undefined || claim === undefined || claim.at === "surfaced") continue;
		if (!isRequest(message.kind)) {
			await markSurfaced(state, claim.name, message);
			continue;
		}
		const receipt = { ...addressed(message), state: "surfaced", session: state.terminal.session } as const;
		if ((await putReceipt(state.writer, receipt)) === "written") traceReceipt(state.writer, receipt);
		state.claims.set(message.id, { ...claim, at: "surfaced" });
	}
}
