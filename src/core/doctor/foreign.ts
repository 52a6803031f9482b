// What else lies in the root: teams of earlier programs and entries nobody knows. Only looks; nothing here is ever touched.

import { join } from "node:path";
import type { ForeignKind, TeamListing } from "../store.ts";
import { type Finding, finding } from "./finding.ts";

const meanings: Readonly<Record<ForeignKind, string>> = {
	"earlier-teams": "A team of an earlier program. It is not shown, and nothing is written into it.",
	"state-json": "A team of an earlier program. It is not shown, and nothing is written into it.",
	locks: "Locks of an earlier program. This one neither looks at them nor waits for them.",
	tombstone: "What an earlier program left of a deleted team.",
	orchestration: "The store of another program.",
	unknown: "Nothing this program made or knows. It is not shown and left alone.",
};

export function lookAtForeign(root: string, listing: TeamListing): readonly Finding[] {
	return listing.foreign.map(({ name, kind }) => {
		const isTeam = kind === "earlier-teams" || kind === "state-json";
		const path = join(root, name);
		return finding(
			isTeam ? "earlier-team" : "foreign",
			"note",
			{
				what: `${path} is none of this store's teams.`,
				meaning: meanings[kind],
				mend: isTeam
					? `\`pi-team-dash import ${name}\` takes it over; the files stay as they are.`
					: "Nothing has to be done.",
			},
			{ path },
		);
	});
}
