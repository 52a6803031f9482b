// Which of the four views the flow pane shows, and its lines. Pure; each view's drawing is its own file's.

import type { Team } from "../model.ts";
import { eventOfWaiting, filterKey, flowFilter } from "./filter.ts";
import { type Lanes, lanes } from "./flow-lanes.ts";
import { matrixLines } from "./flow-matrix.ts";
import { pulseLines } from "./flow-pulse.ts";
import { columnLines } from "./flow-timeline.ts";
import type { FlowView, Scene } from "./scene.ts";
import type { KeyedLine } from "./timeline.ts";
import type { Line } from "./words.ts";

/** In the order of their keys. */
export const flowViews: readonly FlowView[] = ["timeline", "lanes", "matrix", "pulse"];

/** Views that grow at their end, which can be followed. */
export function isFollowed(view: FlowView): boolean {
	return view === "timeline" || view === "lanes";
}

export function flowViewLines(team: Team, filter: string, scene: Scene): readonly KeyedLine[] {
	const view = scene.flowView ?? "timeline";
	const columns = scene.room.flow.columns - CURSOR_COLUMN;
	const minute = Math.floor(scene.now / MINUTE_MS);
	const known = worded.get(team);
	if (
		known !== undefined &&
		known.view === view &&
		known.filter === filter &&
		known.columns === columns &&
		known.minute === minute
	) {
		return known.lines;
	}
	const lines = linesOf(view, team, filter, scene, columns);
	worded.set(team, { view, filter, columns, minute, lines });
	return lines;
}

// Asked many times for each frame: by the pane, its title, every key of the hints. A team is a new value whenever something in
// it changed, and no view shows less than a minute.
const worded = new WeakMap<Team, Worded>();
const MINUTE_MS = 60_000;

interface Worded {
	readonly view: FlowView;
	readonly filter: string;
	readonly columns: number;
	readonly minute: number;
	readonly lines: readonly KeyedLine[];
}

function linesOf(view: FlowView, team: Team, filter: string, scene: Scene, columns: number): readonly KeyedLine[] {
	switch (view) {
		case "timeline":
			return columnLines(team, filter, scene.now, columns);
		case "lanes":
			return lanesOf(team, filter, scene.now, columns).lines;
		case "matrix":
			return matrixLines(filtered(team, filter, scene.now), scene.now, columns);
		case "pulse":
			return pulseLines(team, filtered(team, filter, scene.now), scene, columns);
		default:
			return view satisfies never;
	}
}

/** The team with no more than what passes: what is counted is what is named above it. */
function filtered(team: Team, filter: string, now: number): Team {
	if (filter.trim() === "") return team;
	const passes = flowFilter(team, filter, now);
	return {
		...team,
		timeline: team.timeline.filter(passes),
		waiting: team.waiting.filter((each) => passes(eventOfWaiting(team, each))),
	};
}

const CURSOR_COLUMN = 1;

/** What stays above the lines while they scroll: the names over the lanes. */
export function flowHead(team: Team, filter: string, scene: Scene): Line | undefined {
	if (scene.flowView !== "lanes") return undefined;
	return lanesOf(team, filter, scene.now, scene.room.flow.columns - CURSOR_COLUMN).head;
}

// A team is a new value whenever something in it changed, so what was drawn of one holds as long as it is shown.
const drawn = new WeakMap<Team, { readonly asked: string; readonly columns: number; readonly lanes: Lanes }>();

function lanesOf(team: Team, filter: string, now: number, columns: number): Lanes {
	const asked = filterKey(filter, now);
	const known = drawn.get(team);
	if (known !== undefined && known.asked === asked && known.columns === columns) return known.lanes;
	const fresh = lanes(team, filter, now, columns);
	drawn.set(team, { asked, columns, lanes: fresh });
	return fresh;
}
