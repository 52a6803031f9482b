// `show <message>`: the whole text, its receipts step by step, its thread. Reading changes no state.

import type { Message, Team } from "../../core/model.ts";
import { done } from "../../core/refusal.ts";
import { stepsOf } from "../../core/standing.ts";
import { clean } from "../../core/text.ts";
import { nameIn, shortId } from "../../core/view/scene.ts";
import { shapes } from "../../core/view/shapes.ts";
import { clock, moment } from "../../core/view/time.ts";
import type { ReplyOf } from "./contract.ts";
import { messageJson } from "./json.ts";
import { paragraph, table } from "./layout.ts";
import { look } from "./look.ts";
import { findMessage, wordsOf } from "./message.ts";
import type { Run } from "./verb.ts";

export const runShow: Run = async (call) => {
	const world = look(call);
	if (!world.ok) return world;
	const found = await findMessage(call, world.value, call.words[0] ?? "");
	if (!found.ok) return found;
	const { team, message, history } = found.value;
	const words = wordsOf(call, world.value, found.value);
	const thread = await history.thread(message);
	const { columns } = call;
	const lines = [
		...table(
			[
				["message", `${route(team, message)}  ${message.kind}${handOf(message)}`],
				["id", shortId(message.id)],
				["when", moment(message.at)],
				...(message.subject === undefined ? [] : [["subject", clean(message.subject)]]),
				["state", words],
				...stepRows(message),
			],
			columns,
		),
		"",
		...message.body.split("\n").map((line) => (columns === undefined ? line : paragraph(line, "", columns))),
		...(message.prunedOf === undefined ? [] : ["", `… text pruned: ${message.prunedOf} bytes it had`]),
		...(thread.length < 2 ? [] : ["", "thread", ...threadLines(team, message, thread, columns)]),
	];
	return done({
		value: {
			team: team.name,
			message: { ...messageJson(team, message), words },
			thread: thread.map((each) => messageJson(team, each)),
		} satisfies ReplyOf<"show">,
		text: lines.join("\n"),
	});
};

function route(team: Team, { from, to }: Message): string {
	return `${nameIn(team, from)} ${shapes.to} ${nameIn(team, to)}`;
}

function handOf({ origin }: Message): string {
	if (origin === "agent") return "";
	return origin === "person" ? " (by hand)" : " (from a script)";
}

function stepRows(message: Message): readonly (readonly string[])[] {
	// What holds it up stands in the line above.
	return stepsOf(message, undefined, 0).map(({ at, words }, index) => [
		index === 0 ? "steps" : "",
		`${at === undefined ? "" : `${clock(at)} `}${words}`,
	]);
}

function threadLines(
	team: Team,
	message: Message,
	thread: readonly Message[],
	columns: number | undefined,
): readonly string[] {
	const rows = thread.map((each) => [
		`${each.id === message.id ? shapes.cursor : " "} ${clock(each.at)}`,
		shortId(each.id),
		route(team, each),
		each.kind,
		clean(each.subject ?? each.body),
	]);
	return table(rows, columns);
}
