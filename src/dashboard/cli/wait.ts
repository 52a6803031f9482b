// `wait <message>`: until its answer is there, or until none can come. Looks, claims nothing; prints the answer's text.

import { policyOf } from "../../core/kinds.ts";
import { limits } from "../../core/limits.ts";
import type { Message, MessageId, MessageState } from "../../core/model.ts";
import { stateOfMessage } from "../../core/receipts.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import type { Receipt } from "../../core/schema.ts";
import { isOver, stateWords } from "../../core/standing.ts";
import { nameIn, shortId } from "../../core/view/scene.ts";
import { spanMs } from "../../core/view/typed-time.ts";
import type { ReplyOf } from "./contract.ts";
import { look, type World } from "./look.ts";
import { type FoundMessage, findMessage } from "./message.ts";
import { usageError } from "./parse.ts";
import { pause } from "./pause.ts";
import type { Reply, Run } from "./verb.ts";

export const runWait: Run = async (call) => {
	const { flags, io, stop, verb } = call;
	const mostMs = flags.timeout === undefined ? limits.waitMs : spanMs(flags.timeout);
	if (mostMs === undefined) return usageError(verb, `"${flags.timeout}" is no time; --timeout takes 30s, 10m or 2h.`);
	const world = look(call);
	if (!world.ok) return world;
	const found = await findMessage(call, world.value, call.words[0] ?? "");
	if (!found.ok) return found;
	const { message, team } = found.value;
	const until = io.env.monotonic() + mostMs;
	while (!stop.aborted) {
		const state = stateOfMessage(io.env, world.value.store, team.id, message);
		if (isAnswered(message, state)) return answerOf(world.value, found.value, state);
		if (isOver(state.place)) {
			const words = stateWords(state, message.kind, undefined, io.env.now());
			return refuse({ code: "no-answer", id: shortId(message.id), state: words });
		}
		const leftMs = until - io.env.monotonic();
		if (leftMs <= 0) return refuse({ code: "timed-out", what: `No answer to ${shortId(message.id)}`, afterMs: mostMs });
		await pause(io.env, Math.min(limits.pollMs, leftMs), stop);
	}
	return done(undefined);
};

type Answer = NonNullable<ReplyOf<"wait">["answer"]>;

/** What there is to wait for depends on the kind: a result, an answer, or that it was read. */
function isAnswered({ kind }: Message, { place }: MessageState): boolean {
	switch (policyOf(kind)?.answer) {
		case "result":
			return place === "settled";
		case "reply":
			return place === "answered";
		default:
			return place === "surfaced" || place === "answered";
	}
}

async function answerOf({ store }: World, found: FoundMessage, state: MessageState): Promise<Outcome<Reply>> {
	const { team, message } = found;
	const receipts = store.readReceipts(team.id, message.from, message.id);
	const settled = receipts.find((receipt) => receipt.state === "settled");
	const id = shortId(message.id);
	if (settled !== undefined && settled.result.outcome !== "completed") {
		return refuse({ code: "not-completed", id, outcome: settled.result.outcome });
	}
	const answered = receipts.find((receipt) => receipt.state === "answered");
	const answer = settled === undefined ? await replyOf(found, answered?.reply) : resultOf(found, settled);
	return done({
		value: { id: message.id, kind: message.kind, state: state.place, answer } satisfies ReplyOf<"wait">,
		text: answer?.body || `${id} is ${stateWords(state, message.kind, undefined, 0)}.`,
	});
}

/** From the receipt, which holds all of it: the message with the result may be on its way into the inbox still. */
function resultOf({ team, message }: FoundMessage, settled: Extract<Receipt, { state: "settled" }>): Answer {
	const { outcome, files, filesOmitted } = settled.result;
	const from = { from: nameIn(team, message.to), fromId: message.to };
	return {
		id: settled.resultId,
		...from,
		at: settled.at,
		body: settled.body,
		outcome,
		files: [...files],
		filesOmitted,
	};
}

async function replyOf({ team, history }: FoundMessage, id: MessageId | undefined): Promise<Answer | null> {
	const reply = id === undefined ? undefined : await history.message(id);
	if (reply === undefined || !reply.ok) return null;
	const { from, at, body } = reply.value;
	return {
		id: reply.value.id,
		from: nameIn(team, from),
		fromId: from,
		at,
		body,
		outcome: null,
		files: [],
		filesOmitted: 0,
	};
}
