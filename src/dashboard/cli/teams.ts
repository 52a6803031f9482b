// `teams`: one line a team. Never writes.

import { done } from "../../core/refusal.ts";
import { nameIn } from "../../core/view/scene.ts";
import { shapes } from "../../core/view/shapes.ts";
import { online, teamCounts } from "../../core/view/status.ts";
import type { ReplyOf } from "./contract.ts";
import { teamJson, troubleJson } from "./json.ts";
import { counted, paragraph, table } from "./layout.ts";
import { look } from "./look.ts";
import { troubleLines } from "./trouble.ts";
import type { Run } from "./verb.ts";

export const runTeams: Run = async (call) => {
	const world = look(call);
	if (!world.ok) return world;
	const { snapshot } = world.value;
	const rows = snapshot.teams.map((team) => [
		`${online(team).length > 0 ? shapes.teamOnline : shapes.teamQuiet} ${team.name}`,
		teamCounts(team),
		team.waiting.length === 0 ? "" : counted(team.waiting.length, "unanswered", "unanswered"),
		team.admin === null ? "" : `admin ${nameIn(team, team.admin)}`,
	]);
	const none = `No team in ${snapshot.root} yet. \`pi-team-dash create <team>\` makes one.`;
	const lines = rows.length === 0 ? [paragraph(none, "", call.columns)] : table(rows, call.columns);
	return done({
		value: {
			root: snapshot.root,
			exists: snapshot.exists,
			asOf: snapshot.asOf,
			teams: snapshot.teams.map(teamJson),
			trouble: troubleJson(snapshot),
		} satisfies ReplyOf<"teams">,
		text: [...lines, ...troubleLines(snapshot)].join("\n"),
	});
};
