// One message to read: the whole text, from whom to whom and when, its fate step by step, and its thread. Never reads it from the disk.

import type { Message, MessageId, Team, TimelineEvent } from "../model.ts";
import { stepsOf } from "../standing.ts";
import { cleanLines, removedCodes, wrap } from "../text.ts";
import { count } from "./act.ts";
import { eventLine } from "./events.ts";
import { fact, heading, textColumns } from "./facts.ts";
import { type MessageHead, memberOf, nameIn, type Scene, shortId } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { clock, moment } from "./time.ts";
import { eventKey, type KeyedLine } from "./timeline.ts";
import { foreign, type Line, word } from "./words.ts";

/** `head` is what the timeline knows; scene.message is the whole, once it was read. */
export function messageLines(scene: Scene, team: Team, head: MessageHead): readonly KeyedLine[] {
	const columns = textColumns(scene);
	const whole = scene.message?.id === head.id ? scene.message : undefined;
	const body = whole?.body ?? head.text;
	const subject = whole?.subject ?? head.subject;
	return [
		...(subject === undefined || subject === body ? [] : fact("subject", subject, columns)),
		...fact("when", moment(head.at), columns),
		...fact("id", shortId(head.id), columns),
		...fateFacts(scene, team, head, whole, columns),
		heading("", "p:gap"),
		...bodyLines(body, columns),
		...restLines(scene, head, whole),
		...threadLines(team, head),
	];
}

/** What is to be said where this is not the whole text. */
function restLines(scene: Scene, head: MessageHead, whole: Message | undefined): readonly KeyedLine[] {
	if (whole?.prunedOf !== undefined) {
		return [heading(`… text pruned: ${count(whole.prunedOf, "byte", "bytes")} it had`, "p:rest")];
	}
	if (whole !== undefined || head.textBytes === undefined) return [];
	return [heading(scene.reading === "over" ? "… the rest cannot be read" : "… the rest is being read", "p:rest")];
}

/** `question  backend → reviewer`, and what is special about it. */
export function routeLine(scene: Scene, team: Team, head: MessageHead): Line {
	const whole = scene.message?.id === head.id ? scene.message : undefined;
	const origin = whole?.origin ?? "agent";
	const outcome = whole?.outcome;
	return [
		foreign(head.kind, "accent"),
		word("  "),
		foreign(nameIn(team, head.from), "strong"),
		...(origin === "agent" ? [] : [word(origin === "person" ? " (by hand)" : " (from a script)", "dim")]),
		word(` ${shapes.to} `, "dim"),
		foreign(nameIn(team, head.to), "strong"),
		...(outcome === undefined ? [] : [word(`  ${outcome}`, outcome === "completed" ? "good" : "warn")]),
	];
}

function bodyLines(body: string, columns: number): readonly KeyedLine[] {
	const removed = removedCodes(body);
	const lines = cleanLines(body).flatMap((line) => wrap(line, columns));
	return [
		...lines.map((line, index): KeyedLine => ({ key: `b:${index}`, line: [word(line)], target: undefined })),
		...(removed === 0
			? []
			: [
					{
						key: "b:removed",
						line: [word(`! ${count(removed, "control code", "control codes")} removed`, "warn")],
						target: undefined,
					},
				]),
	];
}

/** Every step on the way, and what it waits for. */
function fateFacts(
	scene: Scene,
	team: Team,
	head: MessageHead,
	whole: Message | undefined,
	columns: number,
): readonly KeyedLine[] {
	if (whole === undefined) return [];
	const steps = stepsOf(whole, memberOf(team, head.to), scene.now).map(
		({ at, words, held }) => `${words}${at === undefined ? "" : ` ${clock(at)}`}${held}`,
	);
	return fact("state", steps.join(` ${shapes.to} `), columns);
}

/** The other messages under the same root, as far as they are loaded. */
function threadLines(team: Team, head: MessageHead): readonly KeyedLine[] {
	const events = team.timeline.filter(({ record }) => record?.type === "message" && record.rootId === head.rootId);
	const lines = events.flatMap((event) => threadLine(team, event, head));
	const isWhole = !team.hasOlder || head.rootId === head.id || events.some((event) => isMessage(event, head.rootId));
	if (lines.length === 0 && isWhole) return [];
	const missing = isWhole ? [] : [heading("its beginning is in older lines, which are not loaded", "p:thread-older")];
	return [heading("", "p:thread-gap"), heading("thread", "p:thread"), ...missing, ...lines];
}

function threadLine(team: Team, event: TimelineEvent, head: MessageHead): readonly KeyedLine[] {
	if (event.record?.type !== "message" || isMessage(event, head.id)) return [];
	const target = { on: "message", teamId: team.id, message: event.record.id } as const;
	return [{ key: eventKey(event), line: eventLine(team, event), target }];
}

function isMessage({ record }: TimelineEvent, id: MessageId): boolean {
	return record?.type === "message" && record.id === id;
}
