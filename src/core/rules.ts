// Who may do what. Pure: the same function greys a key out, refuses a verb and runs again under the lock of the operation.

import { type Kind, kinds } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { Actor, Member, MemberId, Team } from "./model.ts";
import type { Refusal } from "./refusal.ts";
import type { FormerRole } from "./schema.ts";

/** What a rule looks at. A snapshot's Team is one; an operation builds one from the document and the leases it just read. */
export type TeamFacts = Pick<Team, "id" | "name" | "admin" | "leaseMs"> & {
	readonly members: readonly MemberFacts[];
	readonly formerRoles: readonly FormerRole[];
};
export type MemberFacts = Pick<Member, "id" | "role" | "presence">;

const VALID_NAME = new RegExp(`^[a-z][a-z0-9-]{0,${limits.nameLength - 1}}$`);

/** What a person typed, made ready for the check: trimmed and lower-cased. */
export function typedName(given: string): string {
	return given.trim().toLowerCase();
}

/** Takes a name after typedName(). */
export function mayBeName(name: string, what: "team" | "role"): Refusal | undefined {
	return VALID_NAME.test(name) ? undefined : { code: "bad-name", given: name, what, nearest: nearestName(name) };
}

/** The closest name that would be accepted, or null when nothing is left of it. */
export function nearestName(given: string): string | null {
	const name = given
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replace(/^[^a-z]+/, "")
		.slice(0, limits.nameLength)
		.replace(/-+$/, "");
	return VALID_NAME.test(name) ? name : null;
}

export function isOnline(member: MemberFacts): boolean {
	return member.presence.at === "online";
}

/** True for a seat some process still holds, also one that is stopped: it is not free. */
export function isHeld(member: MemberFacts): boolean {
	return member.presence.at !== "offline";
}

/** Whether live messages reach it: a one-shot verb claims nothing, so its seat counts as offline. */
export function hears(member: MemberFacts): boolean {
	return member.presence.at === "online" && member.presence.holder.client !== "cli";
}

/** The member of this team the actor is, if it is one. */
export function selfIn(actor: Actor, team: TeamFacts): MemberFacts | undefined {
	if (actor.at !== "joined" || actor.teamId !== team.id) return undefined;
	return team.members.find((member) => member.id === actor.member);
}

export function isAdmin(actor: Actor, team: TeamFacts): boolean {
	return actor.at === "joined" && actor.teamId === team.id && actor.member === team.admin;
}

export function roleOf(team: TeamFacts, member: MemberId | null): string | null {
	return team.members.find((each) => each.id === member)?.role ?? null;
}

/**
 * Taking a seat under a role: new, or an offline one. `session` is the session that wants it. "confirmed" is a person's word that
 * a seat last held by another session, a name that was somebody's until just now, or the own seat in another terminal may be taken.
 */
export function mayJoin(
	actor: Actor,
	team: TeamFacts,
	role: string,
	session: string,
	force: "ask" | "confirmed",
	now: number,
): Refusal | undefined {
	const badName = mayBeName(role, "role");
	if (badName !== undefined) return badName;
	if (actor.at === "joined") return alreadyJoined(team, actor);
	const member = team.members.find((each) => each.role === role);
	if (member === undefined) return mayBeNew(team, role, force, now);
	return mayTake(member, team.leaseMs ?? limits.leaseMs, session, force, now);
}

function mayBeNew(team: TeamFacts, role: string, force: "ask" | "confirmed", now: number): Refusal | undefined {
	if (team.members.length >= limits.teamMembers) return { code: "team-full", most: limits.teamMembers };
	const former = team.formerRoles.find((each) => each.role === role && each.until > now);
	const renamed = former === undefined ? null : roleOf(team, former.member);
	return renamed === null || force === "confirmed" ? undefined : { code: "role-was", role, now: renamed };
}

function mayTake(
	{ presence, role }: MemberFacts,
	leaseMs: number,
	session: string,
	force: "ask" | "confirmed",
	now: number,
): Refusal | undefined {
	const { holder, since } = presence;
	const ageMs = since === null ? null : Math.max(0, now - since);
	const own = holder?.session === session;
	// A stopped terminal keeps its seat for one lease; then it may be taken like one that is offline.
	const lapsed = presence.at === "suspended" && ageMs !== null && ageMs >= leaseMs;
	if (presence.at !== "offline" && !lapsed) {
		if (own && force === "confirmed") return undefined;
		return { code: "role-live", role, where: `process ${presence.holder.pid} in ${presence.holder.cwd}` };
	}
	if (holder === null || own || force === "confirmed") return undefined;
	return { code: "role-other-session", role, ageMs };
}

function alreadyJoined(team: TeamFacts, actor: Extract<Actor, { at: "joined" }>): Refusal {
	return {
		code: "already-joined",
		team: actor.teamId === team.id ? team.name : "another team",
		role: roleOf(team, actor.member) ?? "a member",
	};
}

export function mayLeave(actor: Actor): Refusal | undefined {
	return actor.at === "joined" ? undefined : { code: "not-joined" };
}

/** Addressing a member. Bounds, slots and duplicates of the text itself are inbox.ts's. */
export function maySend(actor: Actor, team: TeamFacts, to: MemberId, kind: Kind, now: number): Refusal | undefined {
	if (selfIn(actor, team) === undefined) return outsideOf(actor, team);
	if (actor.at === "joined" && actor.member === to) return { code: "to-yourself" };
	const policy = kinds[kind];
	if (policy.writtenBy === "program") return { code: "program-kind", kind };
	const member = team.members.find((each) => each.id === to);
	if (member === undefined) return { code: "gone", what: "That member" };
	if (policy.offline === "refused" && !hears(member)) {
		const { since } = member.presence;
		return { code: "offline", role: member.role, ageMs: since === null ? null : Math.max(0, now - since), kind };
	}
	return undefined;
}

/** Itself, or anyone as admin. `role` undefined = only whether the key is live. */
export function mayRenameRole(actor: Actor, team: TeamFacts, target: MemberId, role?: string): Refusal | undefined {
	const self = selfIn(actor, team);
	if (self === undefined) return outsideOf(actor, team);
	const member = team.members.find((each) => each.id === target);
	if (member === undefined) return { code: "gone", what: "That member" };
	if (self.id !== target && !isAdmin(actor, team)) return notAdmin(team, "rename other members");
	if (role === undefined) return undefined;
	return mayBeName(role, "role") ?? mayUseRole(team, member, role);
}

function mayUseRole(team: TeamFacts, member: MemberFacts, role: string): Refusal | undefined {
	if (member.role === role) return { code: "same-name", name: role };
	return team.members.some((each) => each.role === role) ? { code: "role-taken", role } : undefined;
}

/** The admin from inside, or anyone in whose absence nobody is online. */
export function mayRenameTeam(actor: Actor, team: TeamFacts, name?: string): Refusal | undefined {
	const access = mayAdministerTeam(actor, team, "rename the team");
	if (access !== undefined || name === undefined) return access;
	return mayBeName(name, "team") ?? (name === team.name ? { code: "same-name", name } : undefined);
}

export function mayDeleteTeam(actor: Actor, team: TeamFacts): Refusal | undefined {
	return mayAdministerTeam(actor, team, "delete the team");
}

/** Letting old history go. */
export function mayPrune(actor: Actor, team: TeamFacts): Refusal | undefined {
	return mayAdministerTeam(actor, team, "prune the history");
}

function mayAdministerTeam(actor: Actor, team: TeamFacts, what: string): Refusal | undefined {
	if (selfIn(actor, team) !== undefined) return isAdmin(actor, team) ? undefined : notAdmin(team, what);
	const online = team.members.filter(isHeld).map((member) => member.role);
	return online.length > 0 ? { code: "team-in-use", team: team.name, online } : undefined;
}

/** Anyone an offline member, the admin also a live one; never yourself. */
export function mayRemove(actor: Actor, team: TeamFacts, target: MemberId): Refusal | undefined {
	if (actor.at === "joined" && actor.member === target) return { code: "is-you", verb: "remove" };
	const member = team.members.find((each) => each.id === target);
	if (member === undefined) return { code: "gone", what: "That member" };
	return isHeld(member) && !isAdmin(actor, team) ? notAdmin(team, "remove a member that is online") : undefined;
}

export function mayHandAdmin(actor: Actor, team: TeamFacts, target: MemberId): Refusal | undefined {
	if (selfIn(actor, team) === undefined) return outsideOf(actor, team);
	if (!isAdmin(actor, team)) return notAdmin(team, "hand over the admin");
	if (actor.at === "joined" && actor.member === target) return { code: "same-name", name: "admin" };
	return team.members.some((member) => member.id === target) ? undefined : { code: "gone", what: "That member" };
}

/** A person at any time for the own seat; anybody else once the admin has been offline long enough. */
export function mayClaimAdmin(actor: Actor, team: TeamFacts, now: number): Refusal | undefined {
	if (selfIn(actor, team) === undefined) return outsideOf(actor, team);
	if (isAdmin(actor, team)) return { code: "same-name", name: "admin" };
	if (actor.by === "person") return undefined;
	const admin = team.members.find((member) => member.id === team.admin);
	if (admin === undefined) return undefined;
	const { since } = admin.presence;
	const away = admin.presence.at === "offline" && since !== null && now - since >= limits.adminClaimMs;
	return away ? undefined : { code: "admin-online", admin: admin.role };
}

/** In no team, or in another one. */
function outsideOf(actor: Actor, team: TeamFacts): Refusal {
	return actor.at === "joined" ? { code: "other-team", team: team.name } : { code: "not-joined" };
}

function notAdmin(team: TeamFacts, what: string): Refusal {
	return { code: "not-admin", admin: roleOf(team, team.admin), what };
}
