// Carries one intent out for this terminal, from the panel and from a typed command alike, and keeps what the person sent in the transcript.

import type { Intent, Notice } from "../core/intent.ts";
import { perform } from "../core/perform.ts";
import type { Outcome } from "../core/refusal.ts";
import { memberOf, teamOf } from "../core/view/scene.ts";
import type { TeamDesk } from "./desk.ts";
import type { Here } from "./here.ts";
import { types } from "./host.ts";
import type { Joined } from "./joined.ts";

export async function carryOut(here: Here, desk: TeamDesk, intent: Intent): Promise<Outcome<Notice>> {
	const outcome = await inTurn(desk, intent, () => perform(desk, intent));
	const joined = desk.joined();
	joined?.work.attended();
	if (outcome.ok && joined !== undefined && changesNames(intent, joined)) joined.expectNames();
	if (outcome.ok && intent.do === "send") noteSent(here, desk, intent, outcome.value);
	joined?.poke();
	return outcome;
}

/**
 * Taking and leaving a seat wait for each other: two joins typed in a breath must not both succeed. What only touches the own
 * seat goes through its queue. The rest may wait for a lock, and waits beside the queue.
 */
function inTurn<T>(desk: TeamDesk, intent: Intent, run: () => Promise<T>): Promise<T> {
	switch (intent.do) {
		case "create":
		case "join":
		case "leave":
		case "delete-team":
			return desk.seatChanges.run(run);
		case "send":
		case "pause":
			return desk.joined()?.queue.run(run) ?? run();
		default:
			return run();
	}
}

/** The notice of the command says it already. */
function changesNames(intent: Intent, { seat }: Joined): boolean {
	switch (intent.do) {
		case "rename-team":
		case "hand-admin":
		case "claim-admin":
			return intent.teamId === seat.teamId;
		case "rename-role":
			return intent.member === seat.member;
		default:
			return false;
	}
}

/** An entry for the person's eyes: a notice scrolls away. The model never sees it. */
function noteSent(here: Here, desk: TeamDesk, intent: Extract<Intent, { do: "send" }>, notice: Notice): void {
	if (here.context().mode !== "tui") return;
	const seat = desk.joined();
	const team = teamOf(desk.situation("command"), seat?.seat.teamId);
	const to = team === undefined ? undefined : memberOf(team, intent.to)?.role;
	here.pi.appendEntry(types.event, {
		v: 1,
		content: intent.body,
		messages: [
			{
				id: notice.message,
				kind: intent.kind,
				from: seat?.identity().role,
				to,
				origin: "person",
				at: here.env.now(),
				said: notice.text,
				start: 0,
				end: intent.body.length,
			},
		],
	});
}
