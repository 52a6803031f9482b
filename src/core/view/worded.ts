// The words of timeline lines, made once for an event: a long history is searched at every key. Owns that memory; the words are events.ts's.

import type { Team, TimelineEvent } from "../model.ts";
import { eventLine } from "./events.ts";
import { type Line, plainText } from "./words.ts";

export interface Worded {
	readonly revision: number;
	readonly line: Line;
	/** In lower case, for searching. */
	readonly text: string;
}

// A line depends on its event and on the names at that revision alone.
const worded = new WeakMap<TimelineEvent, Worded>();

export function wordedOf(team: Team, event: TimelineEvent): Worded {
	const known = worded.get(event);
	if (known !== undefined && known.revision === team.revision) return known;
	const line = eventLine(team, event);
	const made: Worded = { revision: team.revision, line, text: plainText(line).toLowerCase() };
	worded.set(event, made);
	return made;
}
