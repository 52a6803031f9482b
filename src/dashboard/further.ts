// What a search found of a team beyond the lines that are loaded, and the world with it. Pure; the search itself is core/history.ts's.

import { type HistoryFilter, isLine } from "../core/history/filter.ts";
import type { Found } from "../core/history.ts";
import { limits } from "../core/limits.ts";
import type { Snapshot, Team, TeamId, TimelineEvent } from "../core/model.ts";
import { count } from "../core/view/act.ts";
import { earliest, flowFilter } from "../core/view/filter.ts";

/** Holds for one filter on one team. */
export interface Further {
	readonly teamId: TeamId;
	readonly filter: string;
	/** Oldest first; the newest that match, loaded or not. */
	readonly events: readonly TimelineEvent[];
	/** True when older ones match too. */
	readonly hasMore: boolean;
}

// Made once for each team and search: frames compare what they draw by identity.
const teams = new WeakMap<Team, { readonly further: Further; readonly team: Team }>();
const snapshots = new WeakMap<Snapshot, { readonly further: Further; readonly snapshot: Snapshot }>();

/** The filter leaves nothing but what was found, so gaps between it and what is loaded are not seen. */
export function withFurther(snapshot: Snapshot, further: Further): Snapshot {
	const known = snapshots.get(snapshot);
	if (known?.further === further) return known.snapshot;
	const made: Snapshot = {
		...snapshot,
		teams: snapshot.teams.map((team) => (team.id === further.teamId ? teamWith(team, further) : team)),
	};
	snapshots.set(snapshot, { further, snapshot: made });
	return made;
}

function teamWith(team: Team, further: Further): Team {
	const known = teams.get(team);
	if (known?.further === further) return known.team;
	const timeline = [...notLoaded(further.events, team), ...team.timeline];
	const made: Team = { ...team, timeline, hasOlder: further.hasMore };
	teams.set(team, { further, team: made });
	return made;
}

export interface Search {
	readonly filter: HistoryFilter;
	/** How many it looks for. */
	readonly most: number;
	/** What the filter leaves already. */
	readonly before: readonly TimelineEvent[];
}

/** A screenful and more beyond what is shown. */
export function searchFor(team: Team, typed: string, further: Further | undefined, now: number): Search {
	const passes = flowFilter(team, typed, now);
	const before = further?.events ?? team.timeline.filter((event) => isLine(event) && passes(event));
	const filter = { also: passes, since: earliest(typed, now) };
	return { filter, most: before.length + limits.timelineShown, before };
}

/** What came of it, in a sentence. */
export function cameOf({ before }: Search, team: Team, { events, hasMore }: Found): string {
	const many = notLoaded(events, team).length - notLoaded(before, team).length;
	if (many <= 0) return "Nothing older has this.";
	return `${count(many, "older line has", "older lines have")} this${hasMore ? ", and there are more." : "."}`;
}

/** Those older than the first loaded line. */
function notLoaded(events: readonly TimelineEvent[], team: Team): readonly TimelineEvent[] {
	const first = team.timeline[0]?.position;
	if (first === undefined) return events;
	return events.filter(
		({ position }) =>
			position.segment < first.segment || (position.segment === first.segment && position.offset < first.offset),
	);
}
