// The message that is open, read when another one is opened and again when the store changed. Never decides which one.

import type { Message } from "../core/model.ts";
import type { Opened } from "../core/view/state.ts";
import type { PanelSource } from "./source.ts";

export interface Reading {
	/** Undefined until it is read, or when it is gone. */
	current(): Message | undefined;
	/** Reads what is open now unless it is read already. */
	follow(opened: Opened | undefined): void;
	/** Its receipts may have come since. */
	again(): void;
}

/** `arrived` is called with every answer that still matters. */
export function openReading(source: Pick<PanelSource, "readMessage" | "report">, arrived: () => void): Reading {
	let open: Opened | undefined;
	let message: Message | undefined;

	function read(): void {
		const asked = open;
		if (asked === undefined) return;
		source.readMessage(asked.teamId, asked.message).then((answer) => {
			if (open?.message !== asked.message) return;
			message = answer;
			arrived();
		}, source.report);
	}

	return {
		current: () => message,
		follow(opened) {
			const isSame = opened?.message === open?.message;
			open = opened;
			if (isSame) return;
			message = undefined;
			read();
		},
		again: read,
	};
}
