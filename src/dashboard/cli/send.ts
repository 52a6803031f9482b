// `tell`, `ask`, `handoff`, `send`, `note`: one message as a member. Never waits for what becomes of it; `wait` does.

import { openHistory } from "../../core/history.ts";
import type { Intent } from "../../core/intent.ts";
import { type Kind, kinds } from "../../core/kinds.ts";
import type { MessageId, Team } from "../../core/model.ts";
import { perform } from "../../core/perform.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { sendVerbs } from "../../core/view/acts-message.ts";
import { memberOf, shortId } from "../../core/view/scene.ts";
import { acting, nobody } from "./acting.ts";
import type { ReplyOf } from "./contract.ts";
import { pickMember, pickTeam } from "./find.ts";
import { look, situation, type World } from "./look.ts";
import type { Call, Reply, Run } from "./verb.ts";

/** Instead of a text: everything on standard input, byte for byte. */
const INPUT = "-";

export function runSend(kind: Kind): Run {
	return async (call) => {
		const world = look(call, "writes");
		if (!world.ok) return world;
		const team = pickTeam(world.value.snapshot, call.flags.team);
		if (!team.ok) return team;
		const to = pickMember(team.value, call.words[0] ?? "", world.value.now);
		if (!to.ok) return to;
		const replyTo = await answered(call, world.value, team.value);
		if (!replyTo.ok) return replyTo;
		const body = await textOf(call);
		// Looked at before a seat is taken: a command that says nothing must not become a member.
		const { member, was } = to.value;
		const found = { on: "member", team: team.value, member } as const;
		const row = sendVerbs.find((each) => each.name === kinds[kind].verb);
		const refusal = row?.check?.(situation(world.value, nobody), found, { text: body });
		if (refusal !== undefined) return refuse(refusal);
		const intent: Intent = {
			do: "send",
			to: member.id,
			kind,
			body,
			subject: call.flags.subject,
			replyTo: replyTo.value,
		};
		const sent = await acting(call, world.value, team.value, (desk) => perform(desk, intent));
		if (!sent.ok) return sent;
		const { message, text } = sent.value;
		if (message === undefined) throw new Error("a message was submitted and has no id");
		return done(reply(team.value, intent, text, message, was));
	};
}

async function textOf({ io, words }: Call): Promise<string> {
	const text = words.slice(1);
	return text.length === 1 && text[0] === INPUT ? io.readInput() : text.join(" ");
}

async function answered({ io, flags }: Call, { store }: World, team: Team): Promise<Outcome<MessageId | undefined>> {
	const given = flags["reply-to"];
	if (given === undefined) return done(undefined);
	const message = await openHistory(io.env, store, team.id).message(given);
	return message.ok ? done(message.value.id) : message;
}

function reply(
	team: Team,
	{ to, kind }: Extract<Intent, { do: "send" }>,
	words: string,
	id: MessageId,
	was: string | undefined,
): Reply {
	const role = memberOf(team, to)?.role ?? shortId(to);
	const renamed = was === undefined ? "" : `${was} is now called ${role}.\n`;
	return {
		value: { id, kind, to: role, toId: to, words, was: was ?? null } satisfies ReplyOf<"send">,
		text: `${renamed}${shortId(id)}  ${words}`,
	};
}
