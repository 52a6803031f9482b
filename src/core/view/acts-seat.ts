// Rows of the action table about the own seat: create a team, join, leave. Never I/O.

import type { Intent } from "../intent.ts";
import type { Actor, Member, Team } from "../model.ts";
import { type Refusal, sentence } from "../refusal.ts";
import { isHeld, mayBeName, mayJoin, mayLeave, nearestName, typedName } from "../rules.ts";
import { type Act, argument, type Confirmation, chooseFirst, field, type Input, teamIn, verb } from "./act.ts";
import { type Found, isOwnTeam, isYou, ownSeat, type Situation } from "./scene.ts";
import { queueWords, stateOf } from "./status.ts";
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
			return joinRefusal(situation, found.team, found.member.role);
		}
		const role = isOwnTeam(situation, found.team) ? ownSeat(situation)?.self.role : undefined;
		return role === undefined ? undefined : { code: "already-joined", team: found.team.name, role };
	},
	ask: (situation, found) =>
		found.on === "team" ? [field("role", `your role in ${found.team.name}`, proposalIn(situation, found.team))] : [],
	check(situation, found, input) {
		const team = teamIn(found);
		return team === undefined ? undefined : joinRefusal(situation, team, roleWanted(found, input));
	},
	confirm(situation, found, input) {
		const team = teamIn(found);
		if (team === undefined) return undefined;
		const role = roleWanted(found, input);
		const taken = takenFrom(situation, team, role);
		const seat = ownSeat(situation);
		if (seat === undefined) return taken === undefined ? undefined : { ...takingQuestion(team, taken), enter: "yes" };
		const { self } = seat;
		const left = `You leave ${seat.team.name}, where you are ${self.role}.${queueEffect(self)}${requestWords(self)}`;
		const effect = taken === undefined ? left : `${left} ${takingQuestion(team, taken).effect}`;
		return { question: `Join ${team.name} as ${role} instead?`, effect, enter: "yes" };
	},
	intents(situation, found, input) {
		const team = teamIn(found);
		if (team === undefined) return [];
		const joining = joinIntent(situation, team, roleWanted(found, input));
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
		const { team, self } = seat;
		return {
			question: `Leave ${team.name}?`,
			effect: `Your teammates see ${self.role} offline; you can join again.${queueEffect(self)}${requestWords(self)}`,
			enter: "yes",
		};
	},
	intents: () => [{ do: "leave" }],
};

/** What stays in the inbox; the request in hand does not. */
function queueEffect(self: Member): string {
	const inHand = self.activity?.request === undefined ? 0 : 1;
	const waits = queueWords({ ...self, openTo: Math.max(0, self.openTo - inHand) });
	return waits.length === 0 ? "" : ` What waits for you goes on waiting: ${waits.join(", ")}.`;
}

/** What becomes of the request this terminal has in hand. */
function requestWords(self: Member): string {
	if (self.activity?.request === undefined) return "";
	if (stateOf(self) !== "idle") return " The request you are working on is reported first.";
	return " The request whose result could not be stored ends interrupted.";
}

/** What stands against taking a role whatever the person answers. */
export function joinRefusal(situation: Situation, team: Team, role: string): Refusal | undefined {
	return joinRule(situation, team, role, "confirmed");
}

/** From whom the role would be taken, where only the person can say so. */
export function takenFrom(situation: Situation, team: Team, role: string): Refusal | undefined {
	const asked = joinRule(situation, team, role, "ask");
	return asked !== undefined && joinRefusal(situation, team, role) === undefined ? asked : undefined;
}

/** The person was asked where something is taken from somebody. */
export function joinIntent(situation: Situation, team: Team, role: string): Extract<Intent, { do: "join" }> {
	return { do: "join", teamId: team.id, role, force: takenFrom(situation, team, role) !== undefined };
}

/** The rule as for somebody outside: a seat held elsewhere is given up first, which the person is asked about. */
function joinRule(situation: Situation, team: Team, role: string, force: "ask" | "confirmed"): Refusal | undefined {
	const outside: Actor = { at: "outside", by: situation.actor.by };
	return mayJoin(outside, team, role, situation.session, force, situation.now);
}

/** Names what is taken from whom; `then` is what is done with it at once. */
export function takingQuestion(team: Team, taken: Refusal, then = ""): Pick<Confirmation, "question" | "effect"> {
	switch (taken.code) {
		case "role-other-session": {
			const age = taken.ageMs === null ? "" : ` since ${fineAge(taken.ageMs)}`;
			return {
				question: `Take over ${taken.role} in ${team.name}${then}?`,
				effect: `${taken.role} is offline${age} and was another session's; you take it over.`,
			};
		}
		case "role-live":
			return {
				question: `Take ${taken.role} in ${team.name} from another terminal${then}?`,
				effect: `This session holds it there too (${taken.where}); that terminal leaves within seconds.`,
			};
		case "role-was":
			return {
				question: `Join ${team.name} as ${taken.role}${then}?`,
				effect: `${taken.role} was the name of ${taken.now} until lately; from now on it means you.`,
			};
		default:
			return { question: `Join ${team.name}${then}?`, effect: sentence(taken) };
	}
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
