// Walks a team's timeline in pages without holding up the program, and keeps the newest ones in memory. Never writes.

import { limits } from "../limits.ts";
import type { Position, TeamId, TimelineEvent } from "../model.ts";
import { inOrder } from "../snapshot/timeline.ts";
import type { Store } from "../store.ts";

export interface Pages {
	/** Newest page first; in a page the oldest event first. New events are read on first. Ends at the beginning of history. */
	backwards(): AsyncGenerator<readonly TimelineEvent[]>;
	/** From the beginning of history to its end as it is now. */
	forwards(): AsyncGenerator<readonly TimelineEvent[]>;
}

const BEGINNING: Position = { segment: 0, offset: 0 };

export function openPages(store: Store, teamId: TeamId): Pages {
	// The newest events without a gap, oldest first; `cursor` stands after them.
	let kept: readonly TimelineEvent[] = [];
	let cursor: Position | undefined;
	let hasOlder = false;

	function startOver(): void {
		const page = store.latestEvents(teamId, limits.historyPage);
		kept = page.events;
		cursor = page.cursor;
		hasOlder = page.hasOlder;
	}

	/** What was appended since the last time. */
	function readOn(): void {
		if (cursor === undefined) {
			startOver();
			return;
		}
		for (;;) {
			const page = store.readEvents(teamId, cursor, limits.historyPage);
			if (page.gap) {
				startOver();
				return;
			}
			const stood = isSame(page.cursor, cursor);
			cursor = page.cursor;
			if (page.events.length > 0) kept = inOrder([...kept, ...page.events]);
			if (stood) break;
		}
		if (kept.length > limits.historyKept) {
			hasOlder = true;
			kept = kept.slice(-limits.historyKept);
		}
	}

	return {
		async *backwards() {
			readOn();
			const newest = kept;
			let older = hasOlder;
			for (let end = newest.length; end > 0; end -= limits.historyPage) {
				yield newest.slice(Math.max(0, end - limits.historyPage), end);
			}
			let first = newest[0]?.position;
			while (older && first !== undefined) {
				await breathe();
				const page = store.latestEvents(teamId, limits.historyPage, first);
				older = page.hasOlder;
				if (page.events.length === 0) return;
				if (isSame(first, kept[0]?.position) && kept.length + page.events.length <= limits.historyKept) {
					kept = [...page.events, ...kept];
					hasOlder = older;
				}
				first = page.events[0]?.position;
				yield page.events;
			}
		},
		async *forwards() {
			let at = BEGINNING;
			for (;;) {
				const page = store.readEvents(teamId, at, limits.historyPage);
				if (page.events.length > 0) yield page.events;
				if (isSame(page.cursor, at)) return;
				at = page.cursor;
				await breathe();
			}
		},
	};
}

function isSame(a: Position, b: Position | undefined): boolean {
	return b !== undefined && a.segment === b.segment && a.offset === b.offset;
}

/** A screen is drawn and a message is received between two pages. */
function breathe(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
