// Who wrote to whom: a row per sender, a column per recipient, how often and when last. Pure.

import { limits } from "../limits.ts";
import type { Member, Team } from "../model.ts";
import { clean, fit as fitText, width } from "../text.ts";
import { shapes } from "./shapes.ts";
import { shortMoment } from "./time.ts";
import type { KeyedLine } from "./timeline.ts";
import { fitLine, foreign, type Line, type Tone, word } from "./words.ts";

interface Talk {
	readonly count: number;
	readonly lastAt: number;
}

const NAME_MOST = limits.roleColumnsMost;
const CELL_LEAST = " 30 Nov".length;
/** With count and time on one line. */
const CELL_WHOLE = " ▓ 12 30 Nov".length;
const LAST_COLUMNS = "  30 Nov".length;

interface Sizes {
	/** Highest count of a cell. */
	readonly most: number;
	readonly cell: number;
	readonly names: number;
	/** Wall ms; a day that is not today is said. */
	readonly now: number;
}

/** Over the events that are loaded; the first line says since when. Where a cell is too narrow for both, its time stands under its count. */
export function matrixLines(team: Team, now: number, columns: number): readonly KeyedLine[] {
	const talks = talksOf(team);
	const most = Math.max(1, ...[...talks.values()].map(({ count }) => count));
	const names = Math.min(NAME_MOST, team.members.reduce((most, { role }) => Math.max(most, width(clean(role))), 1) + 1);
	const room = Math.max(1, Math.floor((columns - names - LAST_COLUMNS) / CELL_LEAST));
	const chosen = busiest(team, talks).slice(0, room);
	const shown = team.members.filter((member) => chosen.includes(member));
	const wide = Math.floor((columns - names - LAST_COLUMNS) / Math.max(1, shown.length));
	const cell = wide >= CELL_WHOLE ? CELL_WHOLE : Math.max(CELL_LEAST, Math.min(limits.laneColumns, wide));
	const left = team.members.length - shown.length;
	const first = team.timeline[0];
	return [
		plain("m:since", [
			word("row writes to column", "dim"),
			word(first === undefined ? "" : `, since ${shortMoment(first.at, now)}`, "dim"),
			word(left > 0 ? `, ${left} quieter not shown` : "", "dim"),
		]),
		plain("m:head", headLine(shown, { most, cell, names, now })),
		...shown.flatMap((from) => rowsOf(team, from, shown, talks, { most, cell, names, now })),
	];
}

function talksOf(team: Team): ReadonlyMap<string, Talk> {
	const talks = new Map<string, Talk>();
	for (const { record, by, at } of team.timeline) {
		if (record?.type !== "message" || by === null) continue;
		const key = `${by}>${record.to}`;
		talks.set(key, { count: (talks.get(key)?.count ?? 0) + 1, lastAt: at });
	}
	return talks;
}

function busiest(team: Team, talks: ReadonlyMap<string, Talk>): readonly Member[] {
	const totals = new Map<string, number>();
	for (const [key, { count }] of talks) {
		for (const id of key.split(">")) totals.set(id, (totals.get(id) ?? 0) + count);
	}
	return team.members.toSorted((a, b) => (totals.get(b.id) ?? 0) - (totals.get(a.id) ?? 0));
}

function headLine(members: readonly Member[], { cell, names }: Sizes): Line {
	return [
		word(" ".repeat(names)),
		...members.map(({ role }) => word(` ${fitText(clean(role), cell - 1, "right")}`, "strong")),
		word(fitText("last", LAST_COLUMNS, "right"), "dim"),
	];
}

function rowsOf(
	team: Team,
	from: Member,
	members: readonly Member[],
	talks: ReadonlyMap<string, Talk>,
	{ most, cell, names, now }: Sizes,
): readonly KeyedLine[] {
	const own = members.map((to) => talks.get(`${from.id}>${to.id}`));
	const lastAt = Math.max(0, ...own.map((talk) => talk?.lastAt ?? 0));
	const isWhole = cell >= CELL_WHOLE;
	const time = (at: number) => shortMoment(at, now).padStart("30 Nov".length);
	const counts = own.map((talk, at) => {
		if (members[at] === from) return word(" ".repeat(cell));
		if (talk === undefined) return word(fitText(shapes.offline, cell, "right"), "dim");
		const said = `${shade(talk.count, most)}${String(talk.count).padStart(3)}`;
		return word(fitText(isWhole ? `${said} ${time(talk.lastAt)}` : said, cell, "right"), heat(talk.count, most));
	});
	const target = { on: "member", teamId: team.id, member: from.id } as const;
	const line: Line = [
		...fitLine([foreign(from.role, "strong")], names),
		...counts,
		word(fitText(lastAt === 0 ? "never" : shortMoment(lastAt, now), LAST_COLUMNS, "right"), "dim"),
	];
	const times: Line = [
		word(" ".repeat(names)),
		...own.map((talk) => word(fitText(talk === undefined ? "" : time(talk.lastAt), cell, "right"), "dim")),
	];
	const below = isWhole || lastAt === 0 ? [] : [{ key: `m:${from.id}:last`, target, line: times }];
	return [{ key: `m:${from.id}`, target, line }, ...below];
}

function shade(count: number, most: number): string {
	const at = Math.ceil((count / most) * shapes.shades.length) - 1;
	return shapes.shades[Math.max(0, at)] ?? "";
}

function heat(count: number, most: number): Tone {
	return count * 2 > most ? "accent" : "plain";
}

function plain(key: string, line: Line): KeyedLine {
	return { key, line, target: undefined };
}
