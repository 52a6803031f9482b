// What any terminal does for others now and then: settles the requests dead terminals had claimed, and finishes removals left half done. A quiet look writes nothing.

import { eachAnyway } from "./attempts.ts";
import { leaseWatchOf } from "./leases.ts";
import { limits } from "./limits.ts";
import { endRequestsOfRemoved, finishRemoval } from "./removal.ts";
import type { MemberRecord } from "./schema.ts";
import type { SeatState } from "./seat-state.ts";
import { endedWords, finishIfOver, interrupted, isRequest, readable, settleRequest } from "./settling.ts";
import { type LeaseRead, type MessageName, StoreError } from "./store.ts";

/** At most every limits.fullScanMs; members whose inbox and lease did not change since are not looked at again. */
export async function sweep(state: SeatState): Promise<void> {
	const { env, store, teamId } = state;
	const now = env.monotonic();
	if (now < state.sweepAt) return;
	state.sweepAt = now + limits.fullScanMs;
	const watch = leaseWatchOf(env, store);
	const reads = new Map(store.readLeases(teamId).map((read) => [read.lease.member, read]));
	for (const read of reads.values()) watch.judge(read);
	for (const other of state.document.members) {
		try {
			await sweepMember(state, other, reads.get(other.id));
		} catch (error) {
			// Somebody else's mail: its trouble is shown by who looks at it, and must not stop this terminal. It is looked at again.
			if (!(error instanceof StoreError)) throw error;
		}
	}
}

async function sweepMember(state: SeatState, other: MemberRecord, read: LeaseRead | undefined): Promise<void> {
	const { store, teamId, document, writer } = state;
	const removed = document.members.filter((member) => member.state === "removed").length;
	const deadBelow = deadGenerationsBelow(state, read);
	const key = `${other.state} ${removed} ${deadBelow} ${store.changeKey(teamId, "inbox", other.id)}`;
	if (state.swept.get(other.id) === key) return;
	if (other.state === "removed") await sweepRemoved(state, other, read);
	else {
		// What this terminal has claimed itself is its own receive's.
		if (other.id !== state.member) await sweepClaims(state, other, deadBelow);
		if (removed > 0) await endRequestsOfRemoved(writer, document, other.id);
	}
	// Only now: what could not be read for want of something that comes back is tried again.
	state.swept.set(other.id, key);
}

async function sweepRemoved(state: SeatState, other: MemberRecord, read: LeaseRead | undefined): Promise<void> {
	const { waiting, claimed } = state.store.listInbox(state.teamId, other.id);
	const done = read?.lease.vacant !== undefined && waiting.length + claimed.length === 0;
	if (!done) await finishRemoval(state.writer, state.document, other.id);
}

async function sweepClaims(state: SeatState, other: MemberRecord, deadBelow: number): Promise<void> {
	const { claimed } = state.store.listInbox(state.teamId, other.id);
	const dead = claimed.filter((claim) => isRequest(claim.kind) && claim.generation < deadBelow);
	await eachAnyway(dead, (claim) => settleDead(state, other, claim));
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
	if (request === undefined || (await finishIfOver(state.writer, state.document, name, request))) return;
	await settleRequest(state.writer, state.document, name, request, interrupted(endedWords(claimer.role)));
}
