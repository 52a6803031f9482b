// Follows one team's timeline from a cursor: the latest lines, and older ones on demand. Reads only what was appended; never writes.

import { limits } from "../limits.ts";
import type { Position, TeamId, TimelineEvent } from "../model.ts";
import type { Store, TimelinePage } from "../store.ts";
import type { TroubleBook } from "./trouble.ts";

export interface TimelineReader {
	/** Reads on if the segments changed. "jumped" = too much was written to go through it: everything may have changed. */
	refresh(look: "changed" | "everything"): {
		readonly fresh: readonly TimelineEvent[];
		readonly jumped: "no" | "jumped";
	};
	/** Loads a page of older lines; false when there are none. */
	older(): boolean;
	/** Oldest first; the same array while nothing changed. */
	events(): readonly TimelineEvent[];
	/** The newest limits.timelineShown of them, whatever was loaded: what figures are counted from. */
	latest(): readonly TimelineEvent[];
	hasOlder(): boolean;
}

// A reader that lags by more pages than this starts over at the end: a frame must not wait for a log to be read through.
const MOST_PAGES = 8;

export function followTimeline(store: Store, teamId: TeamId, book: TroubleBook): TimelineReader {
	const place = `${teamId}/events`;
	const lines = `${place}/lines`;
	let key: string | undefined;
	let cursor: Position | undefined;
	let events: readonly TimelineEvent[] = [];
	let keep: number = limits.timelineShown;
	let hasOlder = false;

	function startOver(): void {
		const page = store.latestEvents(teamId, keep);
		book.note(lines, page.trouble);
		events = page.events;
		hasOlder = page.hasOlder;
		cursor = page.cursor;
	}

	function readOn(from: Position): readonly TimelineEvent[] | undefined {
		const fresh: TimelineEvent[] = [];
		let at = from;
		for (let page = 0; page < MOST_PAGES; page += 1) {
			const next = store.readEvents(teamId, at, limits.timelineShown);
			if (next.gap) return undefined;
			book.add(lines, next.trouble);
			fresh.push(...next.events);
			const still = samePosition(next.cursor, at);
			at = next.cursor;
			if (still || atEnd(next)) {
				cursor = at;
				return fresh;
			}
		}
		return undefined;
	}

	return {
		refresh(look) {
			const now = store.changeKey(teamId, "events");
			if (now === key && look === "changed") return { fresh: [], jumped: "no" };
			const read = book.attempt(place, () => {
				const from = cursor;
				const fresh = from === undefined ? undefined : readOn(from);
				if (fresh !== undefined) return { fresh, jumped: "no" as const };
				startOver();
				return { fresh: events, jumped: "jumped" as const };
			});
			if (!read.ok) {
				if (read.why === "broken") key = now;
				return { fresh: [], jumped: "no" };
			}
			key = now;
			if (read.value.jumped === "no" && read.value.fresh.length > 0) {
				const all = inOrder([...events, ...read.value.fresh]);
				hasOlder ||= all.length > keep;
				events = all.slice(-keep);
			}
			return read.value;
		},
		older() {
			const first = events[0];
			if (first === undefined || !hasOlder) return false;
			const read = book.attempt(`${place}/older`, () =>
				store.latestEvents(teamId, limits.timelineShown, first.position),
			);
			if (!read.ok) return false;
			keep += read.value.events.length;
			events = [...read.value.events, ...events];
			hasOlder = read.value.hasOlder;
			return read.value.events.length > 0;
		},
		events: () => events,
		latest: () => (events.length > limits.timelineShown ? events.slice(-limits.timelineShown) : events),
		hasOlder: () => hasOlder,
	};
}

/** A writer that was paused may add to the older of two segments when the newer one is in use: position is the order, not arrival. */
export function inOrder(events: readonly TimelineEvent[]): readonly TimelineEvent[] {
	const sorted = events.every((event, index) => {
		const before = events[index - 1];
		return before === undefined || comparePositions(before.position, event.position) < 0;
	});
	return sorted ? events : [...events].sort((a, b) => comparePositions(a.position, b.position));
}

function comparePositions(a: Position, b: Position): number {
	return a.segment - b.segment || a.offset - b.offset;
}

function samePosition(a: Position, b: Position): boolean {
	return a.segment === b.segment && a.offset === b.offset;
}

function atEnd(page: TimelinePage): boolean {
	return page.events.length < limits.timelineShown && page.trouble.length === 0;
}
