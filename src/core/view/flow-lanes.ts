// The flow as a sequence diagram: a column per member, time downwards, arrows between them. Pure; one line per event, known by the same keys as in the timeline.

import { type KindPolicy, policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { MemberId, Team, TimelineEvent } from "../model.ts";
import type { EventRecord } from "../schema.ts";
import { answered } from "./answer-times.ts";
import { eventWords, isQuiet } from "./events.ts";
import { flowFilter } from "./filter.ts";
import { type CellRow, cellRow, fitting } from "./flow-cells.ts";
import { nameIn } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { clock, fineAge } from "./time.ts";
import { eventKey, type KeyedLine, olderLine } from "./timeline.ts";
import { type Line, plainText, type Tone } from "./words.ts";

type Message = Extract<EventRecord, { readonly type: "message" }>;

export interface Lanes {
	/** Names above the lanes. */
	readonly head: Line;
	/** Oldest first. */
	readonly lines: readonly KeyedLine[];
	/** Members that have no lane of their own. */
	readonly folded: number;
}

interface Lane {
	readonly member: MemberId;
	readonly centre: number;
}

interface Plan {
	readonly lanes: readonly Lane[];
	readonly columns: number;
	readonly laneColumns: number;
	/** Stands for every member without a lane. */
	readonly elsewhere: number;
}

const TIME_COLUMNS = 9;

export function lanes(team: Team, filter: string, now: number, columns: number): Lanes {
	const passes = flowFilter(team, filter, now);
	const events = team.timeline.filter((event) => isDrawn(event) && passes(event));
	const plan = planLanes(team, events, columns);
	const asked = new Map(events.flatMap(({ record, at }) => (record?.type === "message" ? [[record.id, at]] : [])));
	return {
		head: headLine(team, plan),
		lines: [
			...olderLine(team, filter),
			...events.map(
				(event): KeyedLine => ({
					key: eventKey(event),
					target:
						event.record?.type === "message" ? { on: "message", teamId: team.id, message: event.record.id } : undefined,
					line: eventRow(team, plan, event, asked),
				}),
			),
		],
		folded: Math.max(0, team.members.length - plan.lanes.length),
	};
}

/** What has a place in a sequence: messages, and what a member itself does. */
function isDrawn(event: TimelineEvent): boolean {
	return event.record !== undefined && event.by !== null && !isQuiet(event) && event.type !== "idle";
}

/** Where there is no room for all, the members with the most messages have a lane; always in the order they joined. */
function planLanes(team: Team, events: readonly TimelineEvent[], columns: number): Plan {
	const room = Math.max(1, columns - TIME_COLUMNS);
	const most = Math.max(2, Math.floor(room / limits.laneColumns));
	const active = new Map<MemberId, number>();
	for (const event of events) {
		for (const id of partiesOf(event))
			active.set(id, (active.get(id) ?? 0) + (event.type === "message" ? MESSAGE_WEIGHT : 1));
	}
	const chosen = team.members
		.toSorted((a, b) => (active.get(b.id) ?? 0) - (active.get(a.id) ?? 0))
		.slice(0, most)
		.map(({ id }) => id);
	const shown = team.members.filter(({ id }) => chosen.includes(id));
	const laneColumns = Math.min(Math.floor(room / Math.max(1, shown.length)), limits.laneColumnsMost);
	return {
		columns,
		laneColumns,
		elsewhere: columns - 1,
		lanes: shown.map(({ id }, at) => ({
			member: id,
			centre: TIME_COLUMNS + at * laneColumns + Math.floor(laneColumns / 2),
		})),
	};
}

/** What members say shows better in lanes than what they do. */
const MESSAGE_WEIGHT = 4;

function partiesOf(event: TimelineEvent): readonly MemberId[] {
	const { record, by } = event;
	return [by, record?.type === "message" ? record.to : null].filter((id) => id !== null);
}

function headLine(team: Team, plan: Plan): Line {
	const row = cellRow(plan.columns);
	row.put(0, "time", "dim");
	for (const lane of plan.lanes) {
		const name = fitting(nameIn(team, lane.member), plan.laneColumns - 1);
		row.put(lane.centre - Math.floor(name.columns / 2), name.text, "strong");
	}
	const folded = team.members.length - plan.lanes.length;
	if (folded > 0) row.put(plan.columns - `+${folded}`.length, `+${folded}`, "dim");
	return row.line();
}

function eventRow(team: Team, plan: Plan, event: TimelineEvent, asked: ReadonlyMap<string, number>): Line {
	const row = cellRow(plan.columns);
	row.put(0, clock(event.at), "dim");
	for (const lane of plan.lanes) row.put(lane.centre, shapes.divider, "dim");
	const from = centreOf(plan, event.by);
	const { record } = event;
	if (record?.type === "message") {
		const to = centreOf(plan, record.to);
		if (from === plan.elsewhere || to === plan.elsewhere) drawElsewhere(row, plan, plainText(eventWords(team, event)));
		else drawArrow(row, plan, from, to, record, answerTime(record, event.at, asked));
		return row.line();
	}
	if (from === plan.elsewhere) {
		drawElsewhere(row, plan, plainText(eventWords(team, event)));
		return row.line();
	}
	const own = plainText(eventWords(team, event).slice(1)).trim();
	row.put(from, event.type === "working" ? shapes.busy : shapes.member, "accent");
	const after = plan.columns - from - 2;
	const whole = fitting(own, Number.MAX_SAFE_INTEGER).columns;
	const label = fitting(own, Math.max(after, from - TIME_COLUMNS - 2));
	row.put(whole <= after || after >= label.columns ? from + 2 : from - label.columns - 1, label.text, "dim");
	return row.line();
}

/** One side has no lane: it is said in words, at the right edge. */
function drawElsewhere(row: CellRow, plan: Plan, said: string): void {
	const label = fitting(said, plan.columns - TIME_COLUMNS);
	row.put(plan.columns - label.columns, label.text, "dim");
}

function centreOf(plan: Plan, member: MemberId | null): number {
	return plan.lanes.find((lane) => lane.member === member)?.centre ?? plan.elsewhere;
}

/** How long the answer took, where the question is in sight. */
function answerTime(record: Message, at: number, asked: ReadonlyMap<string, number>): string | undefined {
	const question = answered(record);
	const since = question === undefined ? undefined : asked.get(question);
	return since === undefined ? undefined : fineAge(at - since);
}

interface ArrowLook {
	readonly line: string;
	readonly start: string;
	readonly tone: Tone;
	readonly mark: string;
}

function arrowLook(policy: KindPolicy | undefined, isAnswer: "answer" | "no answer"): ArrowLook {
	if (isAnswer === "answer") return { line: shapes.rule, start: shapes.working, tone: "good", mark: "✓ " };
	const mark = policy?.mark ?? "message";
	const looks: Readonly<Record<KindPolicy["mark"], ArrowLook>> = {
		message: { line: shapes.rule, start: shapes.working, tone: "plain", mark: "" },
		question: { line: shapes.dashes, start: shapes.open, tone: "warn", mark: "? " },
		handoff: { line: shapes.double, start: shapes.working, tone: "accent", mark: "» " },
		work: { line: shapes.double, start: shapes.adminWorking, tone: "accent", mark: "+ " },
		answer: { line: shapes.rule, start: shapes.working, tone: "good", mark: "✓ " },
		note: { line: shapes.dashes, start: shapes.member, tone: "dim", mark: "" },
	};
	return looks[mark];
}

function drawArrow(
	row: CellRow,
	plan: Plan,
	from: number,
	to: number,
	record: Message,
	took: string | undefined,
): void {
	const look = arrowLook(policyOf(record.kind), took === undefined ? "no answer" : "answer");
	const left = Math.min(from, to);
	const right = Math.max(from, to);
	row.fill(left + 1, right - left - 1, look.line, look.tone);
	row.put(from, look.start, look.tone);
	row.put(to, from < to ? shapes.headRight : shapes.headLeft, look.tone);
	const said = [took, record.subject ?? record.text].filter((part) => part !== undefined).join(" ");
	drawLabel(row, plan, left, right, `${look.mark}${said}`);
}

/** On the arrow where it fits; else where most of it can be read: on the arrow, right or left of it. */
function drawLabel(row: CellRow, plan: Plan, left: number, right: number, said: string): void {
	// One piece of the line stays on both sides of what is said, or the arrow would fall apart.
	const inside = right - left - 5;
	const whole = fitting(said, Number.MAX_SAFE_INTEGER).columns;
	const after = plan.columns - right - 2;
	const before = left - TIME_COLUMNS - 1;
	const most = whole <= inside ? inside : Math.max(inside, after, before);
	const label = fitting(said, most);
	if (label.columns === 0) return;
	if (most === inside) row.put(left + 2, ` ${label.text} `, "plain");
	else if (most === after) row.put(right + 2, `${label.text} `, "plain");
	else row.put(left - label.columns - 2, ` ${label.text} `, "plain");
}
