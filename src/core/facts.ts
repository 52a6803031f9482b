// What the rules look at, read fresh from the store by an operation. Never decides, never writes.

import type { Env } from "./env.ts";
import { leaseMsOf, leaseWatchOf } from "./leases.ts";
import type { MemberId, Presence, TeamId } from "./model.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import type { TeamFacts } from "./rules.ts";
import type { FormerRole, MemberRecord, TeamDocument } from "./schema.ts";
import { isLasting, type LeaseRead, type Store, StoreError } from "./store.ts";

const NEVER_SEATED: Presence = { at: "offline", since: null, holder: null };

/** The team as its document says, with who holds each seat now. */
export function factsOf(env: Env, store: Store, document: TeamDocument): TeamFacts {
	const watch = leaseWatchOf(env, store);
	const presences = new Map(
		store.readLeases(document.teamId).map((read) => [read.lease.member, watch.judge(read).presence]),
	);
	return {
		id: document.teamId,
		name: document.name,
		admin: document.admin,
		leaseMs: leaseMsOf(store),
		formerRoles: standingFormerRoles(document, env.now()),
		members: present(document).map(({ id, role }) => ({ id, role, presence: presences.get(id) ?? NEVER_SEATED })),
	};
}

/** Those that were not removed, in order of joining. */
export function present(document: TeamDocument): readonly MemberRecord[] {
	return document.members.filter((member) => member.state === "member");
}

/** Former names that still answer with the new one. */
export function standingFormerRoles(document: TeamDocument, now: number): readonly FormerRole[] {
	return document.formerRoles.filter((former) => former.until > now);
}

/** The current document, or a refusal that says the team is gone. */
export function teamThere(store: Store, teamId: string): Outcome<TeamDocument> {
	const document = store.readDocument(teamId);
	return document === undefined ? refuse({ code: "gone", what: "That team" }) : done(document);
}

/** The newest lease of a seat. One that nobody can read holds no seat, as in a list of all; trouble that may pass is thrown. */
export function readSeat(store: Store, teamId: TeamId, member: MemberId): LeaseRead | undefined {
	try {
		return store.readLease(teamId, member);
	} catch (error) {
		if (error instanceof StoreError && isLasting(error)) return undefined;
		throw error;
	}
}
