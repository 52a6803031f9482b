// What `/team join [team] [role]` means when words are missing: the seat held before, the only team, a picker. Asks; joins nothing itself.

import type { Team } from "../core/model.ts";
import { done, type Outcome, refuse } from "../core/refusal.ts";
import { isHeld, mayBeName, typedName } from "../core/rules.ts";
import type { Act } from "../core/view/act.ts";
import { act } from "../core/view/actions.ts";
import { ownSeat, type Situation } from "../core/view/scene.ts";
import { agreed, chosen, typedAnswer } from "./ask.ts";
import type { Here } from "./here.ts";
import type { ParsedCommand } from "./parse.ts";
import { heldBefore, type Meant, teamCalled } from "./targets.ts";

/** `settled` = the person need not be asked again: this very process held the seat, or was asked just now. */
export type JoinMeant = Meant & { readonly settled: boolean };

export async function joinMeant(
	here: Here,
	command: ParsedCommand & { readonly action: Act },
	situation: Situation,
): Promise<Outcome<JoinMeant>> {
	const { team: given, role } = command.words;
	const { self } = here.env;
	const before = heldBefore(situation, { pid: self.pid, cwd: here.terminal.cwd });
	if (given === undefined && before !== undefined && situation.actor.at === "outside") {
		const { holder } = before.member.presence;
		const settled = holder?.pid === self.pid || holder?.session === situation.session;
		const found = { on: "member", team: before.team, member: before.member } as const;
		return done({ act: command.action, found, input: {}, was: undefined, settled });
	}
	const team = given === undefined ? await pickTeam(here, situation) : teamCalled(situation, given);
	if (!team.ok) return given === undefined ? team : newTeam(here, given, role, team);
	if (role === undefined && ownSeat(situation)?.team.id === team.value.id)
		return member(command, team.value, undefined);
	return member(command, team.value, role ?? (await pickRole(here, situation, team.value)));
}

/** An existing role is that member's row, so that taking over is asked about; a new one is typed in. */
function member(command: { readonly action: Act }, team: Team, role: string | undefined): Outcome<JoinMeant> {
	if (role === undefined) return refuse({ code: "declined" });
	const found = { on: "team", team } as const;
	return done({ act: command.action, found, input: { role }, was: undefined, settled: false });
}

async function pickTeam(here: Here, { snapshot }: Situation): Promise<Outcome<Team>> {
	const [only, ...others] = snapshot.teams;
	if (only === undefined) return refuse({ code: "no-team", root: snapshot.root });
	if (others.length === 0) return done(only);
	const names = snapshot.teams.map((team) => team.name);
	const name = await chosen(here, "Which team?", names);
	const team = snapshot.teams.find((each) => each.name === name);
	if (team !== undefined) return done(team);
	if (here.context().hasUI) return refuse({ code: "declined" });
	return refuse({
		code: "usage",
		usage: "/team join <team> <role>",
		problem: `There are ${names.length} teams: ${names.join(", ")}.`,
	});
}

const OTHER = "another role …";

/** Roles nobody holds, the directory's name, or one that is typed. */
async function pickRole(here: Here, situation: Situation, team: Team): Promise<string | undefined> {
	const free = team.members.filter((each) => !isHeld(each));
	const mine = free.find((each) => each.presence.holder?.session === situation.session);
	if (mine !== undefined) return mine.role;
	const taken = new Set(team.members.map((each) => each.role));
	const proposed = taken.has(situation.proposedRole) ? [] : [situation.proposedRole].filter((each) => each !== "");
	const options = [...proposed, ...free.map((each) => each.role)];
	const picked = options.length === 0 ? OTHER : await chosen(here, `Your role in ${team.name}?`, [...options, OTHER]);
	return picked === OTHER ? typedAnswer(here, `Your role in ${team.name}`, "a-z, 0-9 and -") : picked;
}

/** A typo never makes a team: one question that names "create", elsewhere an error. */
async function newTeam(
	here: Here,
	given: string,
	role: string | undefined,
	unknown: Extract<Outcome<Team>, { ok: false }>,
): Promise<Outcome<JoinMeant>> {
	const name = typedName(given);
	if (here.context().mode !== "tui" || mayBeName(name, "team") !== undefined) return unknown;
	const { refusal } = unknown;
	const close =
		refusal.code === "unknown-team" && refusal.closest.length > 0 ? ` Close to it: ${refusal.closest.join(", ")}.` : "";
	const as = role === undefined ? "" : ` and join it as ${typedName(role)}`;
	const wanted = await agreed(here, {
		question: `Create ${name}?`,
		effect: `There is no team ${name}.${close} Yes: create it${as}.`,
		enter: "yes",
	});
	if (!wanted) return refuse({ code: "declined" });
	const input = role === undefined ? { team: name } : { team: name, role };
	return done({ act: act("create"), found: { on: "nothing" }, input, was: undefined, settled: true });
}
