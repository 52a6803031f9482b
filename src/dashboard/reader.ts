// The message that is open: read when another one is opened, and again when the store changed. Never decides which one.

import type { Message, MessageId, TeamId } from "../core/model.ts";
import type { Opened } from "../core/view/state.ts";

/** What is known of it so far. */
export interface ReadSoFar {
	/** Undefined until it is read, or when it cannot be. */
	readonly message: Message | undefined;
	readonly reading: "going on" | "over";
}

export const NOTHING_READ: ReadSoFar = { message: undefined, reading: "going on" };

export interface Reader {
	current(): ReadSoFar;
	/** Reads what is open now unless it is read already. */
	follow(opened: Opened | undefined): void;
	/** Its receipts may have come since. */
	again(): void;
}

/** `arrived` is called with every answer that still matters. */
export function openReader(
	read: (teamId: TeamId, message: MessageId) => Promise<Message | undefined>,
	arrived: () => void,
): Reader {
	let open: Opened | undefined;
	let known = NOTHING_READ;

	function look(): void {
		const asked = open;
		if (asked === undefined) return;
		void read(asked.teamId, asked.message).then((message) => {
			if (open?.message !== asked.message) return;
			// What was read once stays readable while the disk is in trouble.
			known = { message: message ?? known.message, reading: "over" };
			arrived();
		});
	}

	return {
		current: () => known,
		follow(opened) {
			const isSame = opened?.message === open?.message;
			open = opened;
			if (isSame) return;
			known = NOTHING_READ;
			look();
		},
		again: look,
	};
}
