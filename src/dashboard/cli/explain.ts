// `explain <message>`: where it is, and why it is not read or answered yet. Looks only; what it says comes from what lies on the disk.

import { findSetAside } from "../../core/doctor/quarantine.ts";
import { policyOf } from "../../core/kinds.ts";
import type { Member, Message, Team } from "../../core/model.ts";
import { type Whereabouts, whereabouts } from "../../core/receipts.ts";
import { age, done } from "../../core/refusal.ts";
import type { Hold } from "../../core/schema.ts";
import { HOLD_WORDS, isOver } from "../../core/standing.ts";
import { memberOf, nameIn, shortId } from "../../core/view/scene.ts";
import { shapes } from "../../core/view/shapes.ts";
import type { ReplyOf } from "./contract.ts";
import { messageJson } from "./json.ts";
import { counted, paragraph } from "./layout.ts";
import { look, type World } from "./look.ts";
import { type FoundMessage, findMessage, wordsOf } from "./message.ts";
import type { Call, Run } from "./verb.ts";

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
	const reasons = [...reasonsFor(call, world.value, found.value)];
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

/** Where it lies first, then what follows from that. */
function reasonsFor({ io }: Call, world: World, { team, message }: FoundMessage): readonly Reason[] {
	const { place } = message.state;
	const where = whereabouts(io.env, world.store, team.id, message);
	const aside = where.at === "missing" ? findSetAside(io.env, world.store, message.id) : undefined;
	if (aside !== undefined) {
		const text = `Its file could not be used and was set aside: ${aside.reason}. It lies in ${aside.path}.`;
		return [reason("quarantined", text)];
	}
	if (isOver(place) || place === "answered") return [...placeReasons(team, message, where), overReason(message)];
	const member = memberOf(team, message.to);
	if (member === undefined) {
		return [...placeReasons(team, message, where), reason("gone", "Its recipient is no longer in the team.")];
	}
	const rest = openReasons(team, member, message, where, world.now);
	return [...placeReasons(team, message, where), ...rest];
}

function placeReasons(team: Team, { to, state }: Message, where: Whereabouts): readonly Reason[] {
	const owner = nameIn(team, to);
	switch (where.at) {
		case "new":
			return [reason("new", `It lies in the inbox of ${owner}; nobody has claimed it.`)];
		case "claimed":
			return where.holder === "alive"
				? [reason("claimed", `The terminal of ${owner} has claimed it (generation ${where.generation}).`)]
				: [
						reason(
							"claimed-dead",
							`A terminal of ${owner} that is gone had claimed it (generation ${where.generation}).`,
						),
					];
		case "done":
			return [reason("done", `Its file lies with what ${owner} has finished.`)];
		case "missing":
			return state.place === "pruned" ? [] : [reason("missing", "Its file is gone; its receipts are left.")];
		default:
			return where satisfies never;
	}
}

function openReasons(team: Team, member: Member, message: Message, where: Whereabouts, now: number): readonly Reason[] {
	if (where.at === "claimed" && where.holder === "dead")
		return [...deadReasons(team, message), ...expiry(message, now)];
	if (message.state.place === "surfaced") return [reason("surfaced", readText(member, message))];
	const holds = terminalReasons(team, member, message);
	// What a living terminal has claimed never expires.
	if (where.at === "claimed") return holds;
	return [presenceReason(member, now), ...holds, ...expiry(message, now)];
}

/** A request is never begun twice; anything else is looked up in the conversation first. */
function deadReasons(team: Team, { kind, to }: Message): readonly Reason[] {
	const owner = nameIn(team, to);
	if (policyOf(kind)?.answer === "result") {
		const text = `It is never begun again: the next terminal that is online in ${team.name} settles it as interrupted.`;
		return [reason("interrupted-next", text)];
	}
	const text = `The next terminal of ${owner} looks whether its conversation holds it, and delivers it if it does not.`;
	return [reason("looked-up", text)];
}

function overReason({ kind, state }: Message): Reason {
	switch (state.place) {
		case "expired":
			return reason("over", "Nobody claimed it in time. It is never replayed; send it again if it still matters.");
		case "failed":
			return reason("over", "It could not be delivered, and nobody tries again.");
		case "settled":
			return reason("over", "Its result went back to the sender.");
		case "pruned":
			return reason("pruned", "Its file and its receipts were pruned; what became of it nobody knows any more.");
		default:
			return reason("over", policyOf(kind)?.answer === "none" ? "It was read." : "An answer went back to the sender.");
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

/** What follows from a hold, behind the word its sender reads. */
const holdTexts: Readonly<Record<Hold, string>> = {
	busy: "queued work waits until its model is free.",
	dialog: "messages wait until its person has answered it.",
	draft: "queued work waits until the editor is empty.",
	"no-model": "none is selected there.",
	batch: "messages before it are on their way into the conversation.",
	request: "it works on another one; one is done at a time.",
	"first-prompt": "its session is not on the disk before somebody types one.",
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
	return [
		...paused,
		...activity.holds.map((hold) => reason(hold, `Waiting for: ${HOLD_WORDS[hold]}: ${holdTexts[hold]}`)),
		...queue,
	];
}

function expiry({ expiresAt, state }: Message, now: number): readonly Reason[] {
	if (expiresAt === undefined || state.place === "surfaced") return [];
	return [reason("expires", `It expires in ${age(Math.max(0, expiresAt - now))} unless it is claimed before.`)];
}

function reason(code: string, text: string): Reason {
	return { code, text };
}
