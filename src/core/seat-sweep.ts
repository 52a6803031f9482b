// What any terminal does for others now and then: settles the requests dead terminals had claimed, and finishes removals left half done. A quiet look writes nothing.

import { leaseWatchOf } from "./leases.ts";
import { limits } from "./limits.ts";
import { finishRemoval } from "./removal.ts";
import type { MemberRecord } from "./schema.ts";
import type { SeatState } from "./seat-state.ts";
import {
	endedWords,
	finishSettled,
	interrupted,
	isRequest,
	readable,
	settledReceipt,
	settleRequest,
} from "./settling.ts";
import { type LeaseRead, type MessageName, StoreError } from "./store.ts";

/** At most every limits.fullScanMs; members whose inbox and lease did not change since are not looked at again. */
export async function sweep(state: SeatState): Promise<void> {
	const { env, store, teamId, member } = state;
	const now = env.monotonic();
	if (now < state.sweepAt) return;
	state.sweepAt = now + limits.fullScanMs;
	const watch = leaseWatchOf(env, store);
	const reads = new Map(store.readLeases(teamId).map((read) => [read.lease.member, read]));
	for (const read of reads.values()) watch.judge(read);
	for (const other of state.document.members) {
		if (other.id === member) continue;
		try {
			await sweepMember(state, other, reads.get(other.id));
		} catch (error) {
			// Somebody else's mail: its trouble is shown by who looks at it, and must not stop this terminal.
			if (!(error instanceof StoreError)) throw error;
		}
	}
}

async function sweepMember(state: SeatState, other: MemberRecord, read: LeaseRead | undefined): Promise<void> {
	const { store, teamId } = state;
	const deadBelow = deadGenerationsBelow(state, read);
	const key = `${other.state} ${deadBelow} ${store.changeKey(teamId, "inbox", other.id)}`;
	if (state.swept.get(other.id) === key) return;
	const { waiting, claimed } = store.listInbox(teamId, other.id);
	if (other.state === "removed") {
		const done = read?.lease.vacant !== undefined && waiting.length + claimed.length === 0;
		if (!done) await finishRemoval(state.writer, state.document, other.id);
	} else {
		for (const claim of claimed) {
			if (isRequest(claim.kind) && claim.generation < deadBelow) await settleDead(state, other, claim);
		}
	}
	state.swept.set(other.id, key);
}

/** Claims of generations below this have no living claimer. */
function deadGenerationsBelow(state: SeatState, read: LeaseRead | undefined): number {
	if (read === undefined) return 0;
	const { presence, certain } = leaseWatchOf(state.env, state.store).judge(read);
	const gone = presence.at === "offline" && certain;
	return gone ? read.lease.generation + 1 : read.lease.generation;
}

async function settleDead(state: SeatState, claimer: MemberRecord, name: MessageName): Promise<void> {
	const request = readable(state.writer, claimer.id, name);
	if (request === undefined) return;
	const settled = settledReceipt(state.writer, request);
	if (settled !== undefined) return finishSettled(state.writer, state.document, name, request, settled);
	await settleRequest(state.writer, state.document, name, request, interrupted(endedWords(claimer.role)));
}
