// Rows of the action table about the own seat: create a team, join, leave. Never I/O.

import type { Actor, Team } from "../model.ts";
import type { Refusal } from "../refusal.ts";
import { isHeld, mayBeName, mayJoin, mayLeave, nearestName, typedName } from "../rules.ts";
import { type Act, argument, type Confirmation, chooseFirst, field, type Input, teamIn, verb } from "./act.ts";
import { type Found, isOwnTeam, isYou, ownSeat, type Situation } from "./scene.ts";
import { fineAge } from "./time.ts";

export const create: Act = {
	what: "act",
	name: "create",
	keys: ["n"],
	label: "new team",
	help: "Makes a new team and joins it; while you are in a team it is only made.",
	where: "both",
	verb: verb(
		"create",
		"both",
		argument("team", "needed", "nothing", "team"),
		argument("role", "optional", "nothing", "role"),
	),
	fits: () => true,
	refuse: () => undefined,
	ask: (situation) => {
		const name = field("team", "name of the new team");
		return situation.actor.at === "joined" ? [name] : [name, field("role", "your role in it", proposal(situation))];
	},
	check(situation, _found, input) {
		const team = typedName(input.team ?? "");
		const bad = mayBeName(team, "team");
		if (bad !== undefined) return bad;
		if (situation.snapshot.teams.some((each) => each.name === team)) return { code: "team-exists", team };
		return input.role === undefined ? undefined : mayBeName(typedName(input.role), "role");
	},
	intents: (_situation, _found, input) => [
		{
			do: "create",
			team: typedName(input.team ?? ""),
			role: input.role === undefined ? undefined : typedName(input.role),
		},
	],
};

export const join: Act = {
	what: "act",
	name: "join",
	keys: ["a"],
	label: "join",
	help: "Takes a seat in the team; on an offline member: takes that role.",
	where: "both",
	verb: verb(
		"join",
		"team",
		argument("team", "optional", "teams", undefined),
		argument("role", "optional", "nothing", "role"),
	),
	fits: (_situation, found) => found.on === "team" || found.on === "member",
	refuse(situation, found) {
		if (found.on !== "team" && found.on !== "member") return chooseFirst("Choose a team to join.");
		if (found.on === "member") {
			if (isYou(situation, found.team, found.member.id)) return { code: "is-you", verb: "join" };
			return isHeld(found.member) ? joinCheck(situation, found.team, found.member.role) : undefined;
		}
		const role = isOwnTeam(situation, found.team) ? ownSeat(situation)?.self.role : undefined;
		return role === undefined ? undefined : { code: "already-joined", team: found.team.name, role };
	},
	ask: (situation, found) =>
		found.on === "team" ? [field("role", `your role in ${found.team.name}`, proposalIn(situation, found.team))] : [],
	check(situation, found, input) {
		const refusal =
			teamIn(found) === undefined ? undefined : joinCheck(situation, teamIn(found), roleWanted(found, input));
		return refusal?.code === "role-other-session" ? undefined : refusal;
	},
	confirm(situation, found, input) {
		const team = teamIn(found);
		if (team === undefined) return undefined;
		const role = roleWanted(found, input);
		const other = joinCheck(situation, team, role);
		const seat = ownSeat(situation);
		if (seat === undefined && other?.code !== "role-other-session") return undefined;
		const left = seat === undefined ? [] : [`You leave ${seat.team.name}, where you are ${seat.self.role}.`];
		const taken = other?.code === "role-other-session" ? [takeOverEffect(other)] : [];
		return {
			question: seat === undefined ? `Take over ${role} in ${team.name}?` : `Join ${team.name} as ${role} instead?`,
			effect: [...left, ...taken].join(" "),
			enter: "yes",
		};
	},
	intents(situation, found, input) {
		const team = teamIn(found);
		if (team === undefined) return [];
		const role = roleWanted(found, input);
		const force = joinCheck(situation, team, role)?.code === "role-other-session";
		const joining = { do: "join", teamId: team.id, role, force } as const;
		return situation.actor.at === "joined" ? [{ do: "leave" }, joining] : [joining];
	},
};

export const leave: Act = {
	what: "act",
	name: "leave",
	keys: ["L"],
	label: "leave",
	help: "Gives up your seat; your role stays in the team, and you can take it again.",
	where: "both",
	verb: verb("leave", "team"),
	fits: () => true,
	refuse: (situation) => mayLeave(situation.actor),
	confirm(situation): Confirmation | undefined {
		const seat = ownSeat(situation);
		if (seat === undefined) return undefined;
		const running =
			seat.self.activity?.request === undefined ? "" : " The request you are working on is reported first.";
		return {
			question: `Leave ${seat.team.name}?`,
			effect: `Your teammates see ${seat.self.role} offline; you can join again.${running}`,
			enter: "yes",
		};
	},
	intents: () => [{ do: "leave" }],
};

export function takeOverEffect(other: Extract<Refusal, { code: "role-other-session" }>): string {
	const age = other.ageMs === null ? "" : ` since ${fineAge(other.ageMs)}`;
	return `${other.role} is offline${age} and was another session's; you take it over.`;
}

/** The rule as for somebody outside: a seat held elsewhere is given up first, which the person is asked about. */
export function joinCheck(situation: Situation, team: Team | undefined, role: string): Refusal | undefined {
	if (team === undefined) return undefined;
	const outside: Actor = { at: "outside", by: situation.actor.by };
	return mayJoin(outside, team, role, situation.session, "ask", situation.now);
}

function roleWanted(found: Found, input: Input): string {
	return found.on === "member" ? found.member.role : typedName(input.role ?? "");
}

function proposal(situation: Situation): string {
	return nearestName(situation.proposedRole) ?? "";
}

/** A role this session held, else one nobody holds now, else the usual proposal. */
export function proposalIn(situation: Situation, team: Team): string {
	const free = team.members.filter((member) => !isHeld(member));
	const mine = free.find((member) => member.presence.holder?.session === situation.session);
	return mine?.role ?? (proposal(situation) || (free[0]?.role ?? ""));
}
