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

/** "kept": the run was aborted and Pi may still have the batch in its queue; then it comes with the next run. */
export type Settled = "stopped" | "finished" | "kept";

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
	settled(how: Settled, batch: number | undefined): void;
	/** In the conversation, and the conversation is on disk. */
	surfaced(): readonly Item[];
	/** Their receipts are written. */
	forget(items: readonly Item[]): void;
	/** Perhaps still in Pi's queue, which outlives a reload. */
	stillQueued(): readonly string[];
	holds(): readonly Hold[];
	/** Messages neither in the conversation nor for the person's eyes alone. */
	unread(): number;
}

/** `queued`: what an instance before a reload left in Pi's queue. */
export function createDelivery(outlet: Outlet, queued: ReadonlySet<string> = new Set()): Delivery {
	let waiting: readonly Item[] = [];
	let out: { readonly items: readonly Item[]; readonly since: number; readonly batch: number } | undefined;
	let batches = 0;
	/** Aborted with the run, and perhaps still in Pi's queue: given out again only when the next run has ended without it. */
	let lingering: readonly Item[] = [];
	let placed: readonly Item[] = [];
	let holds: readonly Hold[] = [];

	/** Moves what the branch holds from Pi's hands to its place. */
	const confirm = () => {
		const handed = [...(out?.items ?? []), ...lingering];
		if (handed.length === 0) return;
		const found = outlet.heldByBranch(new Set(handed.map((item) => item.id)));
		if (found.size === 0) return;
		const there = handed.filter((item) => found.has(item.id));
		const missing = (items: readonly Item[]) => items.filter((item) => !found.has(item.id));
		placed = [...placed, ...there];
		lingering = missing(lingering);
		if (out !== undefined) {
			const rest = missing(out.items);
			out = rest.length === 0 ? undefined : { ...out, items: rest };
		}
		for (const item of there) outlet.arrived(item);
	};

	const drop = (items: readonly Item[], how: "stopped" | "finished") => {
		for (const item of items.filter((each) => each.lane === "work")) outlet.droppedWork(item);
		const again = items
			.filter((each) => each.lane !== "work")
			.map((item) => ({ ...item, quiet: item.quiet || how === "stopped" }));
		waiting = [...again, ...waiting];
	};

	const dropOut = (how: "stopped" | "finished") => {
		const items = out?.items ?? [];
		out = undefined;
		drop(items, how);
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
			const known = new Set([...waiting, ...(out?.items ?? []), ...lingering, ...placed].map((item) => item.id));
			const fresh = items.filter((item) => !known.has(item.id));
			// Also for a first attempt: after a reload the claims are the same and the session may hold them, off disk.
			const held = fresh.length > 0 ? outlet.heldBySession() : new Set<string>();
			const there = fresh.filter((item) => held.has(item.id));
			placed = [...placed, ...there];
			for (const item of there) outlet.arrived(item);
			const rest = fresh.filter((item) => !held.has(item.id));
			lingering = [...lingering, ...rest.filter((item) => queued.has(item.id))];
			waiting = [...waiting, ...rest.filter((item) => !queued.has(item.id))];
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
			if (overdue && outlet.state().phase === "idle") dropOut("stopped");
			handOver();
		},
		inHand: () => out?.batch,
		settled(how, batch) {
			confirm();
			const earlier = lingering;
			lingering = [];
			if (batch !== undefined && out?.batch === batch) {
				if (how !== "kept") {
					dropOut(how);
				} else {
					lingering = out.items;
					out = undefined;
				}
			}
			drop(earlier, "stopped");
		},
		surfaced() {
			confirm();
			return placed.length > 0 && outlet.isOnDisk() ? placed : [];
		},
		forget(items) {
			const ids = new Set(items.map((item) => item.id));
			placed = placed.filter((item) => !ids.has(item.id));
		},
		stillQueued: () => lingering.map((item) => item.id),
		holds() {
			const inPi: readonly Hold[] = lingering.length > 0 && !holds.includes("batch") ? ["batch"] : [];
			const early: readonly Hold[] = placed.length > 0 && !outlet.isOnDisk() ? ["first-prompt"] : [];
			return [...holds, ...inPi, ...early];
		},
		unread: () => waiting.length + (out?.items.length ?? 0) + lingering.length,
	};
}
