// The team at a glance, for a few lines or one: who needs the person, the own team, what happened last. Never the cursor, never colours.

import type { Team } from "../model.ts";
import { attention } from "./attention.ts";
import { columnLines } from "./flow-timeline.ts";
import { alarmMark, memberShape, stateTone } from "./list.ts";
import { membersInOrder } from "./rows.ts";
import { ownSeat, type Situation } from "./scene.ts";
import { stateWords, teamCounts } from "./status.ts";
import { cutLine, foreign, joined, type Line, word } from "./words.ts";

/** At most `rows` lines. Outside a team: what needs somebody, then the teams. */
export function glanceLines(situation: Situation, columns: number, rows: number): readonly Line[] {
	const pressing = attention(situation)
		.filter((each) => each.what !== "unanswered")
		.slice(0, Math.max(1, Math.floor(rows / 2)))
		.map((each) => each.line);
	const team = ownSeat(situation)?.team;
	const rest =
		team === undefined
			? otherTeams(situation)
			: [membersLine(situation, team), ...events(situation, team, columns, rows)];
	const room = Math.max(0, rows - pressing.length);
	const shown = team === undefined ? rest.slice(0, room) : [...rest.slice(0, 1), ...lastOf(rest.slice(1), room - 1)];
	return [...pressing, ...shown].slice(0, rows).map((line) => cutLine(line, columns));
}

/** `shop 2/3 online · 1 working`, or how many teams there are. */
export function countsLine(situation: Situation): Line {
	const team = ownSeat(situation)?.team;
	if (team !== undefined) return [foreign(team.name, "accent"), word(`  ${teamCounts(team)}`, "dim")];
	const { teams } = situation.snapshot;
	if (teams.length === 0) return [word("no team yet", "dim")];
	return joined(teams.map((each): Line => [foreign(each.name, "strong"), word(`  ${teamCounts(each)}`, "dim")]));
}

function membersLine(situation: Situation, team: Team): Line {
	return joined(
		membersInOrder(team, situation.now).map((member): Line => {
			const mark = alarmMark(team, member, situation.now);
			return [
				...(mark.text === " " ? [] : [mark]),
				word(`${memberShape(team, member)} `, "accent"),
				foreign(member.role),
				word(` ${stateWords(member, situation.now)}`, stateTone(member)),
			];
		}),
		word("   "),
	);
}

function events(situation: Situation, team: Team, columns: number, rows: number): readonly Line[] {
	return lastOf(columnLines(team, "", situation.now, columns), rows).map((each) => each.line);
}

function otherTeams(situation: Situation): readonly Line[] {
	const { teams } = situation.snapshot;
	if (teams.length === 0) return [[word("There is no team yet.", "dim")]];
	return teams.map((team): Line => [foreign(team.name, "strong"), word(`  ${teamCounts(team)}`, "dim")]);
}

function lastOf<T>(items: readonly T[], many: number): readonly T[] {
	return many <= 0 ? [] : items.slice(-many);
}
