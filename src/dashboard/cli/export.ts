// `export`: the whole timeline, one event after the other, for people or for programs. Streams: history may be larger than memory. Never writes.

import { type HistoryLine, openHistory } from "../../core/history.ts";
import type { Team } from "../../core/model.ts";
import { done } from "../../core/refusal.ts";
import { eventWords } from "../../core/view/events.ts";
import { nameIn, shortId } from "../../core/view/scene.ts";
import { shapes } from "../../core/view/shapes.ts";
import { clock, day } from "../../core/view/time.ts";
import { plainText } from "../../core/view/words.ts";
import type { ReplyOf } from "./contract.ts";
import { filterOf } from "./filter.ts";
import { pickTeam } from "./find.ts";
import { eventJson } from "./json.ts";
import { look } from "./look.ts";
import { usageError } from "./parse.ts";
import type { Run } from "./verb.ts";

export const runExport: Run = async (call) => {
	const { flags, io, stop, verb } = call;
	const format = flags.format ?? (call.style === "json" ? "jsonl" : "md");
	if (format !== "md" && format !== "jsonl")
		return usageError(verb, `There is no format ${format}; there are md and jsonl.`);
	const world = look(call);
	if (!world.ok) return world;
	const picked = pickTeam(world.value.snapshot, flags.team);
	if (!picked.ok) return picked;
	const team = picked.value;
	const filter = await filterOf(call, world.value, team);
	if (!filter.ok) return filter;
	const page = format === "md" ? pageOf(team) : undefined;
	if (page !== undefined) await call.emit({ value: {}, text: `# ${team.name}` }, "text");
	for await (const line of openHistory(io.env, world.value.store, team.id).lines(filter.value)) {
		if (stop.aborted) break;
		const { event } = line;
		const words = plainText(eventWords(team, event));
		if (page !== undefined) await call.emit({ value: {}, text: page(line, words) }, "text");
		else {
			const { text = null, prunedOf = null } = line;
			await call.emit(
				{ value: { ...eventJson(team, event, words), text, prunedOf } satisfies ReplyOf<"export">, text: "" },
				"json",
			);
		}
	}
	return done(undefined);
};

/** Markdown: a heading where the day changes, a bullet for each event, texts quoted as they are. */
function pageOf(team: Team): (line: HistoryLine, words: string) => string {
	let shown: string | undefined;
	return ({ event, text, prunedOf }, words) => {
		const date = day(event.at);
		const heading = date === shown ? "" : `\n## ${date}\n\n`;
		shown = date;
		const { record } = event;
		if (record?.type !== "message" || text === undefined) return `${heading}- ${clock(event.at)} ${escaped(words)}`;
		const subject = record.subject === undefined || record.subject === text ? "" : ` ${escaped(record.subject)}`;
		const outcome = record.outcome === undefined ? "" : ` (${record.outcome})`;
		const route = `${nameIn(team, event.by)} ${shapes.to} ${nameIn(team, record.to)}`;
		const quoted = text.split("\n").map((line) => `  > ${line}`.trimEnd());
		const rest = prunedOf === undefined ? [] : [`  > … text pruned: ${prunedOf} bytes it had`];
		const head = `- ${clock(event.at)} **${route}** ${record.kind}${outcome} \`${shortId(record.id)}\`${subject}`;
		return [`${heading}${head}`, "", ...quoted, ...rest, ""].join("\n");
	};
}

/** One line in which nothing is markup by accident. */
function escaped(text: string): string {
	return text.replaceAll(/[\\`*_[\]<>#|~]/g, "\\$&");
}
