// Who is in a team and who is its admin: joining, renaming, handing over. Each is one revision of the document; removal: removal.ts.

import { factsOf, standingFormerRoles } from "./facts.ts";
import { limits } from "./limits.ts";
import type { Actor, MemberId, TeamId } from "./model.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";
import { mayClaimAdmin, mayHandAdmin, mayRenameRole, type TeamFacts } from "./rules.ts";
import type { TeamDocument } from "./schema.ts";
import { headOf, type Writer } from "./timeline.ts";

export type NextDocument = Omit<TeamDocument, "revision">;
/** A rule of rules.ts for one operation, asked again under the lock. */
export type Rule = (facts: TeamFacts) => Refusal | undefined;

/** Publishes what `change` makes of the newest revision, unless `rule` refuses it there. */
export async function revise(
	writer: Writer,
	teamId: TeamId,
	rule: Rule,
	change: (document: TeamDocument) => NextDocument,
): Promise<Outcome<TeamDocument>> {
	return writer.store.editDocument(teamId, (document) => {
		const refused = rule(factsOf(writer.env, writer.store, document));
		return refused === undefined ? done({ ...change(document), ...headOf(writer) }) : refuse(refused);
	});
}

/** A new member under a role nobody has, else "role-taken"; the first one becomes the admin. Without a lease it is offline. */
export async function addMember(
	writer: Writer,
	teamId: TeamId,
	role: string,
	rule: Rule,
	openedBy: MemberId | undefined,
): Promise<Outcome<{ readonly document: TeamDocument; readonly member: MemberId }>> {
	const { env } = writer;
	// Random and not time-ordered: the first digits of a member id stand in file names and must tell members apart.
	const id = env.newToken();
	// A member without a lease is free to be taken, so the rule alone would let the name in twice.
	const isNew: Rule = (facts) =>
		facts.members.some((member) => member.role === role) ? { code: "role-taken", role } : rule(facts);
	const revised = await revise(writer, teamId, isNew, (document) => ({
		...document,
		admin: document.admin ?? id,
		members: [
			...document.members,
			{ id, role, joinedAt: env.now(), state: "member", ...(openedBy === undefined ? {} : { openedBy }) },
		],
		formerRoles: standingFormerRoles(document, env.now()).filter((former) => former.role !== role),
	}));
	return revised.ok ? done({ document: revised.value, member: id }) : revised;
}

/** The old name answers with the new one for limits.formerRoleMs. */
export async function renameRole(
	writer: Writer,
	actor: Actor,
	document: TeamDocument,
	member: MemberId,
	role: string,
): Promise<Outcome<TeamDocument>> {
	const { env, store } = writer;
	const rule: Rule = (facts) => mayRenameRole(actor, facts, member, role);
	const refused = rule(factsOf(env, store, document));
	if (refused !== undefined) return refuse(refused);
	let from = role;
	const revised = await revise(writer, document.teamId, rule, (current) => {
		from = current.members.find((each) => each.id === member)?.role ?? role;
		const kept = standingFormerRoles(current, env.now()).filter(
			(former) => former.role !== role && former.role !== from,
		);
		return {
			...current,
			members: current.members.map((each) => (each.id === member ? { ...each, role } : each)),
			formerRoles: [...kept, { role: from, member, until: env.now() + limits.formerRoleMs }],
		};
	});
	if (revised.ok) writer.trace({ type: "role-renamed", member, from, to: role });
	return revised;
}

export async function handAdmin(
	writer: Writer,
	actor: Actor,
	teamId: TeamId,
	member: MemberId,
): Promise<Outcome<TeamDocument>> {
	return changeAdmin(writer, teamId, member, "handed", (facts) => mayHandAdmin(actor, facts, member));
}

export async function claimAdmin(
	writer: Writer,
	actor: Extract<Actor, { at: "joined" }>,
	teamId: TeamId,
): Promise<Outcome<TeamDocument>> {
	const now = writer.env.now();
	return changeAdmin(writer, teamId, actor.member, "claimed", (facts) => mayClaimAdmin(actor, facts, now));
}

async function changeAdmin(
	writer: Writer,
	teamId: TeamId,
	member: MemberId,
	how: "handed" | "claimed",
	rule: Rule,
): Promise<Outcome<TeamDocument>> {
	let previous: MemberId | null = null;
	const revised = await revise(writer, teamId, rule, (document) => {
		previous = document.admin;
		return { ...document, admin: member };
	});
	if (revised.ok) writer.trace({ type: "admin", member, previous, how });
	return revised;
}
