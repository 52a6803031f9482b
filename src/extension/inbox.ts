// The latest messages this member sent or received, with their states as they are now. Looking changes none of them.

import { openHistory } from "../core/history.ts";
import { policyOf } from "../core/kinds.ts";
import { limits } from "../core/limits.ts";
import type { TimelineEvent } from "../core/model.ts";
import { recipientOf, stateOfMessage } from "../core/receipts.ts";
import { done, type Outcome, refuse } from "../core/refusal.ts";
import { stateWords } from "../core/standing.ts";
import { ifReadable } from "../core/store.ts";
import { clean, cut } from "../core/text.ts";
import { nameIn, ownSeat } from "../core/view/scene.ts";
import { moment } from "../core/view/time.ts";
import type { TeamDesk } from "./desk.ts";
import type { Here } from "./here.ts";

export async function inboxText(here: Here, desk: TeamDesk): Promise<Outcome<string>> {
	const situation = desk.situation("command");
	const seat = ownSeat(situation);
	if (seat === undefined) return refuse({ code: "not-joined" });
	const { team, self } = seat;
	const history = openHistory(here.env, here.store, team.id);
	const { events } = await history.search({ member: self.id, kind: "message" }, limits.inboxShown);
	if (events.length === 0) return done("No messages yet.");
	const stateOf = ({ at, by, record }: TimelineEvent): string => {
		if (record?.type !== "message" || by === null) return "";
		const { id, to, kind } = record;
		const state = ifReadable(() => stateOfMessage(here.env, here.store, team.id, { id, from: by, to, kind, at }));
		if (state === undefined) return "its state cannot be read";
		const whom = { id: record.to, role: nameIn(team, record.to) };
		const recipient = ifReadable(() => recipientOf(here.env, here.store, team.id, whom));
		return stateWords(state, record.kind, recipient, here.env.now());
	};
	return done(events.flatMap((event) => line(event, stateOf(event), (id) => nameIn(team, id))).join("\n"));
}

function line(
	{ at, by, record }: TimelineEvent,
	state: string,
	name: (id: string | null) => string,
): readonly string[] {
	if (record?.type !== "message") return [];
	const kind = policyOf(record.kind) === undefined ? clean(record.kind) : record.kind;
	const start = cut(clean(record.subject ?? record.text), limits.subjectFromText);
	return [`${moment(at)}  ${name(by)} → ${name(record.to)}  ${kind}, ${state}: ${start}`];
}
