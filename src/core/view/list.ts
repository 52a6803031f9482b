// The list of teams and members as lines, with the cursor in sight. Never the detail, never colours.

import { limits } from "../limits.ts";
import type { Member, Team } from "../model.ts";
import { explain } from "../refusal.ts";
import { clean, width, wrap } from "../text.ts";
import { indexOfRow, type Row, rowsOf } from "./rows.ts";
import { isYou, type Scene, type Situation } from "./scene.ts";
import { shapes } from "./shapes.ts";
import type { ViewState } from "./state.ts";
import { alarmOf, idleReason, online, queueWords, stateOf, stateWords, teamCounts } from "./status.ts";
import { roughAge } from "./time.ts";
import { unusable } from "./unusable.ts";
import { windowTop } from "./window.ts";
import { cutLine, cutText, fitLine, foreign, joined, type Line, type Tone, underCursor, word } from "./words.ts";

/** As many lines as the list has rows, or fewer. */
export function listLines(state: ViewState, scene: Scene): readonly Line[] {
	const { columns, rows } = scene.room.list;
	const all = rowsOf(scene, state.search);
	if (all.length === 0) return emptyLines(state, scene, columns).slice(0, rows);
	const roleColumns = roleRoom(scene, all, columns);
	const top = listTopOf(state, scene);
	return all.slice(top, top + rows).map((row) => {
		const isCursor = row.key === state.cursor;
		const line = [word(isCursor ? shapes.cursor : " ", "accent"), ...rowLine(scene, row, roleColumns)];
		if (!isCursor) return cutLine(line, columns);
		return state.pane === "list" ? underCursor(fitLine(line, columns)) : cutLine(line, columns);
	});
}

/** Index of the first row shown. The room may be smaller than when the cursor last moved: a question takes rows, a terminal shrinks. */
export function listTopOf(state: ViewState, scene: Scene): number {
	const rows = rowsOf(scene, state.search);
	return windowTop(state.listTop, indexOfRow(rows, state.cursor) ?? 0, rows.length, scene.room.list.rows);
}

/** The row under the cursor alone, where there is room for one line. */
export function cursorLine(state: ViewState, scene: Scene): Line {
	const row = rowsOf(scene, state.search).find((each) => each.key === state.cursor);
	if (row === undefined) return emptyLines(state, scene, scene.room.list.columns)[0] ?? [];
	const roleColumns = row.what === "team" ? 0 : width(cutText(row.member.role, limits.nameLength)) + YOU.length;
	return [word(shapes.cursor, "accent"), ...rowLine(scene, row, roleColumns)];
}

/** One row without the cursor mark. */
export function rowLine(situation: Situation, row: Row, roleColumns: number): Line {
	return row.what === "team" ? teamLine(situation, row.team) : memberLine(situation, row.team, row.member, roleColumns);
}

function teamLine(situation: Situation, team: Team): Line {
	const there = online(team).length > 0;
	const mine = team.members.some((member) => isYou(situation, team, member.id));
	const tone: Tone = mine ? "accent" : there ? "good" : "dim";
	return [
		word(`${there ? shapes.teamOnline : shapes.teamQuiet} `, tone),
		foreign(team.name, mine ? "accent" : "strong"),
		word("  "),
		word(`${teamCounts(team)}${mine ? " · you" : ""}`, "dim"),
	];
}

/** Alarm, shape, role, state, what is queued, and where there is room the focus. */
export function memberLine(situation: Situation, team: Team, member: Member, roleColumns: number): Line {
	const { now } = situation;
	const isOffline = stateOf(member) === "offline";
	const role = `${member.role}${isYou(situation, team, member.id) ? " (you)" : ""}`;
	const reason = idleReason(member);
	const focus = focusWords(member, now);
	const facts = joined([
		[word(stateWords(member, now), stateTone(member))],
		...(reason === undefined ? [] : [[word(reason, "warn")]]),
		...queueWords(member).map((each): Line => [word(each, "accent")]),
	]);
	return [
		alarmMark(team, member, now),
		word(`${memberShape(team, member)} `, isOffline ? "dim" : "accent"),
		...fitLine([foreign(role, isOffline ? "dim" : "plain")], roleColumns),
		word(" "),
		...facts,
		...(focus === undefined ? [] : [word("  "), foreign(focus, "dim")]),
	];
}

/** What it works on; of one that is away what it last worked on, and how long ago that began. */
function focusWords(member: Member, now: number): string | undefined {
	const { focus, focusSince } = member.activity ?? {};
	if (focus === undefined || focus === "") return undefined;
	const isPast = stateOf(member) === "offline" && focusSince !== undefined;
	return isPast ? `${roughAge(now - focusSince)} ago: ${focus}` : focus;
}

/** Filled while working; the admin is a diamond. */
export function memberShape(team: Team, member: Member): string {
	const works = stateOf(member) === "working";
	if (team.admin === member.id) return works ? shapes.adminWorking : shapes.admin;
	return works ? shapes.working : shapes.member;
}

export function alarmMark(team: Team, member: Member, now: number): { readonly text: string; readonly tone: Tone } {
	const alarm = alarmOf(team, member, now);
	if (alarm === "needs-you") return word(shapes.needsYou, "warn");
	if (alarm === "stuck") return word(shapes.stuck, "bad");
	return stateOf(member) === "offline" ? word(shapes.offline, "dim") : word(" ");
}

export function stateTone(member: Member): Tone {
	switch (stateOf(member)) {
		case "working":
			return "good";
		case "waiting":
			return "warn";
		case "offline":
		case "idle":
			return "dim";
		case "suspended":
			return "warn";
		default:
			return "plain";
	}
}

/** Roles get one width, so that the states stand in a column; the state itself is never squeezed out. */
function roleRoom(situation: Situation, rows: readonly Row[], columns: number): number {
	const widest = rows.reduce((most, row) => {
		if (row.what === "team") return most;
		return Math.max(
			most,
			width(cutText(row.member.role, limits.nameLength)) + (isYou(situation, row.team, row.member.id) ? YOU.length : 0),
		);
	}, 0);
	return Math.max(1, Math.min(widest, columns - MARKS - STATE_ROOM, Math.max(ROLE_LEAST, Math.floor(columns / 2))));
}

const YOU = " (you)";
const MARKS = 4; // cursor, alarm, shape, space
const STATE_ROOM = "suspended 59m".length;
const ROLE_LEAST = 8;

function emptyLines(state: ViewState, scene: Scene, columns: number): readonly Line[] {
	if (state.search !== "") return said(`Nothing matches ${clean(state.search)}. Esc shows everything.`, columns);
	const refusal = unusable(scene.snapshot);
	if (refusal !== undefined) return said(explain(refusal).message, columns);
	const missing = scene.snapshot.exists ? "There is no team yet." : "There is no team yet, and no store.";
	return [...said(missing, columns), [word("n", "accent"), word(" makes the first one.", "dim")]];
}

function said(text: string, columns: number): readonly Line[] {
	return wrap(text, columns).map((part) => [word(part)]);
}
