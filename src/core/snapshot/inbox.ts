// Looks at one member's inbox by names alone: what is unread, which requests are open. Receipts are read only for what is claimed. Never writes.

import { policyOf } from "../kinds.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import type { ReceiptState } from "../schema.ts";
import type { InboxListing, MessageName, Store } from "../store.ts";
import type { TroubleBook } from "./trouble.ts";

export type Place = "new" | "claimed" | "surfaced";

export interface Standing {
	readonly name: MessageName;
	readonly place: Place;
	/** Which generation claimed it; undefined in `new`. */
	readonly generation: number | undefined;
}

export interface InboxView {
	/** Waits, or is claimed without having reached the conversation; requests apart. */
	readonly unread: number;
	/** Unsettled requests, oldest first. */
	readonly requests: readonly Standing[];
	/** Where everything but requests stands, by id. */
	readonly others: ReadonlyMap<MessageId, Standing>;
}

export interface InboxReader {
	/** "named" = an event spoke of this member: receipts are read again. "everything" does not trust the change key either. */
	refresh(look: "changed" | "named" | "everything"): "same" | "changed";
	/** Whether anything lies in it, so that somebody may claim it without an event. */
	holdsMail(): boolean;
	/** The same object while nothing changed. */
	view(): InboxView;
}

const EMPTY: InboxListing = { waiting: [], claimed: [] };

/** `sendersWith` answers the ids that begin with a name's `from8`: one, but for a rare coincidence. */
export function watchInbox(
	store: Store,
	teamId: TeamId,
	member: MemberId,
	book: TroubleBook,
	sendersWith: (from8: string) => readonly MemberId[],
): InboxReader {
	const place = `${teamId}/inbox/${member}`;
	let key: string | undefined;
	let listing = EMPTY;
	let view: InboxView = { unread: 0, requests: [], others: new Map() };
	// A receipt is written once and never taken back, so what was final stays final.
	const surfaced = new Set<MessageId>();
	const over = new Set<MessageId>();

	function readReceipts(name: MessageName): void {
		if (over.has(name.id)) return;
		const states = sendersWith(name.from8).flatMap((from) => {
			const read = book.attempt(`${place}/receipts/${name.id}`, () => store.readReceipts(teamId, from, name.id));
			return read.ok ? read.value.map((receipt) => receipt.state) : [];
		});
		if (states.includes("surfaced")) surfaced.add(name.id);
		if (states.some(isFinal)) over.add(name.id);
	}

	function count(): void {
		book.forget(`${place}/receipts`);
		for (const name of listing.claimed) readReceipts(name);
		const requests: Standing[] = [];
		const others = new Map<MessageId, Standing>();
		let unread = 0;
		const sort = (name: MessageName, standing: Standing) => {
			if (over.has(name.id)) return;
			if (policyOf(name.kind)?.answer === "result") {
				requests.push(standing);
				return;
			}
			others.set(name.id, standing);
			if (standing.place !== "surfaced") unread += 1;
		};
		for (const name of listing.waiting) sort(name, { name, place: "new", generation: undefined });
		for (const name of listing.claimed) {
			sort(name, { name, place: surfaced.has(name.id) ? "surfaced" : "claimed", generation: name.generation });
		}
		requests.sort((a, b) => (a.name.id < b.name.id ? -1 : 1));
		const next = { unread, requests, others };
		if (!sameView(view, next)) view = next;
		forgetGone();
	}

	function forgetGone(): void {
		if (surfaced.size === 0 && over.size === 0) return;
		const there = new Set(listing.claimed.map((name) => name.id));
		for (const id of surfaced) if (!there.has(id)) surfaced.delete(id);
		for (const id of over) if (!there.has(id)) over.delete(id);
	}

	return {
		refresh(look) {
			const now = store.changeKey(teamId, "inbox", member);
			const changed = now !== key || look === "everything";
			if (!changed && (look === "changed" || listing.claimed.length === 0)) return "same";
			if (changed) {
				// Most members of a store never got a message; they have no directory.
				const read = book.attempt(place, () => (now === undefined ? EMPTY : store.listInbox(teamId, member)));
				if (read.ok || read.why === "broken") key = now;
				// A listing that cannot be read is not an empty one: the last figures stay, and the trouble is said.
				if (!read.ok) return "same";
				listing = read.value;
			}
			const before = view;
			count();
			return view === before ? "same" : "changed";
		},
		holdsMail: () => listing.waiting.length > 0 || listing.claimed.length > 0,
		view: () => view,
	};
}

/** Nothing more follows for this message. */
export function isFinal(state: ReceiptState): boolean {
	return state !== "surfaced";
}

function sameView(a: InboxView, b: InboxView): boolean {
	return (
		a.unread === b.unread &&
		a.requests.length === b.requests.length &&
		a.others.size === b.others.size &&
		a.requests.every((each, index) => sameStanding(each, b.requests[index])) &&
		[...a.others].every(([id, each]) => sameStanding(each, b.others.get(id)))
	);
}

function sameStanding(a: Standing, b: Standing | undefined): boolean {
	return b !== undefined && a.name.id === b.name.id && a.place === b.place && a.generation === b.generation;
}
