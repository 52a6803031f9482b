// What a model meant when it called team_message with other words: near misses are mapped, nothing is invented or cut. Pure.

import type { Kind } from "../core/kinds.ts";
import { chosenKinds } from "./instructions.ts";

const KIND_WORDS: Readonly<Record<string, Kind>> = {
	answer: "info",
	reply: "info",
	ack: "info",
	update: "info",
	fyi: "info",
	status: "info",
	result: "info",
	ask: "question",
	task: "request",
};

const BODY_NAMES = ["message", "text", "content"] as const;

/** Runs before Pi checks the arguments against the schema; what still does not fit is refused there, naming the field. */
export function prepareMessageArguments(given: unknown): unknown {
	const parsed = typeof given === "string" ? parseObject(given) : given;
	if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return given;
	const prepared: Record<string, unknown> = { ...parsed };
	if (prepared.body === undefined) {
		const name = BODY_NAMES.find((each) => typeof prepared[each] === "string");
		if (name !== undefined) {
			prepared.body = prepared[name];
			delete prepared[name];
		}
	}
	if (typeof prepared.kind === "string") prepared.kind = meantKind(prepared.kind);
	if (prepared.subject === null) delete prepared.subject;
	if (prepared.replyTo === null || prepared.replyTo === "") delete prepared.replyTo;
	return prepared;
}

function meantKind(given: string): string {
	const word = given.trim().toLowerCase();
	if (chosenKinds.includes(word)) return word;
	return Object.hasOwn(KIND_WORDS, word) ? (KIND_WORDS[word] ?? given) : given;
}

function parseObject(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined; // Not JSON: the schema says what is missing.
	}
}
