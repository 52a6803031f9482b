// Notes as read what has reached the conversation, one note after the other. Never fails: a receipt that cannot be written now is written by a later look.

import type { Seat } from "../core/seat.ts";
import type { Delivery } from "./delivery.ts";
import type { Here } from "./here.ts";

export interface Reading {
	/** Resolves once everything that is in the conversation on disk has its receipt, or the disk has refused it. */
	note(): Promise<void>;
}

export function createReading(
	here: Pick<Here, "guard">,
	seat: Pick<Seat, "surfaced">,
	delivery: Pick<Delivery, "surfaced" | "forget">,
): Reading {
	let last: Promise<void> = Promise.resolve();

	const note = here.guard.wrap(
		"receipts",
		async () => {
			const items = delivery.surfaced();
			if (items.length === 0) return;
			await seat.surfaced(items.flatMap((item) => item.incoming ?? []));
			delivery.forget(items);
		},
		undefined,
	);

	return {
		note() {
			last = last.then(note);
			return last;
		},
	};
}
