// How lively a team is: messages a minute for each member as a small curve, time at work, and who waits for whom as growing bars. Pure.

import { limits } from "../limits.ts";
import type { Member, MemberId, Team, TimelineEvent, Waiting } from "../model.ts";
import { answerTimes, median } from "./answer-times.ts";
import { fitting } from "./flow-cells.ts";
import { membersInOrder } from "./rows.ts";
import { nameIn, type Situation } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { alarmOf } from "./status.ts";
import { fineAge, roughAge } from "./time.ts";
import type { KeyedLine } from "./timeline.ts";
import { fitLine, foreign, type Line, type Tone, word } from "./words.ts";

const MINUTE_MS = 60_000;

/** Messages in each of the last `minutes` minutes, the running one last. Whole minutes of the clock, so that a curve moves once a minute at most. */
export function messagesByMinute(
	events: readonly TimelineEvent[],
	now: number,
	minutes: number,
	by?: MemberId,
): readonly number[] {
	const counts = new Array<number>(minutes).fill(0);
	const current = Math.floor(now / MINUTE_MS);
	for (const event of events) {
		if (event.type !== "message" || (by !== undefined && event.by !== by)) continue;
		const at = minutes - 1 - (current - Math.floor(event.at / MINUTE_MS));
		if (at >= 0 && at < minutes) counts[at] = (counts[at] ?? 0) + 1;
	}
	return counts;
}

/** Curves of one team share `most`, so that they compare. Nothing is a space: silence should look silent. */
export function curve(values: readonly number[], most: number): string {
	return values.map((value) => (value === 0 ? " " : stepOf(value, most))).join("");
}

function stepOf(value: number, most: number): string {
	const { steps } = shapes;
	const at = Math.ceil((value / Math.max(1, most)) * steps.length) - 1;
	return steps[Math.min(Math.max(0, at), steps.length - 1)] ?? " ";
}

/** Share of the last minutes a member was at work, from what the timeline still tells; undefined when it tells nothing. */
export function workShare(events: readonly TimelineEvent[], member: MemberId, now: number): number | undefined {
	const from = now - limits.pulseMinutes * MINUTE_MS;
	const own = events.filter((event) => event.by === member && CHANGES.has(event.type));
	if (own.length === 0) return undefined;
	let worked = 0;
	own.forEach((event, at) => {
		if (event.type !== "working") return;
		const end = own[at + 1]?.at ?? now;
		worked += Math.max(0, end - Math.max(from, event.at));
	});
	return Math.min(1, worked / (limits.pulseMinutes * MINUTE_MS));
}

const CHANGES = new Set(["working", "waiting", "idle", "left", "closed", "taken-over", "back", "joined"]);

/** `counted` is the team with no more than a filter leaves; who works how much goes by everything. */
export function pulseLines(team: Team, counted: Team, situation: Situation, columns: number): readonly KeyedLine[] {
	const { now } = situation;
	const minutes = Math.min(limits.pulseMinutes, Math.max(8, columns - NAME_COLUMNS - NUMBERS_COLUMNS));
	const members = membersInOrder(team, now);
	const counts = members.map((member) => messagesByMinute(counted.timeline, now, minutes, member.id));
	const times = answerTimes(counted.timeline);
	const most = Math.max(1, ...counts.flat());
	return [
		plain("p:head", headLine(minutes, most)),
		...members.map((member, at) => {
			const figures = { counts: counts[at] ?? [], most, times: times.get(member.id) ?? [] };
			return memberLine(team, member, figures, situation);
		}),
		...ledgerSection(counted, now, columns),
	];
}

const NAME_COLUMNS = 14;
const NOW_COLUMNS = "  12/min".length;
const SHARE_CELLS = 6;
const SHARE_COLUMNS = SHARE_CELLS + "  100%".length;
const ANSWER_TITLE = "  answers in";
const NUMBERS_COLUMNS = NOW_COLUMNS + SHARE_COLUMNS + ANSWER_TITLE.length;

function headLine(minutes: number, most: number): Line {
	const sent = `sent a minute, the last ${minutes} min, most ${most}`;
	return [
		...fitLine([word(sent, "dim")], NAME_COLUMNS + minutes + NOW_COLUMNS),
		word(" at work".padEnd(SHARE_COLUMNS), "dim"),
		word(ANSWER_TITLE, "dim"),
	];
}

interface Figures {
	/** Messages of each minute. */
	readonly counts: readonly number[];
	/** The highest such count of the team. */
	readonly most: number;
	/** Ms each of its answers took. */
	readonly times: readonly number[];
}

function memberLine(team: Team, member: Member, { counts, most, times }: Figures, situation: Situation): KeyedLine {
	const share = workShare(team.timeline, member.id, situation.now);
	const bar =
		share === undefined
			? [word(" ".repeat(SHARE_COLUMNS))]
			: [word(` ${gauge(share, SHARE_CELLS)} `, "accent"), word(percent(share), "dim")];
	const middle = median(times);
	const answers = middle === undefined ? [] : [word(`  ${fineAge(middle)}`), word(` (${times.length})`, "dim")];
	const alarm = alarmOf(team, member, situation.now);
	const line = [
		...fitLine([foreign(member.role, alarm === undefined ? "plain" : "warn")], NAME_COLUMNS),
		word(curve(counts, most), "accent"),
		word(`${counts.at(-1) ?? 0}/min`.padStart(NOW_COLUMNS), "dim"),
		...bar,
		...answers,
	];
	return { key: `p:${member.id}`, line, target: { on: "member", teamId: team.id, member: member.id } };
}

function percent(share: number): string {
	return `${Math.round(share * 100)}%`.padStart("100%".length);
}

/** A bar of `cells`, filled to `share`. */
export function gauge(share: number, cells: number): string {
	const filled = Math.min(cells, Math.max(0, Math.round(share * cells)));
	return shapes.full.repeat(filled) + shapes.empty.repeat(cells - filled);
}

function ledgerSection(team: Team, now: number, columns: number): readonly KeyedLine[] {
	const waiting = ledgerLines(team, now, columns);
	const title = waiting.length === 0 ? "nothing waits for an answer" : "waiting for an answer";
	return [plain("p:gap", []), plain("p:waiting", [word(title, "dim")]), ...waiting];
}

/** Who waits for whom, oldest first: two lines each. A team that is stuck looks wrong from across the room. */
export function ledgerLines(team: Team, now: number, columns: number): readonly KeyedLine[] {
	return team.waiting.flatMap((each) => waitingLines(team, each, now, columns));
}

function waitingLines(team: Team, waiting: Waiting, now: number, columns: number): readonly KeyedLine[] {
	const ms = Math.max(0, now - waiting.at);
	const tone = lateness(ms);
	const age = roughAge(ms).padStart(4);
	const names = fitting(`${nameIn(team, waiting.from)} ? ${nameIn(team, waiting.to)}`, columns - age.length - 2);
	const target = { on: "message", teamId: team.id, message: waiting.id } as const;
	const cells = Math.min(limits.gaugeCells, Math.max(4, columns - 8));
	// A bar grows by the minute, as the age beside it.
	const share = Math.floor(ms / MINUTE_MS) / (limits.stuckMs / MINUTE_MS);
	const late = tone === "bad" ? [word(` ${shapes.stuck}`, "bad")] : [];
	return [
		{
			key: `w:${waiting.id}`,
			target,
			line: [
				word(" "),
				word(names.text, tone === "bad" ? "strong" : "plain"),
				word(" ".repeat(Math.max(1, columns - 1 - names.columns - age.length))),
				word(age, tone),
			],
		},
		{
			key: `wb:${waiting.id}`,
			target,
			line: [word(" "), word(gauge(share, cells), tone), ...late, word(" "), foreign(waiting.subject, "dim")],
		},
	];
}

function lateness(ms: number): Tone {
	if (ms < MINUTE_MS) return "good";
	return ms < limits.stuckMs ? "warn" : "bad";
}

function plain(key: string, line: Line): KeyedLine {
	return { key, line, target: undefined };
}
