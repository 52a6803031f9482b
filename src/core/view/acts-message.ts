// Rows of the action table about messages: one key for all kinds, one verb for each, and the answer to a request at a person's seat. Never I/O.

import type { Intent } from "../intent.ts";
import { type Kind, kindNames, kinds, policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { Member, Team } from "../model.ts";
import type { Refusal } from "../refusal.ts";
import { hears, maySend, typedName } from "../rules.ts";
import { type Act, type ActName, argument, type Choice, chooseFirst, field, type Input, verb } from "./act.ts";
import { joinIntent, joinRefusal, proposalIn, takenFrom, takingQuestion } from "./acts-seat.ts";
import { type Found, isYou, memberOf, ownSeat, type Situation } from "./scene.ts";
import { coarseAge } from "./time.ts";

/** The kinds a person writes, in the order Tab goes round them. */
export const writtenKinds: readonly Kind[] = kindNames.filter((kind) => kinds[kind].writtenBy === "anyone");

export const message: Act = {
	what: "act",
	name: "message",
	keys: ["m"],
	label: "message",
	help: "Writes to the member; on a message: answers its sender. Tab goes round tell, ask, handoff, send, note; Ctrl+E opens several lines.",
	where: "both",
	verb: undefined,
	fits: (_situation, found) => found.on === "member" || found.on === "message",
	refuse: (situation, found) => {
		const to = addressee(situation, found);
		if (to === undefined) return chooseFirst("Choose a member to write to.");
		if (visits(situation)) return undefined;
		return maySend(situation.actor, to.team, to.member.id, QUEUED, situation.now);
	},
	ask(situation, found) {
		const to = addressee(situation, found);
		if (to === undefined) return [];
		const text = { ...field("text", `to ${to.member.role}`), choices: kindChoices, choice: firstKind(to.member) };
		return visits(situation)
			? [field("role", `your role in ${to.team.name}`, proposalIn(situation, to.team)), text]
			: [text];
	},
	remark(situation, found, input) {
		const to = addressee(situation, found);
		if (to === undefined || hears(to.member)) return undefined;
		const { since } = to.member.presence;
		const age = since === null ? undefined : coarseAge(situation.now - since);
		const away = `${to.member.role} is offline${age === undefined ? "" : ` since ${age}`}`;
		return kinds[kindOf(input)].offline === "queued"
			? `${away}: queued until it returns`
			: `${away}: ${verbOf(input)} would be refused`;
	},
	check(situation, found, input) {
		const to = addressee(situation, found);
		if (to === undefined) return undefined;
		const seat = visits(situation) ? joinRefusal(situation, to.team, typedName(input.role ?? "")) : undefined;
		if (seat !== undefined) return seat;
		if (input.text === undefined) return undefined;
		const kind = kindOf(input);
		const bad = checkText(input.text, kind);
		if (bad !== undefined || visits(situation)) return bad;
		return maySend(situation.actor, to.team, to.member.id, kind, situation.now);
	},
	confirm(situation, found, input) {
		const to = addressee(situation, found);
		if (to === undefined || !visits(situation)) return undefined;
		const taken = takenFrom(situation, to.team, typedName(input.role ?? ""));
		if (taken === undefined) return undefined;
		return { ...takingQuestion(to.team, taken, ", and send"), enter: "yes" };
	},
	intents(situation, found, input) {
		const to = addressee(situation, found);
		if (to === undefined) return [];
		const sending = sendIntent(to.member.id, kindOf(input), input.text ?? "", to.replyTo);
		if (!visits(situation)) return [sending];
		return [joinIntent(situation, to.team, typedName(input.role ?? "")), sending];
	},
};

/** A request that waits for a person's seat is answered with its result. */
export const answer: Act = {
	what: "act",
	name: "answer",
	keys: ["m"],
	label: "answer",
	help: "Writes the result of a request to you; Tab chooses completed or declined.",
	where: "dashboard",
	verb: undefined,
	fits: (situation, found) =>
		situation.surface === "dashboard" &&
		found.on === "message" &&
		policyOf(found.message.kind)?.answer === "result" &&
		isYou(situation, found.team, found.message.to) &&
		found.team.waiting.some((each) => each.id === found.message.id),
	refuse: () => undefined,
	ask: () => [{ ...field("text", "result"), choices: outcomeChoices, choice: "completed" }],
	check: (_situation, _found, input) => checkText(input.text ?? "", "result"),
	intents: (_situation, found, input) =>
		found.on === "message"
			? [
					{
						do: "answer-request",
						request: found.message.id,
						outcome: input.choice === "failed" ? "failed" : "completed",
						body: input.text ?? "",
					},
				]
			: [],
};

/** `/team tell <role> <text>` and its like: one row for each kind a person writes. */
export const sendVerbs: readonly Act[] = writtenKinds.map((kind) => ({
	...message,
	name: kinds[kind].verb as ActName,
	keys: [],
	label: kinds[kind].verb,
	help: `${kinds[kind].meaning[0]?.toUpperCase()}${kinds[kind].meaning.slice(1)}.`,
	where: "nowhere",
	verb: verb(
		kinds[kind].verb,
		"both",
		argument("role", "needed", kinds[kind].offline === "refused" ? "live-roles" : "other-roles", undefined),
		argument("text", "needed", "nothing", "text", "rest"),
	),
	fits: () => false,
	refuse: (situation, found) =>
		found.on === "member"
			? maySend(situation.actor, found.team, found.member.id, kind, situation.now)
			: chooseFirst("Name the member to write to."),
	check: (_situation, _found, input) => checkText(input.text ?? "", kind),
	intents: (_situation, found, input) =>
		found.on === "member" ? [sendIntent(found.member.id, kind, input.text ?? "", undefined)] : [],
}));

const QUEUED: Kind = "note"; // Refused only where nothing at all could be written to the member.

const kindChoices: readonly Choice[] = writtenKinds.map((kind) => ({ value: kind, label: kinds[kind].verb }));
const outcomeChoices: readonly Choice[] = [
	{ value: "completed", label: "completed" },
	{ value: "failed", label: "declined" },
];

/** Undefined keeps the kind the person used last. */
function firstKind(member: Member): string | undefined {
	return hears(member) ? undefined : "request";
}

function kindOf(input: Input): Kind {
	return writtenKinds.find((kind) => kind === input.choice) ?? "info";
}

function verbOf(input: Input): string {
	return kinds[kindOf(input)].verb;
}

/** Somebody without a seat may write from the dashboard: the same Enter joins and sends. */
function visits(situation: Situation): boolean {
	return situation.surface === "dashboard" && ownSeat(situation) === undefined && situation.actor.at === "outside";
}

interface Addressee {
	readonly team: Team;
	readonly member: Member;
	readonly replyTo: string | undefined;
}

/** The member, or the other side of a message; a message to you is answered in its thread. */
function addressee(situation: Situation, found: Found): Addressee | undefined {
	if (found.on === "member") return { team: found.team, member: found.member, replyTo: undefined };
	if (found.on !== "message") return undefined;
	const { team, message } = found;
	const sent = isYou(situation, team, message.from);
	const member = memberOf(team, sent ? message.to : message.from);
	if (member === undefined) return undefined;
	return { team, member, replyTo: isYou(situation, team, message.to) ? message.id : undefined };
}

function checkText(text: string, kind: Kind): Refusal | undefined {
	if (text.trim() === "") return { code: "blank-body" };
	const most = limits[kinds[kind].bodyLimit];
	const bytes = new TextEncoder().encode(text).length;
	return bytes > most ? { code: "body-too-long", bytes, most } : undefined;
}

function sendIntent(to: string, kind: Kind, body: string, replyTo: string | undefined): Intent {
	return { do: "send", to, kind, body, subject: undefined, replyTo };
}
