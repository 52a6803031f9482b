// What a seat remembers of its teammates between two looks, so that a message costs the disk little more than itself. Never decides, never writes.

import { readSeat } from "./facts.ts";
import { leaseWatchOf } from "./leases.ts";
import { limits } from "./limits.ts";
import type { MemberId, Presence } from "./model.ts";
import type { Activity, Lease } from "./schema.ts";
import type { SeatState } from "./seat-state.ts";
import { ifReadable, type LeaseRead } from "./store.ts";

export interface Peer {
	lease: Lease | undefined;
	leaseAt: number;
	activity: Activity | undefined;
	activityAt: number;
	/** Unclaimed messages when they were counted, and those sent from here since. */
	waiting: number;
	waitingAt: number;
}

const LONG_AGO = Number.NEGATIVE_INFINITY;

function peerOf(state: SeatState, member: MemberId): Peer {
	const known = state.peers.get(member);
	if (known !== undefined) return known;
	const peer: Peer = {
		lease: undefined,
		leaseAt: LONG_AGO,
		activity: undefined,
		activityAt: LONG_AGO,
		waiting: 0,
		waitingAt: LONG_AGO,
	};
	state.peers.set(member, peer);
	return peer;
}

/** Who holds one seat now. Never older than this call: a message that is refused or sent rests on it. */
export function presenceOf(state: SeatState, member: MemberId): Presence {
	const watch = leaseWatchOf(state.env, state.store);
	const again = lookAgain(state, member);
	if (again !== undefined) {
		const { presence } = watch.judge(again);
		if (presence.at === "online") return presence;
	}
	const read = readSeat(state.store, state.teamId, member);
	remember(state, member, read?.lease);
	return read === undefined ? { at: "offline", since: null, holder: null } : watch.judge(read).presence;
}

/** The times of the lease that is known, as long as its file is there; a takeover removes it. */
function lookAgain(state: SeatState, member: MemberId): LeaseRead | undefined {
	const { lease } = peerOf(state, member);
	const times = lease && state.store.leaseTimes(state.teamId, member, lease.generation);
	if (lease === undefined || times === undefined) return undefined;
	remember(state, member, lease);
	return { lease, ...times };
}

function remember(state: SeatState, member: MemberId, lease: Lease | undefined): void {
	const peer = peerOf(state, member);
	peer.lease = lease;
	peer.leaseAt = state.env.monotonic();
}

/** The newest generation of a seat, at most limits.pollMs old; 0 = nobody ever held it. */
export function generationOf(state: SeatState, member: MemberId): number {
	const peer = peerOf(state, member);
	if (state.env.monotonic() - peer.leaseAt >= limits.pollMs) presenceOf(state, member);
	return peer.lease?.generation ?? 0;
}

/** What the holder of this generation does, at most limits.pollMs old. */
export function activityOf(state: SeatState, member: MemberId, generation: number): Activity | undefined {
	const peer = peerOf(state, member);
	const now = state.env.monotonic();
	if (now - peer.activityAt >= limits.pollMs) {
		peer.activity = ifReadable(() => state.store.readActivity(state.teamId, member));
		peer.activityAt = now;
	}
	return peer.activity?.generation === generation ? peer.activity : undefined;
}

/** Unclaimed messages of a member, counted at most limits.fullScanMs ago; what was sent from here since is counted on top. */
export function waitingFor(state: SeatState, member: MemberId): number {
	const peer = peerOf(state, member);
	const now = state.env.monotonic();
	// What was counted may have been claimed since, so nobody is refused without a look.
	if (now - peer.waitingAt >= limits.fullScanMs || peer.waiting >= limits.inboxNew) {
		peer.waiting = state.store.listInbox(state.teamId, member).waiting.length;
		peer.waitingAt = now;
	}
	return peer.waiting;
}

export function countWaiting(state: SeatState, member: MemberId): void {
	peerOf(state, member).waiting += 1;
}
