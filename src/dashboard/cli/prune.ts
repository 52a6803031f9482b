// `prune --before <date>`: what of a team's history would go, and with --yes lets it go. Without --yes nothing is written.

import type { Desk } from "../../core/desk.ts";
import { sizeWords } from "../../core/doctor/finding.ts";
import type { TeamId } from "../../core/model.ts";
import { carryOutPrune, type PrunePlan, planPrune } from "../../core/prune.ts";
import { done, refuse } from "../../core/refusal.ts";
import { type Writer, writerAs } from "../../core/timeline.ts";
import { moment } from "../../core/view/time.ts";
import { momentMs } from "../../core/view/typed-time.ts";
import { acting } from "./acting.ts";
import type { ReplyOf } from "./contract.ts";
import { pickTeam } from "./find.ts";
import { counted, paragraph } from "./layout.ts";
import { look } from "./look.ts";
import { usageError } from "./parse.ts";
import type { Reply, Run } from "./verb.ts";

export const runPrune: Run = async (call) => {
	const { columns, flags, io, verb } = call;
	const { before: given = "" } = flags;
	const before = momentMs(given, io.env.now());
	if (before === undefined) return usageError(verb, `"${given}" is no date; --before takes 2026-01-31 or 90d.`);
	const world = look(call, flags.yes === undefined ? "looks" : "writes");
	if (!world.ok) return world;
	const { snapshot, store } = world.value;
	const picked = pickTeam(snapshot, flags.team);
	if (!picked.ok) return picked;
	const team = picked.value;
	const document = store.readDocument(team.id);
	if (document === undefined) return refuse({ code: "team-deleted", team: team.name });
	const plan = planPrune(io.env, store, document, before);
	if (flags.yes === undefined) return done(reply(team.name, plan, "would go", columns));
	return acting(call, world.value, team, async (desk) => {
		const pruned = await carryOutPrune(writerOf(desk, team.id), desk.actor(), plan);
		return pruned.ok ? done(reply(team.name, pruned.value, "went", columns)) : pruned;
	});
};

function writerOf({ env, store, seat }: Desk, teamId: TeamId): Writer {
	const held = seat();
	if (held === undefined) return writerAs(env, store, teamId, null);
	const by = { member: held.member, generation: held.generation };
	return { env, store, teamId, by, trace: (event) => held.trace(event) };
}

function reply(team: string, plan: PrunePlan, said: "would go" | "went", columns: number | undefined): Reply {
	const { before, bytes, days, messages, quarantined, segments } = plan;
	const paths = [...segments, ...days, ...quarantined].map(({ path }) => path);
	const what = [
		counted(segments.length, "segment of the timeline", "segments of the timeline"),
		`${counted(messages, "finished message")} and receipts of ${counted(days.length, "day")}`,
		counted(quarantined.length, "set-aside file"),
	].join(", ");
	const first =
		paths.length === 0
			? `Nothing of ${team} is from before ${moment(before)}.`
			: `Of what ${team} has from before ${moment(before)} ${said}: ${what}; ${sizeWords(bytes)}.`;
	const hint = said === "would go" && paths.length > 0 ? ["", "`--yes` lets it go; it lies in trash/ for a day."] : [];
	return {
		value: {
			team,
			before,
			done: said === "went",
			segments: segments.length,
			days: days.length,
			messages,
			quarantined: quarantined.length,
			bytes,
			paths,
		} satisfies ReplyOf<"prune">,
		text: [paragraph(first, "", columns), ...paths.map((path) => `  ${path}`), ...hint].join("\n"),
	};
}
