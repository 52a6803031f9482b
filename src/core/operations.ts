// One operation for each intent: what is looked up, who carries it out, and the words about it afterwards. Rules: rules.ts; words for "no": refusal.ts.

import type { Desk } from "./desk.ts";
import { teamThere } from "./facts.ts";
import { roleIn } from "./fate.ts";
import type { Intent, Notice } from "./intent.ts";
import { claimAdmin, handAdmin, renameRole } from "./members.ts";
import type { MemberId, TeamId } from "./model.ts";
import { answerRequest, sendMessage, wake } from "./operations-send.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { removeMember } from "./removal.ts";
import { mayBeName } from "./rules.ts";
import type { TeamDocument } from "./schema.ts";
import type { Seat } from "./seat.ts";
import { createTeam, deleteTeam, renameTeam } from "./teams.ts";
import { type Writer, writerAs } from "./timeline.ts";

export async function operate(desk: Desk, intent: Intent): Promise<Outcome<Notice>> {
	switch (intent.do) {
		case "create":
			return create(desk, intent.team, intent.role);
		case "join":
			return join(desk, intent.teamId, intent.role, intent.force ? "confirmed" : "ask");
		case "leave":
			return leave(desk);
		case "send":
			return sendMessage(desk, intent);
		case "answer-request":
			return answerRequest(desk, intent);
		case "wake":
			return wake(desk, intent.to, intent.text);
		case "rename-team":
			return rename(desk, intent.teamId, intent.name);
		case "rename-role":
			return changeRole(desk, intent.teamId, intent.member, intent.role);
		case "remove":
			return remove(desk, intent.teamId, intent.member);
		case "delete-team":
			return deleteWhole(desk, intent.teamId);
		case "hand-admin":
			return hand(desk, intent.teamId, intent.member);
		case "claim-admin":
			return claim(desk, intent.teamId);
		case "pause":
			return pause(desk, intent.pause);
		default:
			return intent satisfies never;
	}
}

/** In the name of the own seat where it is in that team, else of nobody. */
function writerFor(desk: Desk, teamId: TeamId): Writer {
	const { env, store } = desk;
	const seat = desk.seat();
	if (seat?.teamId !== teamId) return writerAs(env, store, teamId, null);
	const by = { member: seat.member, generation: seat.generation };
	return { env, store, teamId, by, trace: (event) => seat.trace(event) };
}

function notice(text: string, teamId: TeamId | undefined, member?: MemberId): Outcome<Notice> {
	const cursor = teamId === undefined ? undefined : { teamId, member };
	return done({ text, tone: "good", cursor, message: undefined });
}

async function create(desk: Desk, team: string, role: string | undefined): Promise<Outcome<Notice>> {
	const seat = desk.seat();
	if (role !== undefined) {
		const badRole = mayBeName(role, "role");
		if (badRole !== undefined) return refuse(badRole);
		if (seat !== undefined) return refuse({ code: "already-joined", ...namesOf(seat) });
	}
	const created = await createTeam(desk.env, desk.store, team);
	if (!created.ok) return created;
	const { teamId } = created.value;
	if (role !== undefined) return join(desk, teamId, role, "ask");
	return notice(`There is a team ${team} now. Join it with \`/team join ${team} <role>\`.`, teamId);
}

async function join(desk: Desk, teamId: TeamId, role: string, force: "ask" | "confirmed"): Promise<Outcome<Notice>> {
	const current = desk.seat();
	if (current !== undefined) return refuse({ code: "already-joined", ...namesOf(current) });
	const joined = await desk.takeSeat({ teamId, role, force, by: desk.actor().by });
	if (!joined.ok) return joined;
	const seat = joined.value;
	const names = seat.names();
	const admin = names.isAdmin ? ", as its admin" : "";
	const brake =
		desk.setPause === undefined ? "" : " Teammates' messages may start turns here; `/team pause` stops that.";
	return notice(`You are ${names.role} in ${names.team}${admin}.${brake}`, teamId, seat.member);
}

async function leave(desk: Desk): Promise<Outcome<Notice>> {
	const seat = desk.seat();
	if (seat === undefined) return refuse({ code: "not-joined" });
	const { team, role } = seat.names();
	const left = await desk.leaveSeat();
	if (!left.ok) return left;
	if (left.value === "after-the-result") {
		return notice(`You leave ${team} once the result of the running request is stored.`, seat.teamId, seat.member);
	}
	return notice(`You left ${team}. ${role} keeps its mail and can be taken again.`, seat.teamId, seat.member);
}

async function rename(desk: Desk, teamId: TeamId, name: string): Promise<Outcome<Notice>> {
	const found = teamThere(desk.store, teamId);
	if (!found.ok) return found;
	const renamed = await renameTeam(writerFor(desk, teamId), desk.actor(), found.value, name);
	return renamed.ok ? notice(`${found.value.name} is now called ${name}.`, teamId) : renamed;
}

async function changeRole(desk: Desk, teamId: TeamId, member: MemberId, role: string): Promise<Outcome<Notice>> {
	const found = teamThere(desk.store, teamId);
	if (!found.ok) return found;
	const renamed = await renameRole(writerFor(desk, teamId), desk.actor(), found.value, member, role);
	if (!renamed.ok) return renamed;
	return notice(`${roleIn(found.value, member)} is now called ${role}.`, teamId, member);
}

async function remove(desk: Desk, teamId: TeamId, member: MemberId): Promise<Outcome<Notice>> {
	const found = teamThere(desk.store, teamId);
	if (!found.ok) return found;
	const removed = await removeMember(writerFor(desk, teamId), desk.actor(), found.value, member);
	if (!removed.ok) return removed;
	const { role, settled, document } = removed.value;
	const mail =
		settled === 0 ? "nothing was open" : `${settled} open ${settled === 1 ? "item was" : "items were"} settled`;
	return notice(`${role} was removed; ${mail}.${heirWords(found.value, document)}`, teamId);
}

function heirWords(before: TeamDocument, after: TeamDocument): string {
	if (before.admin === after.admin || after.admin === null) return "";
	return ` ${roleIn(after, after.admin)} is the admin now.`;
}

async function deleteWhole(desk: Desk, teamId: TeamId): Promise<Outcome<Notice>> {
	const found = teamThere(desk.store, teamId);
	if (!found.ok) return found;
	const deleted = await deleteTeam(writerFor(desk, teamId), desk.actor(), teamId);
	if (!deleted.ok) return deleted;
	// The own seat went with the team; giving it up frees this terminal at once instead of at its next beat.
	if (desk.seat()?.teamId === teamId) await desk.leaveSeat();
	return notice(`The team ${found.value.name} was deleted.`, undefined);
}

async function hand(desk: Desk, teamId: TeamId, member: MemberId): Promise<Outcome<Notice>> {
	const handed = await handAdmin(writerFor(desk, teamId), desk.actor(), teamId, member);
	if (!handed.ok) return handed;
	return notice(`${roleIn(handed.value, member)} is the admin of ${handed.value.name} now.`, teamId, member);
}

async function claim(desk: Desk, teamId: TeamId): Promise<Outcome<Notice>> {
	const actor = desk.actor();
	if (actor.at !== "joined" || actor.teamId !== teamId) return refuse({ code: "not-joined" });
	const found = teamThere(desk.store, teamId);
	if (!found.ok) return found;
	const claimed = await claimAdmin(writerFor(desk, teamId), actor, teamId);
	if (!claimed.ok) return claimed;
	const loser = roleIn(found.value, found.value.admin);
	const lost = loser === null ? "" : `; ${loser} is not any more`;
	return notice(`You are the admin of ${claimed.value.name} now${lost}.`, teamId, actor.member);
}

function pause(desk: Desk, wanted: "no" | "person"): Outcome<Notice> {
	const seat = desk.seat();
	if (seat === undefined) return refuse({ code: "not-joined" });
	if (desk.setPause === undefined) return refuse({ code: "here-only", where: "in the terminal itself" });
	const set = desk.setPause(wanted);
	if (!set.ok) return set;
	const text =
		wanted === "no"
			? "Teammates' messages and work may open turns again."
			: "Paused: nothing opens a turn by itself here until `/team resume`. What is running goes on; messages are still stored.";
	return notice(text, seat.teamId, seat.member);
}

function namesOf(seat: Seat): { readonly team: string; readonly role: string } {
	const { team, role } = seat.names();
	return { team, role };
}
