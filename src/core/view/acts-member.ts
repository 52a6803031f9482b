// Rows of the action table about members: rename a role, remove, hand over the admin, wake, pause. Never I/O.

import type { Member } from "../model.ts";
import type { Refusal } from "../refusal.ts";
import { isHeld, mayHandAdmin, mayRemove, mayRenameRole, maySend, typedName } from "../rules.ts";
import { openItems } from "../standing.ts";
import { type Act, argument, chooseFirst, count, field, teamIn, verb } from "./act.ts";
import { type Found, isOwnTeam, isYou, ownSeat, type Situation } from "./scene.ts";

export const renameRole: Act = {
	what: "act",
	name: "rename-role",
	keys: ["r"],
	label: "rename",
	help: "Renames a member: yourself, or anyone as the admin.",
	where: "both",
	verb: {
		...verb(
			"rename-role",
			"both",
			argument("role", "needed", "roles", undefined),
			argument("new", "needed", "nothing", "role"),
		),
		aliases: ["rename-member"],
	},
	fits: (_situation, found) => found.on === "member",
	refuse: (situation, found) =>
		found.on === "member"
			? mayRenameRole(situation.actor, found.team, found.member.id)
			: chooseFirst("Choose the member to rename."),
	ask: (_situation, found) => [field("role", "new role", memberIn(found)?.role ?? "")],
	check: (situation, found, input) =>
		found.on === "member"
			? mayRenameRole(situation.actor, found.team, found.member.id, typedName(input.role ?? ""))
			: undefined,
	confirm: (_situation, found, input) => ({
		question: `Rename ${memberIn(found)?.role} to ${typedName(input.role ?? "")}?`,
		effect: "Its id, messages and timeline stay; the old name answers with the new one for a day.",
		enter: "yes",
	}),
	intents: (_situation, found, input) =>
		found.on === "member"
			? [{ do: "rename-role", teamId: found.team.id, member: found.member.id, role: typedName(input.role ?? "") }]
			: [],
};

export const remove: Act = {
	what: "act",
	name: "remove",
	keys: ["x"],
	label: "remove",
	help: "Removes a member: anyone an offline one, the admin also one that is online.",
	where: "both",
	verb: verb("remove", "both", argument("role", "needed", "roles", undefined)),
	fits: (_situation, found) => found.on === "member",
	refuse: (situation, found) =>
		found.on === "member"
			? mayRemove(situation.actor, found.team, found.member.id)
			: chooseFirst("Choose the member to remove; d deletes a whole team."),
	confirm(_situation, found) {
		if (found.on !== "member") return undefined;
		const { member, team } = found;
		const open = openItems(member);
		const effects = [
			"Its role becomes free.",
			open > 0 ? `${count(open, "open item is", "open items are")} settled: its work ends interrupted.` : "",
			isHeld(member) ? "The terminal that holds it leaves within seconds." : "",
		];
		return {
			question: `Remove ${member.role} from ${team.name}?`,
			effect: effects.filter(Boolean).join(" "),
			enter: "no",
		};
	},
	intents: (_situation, found) =>
		found.on === "member" ? [{ do: "remove", teamId: found.team.id, member: found.member.id }] : [],
};

export const handAdmin: Act = {
	what: "act",
	name: "admin",
	keys: ["A"],
	label: "make admin",
	help: "Hands the admin over to a member; on yourself: claims it.",
	where: "both",
	verb: verb("admin", "both", argument("role", "needed", "roles", undefined)),
	fits: (situation, found) => found.on === "member" && !isYou(situation, found.team, found.member.id),
	refuse: (situation, found) =>
		found.on === "member"
			? mayHandAdmin(situation.actor, found.team, found.member.id)
			: chooseFirst("Choose a member of your team."),
	confirm: (_situation, found) => ({
		question: `Make ${memberIn(found)?.role} the admin of ${teamIn(found)?.name}?`,
		effect: "You are no longer its admin.",
		enter: "yes",
	}),
	intents: (_situation, found) =>
		found.on === "member" ? [{ do: "hand-admin", teamId: found.team.id, member: found.member.id }] : [],
};

export const nudge: Act = {
	what: "act",
	name: "nudge",
	keys: ["w"],
	label: "nudge",
	help: "Asks the member, with one request, what it works on and what blocks it.",
	where: "both",
	verb: undefined,
	fits: (_situation, found) => found.on === "member",
	refuse: (situation, found) =>
		found.on === "member"
			? maySend(situation.actor, found.team, found.member.id, "request", situation.now)
			: chooseFirst("Choose a member of your team."),
	intents: (_situation, found) => (found.on === "member" ? [{ do: "wake", to: [found.member.id], text: "" }] : []),
};

export const wake: Act = {
	what: "act",
	name: "wake",
	keys: ["w"],
	label: "wake all",
	help: "Asks every other member, with one request each, what it works on and what blocks it.",
	where: "both",
	verb: verb("wake", "both", argument("text", "optional", "nothing", "text", "rest")),
	fits: (_situation, found) => found.on === "team",
	refuse(situation, found) {
		const seat = ownSeat(situation);
		if (seat === undefined) return { code: "not-joined" };
		const team = teamIn(found);
		if (team !== undefined && !isOwnTeam(situation, team))
			return chooseFirst(`You are in ${seat.team.name}, not in ${team.name}.`);
		return seat.team.members.length < 2 ? chooseFirst("Nobody else is in the team.") : undefined;
	},
	intents(situation, _found, input) {
		const seat = ownSeat(situation);
		if (seat === undefined) return [];
		const others = seat.team.members.filter((member) => member.id !== seat.self.id).map((member) => member.id);
		return [{ do: "wake", to: others, text: input.text ?? "" }];
	},
};

export const pause: Act = {
	what: "act",
	name: "pause",
	keys: ["p"],
	label: "pause",
	help: "No automatic turns in this terminal until you resume.",
	where: "both",
	verb: verb("pause", "team"),
	fits: (situation) => !isPaused(situation),
	refuse: pausingHere,
	intents: () => [{ do: "pause", pause: "person" }],
};

export const resume: Act = {
	...pause,
	name: "resume",
	label: "resume",
	help: "Automatic turns in this terminal again.",
	verb: verb("resume", "team"),
	fits: isPaused,
	intents: () => [{ do: "pause", pause: "no" }],
};

function isPaused(situation: Situation): boolean {
	return (ownSeat(situation)?.self.activity?.paused ?? "no") !== "no";
}

function pausingHere(situation: Situation): Refusal | undefined {
	if (situation.surface === "dashboard")
		return { code: "here-only", where: "in the terminal itself, with `/team pause`" };
	return ownSeat(situation) === undefined ? { code: "not-joined" } : undefined;
}

function memberIn(found: Found): Member | undefined {
	return found.on === "member" ? found.member : undefined;
}
