// `explain <message>`: where it is, and why it is not read or answered yet. Looks only; what it says comes from what lies on the disk.

import { policyOf } from "../../core/kinds.ts";
import type { Member, Message, Team } from "../../core/model.ts";
import { age, done } from "../../core/refusal.ts";
import type { Hold } from "../../core/schema.ts";
import { isOver } from "../../core/standing.ts";
import { memberOf, nameIn, shortId } from "../../core/view/scene.ts";
import { shapes } from "../../core/view/shapes.ts";
import type { ReplyOf } from "./contract.ts";
import { messageJson } from "./json.ts";
import { counted, paragraph } from "./layout.ts";
import { look, type World } from "./look.ts";
import { type FoundMessage, findMessage, wordsOf } from "./message.ts";
import type { Run } from "./verb.ts";

/** `code` is for programs and stays; `text` is for people. */
interface Reason {
	readonly code: string;
	readonly text: string;
}

export const runExplain: Run = async (call) => {
	const world = look(call);
	if (!world.ok) return world;
	const found = await findMessage(call, world.value, call.words[0] ?? "");
	if (!found.ok) return found;
	const { team, message } = found.value;
	const words = wordsOf(call, world.value, found.value);
	const reasons = reasonsFor(world.value, found.value);
	const route = `${nameIn(team, message.from)} ${shapes.to} ${nameIn(team, message.to)}`;
	const text = [
		`${message.kind} ${shortId(message.id)}  ${route}  ${words}`,
		...reasons.map((reason) => paragraph(reason.text, "  ", call.columns)),
	];
	return done({
		value: { team: team.name, message: { ...messageJson(team, message), words }, reasons } satisfies ReplyOf<"explain">,
		text: text.join("\n"),
	});
};

function reasonsFor(world: World, { team, message }: FoundMessage): Reason[] {
	const { place } = message.state;
	if (isOver(place) || place === "answered") return [reason("over", overText(message))];
	const member = memberOf(team, message.to);
	if (member === undefined) return [reason("gone", "Its recipient is no longer in the team.")];
	const read = place === "surfaced";
	return [
		read ? reason("surfaced", readText(member, message)) : presenceReason(member, world.now),
		...(read ? [] : terminalReasons(team, member, message)),
		...(read ? [] : expiryReasons(message, world.now)),
	];
}

function overText({ kind, state }: Message): string {
	switch (state.place) {
		case "expired":
			return "Nobody claimed it in time. It is never replayed; send it again if it still matters.";
		case "failed":
			return "It could not be delivered, and nobody tries again.";
		case "settled":
			return "Its result went back to the sender.";
		default:
			return policyOf(kind)?.answer === "none" ? "It was read." : "An answer went back to the sender.";
	}
}

function readText({ role, activity }: Member, { id, kind }: Message): string {
	if (activity?.request === id) return `${role} works on it now.`;
	switch (policyOf(kind)?.answer) {
		case "result":
			return `${role} has it in its conversation; the result comes when its run ends.`;
		case "reply":
			return `${role} has it in its conversation and has not answered yet.`;
		default:
			return `${role} has it in its conversation; no answer is due.`;
	}
}

function presenceReason({ role, presence }: Member, now: number): Reason {
	const since = presence.since === null ? "" : ` since ${age(now - presence.since)}`;
	if (presence.at === "offline") return reason("offline", `${role} is offline${since}: nobody is there to claim it.`);
	if (presence.at === "suspended") return reason("suspended", `The terminal of ${role} is stopped${since}.`);
	if (presence.holder.client === "cli") return reason("cli", `${role} is held by a command, which claims nothing.`);
	return reason("online", `${role} is online.`);
}

const holdTexts: Readonly<Record<Hold, string>> = {
	busy: "Its model is running; queued work waits until it is free.",
	dialog: "A dialog waits for its person; messages wait until it is closed.",
	draft: "Its person has a draft in the editor; queued work waits until the editor is empty.",
	"no-model": "No model is selected there.",
	batch: "Messages before it are on their way into the conversation.",
	request: "It works on another request; one is done at a time.",
	"first-prompt": "Its session is not on the disk before somebody types a first prompt.",
};

function terminalReasons(team: Team, { id, activity, presence, openTo }: Member, message: Message): readonly Reason[] {
	if (presence.at !== "online" || activity === undefined) return [];
	const policy = policyOf(message.kind);
	const paused = {
		no: [],
		person: [reason("paused-person", "Its person paused it: no automatic turns until it is resumed.")],
		program:
			policy?.lane === "work"
				? [reason("paused-program", "It paused by itself: queued work waits until it is resumed.")]
				: [],
	}[activity.paused];
	const before = team.waiting.filter(
		(each) => each.to === id && each.at < message.at && policyOf(each.kind)?.answer === "result",
	);
	const queue =
		policy?.answer === "result" && before.length > 0
			? [reason("queue", `${counted(before.length, "request")} of ${openTo} stand before it.`)]
			: [];
	return [...paused, ...activity.holds.map((hold) => reason(hold, holdTexts[hold])), ...queue];
}

function expiryReasons({ expiresAt }: Message, now: number): readonly Reason[] {
	if (expiresAt === undefined) return [];
	return [reason("expires", `It expires in ${age(Math.max(0, expiresAt - now))} unless it is claimed before.`)];
}

function reason(code: string, text: string): Reason {
	return { code, text };
}
