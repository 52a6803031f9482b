// `wake [text]`: a check-in request to every other member. Whom it did not reach is said, one by one.

import { perform } from "../../core/perform.ts";
import { done, refuse } from "../../core/refusal.ts";
import { acting } from "./acting.ts";
import { pickTeam } from "./find.ts";
import { look } from "./look.ts";
import { noticeReply } from "./notice.ts";
import type { Run } from "./verb.ts";

export const runWake: Run = async (call) => {
	const world = look(call, "writes");
	if (!world.ok) return world;
	const team = pickTeam(world.value.snapshot, call.flags.team);
	if (!team.ok) return team;
	return acting(call, world.value, team.value, async (desk) => {
		const seat = desk.seat();
		const others = team.value.members.filter((member) => member.id !== seat?.member).map((member) => member.id);
		if (others.length === 0) return refuse({ code: "not-here", why: "Nobody else is in the team." });
		const notice = await perform(desk, { do: "wake", to: others, text: call.words.join(" ") });
		return notice.ok ? done(noticeReply(team.value, notice.value)) : notice;
	});
};
