// A timeline as lines to look at: dates where the day changes, long runs of activity folded, a word about what is not loaded. Never I/O.

import { limits } from "../limits.ts";
import type { MemberId, Team, TimelineEvent } from "../model.ts";
import { concerns, eventLine, isActivity, isQuiet } from "./events.ts";
import { termsOf } from "./rows.ts";
import { nameIn, type Target } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { clock, day } from "./time.ts";
import { foreign, type Line, plainText, word } from "./words.ts";

/** A line known by a key, so that lines arriving around it do not move a cursor on it; `target` is what Enter and the action keys mean on it. */
export interface KeyedLine {
	readonly key: string;
	readonly line: Line;
	readonly target: Target | undefined;
	/** Keys of the lines it stands for, where it is several folded into one. */
	readonly folds?: readonly string[];
}

/** Key of the line that stands for what is not loaded. */
export const OLDER_KEY = "older";

/** Oldest first. `member` leaves only its part; the filter leaves lines in which every word occurs. */
export function timelineLines(team: Team, filter: string, now: number, member?: MemberId): readonly KeyedLine[] {
	// Asked for several times a frame. A changed team is another object, and of the clock only the day is shown.
	const known = made.get(team) ?? new Map<string, readonly KeyedLine[]>();
	made.set(team, known);
	const asked = JSON.stringify([filter, member, day(now)]);
	const before = known.get(asked);
	if (before !== undefined) return before;
	const lines = makeLines(team, filter, now, member);
	if (known.size >= KEPT_MOST) known.clear();
	known.set(asked, lines);
	return lines;
}

const KEPT_MOST = 8; // of one team: every letter of a typed filter makes another list
const made = new WeakMap<Team, Map<string, readonly KeyedLine[]>>();

function makeLines(team: Team, filter: string, now: number, member: MemberId | undefined): readonly KeyedLine[] {
	const terms = termsOf(filter);
	const shown = team.timeline.filter(
		(event) =>
			!isQuiet(event) &&
			(member === undefined || concerns(event, member)) &&
			terms.every((term) => wordedOf(team, event).text.includes(term)),
	);
	const lines = terms.length === 0 ? folded(team, shown) : shown.map((event) => keyed(team, event));
	return [...olderLine(team), ...withDays(lines, now)];
}

interface TimedLine extends KeyedLine {
	readonly at: number;
}

/** Worded when it is looked at: of a long history only a screenful ever is. */
function keyed(team: Team, event: TimelineEvent): TimedLine {
	return {
		key: eventKey(event),
		at: event.at,
		target: targetOf(team, event),
		get line() {
			return wordedOf(team, event).line;
		},
	};
}

export function eventKey(event: TimelineEvent): string {
	return `e:${event.position.segment}:${event.position.offset}`;
}

function targetOf(team: Team, event: TimelineEvent): Target | undefined {
	if (event.record?.type !== "message") return undefined;
	return { on: "message", teamId: team.id, message: event.record.id };
}

interface Worded {
	readonly revision: number;
	readonly line: Line;
	/** In lower case, for searching. */
	readonly text: string;
}

// A line depends on its event and on the names at that revision alone; a long history is worded once.
const worded = new WeakMap<TimelineEvent, Worded>();

function wordedOf(team: Team, event: TimelineEvent): Worded {
	const known = worded.get(event);
	if (known !== undefined && known.revision === team.revision) return known;
	const line = eventLine(team, event);
	const made: Worded = { revision: team.revision, line, text: plainText(line).toLowerCase() };
	worded.set(event, made);
	return made;
}

/** In a stretch where nothing but activity happened, a member's many changes become one line where its last one stood. */
function folded(team: Team, events: readonly TimelineEvent[]): readonly TimedLine[] {
	const lines: TimedLine[] = [];
	let stretch: TimelineEvent[] = [];
	for (const event of events) {
		if (isActivity(event)) {
			stretch.push(event);
			continue;
		}
		lines.push(...foldStretch(team, stretch), keyed(team, event));
		stretch = [];
	}
	return [...lines, ...foldStretch(team, stretch)];
}

function foldStretch(team: Team, stretch: readonly TimelineEvent[]): readonly TimedLine[] {
	if (stretch.length < limits.foldedRun) return stretch.map((event) => keyed(team, event));
	const byMember = Map.groupBy(stretch, (event) => event.by);
	return stretch.flatMap((event) => {
		const run = byMember.get(event.by) ?? [];
		if (run.length < limits.foldedRun) return [keyed(team, event)];
		return run.at(-1) === event ? [foldedLine(team, run, event)] : [];
	});
}

function foldedLine(team: Team, run: readonly TimelineEvent[], last: TimelineEvent): TimedLine {
	const first = run[0] ?? last;
	const record = last.record;
	const focus = record !== undefined && "focus" in record ? record.focus : undefined;
	return {
		key: eventKey(first),
		folds: run.map(eventKey),
		at: last.at,
		target: undefined,
		line: [
			word(clock(last.at), "dim"),
			word("  "),
			foreign(nameIn(team, last.by), "strong"),
			word(` ${last.type}`, "dim"),
			...(focus === undefined ? [] : [word("  "), foreign(focus)]),
			word(`  (${run.length} changes since ${clock(first.at)})`, "dim"),
		],
	};
}

/** A date where the day changes; the first one only when it is not today. */
function withDays(lines: readonly TimedLine[], now: number): readonly KeyedLine[] {
	let shown = day(now);
	return lines.flatMap((line) => {
		const date = day(line.at);
		if (date === shown) return [line];
		shown = date;
		return [{ key: `${DATE}${date}`, line: dayLine(date), target: undefined }, line];
	});
}

const DATE = "d:";

/** Stands where the day changes, and is no line of its own. */
export function isDate({ key }: KeyedLine): boolean {
	return key.startsWith(DATE);
}

function dayLine(today: string): Line {
	return [word(`${shapes.rule}${shapes.rule} ${today} ${shapes.rule}${shapes.rule}`, "dim")];
}

/** Stands above the first line where something older is not loaded. */
export function olderLine(team: Team): readonly KeyedLine[] {
	if (!team.hasOlder) return [];
	return [{ key: OLDER_KEY, line: [word(`older lines are not loaded: go up once more`, "dim")], target: undefined }];
}
