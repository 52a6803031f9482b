// Taking the own seat back by session id: after a crash, a quit or a reload, under whatever name it has by now. Never takes anybody else's.

import type { Env } from "./env.ts";
import { readSeat } from "./facts.ts";
import { roleIn } from "./fate.ts";
import { leaseWatchOf, placeWords } from "./leases.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";
import type { TeamDocument } from "./schema.ts";
import type { Seat, Terminal } from "./seat.ts";
import { goOn, occupy } from "./seat-join.ts";
import type { LeaseRead, Store } from "./store.ts";

/**
 * Refused: not-joined (this session has no seat), team-deleted, removed, taken-over (another session has the seat by now), and
 * role-live with where, while the same session is alive in another process: try again later. After the first three the session
 * is forgotten, so that the next start stays out quietly.
 */
export async function restoreSeat(env: Env, store: Store, terminal: Terminal): Promise<Outcome<Seat>> {
	const known = store.readSession(terminal.session);
	if (known === undefined) return refuse({ code: "not-joined" });
	const { teamId, member } = known;
	const document = store.readDocument(teamId);
	const read = readSeat(store, teamId, member);
	const lost = whyLost(document, member, read, terminal.session);
	if (lost !== undefined || document === undefined) {
		store.removeSession(terminal.session);
		return refuse(lost ?? { code: "not-joined" });
	}
	const kept = goOn(env, store, terminal, document, member);
	if (kept !== undefined) return done(kept);
	const role = roleIn(document, member) ?? "";
	const rule = () => heldElsewhere(env, store, role, readSeat(store, teamId, member));
	return occupy(env, store, terminal, document, member, rule);
}

function whyLost(
	document: TeamDocument | undefined,
	member: string,
	read: LeaseRead | undefined,
	session: string,
): Refusal | undefined {
	if (document === undefined) return { code: "team-deleted", team: "it was in" };
	const standing = document.members.find((each) => each.id === member);
	if (standing === undefined || standing.state === "removed") {
		return { code: "removed", by: roleIn(document, standing?.removedBy ?? null) };
	}
	if (read === undefined || read.lease.session === session) return undefined;
	return { code: "taken-over", where: placeWords(read.lease) };
}

/** The first terminal of a session keeps the seat as long as it may live: the two never take it from each other in turns. */
function heldElsewhere(env: Env, store: Store, role: string, read: LeaseRead | undefined): Refusal | undefined {
	if (read === undefined) return undefined;
	const { presence, certain } = leaseWatchOf(env, store).judge(read);
	// A process that is there with an old beat may have slept; it has a whole lease to beat again.
	const mayLive = presence.at !== "offline" || (!certain && env.processState(read.lease) === "there");
	return mayLive ? { code: "role-live", role, where: placeWords(read.lease) } : undefined;
}
