// `create <team>`: a team nobody is in yet. Never joins it.

import { perform } from "../../core/perform.ts";
import { done } from "../../core/refusal.ts";
import { mayBeName, typedName } from "../../core/rules.ts";
import { acting } from "./acting.ts";
import { look } from "./look.ts";
import { noticeReply } from "./notice.ts";
import type { Run } from "./verb.ts";

export const runCreate: Run = async (call) => {
	const name = typedName(call.words[0] ?? "");
	const refusal = mayBeName(name, "team");
	if (refusal !== undefined) return { ok: false, refusal };
	const world = look(call, "writes");
	if (!world.ok) return world;
	return acting(call, world.value, undefined, async (desk) => {
		const notice = await perform(desk, { do: "create", team: name, role: undefined });
		// The notice itself says how to join inside Pi.
		return notice.ok ? done(noticeReply(undefined, { ...notice.value, text: `There is a team ${name} now.` })) : notice;
	});
};
