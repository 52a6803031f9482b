// Which message a person means by an id or the end of one. Pure.

import type { MessageId } from "../model.ts";

const SHORT = 8;
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
