// The request a result answers, quoted for whoever reads the result. Never stored: the request itself is.

import { limits } from "./limits.ts";
import type { MessageId, TeamId } from "./model.ts";
import type { MessageRecord } from "./schema.ts";
import { ifReadable, type Store } from "./store.ts";
import { wholeCharacters } from "./timeline.ts";

/** The request a result answers: id, subject and the start of its text, the cut stated. */
export function quoteRequest(request: Pick<MessageRecord, "id" | "subject" | "body">): string {
	const start = wholeCharacters(request.body, limits.quoteLength);
	const cut = start.length < request.body.length ? ` [cut: ${start.length} of ${request.body.length} characters]` : "";
	const lines = start.split("\n").map((line) => `> ${line}`);
	return [`Request ${request.id}: ${request.subject ?? "(no subject)"}`, `${lines.join("\n")}${cut}`].join("\n");
}

/** undefined for a message that is no result, or whose request is not there any more. */
export function quoteFor(store: Store, message: MessageRecord): string | undefined {
	if (message.result === undefined) return undefined;
	const request = findRequest(store, message.teamId, message.from, message.result.request);
	return request === undefined ? undefined : quoteRequest(request);
}

function findRequest(store: Store, teamId: TeamId, to: string, id: MessageId): MessageRecord | undefined {
	// Without it the result is delivered without its quote.
	return ifReadable(() => store.findMessage(teamId, to, id))?.message;
}
