// The rows of the list: which ones, in which order, and what a search leaves of them. Rows are known by key, never by number.

import type { Actor, Member, MemberId, Snapshot, Team, TeamId } from "../model.ts";
import { isHeld } from "../rules.ts";
import { isOwnTeam, isSameActor, type Situation } from "./scene.ts";
import { alarmOf, stateOf, stateWords } from "./status.ts";

export type Row =
	| { readonly what: "team"; readonly key: string; readonly team: Team }
	| { readonly what: "member"; readonly key: string; readonly team: Team; readonly member: Member };

export function rowKey(teamId: TeamId, member: MemberId | undefined): string {
	return member === undefined ? teamId : `${teamId}/${member}`;
}

export function teamOfKey(key: string | undefined): TeamId | undefined {
	return key?.split("/")[0];
}

export function indexOfRow(rows: readonly Row[], key: string | undefined): number | undefined {
	const index = rows.findIndex((row) => row.key === key);
	return index < 0 ? undefined : index;
}

/** The own team first, then by name; under each its members. A search keeps what matches, and the team of what matches. */
export function rowsOf(situation: Situation, search: string): readonly Row[] {
	const { snapshot, actor } = situation;
	const second = secondOf(situation.now);
	// Asked for many times a frame and a key; the order can only change with what is compared here.
	const isKnown = last?.snapshot === snapshot && last.search === search && last.second === second;
	if (last !== undefined && isKnown && isSameActor(last.actor, actor)) return last.rows;
	const own = snapshot.teams.filter((team) => isOwnTeam(situation, team));
	const others = snapshot.teams.filter((team) => !isOwnTeam(situation, team));
	const terms = termsOf(search);
	const rows = [...own, ...others].flatMap((team) => rowsOfTeam(situation, team, terms));
	last = { snapshot, actor, search, second, rows };
	return rows;
}

const SECOND_MS = 1_000;

/** What is shown of the clock changes no more often. */
export function secondOf(now: number): number {
	return Math.floor(now / SECOND_MS);
}

interface Known {
	readonly snapshot: Snapshot;
	readonly actor: Actor;
	readonly search: string;
	readonly second: number;
	readonly rows: readonly Row[];
}

let last: Known | undefined;

function rowsOfTeam(situation: Situation, team: Team, terms: readonly string[]): readonly Row[] {
	const members = membersInOrder(team, situation.now)
		.filter((member) => terms.length === 0 || matches(memberText(team, member, situation.now), terms))
		.map((member): Row => ({ what: "member", key: rowKey(team.id, member.id), team, member }));
	const head: Row = { what: "team", key: rowKey(team.id, undefined), team };
	return members.length > 0 || matches(team.name, terms) ? [head, ...members] : [];
}

/** Who needs the person first, then who is online, then by role. */
export function membersInOrder(team: Team, now: number): readonly Member[] {
	return team.members
		.map((member) => ({ member, rank: rank(team, member, now) }))
		.sort((a, b) => a.rank - b.rank || (a.member.role < b.member.role ? -1 : a.member.role > b.member.role ? 1 : 0))
		.map(({ member }) => member);
}

function rank(team: Team, member: Member, now: number): number {
	if (alarmOf(team, member, now) === "needs-you") return 0;
	return isHeld(member) ? 1 : 2;
}

function memberText(team: Team, member: Member, now: number): string {
	return [member.role, team.name, stateWords(member, now), stateOf(member), member.activity?.focus ?? ""].join(" ");
}

export function termsOf(search: string): readonly string[] {
	return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Every term somewhere in the text, case aside. */
export function matches(text: string, terms: readonly string[]): boolean {
	if (terms.length === 0) return true;
	const lower = text.toLowerCase();
	return terms.every((term) => lower.includes(term));
}
