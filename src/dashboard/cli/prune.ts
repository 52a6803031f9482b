// `prune --before <date>` or `--above <size>`: what of a team's history would go, and with --yes lets it go. Without --yes nothing is written.

import type { Desk } from "../../core/desk.ts";
import { sizeWords } from "../../core/doctor/finding.ts";
import type { TeamId } from "../../core/model.ts";
import { carryOutPrune, type PrunePlan, planPrune, planPruneAbove } from "../../core/prune.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { type Writer, writerAs } from "../../core/timeline.ts";
import { moment } from "../../core/view/time.ts";
import { momentMs } from "../../core/view/typed-time.ts";
import { acting } from "./acting.ts";
import type { ReplyOf } from "./contract.ts";
import { pickTeam } from "./find.ts";
import { counted, paragraph } from "./layout.ts";
import { look } from "./look.ts";
import { usageError } from "./parse.ts";
import type { Call, Reply, Run } from "./verb.ts";

export const runPrune: Run = async (call) => {
	const { columns, flags, io } = call;
	const wanted = wantedOf(call);
	if (!wanted.ok) return wanted;
	const { by } = wanted.value;
	const world = look(call, flags.yes === undefined ? "looks" : "writes");
	if (!world.ok) return world;
	const { snapshot, store } = world.value;
	const picked = pickTeam(snapshot, flags.team);
	if (!picked.ok) return picked;
	const team = picked.value;
	const document = store.readDocument(team.id);
	if (document === undefined) return refuse({ code: "team-deleted", team: team.name });
	const plan =
		by === "age"
			? planPrune(io.env, store, document, wanted.value.before)
			: planPruneAbove(io.env, store, document, wanted.value.mostBytes);
	if (flags.yes === undefined) return done(reply(team.name, wanted.value, plan, "would go", columns));
	return acting(call, world.value, team, async (desk) => {
		const pruned = await carryOutPrune(writerOf(desk, team.id), desk.actor(), plan);
		return pruned.ok ? done(reply(team.name, wanted.value, pruned.value, "went", columns)) : pruned;
	});
};

/** What a person asked for: everything before a date, or as much as is above a size. */
type Wanted = { readonly by: "age"; readonly before: number } | { readonly by: "size"; readonly mostBytes: number };

function wantedOf({ verb, flags, io }: Call): Outcome<Wanted> {
	const { before, above } = flags;
	if ((before === undefined) === (above === undefined)) {
		return usageError(verb, "Say either --before <date> or --above <size>.");
	}
	if (above !== undefined) {
		const mostBytes = sizeBytes(above);
		return mostBytes === undefined
			? usageError(verb, `"${above}" is no size; --above takes 500MB, 2GB or a number of bytes.`)
			: done({ by: "size", mostBytes });
	}
	const at = momentMs(before ?? "", io.env.now());
	return at === undefined
		? usageError(verb, `"${before}" is no date; --before takes 2026-01-31 or 90d.`)
		: done({ by: "age", before: at });
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1_024, mb: 1_048_576, gb: 1_073_741_824 };

/** `500MB`; a bare number means bytes. undefined = no size. */
function sizeBytes(given: string): number | undefined {
	const [, number, unit] = /^(\d{1,12})\s*([kmg]?b)?$/.exec(given.trim().toLowerCase()) ?? [];
	return number === undefined ? undefined : Number(number) * (UNITS[unit ?? "b"] ?? 1);
}

function aimWords(team: string, wanted: Wanted, { before, totalBytes }: PrunePlan): string {
	if (wanted.by === "age") return `Of what ${team} has from before ${moment(before)}`;
	const sizes = `from ${sizeWords(totalBytes)} down to ${sizeWords(wanted.mostBytes)}`;
	return `To bring the history of ${team} ${sizes}, what is from before ${moment(before)}`;
}

function nothingWords(team: string, wanted: Wanted, totalBytes: number): string {
	if (wanted.by === "age") return `Nothing of ${team} is from before ${moment(wanted.before)}.`;
	const [takes, most] = [sizeWords(totalBytes), sizeWords(wanted.mostBytes)];
	return totalBytes <= wanted.mostBytes
		? `The history of ${team} takes ${takes}, which is not above ${most}.`
		: `The history of ${team} takes ${takes}, and nothing of it may go yet.`;
}

function writerOf({ env, store, seat }: Desk, teamId: TeamId): Writer {
	const held = seat();
	if (held === undefined) return writerAs(env, store, teamId, null);
	const by = { member: held.member, generation: held.generation };
	return { env, store, teamId, by, trace: (event) => held.trace(event) };
}

function reply(
	team: string,
	wanted: Wanted,
	plan: PrunePlan,
	said: "would go" | "went",
	columns: number | undefined,
): Reply {
	const { before, bytes, days, messages, quarantined, segments, totalBytes } = plan;
	const paths = [...segments, ...days, ...quarantined].map(({ path }) => path);
	const what = [
		counted(segments.length, "segment of the timeline", "segments of the timeline"),
		`${counted(messages, "finished message")} and receipts of ${counted(days.length, "day")}`,
		counted(quarantined.length, "set-aside file"),
	].join(", ");
	const first =
		paths.length === 0
			? nothingWords(team, wanted, totalBytes)
			: `${aimWords(team, wanted, plan)} ${said}: ${what}; ${sizeWords(bytes)}.`;
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
			totalBytes,
			paths,
		} satisfies ReplyOf<"prune">,
		text: [paragraph(first, "", columns), ...paths.map((path) => `  ${path}`), ...hint].join("\n"),
	};
}
