// What team_status answers: bounded JSON, oldest first, cuts stated, never a body. Pure.

import { limits } from "../core/limits.ts";
import type { Team, Waiting } from "../core/model.ts";
import type { Outcome } from "../core/schema.ts";
import { openWords } from "../core/standing.ts";
import { clean } from "../core/text.ts";
import { memberOf, nameIn, ownSeat, type Situation } from "../core/view/scene.ts";
import { stateOf } from "../core/view/status.ts";
import { wantsResult } from "./gate.ts";

/** A result that waits for this terminal's next free turn. */
export interface WaitingResult {
	readonly id: string;
	readonly from: string;
	readonly subject: string;
	readonly outcome: Outcome | undefined;
}

export function statusReport(
	situation: Situation,
	active: string | undefined,
	results: readonly WaitingResult[],
): Record<string, unknown> {
	const seat = ownSeat(situation);
	if (seat === undefined) return {};
	const { team, self } = seat;
	const requests = team.waiting.filter((each) => wantsResult(each.kind));
	const own = requests.find((each) => each.id === active);
	const minutes = (each: Waiting) => Math.floor(Math.max(0, situation.now - each.at) / MINUTE_MS);
	const state = (each: Waiting) => openWords(each, memberOf(team, each.to), situation.now);
	const standing = (member: string) => {
		const found = memberOf(team, member);
		return found === undefined ? "removed" : stateOf(found);
	};
	return {
		team: team.name,
		role: self.role,
		active: own === undefined ? null : { id: own.id, from: nameIn(team, own.from), subject: shortSubject(own.subject) },
		emittedUnresolved: list(
			requests.filter((each) => each.from === self.id),
			(each) => ({
				id: each.id,
				to: nameIn(team, each.to),
				subject: shortSubject(each.subject),
				state: state(each),
				ageMinutes: minutes(each),
				recipient: standing(each.to),
			}),
		),
		queuedForYou: list(
			requests.filter((each) => each.to === self.id && each.id !== active),
			(each) => ({
				id: each.id,
				from: nameIn(team, each.from),
				subject: shortSubject(each.subject),
				ageMinutes: minutes(each),
			}),
		),
		resultsToReview: list(results, (each) => ({
			id: each.id,
			from: each.from,
			subject: shortSubject(each.subject),
			outcome: each.outcome ?? null,
		})),
		othersWork: list(
			requests.filter((each) => each.from !== self.id && each.to !== self.id),
			(each) => ({
				from: nameIn(team, each.from),
				to: nameIn(team, each.to),
				subject: shortSubject(each.subject),
				state: state(each),
				ageMinutes: minutes(each),
				assignee: standing(each.to),
			}),
		),
		unansweredQuestions: list(
			team.waiting.filter((each) => !wantsResult(each.kind) && (each.from === self.id || each.to === self.id)),
			(each) => question(team, each),
		),
	};
}

const MINUTE_MS = 60_000;

function question(team: Team, each: Waiting): Record<string, unknown> {
	return { id: each.id, from: nameIn(team, each.from), to: nameIn(team, each.to), subject: shortSubject(each.subject) };
}

function list<T>(all: readonly T[], shown: (each: T) => unknown): Record<string, unknown> {
	const items = all.slice(0, limits.listItems).map(shown);
	const omitted = all.length - items.length;
	return omitted === 0 ? { items } : { items, omitted };
}

function shortSubject(subject: string): string {
	const text = clean(subject);
	const over = text.length - limits.subjectFromText;
	return over <= 0 ? text : `${text.slice(0, limits.subjectFromText)} (+${over} characters)`;
}
