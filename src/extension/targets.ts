// What a typed command means here: the row it acts on, looked up by name, and what it fills in. Pure; looks at the snapshot alone.

import { limits } from "../core/limits.ts";
import type { Member, Team } from "../core/model.ts";
import { closestNames } from "../core/names.ts";
import { done, type Outcome, refuse } from "../core/refusal.ts";
import { isHeld, typedName } from "../core/rules.ts";
import type { Act, Argument, Input } from "../core/view/act.ts";
import { act } from "../core/view/actions.ts";
import { type Found, isYou, memberOf, ownSeat, type Situation } from "../core/view/scene.ts";
import type { ParsedCommand } from "./parse.ts";

export interface Meant {
	readonly act: Act;
	readonly found: Found;
	readonly input: Input;
	/** The name the member had when it was asked for by an old one. */
	readonly was: string | undefined;
}

export function meantBy(command: ParsedCommand & { readonly action: Act }, situation: Situation): Outcome<Meant> {
	const given = command.action.verb?.arguments ?? [];
	const input: Record<string, string> = {};
	let target: Outcome<{ readonly found: Found; readonly was: string | undefined }> = done(ownTeam(situation));
	for (const argument of given) {
		const word = command.words[argument.name];
		if (word === undefined) continue;
		if (argument.fills !== undefined) input[argument.fills] = word;
		else target = lookUp(argument, word, situation);
	}
	if (!target.ok) return target;
	const { found, was } = target.value;
	return done({ act: actOn(command.action, found, situation), found, input, was });
}

/** `admin` on yourself claims it. */
function actOn(action: Act, found: Found, situation: Situation): Act {
	const own = found.on === "member" && isYou(situation, found.team, found.member.id);
	return action.name === "admin" && own ? act("claim-admin") : action;
}

function ownTeam(situation: Situation): { readonly found: Found; readonly was: undefined } {
	const seat = ownSeat(situation);
	return { found: seat === undefined ? { on: "nothing" } : { on: "team", team: seat.team }, was: undefined };
}

function lookUp(
	argument: Argument,
	word: string,
	situation: Situation,
): Outcome<{ readonly found: Found; readonly was: string | undefined }> {
	if (argument.offers === "teams") {
		const team = teamCalled(situation, word);
		return team.ok ? done({ found: { on: "team", team: team.value }, was: undefined }) : team;
	}
	const seat = ownSeat(situation);
	if (seat === undefined) return refuse({ code: "not-joined" });
	const called = memberCalled(seat.team, word, situation.now);
	if (!called.ok && called.refusal.code === "unknown-role" && argument.offers !== "roles") {
		// Nobody writes to themselves, so the own name is no suggestion.
		return refuse({ ...called.refusal, closest: called.refusal.closest.filter((role) => role !== seat.self.role) });
	}
	if (!called.ok) return called;
	return done({ found: { on: "member", team: seat.team, member: called.value.member }, was: called.value.was });
}

export function teamCalled({ snapshot }: Situation, given: string): Outcome<Team> {
	const name = typedName(given);
	const team = snapshot.teams.find((each) => each.name === name);
	if (team !== undefined) return done(team);
	const names = snapshot.teams.map((each) => each.name);
	return refuse({ code: "unknown-team", team: given, closest: closestNames(name, names) });
}

/** By its role, or by one it had until lately. */
export function memberCalled(
	team: Team,
	given: string,
	now: number,
): Outcome<{ readonly member: Member; readonly was: string | undefined }> {
	const role = typedName(given);
	const member = team.members.find((each) => each.role === role);
	if (member !== undefined) return done({ member, was: undefined });
	const former = team.formerRoles.find((each) => each.role === role && each.until > now);
	const renamed = former === undefined ? undefined : memberOf(team, former.member);
	if (renamed !== undefined) return done({ member: renamed, was: role });
	const roles = team.members.map((each) => each.role);
	const near = closestNames(role, roles);
	return refuse({
		code: "unknown-role",
		role: given,
		closest: near.length > 0 ? near : roles.slice(0, limits.listItems),
	});
}

/** The free seat this session, process or directory held last: the latest first. */
export function heldBefore(
	situation: Situation,
	here: { readonly pid: number; readonly cwd: string },
): { readonly team: Team; readonly member: Member } | undefined {
	const free = situation.snapshot.teams.flatMap((team) =>
		team.members.filter((member) => !isHeld(member)).map((member) => ({ team, member })),
	);
	const since = (seat: { readonly member: Member }) => seat.member.presence.since ?? 0;
	const latest = (mine: (member: Member) => boolean) =>
		free.filter((seat) => mine(seat.member)).toSorted((a, b) => since(b) - since(a))[0];
	return (
		latest((member) => member.presence.holder?.session === situation.session) ??
		latest((member) => member.presence.holder?.pid === here.pid) ??
		latest((member) => member.presence.holder?.cwd === here.cwd)
	);
}
