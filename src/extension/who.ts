// Who this terminal is in its team, noticed when it changes: the words for it, and the last word to the model. Never decides who may rename.

import type { Names, Seat } from "../core/seat.ts";
import { heldBySession } from "./conversation.ts";
import type { Here } from "./here.ts";
import { types } from "./host.ts";
import type { Identity } from "./instructions.ts";

export interface Who {
	identity(): Identity;
	role(): string;
	/** Undefined while nothing has changed; else what to say about it, or null where a command of this terminal has said it. */
	changed(): string | null | undefined;
	/** A command of this terminal changes the names. */
	expectChange(): void;
}

export function createWho(seat: Pick<Seat, "names">): Who {
	let names = seat.names();
	let expected = false;
	return {
		identity: () => ({ team: names.team, role: names.role }),
		role: () => names.role,
		changed() {
			const next = seat.names();
			const said = changeWords(names, next);
			names = next;
			if (said === undefined) return undefined;
			const isOwn = expected;
			expected = false;
			return isOwn ? null : said;
		},
		expectChange() {
			expected = true;
		},
	};
}

/** undefined = nothing a person needs to know has changed. */
function changeWords(before: Names, now: Names): string | undefined {
	if (now.role !== before.role) return `You are now called ${now.role} in ${now.team}.`;
	if (now.team !== before.team) return `The team is now called ${now.team}.`;
	if (now.isAdmin === before.isAdmin) return undefined;
	if (now.isAdmin) return `You are the admin of ${now.team} now.`;
	return `${now.admin ?? "Nobody"} is the admin of ${now.team} now; you are not any more.`;
}

/** The model's context still holds what teammates wrote; without this it would go on answering them. */
export function sayGoodbye(here: Here, { team, role }: Identity): void {
	if (heldBySession(here.context().sessionManager).size === 0) return;
	const said = `no longer ${role} in ${team}`;
	const content = `[team · this terminal is ${said}; the team tools are gone, and what teammates wrote is history]`;
	const message = { id: "", kind: "info", from: "team", to: role, said, start: content.length, end: content.length };
	here.pi.sendMessage(
		{ customType: types.message, content, display: true, details: { v: 1, ids: [], messages: [message] } },
		{ triggerTurn: false },
	);
}
