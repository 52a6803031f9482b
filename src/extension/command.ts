// Carries out what was typed after `/team`: looks it up, refuses with a reason, asks first where something would be lost, does it, says what happened.

import { type Kind, kinds } from "../core/kinds.ts";
import { done, type Outcome, type Refusal, sentence } from "../core/refusal.ts";
import type { Act, Look } from "../core/view/act.ts";
import { type Found, ownSeat, type Situation } from "../core/view/scene.ts";
import { carryOut } from "./acting.ts";
import { agreed } from "./ask.ts";
import { openDashboard } from "./dash.ts";
import type { TeamDesk } from "./desk.ts";
import { doctorText } from "./doctor.ts";
import { helpText } from "./help.ts";
import type { Here } from "./here.ts";
import { inboxText } from "./inbox.ts";
import { joinMeant } from "./join-command.ts";
import { type ParsedCommand, parseCommand } from "./parse.ts";
import { membersText, statusText, teamsText } from "./reports.ts";
import { type Meant, meantBy } from "./targets.ts";

export interface CommandParts {
	readonly here: Here;
	readonly desk: TeamDesk;
	readonly variables: Readonly<Record<string, string | undefined>>;
	openPanel(): Promise<void>;
}

export async function runCommand(parts: CommandParts, text: string): Promise<void> {
	const parsed = parseCommand(text);
	if (parsed === undefined) return parts.openPanel();
	if (!parsed.ok) return say(parts, parsed.refusal);
	const { action, words } = parsed.value;
	if (action.what === "look") return look(parts, action, words);
	if (action.what === "act") return runAct(parts, { action, words });
}

async function runAct(parts: CommandParts, command: ParsedCommand & { readonly action: Act }): Promise<void> {
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
		const outcome = await carryOut(here, desk, intent);
		if (!outcome.ok) return say(parts, outcome.refusal);
		const renamed = was === undefined || found.on !== "member" ? "" : ` (${was} is now called ${found.member.role})`;
		// What was sent stands in the transcript already, where there is one to look at.
		if (intent.do === "send" && here.context().mode === "tui" && renamed === "") continue;
		here.say(outcome.value.text + renamed, outcome.value.tone === "warn" ? "warning" : "info");
	}
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

async function look(parts: CommandParts, action: Look, words: Readonly<Record<string, string>>): Promise<void> {
	const text = await lookText(parts, action, words);
	if (text.ok) parts.here.say(text.value);
	else say(parts, text.refusal);
}

async function lookText(
	{ desk, here, variables }: CommandParts,
	action: Look,
	words: Readonly<Record<string, string>>,
): Promise<Outcome<string>> {
	switch (action.name) {
		case "teams":
			return done(teamsText(desk.situation("command")));
		case "members":
			return done(membersText(desk.situation("command")));
		case "status":
			return done(statusText(desk.situation("command")));
		case "inbox":
			return inboxText(here, desk);
		case "help":
			return helpText(words.verb);
		case "dash":
			return done(openDashboard(here, variables, ownSeat(desk.situation("command"))?.team.name));
		case "doctor":
			return done(await doctorText(here));
		default:
			return action.name satisfies never;
	}
}
