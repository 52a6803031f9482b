// The message that is open, read when another one is opened and again when the store changed. Never decides which one.

import type { Message } from "../core/model.ts";
import type { Opened } from "../core/view/state.ts";
import type { PanelSource } from "./source.ts";

export interface Reading {
	/** Undefined until it is read, or when it is gone. */
	current(): Message | undefined;
	/** "over" once the reading came to an end, whatever came of it. */
	standing(): "going on" | "over";
	/** Reads what is open now unless it is read already. */
	follow(opened: Opened | undefined): void;
	/** Its receipts may have come since. */
	again(): void;
}

/** `arrived` is called with every answer that still matters. */
export function openReading(source: Pick<PanelSource, "readMessage" | "report">, arrived: () => void): Reading {
	let open: Opened | undefined;
	let message: Message | undefined;
	let standing: "going on" | "over" = "going on";

	function read(): void {
		const asked = open;
		if (asked === undefined) return;
		source.readMessage(asked.teamId, asked.message).then((answer) => {
			if (open?.message !== asked.message) return;
			// What was read once stays readable while the disk is in trouble.
			message = answer ?? message;
			standing = "over";
			arrived();
		}, source.report);
	}

	return {
		current: () => message,
		standing: () => standing,
		follow(opened) {
			const isSame = opened?.message === open?.message;
			open = opened;
			if (isSame) return;
			message = undefined;
			standing = "going on";
			read();
		},
		again: read,
	};
}
