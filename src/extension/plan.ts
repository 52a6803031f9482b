// Decides what of the waiting messages goes into Pi now, and how. Pure: the delivery service carries it out and looks at what became of it.

import { limits } from "../core/limits.ts";
import type { Hold } from "../core/schema.ts";
import type { Phase } from "./run-watch.ts";

/** Which way into Pi: the model now, the model when it is free, or the person's eyes only. */
export type ItemLane = "live" | "work" | "note";

export interface Planned {
	readonly id: string;
	readonly lane: ItemLane;
	readonly bytes: number;
	/** Pi dropped it when the person pressed Escape: it is stored and opens no turn. */
	readonly quiet: boolean;
}

export interface TerminalState {
	readonly phase: Phase;
	readonly dialogOpen: boolean;
	readonly hasModel: boolean;
	/** The person's own brake: no automatic turn of any lane. */
	readonly braked: boolean;
	/** A batch is inside Pi and not yet seen in the session. */
	readonly batchOut: boolean;
}

export type Step<Item> =
	/** Stored at once for the person, never for the model. */
	| { readonly do: "show"; readonly item: Item }
	/** Stored at once as an entry of its own; the next turn sees it. */
	| { readonly do: "store"; readonly item: Item }
	/** Opens one turn, which sees everything stored before it. */
	| { readonly do: "open"; readonly item: Item }
	/** One message holding every block, seen by the running turn after the current tool call. */
	| { readonly do: "steer"; readonly items: readonly Item[] };

export interface Plan<Item> {
	readonly steps: readonly Step<Item>[];
	/** Why the rest waits; senders are told. */
	readonly holds: readonly Hold[];
}

/** `waiting` is in creation order. */
export function planDelivery<Item extends Planned>(waiting: readonly Item[], terminal: TerminalState): Plan<Item> {
	const shown = waiting.filter((item) => item.lane === "note").map((item) => ({ do: "show", item }) as const);
	const live = waiting.filter((item) => item.lane === "live");
	const work = waiting.find((item) => item.lane === "work");
	const { steps, holds } = forModel(live, work, terminal);
	return { steps: [...shown, ...steps], holds };
}

function forModel<Item extends Planned>(
	live: readonly Item[],
	work: Item | undefined,
	terminal: TerminalState,
): Plan<Item> {
	if (live.length === 0 && work === undefined) return { steps: [], holds: [] };
	if (terminal.batchOut) return hold("batch");
	if (terminal.dialogOpen) return hold("dialog");
	if (terminal.phase === "held") return hold("busy");
	const batch = firstBatch(live);
	if (terminal.phase === "running") {
		return batch.length === 0 ? hold("busy") : { steps: [{ do: "steer", items: batch }], holds: [] };
	}
	const mayOpen = terminal.hasModel && !terminal.braked;
	if (batch.length > 0) return { steps: intoIdle(batch, mayOpen), holds: [] };
	if (work === undefined) return { steps: [], holds: [] };
	if (mayOpen) return { steps: [{ do: "open", item: work }], holds: [] };
	return terminal.hasModel ? { steps: [], holds: [] } : hold("no-model");
}

/** All but the last are stored, the last opens exactly one turn for all of them. */
function intoIdle<Item extends Planned>(batch: readonly Item[], mayOpen: boolean): readonly Step<Item>[] {
	const opens = mayOpen && batch.some((item) => !item.quiet);
	return batch.map((item, index) => ({ do: opens && index === batch.length - 1 ? "open" : "store", item }));
}

/** At least one message, then as many as fit the bound. */
function firstBatch<Item extends Planned>(items: readonly Item[]): readonly Item[] {
	let bytes = 0;
	const end = items.findIndex((item, index) => {
		bytes += item.bytes;
		return index > 0 && bytes > limits.batchBytes;
	});
	return end === -1 ? items : items.slice(0, end);
}

function hold(why: Hold): Plan<never> {
	return { steps: [], holds: [why] };
}
