// `members` and `status`: who is there and what each does; who waits for whom. Never writes.

import type { Member, Team } from "../../core/model.ts";
import { done, type Outcome } from "../../core/refusal.ts";
import { clean, cutStart } from "../../core/text.ts";
import { memberShape } from "../../core/view/list.ts";
import { openRows, openTitle } from "../../core/view/open-list.ts";
import { membersInOrder } from "../../core/view/rows.ts";
import { shapes } from "../../core/view/shapes.ts";
import { alarmOf, idleReason, queueWords, stateOf, stateWords, teamCounts } from "../../core/view/status.ts";
import type { ReplyOf } from "./contract.ts";
import { pickTeam } from "./find.ts";
import { memberJson, teamJson, troubleJson, waitingJson } from "./json.ts";
import { table } from "./layout.ts";
import { look, type World } from "./look.ts";
import { troubleLines } from "./trouble.ts";
import type { Call, Reply, Run } from "./verb.ts";

const INDENT = "  ";
/** With fewer columns the focus needs the room that the directory would take. */
const DIRECTORY_FROM = 100;
const DIRECTORY_MOST = 24;

export const runMembers: Run = async (call) => roster(call, "members");
export const runStatus: Run = async (call) => roster(call, "status");

function roster(call: Call, what: "members" | "status"): Outcome<Reply> {
	const world = look(call);
	if (!world.ok) return world;
	const picked = pickTeam(world.value.snapshot, call.flags.team);
	if (!picked.ok) return picked;
	const team = picked.value;
	const { now, snapshot } = world.value;
	const members = membersInOrder(team, now);
	const text = [
		`${team.name}${INDENT}${teamCounts(team)}`,
		...table(
			members.map((member) => memberFields(team, member, now, call.columns)),
			call.columns,
		),
		...(what === "status" ? waitingLines(team, world.value, call.columns) : []),
		...troubleLines(snapshot),
	];
	const value = {
		team: teamJson(team),
		members: members.map((member) => memberJson(team, member, now)),
		trouble: troubleJson(snapshot),
	} satisfies ReplyOf<"members">;
	const waiting = team.waiting.map((each) => waitingJson(team, each));
	return done({
		value: what === "members" ? value : ({ ...value, waiting } satisfies ReplyOf<"status">),
		text: text.join("\n"),
	});
}

function memberFields(team: Team, member: Member, now: number, columns: number | undefined): readonly string[] {
	const { holder } = member.presence;
	const directory = holder === null ? "" : cutStart(clean(holder.cwd), DIRECTORY_MOST);
	return [
		`${INDENT}${markOf(team, member, now)} ${member.role}`,
		[stateWords(member, now), idleReason(member)].filter((part) => part !== undefined).join(" · "),
		queueWords(member).join(" · "),
		...(columns === undefined || columns >= DIRECTORY_FROM ? [directory] : []),
		clean(member.activity?.focus ?? ""),
	];
}

/** What needs somebody, then the shape, as in every list. */
function markOf(team: Team, member: Member, now: number): string {
	const alarm = alarmOf(team, member, now);
	const mark = alarm === "needs-you" ? shapes.needsYou : alarm === "stuck" ? shapes.stuck : undefined;
	return `${mark ?? (stateOf(member) === "offline" ? shapes.offline : " ")}${memberShape(team, member)}`;
}

function waitingLines(team: Team, { now }: World, columns: number | undefined): readonly string[] {
	const rows = openRows(team, now).map(([first = "", ...rest]) => [INDENT + first, ...rest]);
	return ["", openTitle(team), ...table(rows, columns)];
}
