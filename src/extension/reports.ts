// Lists as text: what `/team teams`, `members` and `status` print, and what the tools tell a model. Pure; from the snapshot alone.

import { limits } from "../core/limits.ts";
import type { Member, Team } from "../core/model.ts";
import { clean, cutStart } from "../core/text.ts";
import { openRows, openTitle } from "../core/view/open-list.ts";
import { membersInOrder } from "../core/view/rows.ts";
import { isYou, memberOf, ownSeat, type Situation } from "../core/view/scene.ts";
import { idleReason, queueWords, stateWords, teamCounts } from "../core/view/status.ts";

export function teamsText(situation: Situation): string {
	const { teams, root } = situation.snapshot;
	if (teams.length === 0) return `There is no team in ${root}. \`/team create <team> <role>\` makes one and joins it.`;
	const own = ownSeat(situation)?.team.id;
	return table(teams.map((team) => [team.name, teamCounts(team), team.id === own ? "you" : ""]));
}

/** Roles, state and for how long, focus, directory; you are marked. */
export function membersText(situation: Situation): string {
	const seat = ownSeat(situation);
	if (seat === undefined) return everyTeam(situation);
	return [heading(seat.team), ...memberRows(situation, seat.team)].join("\n");
}

/** The roster and everything somebody waits for. */
export function statusText(situation: Situation): string {
	const seat = ownSeat(situation);
	const { teams } = situation.snapshot;
	if (teams.length === 0) return teamsText(situation);
	const shown = seat === undefined ? teams : [seat.team];
	return shown
		.flatMap((team) => [heading(team), ...memberRows(situation, team), ...openLines(team, situation.now)])
		.join("\n");
}

function openLines(team: Team, now: number): readonly string[] {
	const rows = openRows(team, now).map(([first = "", ...rest]) => [`  ${first}`, ...rest]);
	return [openTitle(team), ...(rows.length === 0 ? [] : [table(rows)])];
}

/** One line a teammate: never ids, tokens or pids, and never yourself. */
export function peersText(situation: Situation): string {
	const seat = ownSeat(situation);
	const others = seat === undefined ? [] : seat.team.members.filter((member) => member.id !== seat.self.id);
	if (others.length === 0) return "You have no teammates yet.";
	return others
		.map((member) => `${member.role}: ${memberWords(member, situation.now)}, ${shownDirectory(member)}`)
		.join("\n");
}

/** Where no seat says which team is meant, all of them. */
function everyTeam(situation: Situation): string {
	const { teams } = situation.snapshot;
	if (teams.length === 0) return teamsText(situation);
	return teams.flatMap((team) => [heading(team), ...memberRows(situation, team)]).join("\n");
}

function heading(team: Team): string {
	const admin = memberOf(team, team.admin)?.role;
	return `${team.name} · ${teamCounts(team)}${admin === undefined ? "" : ` · admin ${admin}`}`;
}

/** The focus has a line of its own: beside the directory it would not fit most terminals. */
function memberRows(situation: Situation, team: Team): readonly string[] {
	const members = membersInOrder(team, situation.now);
	if (members.length === 0) return ["  Nobody has joined yet."];
	const rows = table(
		members.map((member) => [
			`  ${member.role}${isYou(situation, team, member.id) ? " (you)" : ""}`,
			memberWords(member, situation.now),
			shownDirectory(member),
		]),
	).split("\n");
	return members.flatMap((member, index) => {
		const focus = clean(member.activity?.focus ?? "").slice(0, limits.subjectFromText);
		return [rows[index] ?? "", ...(focus === "" ? [] : [`    ${focus}`])];
	});
}

function memberWords(member: Member, now: number): string {
	const reason = idleReason(member);
	return [stateWords(member, now), ...(reason === undefined ? [] : [reason]), ...queueWords(member)].join(" · ");
}

function shownDirectory(member: Member): string {
	const { holder } = member.presence;
	return holder === null ? "no directory" : cutStart(clean(holder.cwd), limits.cwdShown);
}

/** Columns two blanks apart; the last one is not padded. */
function table(rows: readonly (readonly string[])[]): string {
	const columns = Math.max(0, ...rows.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	return rows
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		)
		.join("\n");
}
