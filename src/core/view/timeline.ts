// A timeline as lines to look at: dates where the day changes, long runs of activity folded, a word about what is not loaded. Never I/O.

import { limits } from "../limits.ts";
import type { MemberId, Team, TimelineEvent } from "../model.ts";
import { isActivity, isQuiet } from "./events.ts";
import { filterKey, flowFilter } from "./filter.ts";
import { partOf } from "./parts.ts";
import { nameIn, type Target } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { clock, day, dayAround } from "./time.ts";
import { wordedOf } from "./worded.ts";
import { foreign, type Line, word } from "./words.ts";

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

/** Oldest first. `member` leaves only its part; what a filter leaves says filter.ts. */
export function timelineLines(team: Team, filter: string, now: number, member?: MemberId): readonly KeyedLine[] {
	// Asked for several times a frame. A changed team is another object, and of the clock only the day is shown.
	const known = made.get(team) ?? new Map<string, readonly KeyedLine[]>();
	made.set(team, known);
	const asked = JSON.stringify([filterKey(filter, now), member, day(now)]);
	const before = known.get(asked);
	if (before !== undefined) return before;
	const lines = makeLines(team, filter, now, member);
	if (known.size >= KEPT_MOST) known.clear();
	known.set(asked, lines);
	return lines;
}

const KEPT_MOST = 8; // of one team: every letter of a typed filter makes another list
const made = new WeakMap<Team, Map<string, readonly KeyedLine[]>>();

/** In one pass over what may be a long history: a line is worded when it is looked at, which only a screenful ever is. */
function makeLines(team: Team, filter: string, now: number, member: MemberId | undefined): readonly KeyedLine[] {
	const isFiltered = filter.trim() !== "";
	const passes = flowFilter(team, filter, now);
	const lines: KeyedLine[] = [...olderLine(team, filter)];
	const days = dayMarks(now);
	let stretch: TimelineEvent[] = [];
	const put = (line: TimedLine) => {
		const date = days(line.at);
		if (date !== undefined) lines.push(dateLine(date));
		lines.push(line);
	};
	const putStretch = () => {
		if (stretch.length > 0) for (const line of foldStretch(team, stretch)) put(line);
		stretch = [];
	};
	const events = member === undefined ? team.timeline : partOf(team.timeline, member);
	for (const event of events) {
		if (isQuiet(event)) continue;
		if (isFiltered) {
			if (passes(event)) put(new EventLine(team, event));
		} else if (isActivity(event)) stretch.push(event);
		else {
			putStretch();
			put(new EventLine(team, event));
		}
	}
	putStretch();
	return lines;
}

interface TimedLine extends KeyedLine {
	readonly at: number;
}

/** A class for its accessors: of tens of thousands of lines nothing but the event is made before it is asked for. */
class EventLine implements TimedLine {
	readonly #team: Team;
	readonly #event: TimelineEvent;

	constructor(team: Team, event: TimelineEvent) {
		this.#team = team;
		this.#event = event;
	}

	get key(): string {
		return eventKey(this.#event);
	}

	get at(): number {
		return this.#event.at;
	}

	get target(): Target | undefined {
		return targetOf(this.#team, this.#event);
	}

	get line(): Line {
		return wordedOf(this.#team, this.#event).line;
	}
}

export function eventKey(event: TimelineEvent): string {
	return `e:${event.position.segment}:${event.position.offset}`;
}

function targetOf(team: Team, event: TimelineEvent): Target | undefined {
	if (event.record?.type !== "message") return undefined;
	return { on: "message", teamId: team.id, message: event.record.id };
}

/** In a stretch where nothing but activity happened, a member's many changes become one line where its last one stood. */
function foldStretch(team: Team, stretch: readonly TimelineEvent[]): readonly TimedLine[] {
	if (!hasRun(stretch)) return stretch.map((event) => new EventLine(team, event));
	const byMember = Map.groupBy(stretch, (event) => event.by);
	return stretch.flatMap((event): readonly TimedLine[] => {
		const run = byMember.get(event.by) ?? [];
		if (run.length < limits.foldedRun) return [new EventLine(team, event)];
		return run.at(-1) === event ? [new FoldedLine(team, run, event)] : [];
	});
}

/** Most stretches are short or many members': nothing of them is folded, and nothing need be grouped. */
function hasRun(stretch: readonly TimelineEvent[]): boolean {
	if (stretch.length < limits.foldedRun) return false;
	const counts = new Map<MemberId | null, number>();
	for (const { by } of stretch) {
		const many = (counts.get(by) ?? 0) + 1;
		if (many >= limits.foldedRun) return true;
		counts.set(by, many);
	}
	return false;
}

class FoldedLine implements TimedLine {
	readonly #team: Team;
	readonly #run: readonly TimelineEvent[];
	readonly #last: TimelineEvent;
	readonly target = undefined;

	constructor(team: Team, run: readonly TimelineEvent[], last: TimelineEvent) {
		this.#team = team;
		this.#run = run;
		this.#last = last;
	}

	get key(): string {
		return eventKey(this.#run[0] ?? this.#last);
	}

	get folds(): readonly string[] {
		return this.#run.map(eventKey);
	}

	get at(): number {
		return this.#last.at;
	}

	get line(): Line {
		const last = this.#last;
		const since = clock((this.#run[0] ?? last).at);
		const focus = last.record !== undefined && "focus" in last.record ? last.record.focus : undefined;
		return [
			word(clock(last.at), "dim"),
			word("  "),
			foreign(nameIn(this.#team, last.by), "strong"),
			word(` ${last.type}`, "dim"),
			...(focus === undefined ? [] : [word("  "), foreign(focus)]),
			word(`  (${this.#run.length} changes since ${since})`, "dim"),
		];
	}
}

/** Gives the date where the day changes from one line to the next; of the first one only when it is not today. */
function dayMarks(now: number): (at: number) => string | undefined {
	let [start, end] = dayAround(now);
	return (at) => {
		if (at >= start && at < end) return undefined;
		[start, end] = dayAround(at);
		return day(at);
	};
}

const DATE = "d:";

/** Stands where the day changes, and is no line of its own. */
export function isDate({ key }: KeyedLine): boolean {
	return key.startsWith(DATE);
}

function dateLine(date: string): KeyedLine {
	const line: Line = [word(`${shapes.rule}${shapes.rule} ${date} ${shapes.rule}${shapes.rule}`, "dim")];
	return { key: `${DATE}${date}`, line, target: undefined };
}

/** Stands above the first line where something older is not loaded. */
export function olderLine(team: Team, filter: string): readonly KeyedLine[] {
	if (!team.hasOlder) return [];
	const what = filter === "" ? "not loaded" : "not searched";
	return [{ key: OLDER_KEY, line: [word(`older lines are ${what}: go up once more`, "dim")], target: undefined }];
}
