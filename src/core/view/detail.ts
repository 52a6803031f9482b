// What the detail pane shows: the opened message, or the facts and the timeline of the row under the cursor. Never the list, never colours.

import { fact, heading, memberFacts, teamFacts, textColumns } from "./facts.ts";
import { columnLines } from "./flow-timeline.ts";
import { flowViewLines } from "./flow-views.ts";
import { messageLines, routeLine } from "./message.ts";
import { rowsOf, secondOf, teamOfKey } from "./rows.ts";
import { find, isOwnTeam, isSameActor, ownSeat, type Scene, type Target, teamOf } from "./scene.ts";
import { shapes } from "./shapes.ts";
import type { Place, ViewState } from "./state.ts";
import { stateWords } from "./status.ts";
import type { KeyedLine } from "./timeline.ts";
import { windowTop } from "./window.ts";
import { cutLine, fitLine, foreign, type Line, underCursor, word } from "./words.ts";

export interface Detail {
	readonly title: Line;
	/** Facts; while following they keep the upper part. */
	readonly head: readonly KeyedLine[];
	/** The timeline, newest last; followed at its end. */
	readonly flow: readonly KeyedLine[];
}

/** Made once for what it shows: title, lines, hints and targets of a frame and of the key before it all look at it. */
export function detailOf(state: ViewState, scene: Scene): WholeDetail {
	if (last !== undefined && isSameDetail(last, state, scene)) return last.detail;
	const detail = makeDetail(state, scene);
	last = { state, scene, detail: { ...detail, lines: detail.head.concat(detail.flow) } };
	return last.detail;
}

type WholeDetail = Detail & { readonly lines: readonly KeyedLine[] };

let last: { readonly state: ViewState; readonly scene: Scene; readonly detail: WholeDetail } | undefined;

/** Of a state only what is looked at matters, not where; of a scene all but the height of the room. */
function isSameDetail(made: NonNullable<typeof last>, state: ViewState, scene: Scene): boolean {
	if (made.state === state && made.scene === scene) return true;
	return (
		(["cursor", "search", "filter", "opened"] as const).every((part) => made.state[part] === state[part]) &&
		(["snapshot", "message", "reading", "surface", "session"] as const).every(
			(part) => made.scene[part] === scene[part],
		) &&
		made.scene.room.detail.columns === scene.room.detail.columns &&
		secondOf(made.scene.now) === secondOf(scene.now) &&
		isSameActor(made.scene.actor, scene.actor)
	);
}

function makeDetail(state: ViewState, scene: Scene): Detail {
	if (state.opened !== undefined) return openedDetail(state.opened, scene);
	const target = rowTarget(state, scene);
	const found = find(scene, target);
	if (found?.on === "team") {
		const { team } = found;
		return {
			title: [foreign(team.name, "strong"), ...standing(scene, target)],
			head: [...teamFacts(scene, team), flowHeading(state)],
			flow: columnLines(team, state.filter, scene.now, textColumns(scene)),
		};
	}
	if (found?.on === "member") {
		const { team, member } = found;
		return {
			title: [foreign(member.role, "strong"), word(` in ${team.name} · ${stateWords(member, scene.now)}`, "dim")],
			head: [...memberFacts(scene, team, member), flowHeading(state)],
			flow: columnLines(team, state.filter, scene.now, textColumns(scene), member.id),
		};
	}
	return { title: [word("nothing selected", "dim")], head: [], flow: [] };
}

function openedDetail(opened: NonNullable<ViewState["opened"]>, scene: Scene): Detail {
	const found = find(scene, { on: "message", ...opened });
	if (found?.on !== "message") {
		const head = fact(
			"",
			scene.reading === "going on" ? "The message is being read." : "This message is no longer there.",
			textColumns(scene),
		);
		return { title: [word("message", "strong")], head, flow: [] };
	}
	const { team, message } = found;
	return { title: routeLine(scene, team, message), head: messageLines(scene, team, message), flow: [] };
}

function standing(scene: Scene, target: Target): Line {
	const seat = ownSeat(scene);
	const team = target.on === "nothing" ? undefined : teamOf(scene, target.teamId);
	if (team !== undefined && isOwnTeam(scene, team)) return [word(` · you are ${seat?.self.role}`, "dim")];
	return [word(seat === undefined ? " · a joins it" : ` · you are in ${seat.team.name}`, "dim")];
}

function flowHeading(state: ViewState): KeyedLine {
	return heading(state.filter === "" ? "timeline" : `timeline with "${state.filter}"`, "h:flow");
}

/** What the row under the cursor stands for. */
export function rowTarget(state: ViewState, scene: Scene): Target {
	const row = rowsOf(scene, state.search).find((each) => each.key === state.cursor);
	if (row === undefined) return { on: "nothing" };
	if (row.what === "team") return { on: "team", teamId: row.team.id };
	return { on: "member", teamId: row.team.id, member: row.member.id };
}

export function detailTitle(state: ViewState, scene: Scene): Line {
	return detailOf(state, scene).title;
}

/** As many lines as the pane has rows, or fewer. Following: facts above, the end of the timeline below; else the part around the cursor. */
export function detailLines(state: ViewState, scene: Scene): readonly Line[] {
	const { columns, rows } = scene.room.detail;
	const { head, flow, lines: all } = detailOf(state, scene);
	const isActive = state.pane === "detail";
	if (state.detail.at === "line") return windowLines(all, state.detail, columns, rows, isActive);
	const lines = overview(head, flow, rows);
	return lines.map((each, index) =>
		isActive && index === lines.length - 1 ? marked(each, columns) : plain(each, columns),
	);
}

const OVERVIEW_LEAST = 4;

function overview(head: readonly KeyedLine[], flow: readonly KeyedLine[], rows: number): readonly KeyedLine[] {
	const { upper, lower } = overviewParts(head.length, flow.length, rows);
	const end = flow.slice(flow.length - lower);
	if (upper === head.length || upper === 0) return [...head.slice(0, upper), ...end];
	return [...head.slice(0, upper - 1), moreFacts(head.length - upper + 1), ...end];
}

/** How many facts are shown, and how many lines of the timeline's end. */
function overviewParts(facts: number, flow: number, rows: number): { readonly upper: number; readonly lower: number } {
	if (facts + flow <= rows) return { upper: facts, lower: flow };
	if (rows < OVERVIEW_LEAST && flow > 0) return { upper: 0, lower: Math.min(rows, flow) };
	const upper = Math.min(facts, Math.max(Math.ceil(rows / 2), rows - flow));
	return { upper, lower: rows - upper };
}

function moreFacts(hidden: number): KeyedLine {
	return heading(`… ${hidden} more: Home shows them`, "h:more");
}

/** The flow pane of the dashboard: the team under the cursor, in the chosen view. */
export function flowKeyedLines(state: ViewState, scene: Scene): readonly KeyedLine[] {
	const team = teamOf(scene, teamOfKey(state.cursor));
	return team === undefined ? [] : flowViewLines(team, state.filter, scene);
}

/** The end of that timeline, for a corner of the screen. */
export function lastEvents(state: ViewState, scene: Scene, rows: number): readonly Line[] {
	return flowKeyedLines(state, scene)
		.slice(-rows)
		.map((each) => each.line);
}

export function flowLines(state: ViewState, scene: Scene): readonly Line[] {
	const { columns, rows } = scene.room.flow;
	const lines = flowKeyedLines(state, scene);
	if (state.flow.at === "line") return windowLines(lines, state.flow, columns, rows, state.pane === "flow");
	const isActive = state.pane === "flow";
	return lines
		.slice(Math.max(0, lines.length - rows))
		.map((each, index, shown) =>
			isActive && index === shown.length - 1 ? marked(each, columns) : plain(each, columns),
		);
}

/** Lines of the pane the cursor can stand on. */
export function paneLines(state: ViewState, scene: Scene, pane: "flow" | "detail"): readonly KeyedLine[] {
	return pane === "flow" ? flowKeyedLines(state, scene) : detailOf(state, scene).lines;
}

/** Index of the line under the cursor; the last one while following, the one it was folded into, the nearest when it is gone. */
export function placeIndex(place: Place, lines: readonly KeyedLine[]): number {
	if (place.at === "end") return lines.length - 1;
	if (lines[place.index]?.key === place.key) return place.index;
	const index = lines.findIndex((each) => each.key === place.key || each.folds?.includes(place.key));
	return index >= 0 ? index : Math.min(place.index, lines.length - 1);
}

/** Index of the line shown at a row of the pane; undefined where none is. */
export function lineIndexAt(row: number, pane: "flow" | "detail", state: ViewState, scene: Scene): number | undefined {
	const { rows } = scene.room[pane];
	const lines = paneLines(state, scene, pane);
	const index = firstIndex(pane, state, scene, lines, row) + row;
	return row < 0 || row >= rows || index >= lines.length ? undefined : index;
}

/** What a row's number is counted from: where facts and the timeline's end are shown, each has its own. */
function firstIndex(
	pane: "flow" | "detail",
	state: ViewState,
	scene: Scene,
	lines: readonly KeyedLine[],
	row: number,
): number {
	const { rows } = scene.room[pane];
	const place = state[pane];
	if (place.at === "line") return windowStart(lines, place, rows);
	if (pane === "flow") return Math.max(0, lines.length - rows);
	const { head, flow } = detailOf(state, scene);
	const { upper, lower } = overviewParts(head.length, flow.length, rows);
	return row < upper ? 0 : lines.length - lower - upper;
}

function windowStart(lines: readonly KeyedLine[], place: Extract<Place, { at: "line" }>, rows: number): number {
	const index = placeIndex(place, lines);
	// Lines that came before the cursor's line since move the window along with it.
	return windowTop(place.top + index - place.index, index, lines.length, rows);
}

function windowLines(
	lines: readonly KeyedLine[],
	place: Extract<Place, { at: "line" }>,
	columns: number,
	rows: number,
	isActive: boolean,
): readonly Line[] {
	const index = placeIndex(place, lines);
	const top = windowStart(lines, place, rows);
	return lines.slice(top, top + rows).map((each, offset) => {
		const isCursor = isActive && top + offset === index;
		return isCursor ? marked(each, columns) : plain(each, columns);
	});
}

function marked(each: KeyedLine, columns: number): Line {
	return underCursor(fitLine([word(shapes.cursor, "accent"), ...each.line], columns));
}

/** Every line leaves the first column to the cursor mark. */
function plain(each: KeyedLine, columns: number): Line {
	return cutLine([word(" "), ...each.line], columns);
}
