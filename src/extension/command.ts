// Carries out what was typed after `/team`: looks it up, refuses with a reason, asks first where something would be lost, does it, says what happened.

import type { Intent, Notice } from "../core/intent.ts";
import { type Kind, kinds } from "../core/kinds.ts";
import { perform } from "../core/perform.ts";
import { done, type Outcome, type Refusal, sentence } from "../core/refusal.ts";
import type { Act, Look } from "../core/view/act.ts";
import type { Found, Situation } from "../core/view/scene.ts";
import { agreed } from "./ask.ts";
import type { TeamDesk } from "./desk.ts";
import { helpText } from "./help.ts";
import type { Here } from "./here.ts";
import { types } from "./host.ts";
import { joinMeant } from "./join-command.ts";
import { type ParsedCommand, parseCommand } from "./parse.ts";
import { membersText, statusText, teamsText } from "./reports.ts";
import { type Meant, meantBy } from "./targets.ts";

export interface CommandParts {
	readonly here: Here;
	readonly desk: TeamDesk;
	openPanel(): void;
}

export async function runCommand(parts: CommandParts, text: string): Promise<void> {
	const parsed = parseCommand(text);
	if (parsed === undefined) return parts.openPanel();
	if (!parsed.ok) return say(parts, parsed.refusal);
	const { action, words } = parsed.value;
	if (action.what === "look") return look(parts, action, words);
	if (action.what === "act") return carryOut(parts, { action, words });
}

async function carryOut(parts: CommandParts, command: ParsedCommand & { readonly action: Act }): Promise<void> {
	const { desk, here } = parts;
	const situation = desk.situation("command");
	const meant =
		command.action.name === "join" ? await joinMeant(here, command, situation) : meantBy(command, situation);
	if (!meant.ok) return refuseAct(parts, command, meant.refusal, { on: "nothing" });
	const { act, found, input } = meant.value;
	const refusal = act.refuse(situation, found) ?? act.check?.(situation, found, input);
	if (refusal !== undefined) return refuseAct(parts, command, refusal, found);
	const settled = "settled" in meant.value && meant.value.settled;
	const question = settled ? undefined : act.confirm?.(situation, found, input);
	if (question !== undefined && !(await agreed(here, question))) return say(parts, { code: "declined" });
	await performAll(parts, meant.value, situation);
}

/** One after the other; the first refusal ends it. */
async function performAll(parts: CommandParts, { act, found, input, was }: Meant, situation: Situation): Promise<void> {
	const { desk, here } = parts;
	for (const intent of act.intents(situation, found, input)) {
		const outcome = await perform(desk, intent);
		if (!outcome.ok) return say(parts, outcome.refusal);
		const renamed = was === undefined || found.on !== "member" ? "" : ` (${was} is now called ${found.member.role})`;
		here.say(outcome.value.text + renamed, outcome.value.tone === "warn" ? "warning" : "info");
		if (intent.do === "send" && found.on === "member") noteSent(parts, intent, found.member.role, outcome.value);
		desk.joined()?.poke();
	}
}

/** What the person sent stays in the transcript; a notice scrolls away. The model never sees it. */
function noteSent(
	{ here, desk }: CommandParts,
	intent: Extract<Intent, { do: "send" }>,
	to: string,
	notice: Notice,
): void {
	const role = desk.joined()?.identity().role ?? "you";
	const message = {
		id: notice.message,
		kind: intent.kind,
		from: role,
		to,
		origin: "person",
		at: here.env.now(),
		state: "submitted",
	};
	here.pi.appendEntry(types.event, {
		v: 1,
		content: intent.body,
		messages: [{ ...message, start: 0, end: intent.body.length }],
	});
}

function refuseAct(
	parts: CommandParts,
	command: ParsedCommand & { readonly action: Act },
	refusal: Refusal,
	found: Found,
): void {
	const kind = kindOfVerb(command.action.name);
	const worthALine = refusal.code === "unknown-role" || refusal.code === "offline";
	if (kind !== undefined && worthALine) {
		const text = command.words.text ?? "";
		const to = found.on === "member" ? { to: found.member.id } : { toName: command.words.role ?? "" };
		parts.desk.seat()?.recordRefused(refusal, { ...to, kind, text });
	}
	say(parts, refusal);
}

function kindOfVerb(name: string): Kind | undefined {
	return (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].verb === name);
}

function say({ here }: CommandParts, refusal: Refusal): void {
	here.say(sentence(refusal), refusal.code === "declined" ? "info" : "warning");
}

function look(parts: CommandParts, action: Look, words: Readonly<Record<string, string>>): void {
	const text = lookText(parts, action, words);
	if (text.ok) parts.here.say(text.value);
	else say(parts, text.refusal);
}

function lookText({ desk }: CommandParts, action: Look, words: Readonly<Record<string, string>>): Outcome<string> {
	switch (action.name) {
		case "teams":
			return done(teamsText(desk.situation("command")));
		case "members":
			return done(membersText(desk.situation("command")));
		case "help":
			return helpText(words.verb);
		default:
			return done(statusText(desk.situation("command")));
	}
}
