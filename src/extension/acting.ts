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
	const outcome = await perform(desk, intent);
	const joined = desk.joined();
	if (outcome.ok && joined !== undefined && changesNames(intent, joined)) joined.expectNames();
	if (outcome.ok && intent.do === "send") noteSent(here, desk, intent, outcome.value);
	joined?.poke();
	return outcome;
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
