// Finds the message a command names, in the team it names or in all of them. Never writes.

import { type History, openHistory } from "../../core/history.ts";
import type { Message, Team } from "../../core/model.ts";
import { recipientOf } from "../../core/receipts.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { stateWords } from "../../core/standing.ts";
import { memberOf } from "../../core/view/scene.ts";
import { pickTeam } from "./find.ts";
import type { World } from "./look.ts";
import type { Call } from "./verb.ts";

export interface FoundMessage {
	readonly team: Team;
	readonly message: Message;
	readonly history: History;
}

export async function findMessage(call: Call, world: World, given: string): Promise<Outcome<FoundMessage>> {
	const { flags, io } = call;
	const named = flags.team === undefined ? undefined : pickTeam(world.snapshot, flags.team);
	if (named !== undefined && !named.ok) return named;
	const found: FoundMessage[] = [];
	for (const team of named === undefined ? world.snapshot.teams : [named.value]) {
		const history = openHistory(io.env, world.store, team.id);
		const message = await history.message(given);
		if (message.ok) found.push({ team, message: message.value, history });
		else if (message.refusal.code !== "unknown-message") return message;
	}
	const [only, another] = found;
	if (only === undefined) return refuse({ code: "unknown-message", id: given });
	if (another === undefined) return done(only);
	return refuse({ code: "ambiguous", given, candidates: found.map(({ message }) => message.id) });
}

/** `submitted, waiting for: dialog`: as its sender reads it. */
export function wordsOf({ io }: Call, world: World, { team, message }: FoundMessage): string {
	const member = memberOf(team, message.to);
	const recipient = member === undefined ? undefined : recipientOf(io.env, world.store, team.id, member);
	return stateWords(message.state, message.kind, recipient, world.now);
}
