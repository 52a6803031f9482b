// Reminds the model of requests it sent that nobody has resolved: seldom, bounded, and never in a circle. Built from ids and own text alone.

import type { Env } from "../core/env.ts";
import { limits } from "../core/limits.ts";
import type { Team, Waiting } from "../core/model.ts";
import { age } from "../core/refusal.ts";
import { openWords } from "../core/standing.ts";
import { clean } from "../core/text.ts";
import { memberOf, nameIn, ownSeat, type Situation } from "../core/view/scene.ts";
import { stateWords } from "../core/view/status.ts";
import type { Item } from "./block.ts";
import type { Delivery } from "./delivery.ts";
import { wantsResult } from "./gate.ts";
import type { Work } from "./work.ts";

export interface Reviews {
	step(): void;
	/** The person resumed: it may be reminded again. */
	rearm(): void;
}

export interface ReviewParts {
	readonly env: Env;
	readonly work: Pick<Work, "pending" | "spendTurn">;
	readonly delivery: Pick<Delivery, "offer" | "step">;
	situation(): Situation;
}

export function createReviews({ env, work, delivery, situation }: ReviewParts): Reviews {
	let lookedAt = env.monotonic();
	let reviewedState: string | undefined;
	let inARow = 0;

	return {
		step() {
			if (env.monotonic() - lookedAt < limits.reviewMs) return;
			lookedAt = env.monotonic();
			const now = situation();
			const seat = ownSeat(now);
			if (seat === undefined || work.pending().length > 0) return;
			const outstanding = outstandingOf(seat.team, seat.self.id, now.now);
			if (outstanding.length === 0) return;
			const state = stateOf(seat.team);
			if (state !== reviewedState) inARow = 0;
			if (inARow >= limits.quietReviews || !work.spendTurn()) return;
			reviewedState = state;
			inARow += 1;
			delivery.offer([reviewItem(env, seat.team, seat.self.role, outstanding, now.now)]);
			delivery.step();
		},
		rearm() {
			inARow = 0;
		},
	};
}

function outstandingOf(team: Team, self: string, now: number): readonly Waiting[] {
	return team.waiting.filter((each) => each.from === self && wantsResult(each.kind) && now - each.at >= limits.stuckMs);
}

/** Only what messages and receipts change: a terminal that works and rests would otherwise be reminded for ever, by itself. */
function stateOf(team: Team): string {
	const lastMessage = team.timeline.findLast((event) => event.type === "message" || event.type === "receipt");
	return JSON.stringify([team.waiting.map((each) => [each.id, each.place]), lastMessage?.position]);
}

const RULES = `These requests you sent have no result yet. This is a reminder by the program, not a message from the user.
Look at team_status first. For each of them at most one follow-up to its recipient, with replyTo its id; where a recipient cannot be reached, tell the user. Start no new work.`;

function reviewItem(env: Env, team: Team, role: string, outstanding: readonly Waiting[], now: number): Item {
	const shown = outstanding.slice(0, limits.listItems);
	const more = outstanding.length - shown.length;
	const lines = shown.map((each) => reviewLine(team, each, now));
	const body = [RULES, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
	const id = env.newId();
	const many = `${outstanding.length} unresolved ${outstanding.length === 1 ? "request" : "requests"}`;
	return {
		id,
		lane: "work",
		bytes: Buffer.byteLength(body),
		quiet: false,
		header: `[team · ${many}]`,
		body,
		head: { id, kind: "review", from: "team", to: role, origin: "program", at: env.now(), said: many },
		incoming: undefined,
	};
}

function reviewLine(team: Team, each: Waiting, now: number): string {
	const recipient = memberOf(team, each.to);
	const standing = recipient === undefined ? "removed" : stateWords(recipient, now);
	const subject = clean(each.subject).slice(0, limits.subjectFromText);
	return `- to ${nameIn(team, each.to)} (${standing}), ${age(now - each.at)} ago, ${openWords(each, recipient, now)}: "${subject}", id ${each.id}`;
}
