// Which team and which member a command means. Pure; an id counts by its last 8 hex digits, as it is shown.

import { limits } from "../../core/limits.ts";
import type { Member, Snapshot, Team } from "../../core/model.ts";
import { closestNames } from "../../core/names.ts";
import { done, type Outcome, type Refusal, refuse } from "../../core/refusal.ts";
import { typedName } from "../../core/rules.ts";
import { memberOf, shortId } from "../../core/view/scene.ts";
import { unusable } from "../../core/view/unusable.ts";

const ID = /^[0-9a-f]{8}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined when it can be no id. */
export function typedId(given: string): string | undefined {
	const id = given.trim().toLowerCase().replace(/^#/, "");
	return ID.test(id) ? id : undefined;
}

export function hasId(id: string, typed: string): boolean {
	return id === typed || shortId(id) === typed;
}

/** `given` undefined = the only one there is. */
export function pickTeam(snapshot: Snapshot, given: string | undefined): Outcome<Team> {
	const { teams } = snapshot;
	const whole = unusable(snapshot);
	if (whole !== undefined) return refuse(whole);
	if (given !== undefined) {
		const named = namedTeam(teams, given);
		return named.ok ? named : refuse(brokenTeam(snapshot) ?? named.refusal);
	}
	const [only, ...others] = teams;
	if (only === undefined) return refuse(brokenTeam(snapshot) ?? { code: "no-team", root: snapshot.root });
	if (others.length === 0) return done(only);
	const names = teams.slice(0, limits.listItems).map((team) => team.name);
	return refuse({
		code: "flag-needed",
		flag: "--team <name>",
		what: `There are ${teams.length} teams: ${names.join(", ")}`,
	});
}

/** A team whose document cannot be read has no name here: to say that there is no such team might be wrong. */
function brokenTeam({ trouble }: Snapshot): Refusal | undefined {
	const broken = trouble.find(({ path }) => /\/t-[^/]+\/doc\b/.test(path));
	if (broken === undefined) return undefined;
	return { code: "store-trouble", what: broken.code, path: broken.path, hint: broken.hint };
}

function namedTeam(teams: readonly Team[], given: string): Outcome<Team> {
	const name = typedName(given);
	const byName = teams.find((team) => team.name === name);
	if (byName !== undefined) return done(byName);
	const id = typedId(given);
	const byId = id === undefined ? [] : teams.filter((team) => hasId(team.id, id));
	const [team, another] = byId;
	if (team === undefined) {
		return refuse({
			code: "unknown-team",
			team: given,
			closest: closestNames(
				name,
				teams.map((each) => each.name),
			),
		});
	}
	return another === undefined ? done(team) : refuse(ambiguous(given, byId));
}

/** By its role, by a role it had until lately, or by its id. `was` is the old role. */
export function pickMember(
	team: Team,
	given: string,
	now: number,
): Outcome<{ readonly member: Member; readonly was: string | undefined }> {
	const role = typedName(given);
	const byRole = team.members.find((member) => member.role === role);
	if (byRole !== undefined) return done({ member: byRole, was: undefined });
	const former = team.formerRoles.find((each) => each.role === role && each.until > now);
	const renamed = former === undefined ? undefined : memberOf(team, former.member);
	if (renamed !== undefined) return done({ member: renamed, was: role });
	const id = typedId(given);
	const byId = id === undefined ? [] : team.members.filter((member) => hasId(member.id, id));
	const [member, another] = byId;
	if (member === undefined) {
		const known = team.members.map((each) => each.role);
		const near = closestNames(role, known);
		return refuse({
			code: "unknown-role",
			role: given,
			closest: near.length > 0 ? near : known.slice(0, limits.listItems),
		});
	}
	return another === undefined ? done({ member, was: undefined }) : refuse(ambiguous(given, byId));
}

function ambiguous(given: string, found: readonly { readonly id: string }[]) {
	return { code: "ambiguous", given, candidates: found.map((each) => each.id) } as const;
}
