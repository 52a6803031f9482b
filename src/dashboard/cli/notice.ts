// The reply to something that was done: what a person reads, and the ids for a program. Pure.

import type { Notice } from "../../core/intent.ts";
import type { Team } from "../../core/model.ts";
import type { ReplyOf } from "./contract.ts";
import type { Reply } from "./verb.ts";

export function noticeReply(team: Pick<Team, "id" | "name"> | undefined, notice: Notice): Reply {
	return {
		value: {
			done: notice.text,
			teamId: notice.cursor?.teamId ?? team?.id ?? null,
			memberId: notice.cursor?.member ?? null,
		} satisfies ReplyOf<"create">,
		text: notice.text,
	};
}
