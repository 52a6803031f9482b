// What the id of a message tells, and which id a person means by the end of one. Pure.

import type { MessageId } from "../model.ts";

const SHORT = 8;
const TIME_DIGITS = 12;
const HEX = 16;
const WHOLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ENDING = /^[0-9a-f]{8,32}$/;

/** As it was typed: a whole id, the end of one, or neither. */
export type Typed =
	| { readonly is: "id"; readonly id: MessageId }
	| { readonly is: "ending"; readonly digits: string }
	| { readonly is: "neither" };

/** `#` in front is how the views show an id. */
export function typedMessageId(given: string): Typed {
	const id = given.trim().toLowerCase().replace(/^#/, "");
	if (WHOLE.test(id)) return { is: "id", id };
	const digits = id.replaceAll("-", "");
	return ENDING.test(digits) ? { is: "ending", digits } : { is: "neither" };
}

export function endsWith(id: MessageId, digits: string): boolean {
	return digits.length === SHORT ? id.endsWith(digits) : id.replaceAll("-", "").endsWith(digits);
}

/** Wall ms at which a time-ordered id was made. */
export function timeOfId(id: MessageId): number {
	return Number.parseInt(id.replaceAll("-", "").slice(0, TIME_DIGITS), HEX);
}
