// `import <name>`: takes a team of an earlier program over. The source is only read, so nothing is asked.

import { carryOutImport, planImport } from "../../core/import.ts";
import { done } from "../../core/refusal.ts";
import type { ReplyOf } from "./contract.ts";
import { counted } from "./layout.ts";
import { look } from "./look.ts";
import type { Run } from "./verb.ts";

export const runImport: Run = async (call) => {
	const world = look(call, "writes");
	if (!world.ok) return world;
	const { store } = world.value;
	const { env } = call.io;
	const planned = planImport(env, store, call.words[0] ?? "");
	if (!planned.ok) return planned;
	const plan = planned.value;
	const imported = await carryOutImport(env, store, plan);
	if (!imported.ok) return imported;
	const { name, teamId } = imported.value;
	const parts = [
		`members ${plan.members.join(", ") || "none"}`,
		plan.admin === null ? "no admin" : `admin ${plan.admin}`,
		`${plan.queued} queued`,
		`${plan.interrupted} interrupted`,
		`${counted(plan.events, "event")}${plan.skipped === 0 ? "" : `, ${plan.skipped} left out`}`,
	];
	return done({
		value: {
			team: name,
			teamId,
			path: plan.path,
			format: plan.format,
			members: [...plan.members],
			admin: plan.admin,
			queued: plan.queued,
			interrupted: plan.interrupted,
			events: plan.events,
			skipped: plan.skipped,
		} satisfies ReplyOf<"import">,
		text: `There is a team ${name} now, taken over from ${plan.path}.\n${parts.join(" · ")}`,
	});
};
