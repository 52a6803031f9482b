// Rows of the action table about whole teams: rename, delete, claim the admin. Never I/O.

import { isAdmin, mayClaimAdmin, mayDeleteTeam, mayRenameTeam, typedName } from "../rules.ts";
import { type Act, argument, chooseFirst, count, field, teamIn, verb } from "./act.ts";
import { isYou, nameIn } from "./scene.ts";

export const rename: Act = {
	what: "act",
	name: "rename",
	keys: ["r"],
	label: "rename",
	help: "Renames the team: its admin, or anyone while nobody in it is online.",
	where: "both",
	verb: {
		...verb(
			"rename",
			"both",
			argument("team", "optional", "teams", undefined),
			argument("new", "needed", "nothing", "team"),
		),
		aliases: ["rename-team"],
	},
	fits: (_situation, found) => found.on === "team",
	refuse: (situation, found) =>
		found.on === "team" ? mayRenameTeam(situation.actor, found.team) : chooseFirst("Choose the team to rename."),
	ask: (_situation, found) => [field("team", "new name of the team", teamIn(found)?.name ?? "")],
	check(situation, found, input) {
		const team = teamIn(found);
		const name = typedName(input.team ?? "");
		const refusal = team === undefined ? undefined : mayRenameTeam(situation.actor, team, name);
		if (refusal !== undefined) return refusal;
		return situation.snapshot.teams.some((each) => each.name === name)
			? { code: "team-exists", team: name }
			: undefined;
	},
	confirm: (_situation, found, input) => ({
		question: `Rename ${teamIn(found)?.name} to ${typedName(input.team ?? "")}?`,
		effect: "Its id, members, messages and timeline stay.",
		enter: "yes",
	}),
	intents: (_situation, found, input) => {
		const team = teamIn(found);
		return team === undefined ? [] : [{ do: "rename-team", teamId: team.id, name: typedName(input.team ?? "") }];
	},
};

export const deleteTeam: Act = {
	what: "act",
	name: "delete",
	keys: ["d"],
	label: "delete",
	help: "Deletes the team for everyone: its admin from inside, or anyone while nobody in it is online.",
	where: "both",
	verb: verb("delete", "both", argument("team", "optional", "teams", undefined)),
	fits: (_situation, found) => found.on === "team",
	refuse: (situation, found) =>
		found.on === "team"
			? mayDeleteTeam(situation.actor, found.team)
			: chooseFirst("Choose the team's own row to delete it."),
	confirm(_situation, found) {
		const team = teamIn(found);
		if (team === undefined) return undefined;
		const open =
			team.waiting.length === 0
				? ""
				: `, ${count(team.waiting.length, "open request or question", "open requests and questions")}`;
		return {
			question: `Delete ${team.name} for everyone?`,
			effect: `${count(team.members.length, "member", "members")}${open}, all messages and the timeline go. This cannot be undone.`,
			enter: "no",
		};
	},
	intents: (_situation, found) => {
		const team = teamIn(found);
		return team === undefined ? [] : [{ do: "delete-team", teamId: team.id }];
	},
};

export const claimAdmin: Act = {
	what: "act",
	name: "claim-admin",
	keys: ["A"],
	label: "claim admin",
	help: "Makes you the admin of your team.",
	where: "both",
	verb: undefined,
	fits: (situation, found) =>
		found.on === "team" || (found.on === "member" && isYou(situation, found.team, found.member.id)),
	refuse(situation, found) {
		const team = teamIn(found);
		if (team === undefined) return chooseFirst("Choose a member of your team.");
		if (isAdmin(situation.actor, team)) return chooseFirst("You are the admin already; on a member A hands it over.");
		return mayClaimAdmin(situation.actor, team, situation.now);
	},
	confirm(_situation, found) {
		const team = teamIn(found);
		if (team === undefined) return undefined;
		const loser = team.admin === null ? "Nobody has it now." : `${nameIn(team, team.admin)} loses it and is told.`;
		return { question: `Become the admin of ${team.name}?`, effect: loser, enter: "yes" };
	},
	intents: (_situation, found) => {
		const team = teamIn(found);
		return team === undefined ? [] : [{ do: "claim-admin", teamId: team.id }];
	},
};
