// What the three tools do: answer from the snapshot, send through the seat. A refusal is an error the model reads; nothing is promised beyond "submitted".

import { isKind, kinds } from "../core/kinds.ts";
import { type Refusal, sentence } from "../core/refusal.ts";
import type { Incoming } from "../core/seat.ts";
import { ifReadable } from "../core/store.ts";
import { memberOf, ownSeat } from "../core/view/scene.ts";
import type { TeamDesk } from "./desk.ts";
import { wantsResult } from "./gate.ts";
import type { Joined } from "./joined.ts";
import { peersText } from "./reports.ts";
import { statusReport, type WaitingResult } from "./status-report.ts";
import type { RunTool, ToolAnswer } from "./tools.ts";

export function createToolCalls(desk: () => TeamDesk): RunTool {
	return async (name, given) => {
		const joined = desk().joined();
		if (joined === undefined || joined.isLeaving()) throw refused({ code: "not-joined" });
		switch (name) {
			case "team_peers":
				return text(peersText(desk().situation("command")));
			case "team_status":
				return text(JSON.stringify(statusOf(desk(), joined)));
			case "team_message":
				// One after the other, so that what a model sends in one breath arrives in that order.
				return joined.queue.run(() => send(joined, given));
			default:
				return name satisfies never;
		}
	};
}

async function send(joined: Joined, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
	const { seat } = joined;
	const body = String(given.body ?? "");
	const kind = String(given.kind ?? "");
	if (!isKind(kind)) throw new Error(`There is no kind ${kind}. Kinds: info, question, handoff, request, note.`);
	if (kinds[kind].writtenBy === "program") throw refused({ code: "program-kind", kind });
	const resolved = seat.resolve(String(given.to ?? ""), kind, body);
	if (!resolved.ok) throw refused(resolved.refusal);
	const { member, role, was } = resolved.value;
	const sent = await seat.send({
		to: member,
		kind,
		body,
		subject: optionalText(given.subject),
		replyTo: optionalText(given.replyTo),
		parentId: joined.activeRequest(),
		origin: "agent",
	});
	if (!sent.ok) throw refused(sent.refusal);
	const renamed = was === undefined ? "" : ` (${was} is now called ${role})`;
	return { text: `${sent.value.words}. ${kind} to ${role}${renamed}, id ${sent.value.id}.`, details: sent.value };
}

/** Pi hands the text of a thrown error to the model. */
function refused(refusal: Refusal): Error {
	return new Error(sentence(refusal));
}

function statusOf(desk: TeamDesk, joined: Joined): Record<string, unknown> {
	const situation = desk.situation("command");
	const seat = ownSeat(situation);
	const results = joined.work.pending().filter((name) => !wantsResult(name.kind));
	const described = results.flatMap((name): WaitingResult[] => {
		const message = ifReadable(() => desk.store.readMessage(joined.seat.teamId, joined.seat.member, name));
		return message === undefined ? [] : [waitingResult(message, seat?.team)];
	});
	return statusReport(situation, joined.activeRequest(), described);
}

function waitingResult(message: Incoming["message"], team: Parameters<typeof memberOf>[0] | undefined): WaitingResult {
	return {
		id: message.id,
		from: (team === undefined ? undefined : memberOf(team, message.from)?.role) ?? "a former member",
		subject: message.subject ?? "",
		outcome: message.result?.outcome,
	};
}

function text(said: string): ToolAnswer {
	return { text: said, details: undefined };
}

function optionalText(given: unknown): string | undefined {
	return typeof given === "string" ? given : undefined;
}
