// Who waits for whom as a list in plain text: the same words in a terminal's `/team status` and in the verb. Pure; placing the fields is whoever prints them.

import type { Team } from "../model.ts";
import { openWords } from "../standing.ts";
import { clean } from "../text.ts";
import { memberOf, nameIn, shortId } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { roughAge } from "./time.ts";

/** Above the rows, or instead of them. */
export function openTitle(team: Team): string {
	return team.waiting.length === 0 ? "No open requests or questions." : "Open requests and questions:";
}

/** Oldest first: from whom to whom, kind, age, state as its sender reads it, id, subject. */
export function openRows(team: Team, now: number): readonly (readonly string[])[] {
	return team.waiting.map((each) => [
		`${nameIn(team, each.from)} ${shapes.to} ${nameIn(team, each.to)}`,
		each.kind,
		roughAge(Math.max(0, now - each.at)),
		openWords(each, memberOf(team, each.to), now),
		shortId(each.id),
		clean(each.subject),
	]);
}
