// Taking a seat under a role, and linking the next generation of its lease. Coming back: seat-restore.ts. Never sends, never receives.

import type { Env } from "./env.ts";
import { factsOf, readSeat, teamThere } from "./facts.ts";
import { roleIn } from "./fate.ts";
import { placeWords } from "./leases.ts";
import { limits } from "./limits.ts";
import { addMember } from "./members.ts";
import type { MemberId, TeamId } from "./model.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";
import { mayJoin, type TeamFacts } from "./rules.ts";
import type { Lease, TeamDocument } from "./schema.ts";
import type { JoinRequest, Seat, Terminal } from "./seat.ts";
import { newState, seatOf } from "./seat-open.ts";
import { type Holding, ifReadable, type Store } from "./store.ts";
import { type Writer, writerAs } from "./timeline.ts";

/** Under a new role: one revision of the document, then the lease. Under an offline one: the lease alone. */
export async function joinTeam(
	env: Env,
	store: Store,
	terminal: Terminal,
	request: JoinRequest,
): Promise<Outcome<Seat>> {
	const found = teamThere(store, request.teamId);
	if (!found.ok) return found;
	const rule = joinRule(env, terminal, request);
	const facts = factsOf(env, store, found.value);
	const returning = facts.members.find((member) => member.role === request.role);
	const kept = returning === undefined ? undefined : goOn(env, store, terminal, found.value, returning.id);
	if (kept !== undefined) return done(kept);
	const refused = rule(facts);
	if (refused !== undefined) return refuse(refused);
	if (returning !== undefined) return occupy(env, store, terminal, found.value, returning.id, rule);
	const visitor = writerAs(env, store, request.teamId, null);
	const added = await addMember(visitor, request.teamId, request.role, rule, request.openedBy);
	// Somebody added the role in the same moment: now it is a role that is there.
	if (!added.ok) return added.refusal.code === "role-taken" ? joinTeam(env, store, terminal, request) : added;
	const { document, member } = added.value;
	const seat = await occupy(env, store, terminal, document, member, rule);
	if (seat.ok && document.admin === member) seat.value.trace({ type: "admin", member, previous: null, how: "first" });
	return seat;
}

/** Asked before a lease is linked, and again when somebody else was first. */
export type JoinRule = (facts: TeamFacts) => Refusal | undefined;

function joinRule(env: Env, terminal: Terminal, request: JoinRequest): JoinRule {
	return (facts) => {
		const last = facts.members.find((member) => member.role === request.role)?.presence.holder;
		// A script's seat is anybody's script's: each command is another session.
		const force = terminal.client === "cli" && last?.client === "cli" ? "confirmed" : request.force;
		return mayJoin({ at: "outside", by: request.by }, facts, request.role, terminal.session, force, env.now());
	};
}

/** Links the next generation; whoever is first has the seat, and the rule is asked again about the winner. */
export async function occupy(
	env: Env,
	store: Store,
	terminal: Terminal,
	document: TeamDocument,
	member: MemberId,
	rule: JoinRule,
): Promise<Outcome<Seat>> {
	const { teamId } = document;
	const knewSession = ifReadable(() => store.readSession(terminal.session))?.member === member;
	const previous = readSeat(store, teamId, member)?.lease;
	// Asked after the generation was read: whoever takes the seat later than that is seen by the link.
	const taken = rule(factsOf(env, store, document));
	if (taken !== undefined) return refuse(taken);
	const generation = previous?.generation ?? lastClaimed(store, teamId, member);
	const holding = await store.takeLease(teamId, newLease(env, terminal, member, generation + 1));
	if (holding === undefined) {
		const refused = rule(factsOf(env, store, document));
		const winner = readSeat(store, teamId, member)?.lease;
		const role = roleIn(document, member) ?? "";
		return refuse(refused ?? { code: "role-live", role, where: winner === undefined ? "" : placeWords(winner) });
	}
	try {
		return sitDown(env, store, terminal, document, holding, previous, knewSession ? "known" : "new");
	} catch (error) {
		// A lease nobody renews would keep everybody out of the seat for as long as this process lives.
		store.releaseLease(holding);
		throw error;
	}
}

/** Where no lease is left, as after somebody deleted it by hand: what earlier generations claimed must be below the next one. */
function lastClaimed(store: Store, teamId: TeamId, member: MemberId): number {
	const { claimed } = store.listInbox(teamId, member);
	return claimed.reduce((last, { generation }) => Math.max(last, generation), 0);
}

function sitDown(
	env: Env,
	store: Store,
	terminal: Terminal,
	document: TeamDocument,
	holding: Holding,
	previous: Lease | undefined,
	session: "known" | "new",
): Outcome<Seat> {
	const { teamId } = document;
	const { member, generation } = holding.lease;
	const current = store.readDocument(teamId);
	const standing = current?.members.find((each) => each.id === member);
	if (current === undefined || standing === undefined || standing.state === "removed") {
		store.releaseLease(holding);
		if (current === undefined) return refuse({ code: "team-deleted", team: document.name });
		return refuse({ code: "removed", by: roleIn(current, standing?.removedBy ?? null) });
	}
	const by = { member, generation };
	store.writeSession({ v: 1, at: env.now(), by, session: terminal.session, teamId, member });
	const state = newState(env, store, terminal, current, holding, 1);
	traceArrival(state.writer, terminal, previous, session);
	return done(seatOf(state));
}

/** `session` "known": it still had this seat, so it only was away. */
function traceArrival(writer: Writer, terminal: Terminal, previous: Lease | undefined, session: "known" | "new"): void {
	const { client, cwd } = terminal;
	const same = previous?.session === terminal.session;
	const scripts = previous?.client === "cli" && client === "cli";
	if (previous === undefined || (same && session === "new")) writer.trace({ type: "joined", client, cwd });
	else if (same || scripts) writer.trace({ type: "back", client, cwd });
	else writer.trace({ type: "taken-over", session: terminal.session, cwd, previous: previous.generation });
}

/** After a reload the same process goes on with the lease it left running: same generation, same token, no line in the timeline. */
export function goOn(
	env: Env,
	store: Store,
	terminal: Terminal,
	document: TeamDocument,
	member: MemberId,
): Seat | undefined {
	const lease = readSeat(store, document.teamId, member)?.lease;
	if (lease === undefined || lease.session !== terminal.session || !isThisProcess(env, lease)) return undefined;
	const holding = store.adoptLease(document.teamId, member, lease.token);
	if (holding === undefined) return undefined;
	return seatOf(newState(env, store, terminal, document, holding, nextLine(env, store, document.teamId, lease)));
}

/**
 * Line numbers must grow within a generation over any reload. The last line of it may be too far back to be found: then this
 * process, which wrote fewer than one a ms since it began, has lived for more of them.
 */
function nextLine(env: Env, store: Store, teamId: TeamId, { member, generation }: Lease): number {
	const latest = ifReadable(() => store.latestEvents(teamId, limits.timelineShown))?.events ?? [];
	const last = latest.findLast(({ record }) => record?.by === member && record.g === generation);
	return Math.max(Math.ceil(env.monotonic()), last?.record?.n ?? 0) + 1;
}

function isThisProcess(env: Env, lease: Lease): boolean {
	const { pid, startTime, bootId, pidNamespace } = env.self;
	return (
		lease.pid === pid && lease.startTime === startTime && lease.bootId === bootId && lease.pidNamespace === pidNamespace
	);
}

function newLease(env: Env, terminal: Terminal, member: MemberId, generation: number): Lease {
	const { pid, startTime, bootId, pidNamespace } = env.self;
	const { client, session, cwd, tty, tmuxPane, sessionName, appVersion } = terminal;
	return {
		v: 1,
		at: env.now(),
		by: { member, generation },
		member,
		generation,
		token: env.newToken(),
		client,
		session,
		pid,
		startTime,
		bootId,
		pidNamespace,
		cwd,
		...(tty === undefined ? {} : { tty }),
		...(tmuxPane === undefined ? {} : { tmuxPane }),
		...(sessionName === undefined ? {} : { sessionName }),
		appVersion: appVersion.slice(0, limits.nameLength),
	};
}
