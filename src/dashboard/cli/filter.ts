// Which events a command is about: --member, --kind, --since, --text, --thread, as history.ts understands them. Looks; never writes.

import type { HistoryFilter } from "../../core/history/filter.ts";
import { openHistory } from "../../core/history.ts";
import { kindNames, kinds } from "../../core/kinds.ts";
import type { Team } from "../../core/model.ts";
import { done, type Outcome } from "../../core/refusal.ts";
import { momentMs } from "../../core/view/typed-time.ts";
import { pickMember } from "./find.ts";
import type { World } from "./look.ts";
import { usageError } from "./parse.ts";
import type { Call } from "./verb.ts";

/** Names are looked up once: what was asked for stays the same member however it is called later. */
export async function filterOf(call: Call, { now, store }: World, team: Team): Promise<Outcome<HistoryFilter>> {
	const { io, verb, flags } = call;
	const member = flags.member === undefined ? undefined : pickMember(team, flags.member, now);
	if (member !== undefined && !member.ok) return member;
	const kind = flags.kind?.trim().toLowerCase();
	if (kind !== undefined && !kindNames.some((each) => each === kind || kinds[each].verb === kind)) {
		return usageError(verb, `There is no kind ${flags.kind}; there are ${kindNames.join(", ")}.`);
	}
	const since = flags.since === undefined ? undefined : momentMs(flags.since, now);
	if (flags.since !== undefined && since === undefined) {
		return usageError(verb, `"${flags.since}" is no time; --since takes 2h, 3d, 2026-01-31 or 2026-01-31T18:00.`);
	}
	const message =
		flags.thread === undefined ? undefined : await openHistory(io.env, store, team.id).message(flags.thread);
	if (message !== undefined && !message.ok) return message;
	return done({ member: member?.value.member.id, kind, text: flags.text, since, thread: message?.value.rootId });
}
