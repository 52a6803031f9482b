// What stands under the list where it leaves rows: who waits for whom, then how lively the members are. Pure.

import { limits } from "../core/limits.ts";
import type { Team } from "../core/model.ts";
import { curve, ledgerLines, messagesByMinute } from "../core/view/flow-pulse.ts";
import { membersInOrder } from "../core/view/rows.ts";
import { cutLine, fitLine, foreign, type Line, word } from "../core/view/words.ts";
import { rule } from "./sheet.ts";

export interface Side {
	/** Stands in the rule above the lines. */
	readonly title: string;
	readonly lines: readonly Line[];
}

/** undefined = nothing to say. */
export function sideOf(team: Team, now: number, columns: number): Side | undefined {
	const waiting = ledgerLines(team, now, columns).map(({ line }) => cutLine(line, columns));
	const curves = curveLines(team, now, columns);
	const [first, second] = [
		{ title: "waiting for an answer", lines: waiting.slice(0, WAITING_MOST) },
		{ title: "sent, by the minute", lines: curves },
	].filter(({ lines }) => lines.length > 0);
	if (first === undefined || second === undefined) return first;
	return { title: first.title, lines: [...first.lines, rule([word(second.title, "dim")], columns), ...second.lines] };
}

const WAITING_MOST = 8;

/** Only members that wrote something; one scale for all of them. */
function curveLines(team: Team, now: number, columns: number): readonly Line[] {
	const minutes = Math.min(limits.pulseMinutes, columns - limits.roleColumnsMost - COUNT_COLUMNS);
	if (minutes < limits.headerMinutes) return [];
	const sent = membersInOrder(team, now)
		.map(({ id, role }) => ({ role, counts: messagesByMinute(team.timeline, now, minutes, id) }))
		.filter(({ counts }) => counts.some((count) => count > 0));
	const most = Math.max(1, ...sent.flatMap(({ counts }) => counts));
	return sent.map(({ role, counts }) => [
		...fitLine([word(" "), foreign(role)], limits.roleColumnsMost),
		word(curve(counts, most), "accent"),
		word(String(counts.reduce((sum, count) => sum + count, 0)).padStart(COUNT_COLUMNS - 1), "dim"),
	]);
}

const COUNT_COLUMNS = 5;
