// The one way of ours into Pi's conversation: one batch in flight, confirmed against the session, given out again when Pi dropped it. Knows no store.

import { limits } from "../core/limits.ts";
import type { Hold } from "../core/schema.ts";
import { type Entry, entryOf, type Item } from "./block.ts";
import { planDelivery, type Step, type TerminalState } from "./plan.ts";

/** What the service needs of Pi; made anew for every joined membership. */
export interface Outlet {
	/** "store" opens no turn, "open" opens one, "steer" joins the running one, "follow-up" opens one for a piece of work. */
	send(entry: Entry, how: "store" | "open" | "steer" | "follow-up"): void;
	/** For the person's eyes only. */
	show(entry: Entry): void;
	heldByBranch(wanted: ReadonlySet<string>): ReadonlySet<string>;
	heldBySession(): ReadonlySet<string>;
	isOnDisk(): boolean;
	state(): Omit<TerminalState, "batchOut">;
	monotonic(): number;
	/** A turn is about to be opened by this item. */
	opens(item: Item): void;
	/** The branch holds it now. */
	arrived(item: Item): void;
	/** Pi dropped a piece of work before its run started; it is no longer this service's. */
	droppedWork(item: Item): void;
}

export interface Delivery {
	/** In creation order. What the session holds already is not delivered again. */
	offer(items: readonly Item[]): void;
	/** Takes back what has not been handed to Pi. */
	withdraw(id: string): "withdrawn" | "handed over";
	/** Looks what arrived and hands over what may go now. */
	step(): void;
	/** Names the batch in Pi's hands, for settled(). */
	inHand(): number | undefined;
	/**
	 * Pi's queue was empty when this batch was in its hands: what of it is not in the branch was dropped. After an Escape it opens
	 * no turn. A batch handed over since is another run's.
	 */
	settled(how: "stopped" | "finished", batch: number | undefined): void;
	/** In the conversation, and the conversation is on disk. */
	surfaced(): readonly Item[];
	/** Their receipts are written. */
	forget(items: readonly Item[]): void;
	holds(): readonly Hold[];
	/** Messages neither in the conversation nor for the person's eyes alone. */
	unread(): number;
}

export function createDelivery(outlet: Outlet): Delivery {
	let waiting: readonly Item[] = [];
	let out: { readonly items: readonly Item[]; readonly since: number; readonly batch: number } | undefined;
	let batches = 0;
	let placed: readonly Item[] = [];
	let holds: readonly Hold[] = [];

	/** Moves what the branch holds from Pi's hands to its place. */
	const confirm = () => {
		if (out === undefined) return;
		const found = outlet.heldByBranch(new Set(out.items.map((item) => item.id)));
		if (found.size === 0) return;
		const there = out.items.filter((item) => found.has(item.id));
		const rest = out.items.filter((item) => !found.has(item.id));
		placed = [...placed, ...there];
		out = rest.length === 0 ? undefined : { ...out, items: rest };
		for (const item of there) outlet.arrived(item);
	};

	const drop = (how: "stopped" | "finished") => {
		if (out === undefined) return;
		const { items } = out;
		out = undefined;
		for (const item of items.filter((each) => each.lane === "work")) outlet.droppedWork(item);
		const again = items
			.filter((each) => each.lane !== "work")
			.map((item) => ({ ...item, quiet: item.quiet || how === "stopped" }));
		waiting = [...again, ...waiting];
	};

	const carryOut = (step: Step<Item>) => {
		const items = step.do === "steer" ? step.items : [step.item];
		const ids = new Set(items.map((item) => item.id));
		waiting = waiting.filter((item) => !ids.has(item.id));
		if (step.do === "show") {
			outlet.show(entryOf(items));
			placed = [...placed, ...items];
			return;
		}
		if (out === undefined) batches += 1;
		out = { items: [...(out?.items ?? []), ...items], since: outlet.monotonic(), batch: batches };
		if (step.do === "open") outlet.opens(step.item);
		const isWork = step.do === "open" && step.item.lane === "work";
		outlet.send(entryOf(items), isWork ? "follow-up" : step.do);
	};

	const handOver = () => {
		for (;;) {
			const plan = planDelivery(waiting, { ...outlet.state(), batchOut: out !== undefined });
			holds = plan.holds;
			if (plan.steps.length === 0) return;
			for (const step of plan.steps) carryOut(step);
			confirm();
		}
	};

	return {
		offer(items) {
			const known = new Set([...waiting, ...(out?.items ?? []), ...placed].map((item) => item.id));
			const fresh = items.filter((item) => !known.has(item.id));
			// Also for a first attempt: after a reload the claims are the same and the session may hold them, off disk.
			const held = fresh.length > 0 ? outlet.heldBySession() : new Set<string>();
			placed = [...placed, ...fresh.filter((item) => held.has(item.id))];
			waiting = [...waiting, ...fresh.filter((item) => !held.has(item.id))];
		},
		withdraw(id) {
			const before = waiting.length;
			waiting = waiting.filter((item) => item.id !== id);
			return waiting.length < before ? "withdrawn" : "handed over";
		},
		step() {
			confirm();
			// An open that failed before a run began (no key for the model) settles nothing: without this the terminal goes deaf.
			const overdue = out !== undefined && outlet.monotonic() - out.since > limits.handOverMs;
			if (overdue && outlet.state().phase === "idle") drop("stopped");
			handOver();
		},
		inHand: () => out?.batch,
		settled(how, batch) {
			confirm();
			if (batch !== undefined && out?.batch === batch) drop(how);
		},
		surfaced: () => (placed.length > 0 && outlet.isOnDisk() ? placed : []),
		forget(items) {
			const ids = new Set(items.map((item) => item.id));
			placed = placed.filter((item) => !ids.has(item.id));
		},
		holds: () => (placed.length > 0 && !outlet.isOnDisk() ? [...holds, "first-prompt"] : holds),
		unread: () => waiting.length + (out?.items.length ?? 0),
	};
}
