// Takes queued work when this terminal is free: one piece at a time, claimed, checked again, delivered, and exactly one result per request. Live messages are none of its business.

import { limits } from "../core/limits.ts";
import type { MessageId } from "../core/model.ts";
import type { Pause } from "../core/schema.ts";
import type { Incoming, Seat } from "../core/seat.ts";
import type { MessageName } from "../core/store.ts";
import type { Item } from "./block.ts";
import type { Delivery } from "./delivery.ts";
import type { GateFacts } from "./gate.ts";
import { isGateOpen, wantsResult } from "./gate.ts";
import { createRunRecord, type RunRecord } from "./result.ts";

export interface WorkHost {
	readonly seat: Pick<Seat, "pendingWork" | "claimWork" | "releaseWork" | "settle">;
	readonly delivery: Pick<Delivery, "offer" | "withdraw" | "step">;
	/** Facts of the terminal; `activeRequest` is filled in here. */
	facts(): Omit<GateFacts, "activeRequest" | "leaving">;
	item(incoming: Incoming): Item;
	monotonic(): number;
	/** How many automatic turns may follow each other without a person typing. */
	readonly turnLimit: number;
	pause(pause: Extract<Pause, "program">, why: string): void;
	/** Tells the person. */
	say(text: string): void;
	/** What a crash would find: paused while a request is worked on. */
	rememberRecovery(recovering: "working" | "over"): void;
	/** The deferred leave may go on now. */
	mayLeave(): void;
}

/** Where the one piece of work stands. */
type Piece =
	| { readonly at: "none" }
	/** Claimed and with delivery, its run has not begun. */
	| { readonly at: "handed"; readonly incoming: Incoming }
	/** A request whose run goes on. */
	| { readonly at: "running"; readonly incoming: Incoming; readonly record: RunRecord }
	/** Its result could not be stored. */
	| { readonly at: "unsettled"; readonly incoming: Incoming };

export interface Work {
	/** Results an earlier run of this terminal had claimed. */
	adopt(results: readonly Incoming[]): void;
	step(): Promise<void>;
	pending(): readonly MessageName[];
	/** The request that is being worked on: what is sent meanwhile is linked to it. */
	activeRequest(): Incoming | undefined;
	/** A review wants a turn; false when the budget is used up. */
	spendTurn(): boolean;
	arrived(item: Item): void;
	/** Pi puts a message of ours into the run, told before anything is answered to it. */
	entered(ids: readonly string[]): void;
	dropped(item: Item): void;
	said(text: string, stopReason: string | undefined): void;
	touched(path: string, cwd: string): void;
	typed(): void;
	/** The person acted on the team by key or command: somebody is there, and the run that goes on stays the teammate's. */
	attended(): void;
	/** `request`: the one that was worked on when Pi settled; another may have begun since. */
	settled(stopped: boolean, request: MessageId | undefined): Promise<void>;
	resumed(): "resumed" | "unsettled";
	/** "now" = nothing runs; "later" = after the result of what does. */
	leave(): "now" | "later";
	isLeaving(): boolean;
}

export function createWork(host: WorkHost): Work {
	let piece: Piece = { at: "none" };
	let adopted: readonly Incoming[] = [];
	let turns = 0;
	let leaving = false;
	let idleSince: number | undefined;

	const gate = () =>
		isGateOpen({ ...host.facts(), leaving, activeRequest: piece.at === "running" || piece.at === "unsettled" });

	const giveUp = (incoming: Incoming) => {
		piece = { at: "none" };
		host.seat.releaseWork(incoming);
		if (wantsResult(incoming.message.kind)) host.rememberRecovery("over");
	};

	const next = async (): Promise<Incoming | undefined> => {
		const [first, ...rest] = adopted;
		if (first !== undefined) {
			adopted = rest;
			return first;
		}
		const name = host.seat.pendingWork()[0];
		if (name === undefined) return undefined;
		const isRequest = wantsResult(name.kind);
		if (isRequest) host.rememberRecovery("working");
		let incoming: Incoming | undefined;
		try {
			incoming = await host.seat.claimWork(name);
			return incoming;
		} finally {
			if (incoming === undefined && isRequest) host.rememberRecovery("over");
		}
	};

	const open = async () => {
		const incoming = await next();
		if (incoming === undefined) return;
		piece = { at: "handed", incoming };
		// The claim took a moment, and a person types fast: what held before it is asked again.
		if (!gate()) return giveUp(incoming);
		turns += 1;
		try {
			host.delivery.offer([host.item(incoming)]);
			host.delivery.step();
		} catch (error) {
			await failedStart(incoming, error instanceof Error ? error.message : String(error));
		}
	};

	const failedStart = async (incoming: Incoming, reason: string) => {
		piece = { at: "none" };
		host.pause("program", `A turn for queued work could not be started: ${reason}. \`/team resume\` tries again.`);
		if (!wantsResult(incoming.message.kind)) return host.seat.releaseWork(incoming);
		const record = createRunRecord();
		record.said(`The request could not be started: ${reason}. It is not retried.`, "aborted");
		await finish(incoming, record, true);
	};

	const finish = async (incoming: Incoming, record: RunRecord, stopped: boolean) => {
		const finished = record.finish(stopped);
		const { outcome } = finished.report;
		let isLate = false;
		try {
			const settled = await host.seat.settle(incoming, finished.report, finished.body);
			if (!settled.ok) throw new Error(settled.refusal.code);
			isLate = settled.value === "too-late";
		} catch (error) {
			piece = { at: "unsettled", incoming };
			const reason = error instanceof Error ? error.message : String(error);
			host.pause(
				"program",
				`The result of the request could not be stored (${reason}). Leave and join again, and look at what was done before it is asked for again.`,
			);
			return;
		}
		piece = { at: "none" };
		host.rememberRecovery("over");
		if (outcome !== "completed") host.pause("program", isLate ? `${TOO_LATE} ${RESUME}` : pausedAfter(outcome));
		else if (isLate) host.say(TOO_LATE);
	};

	/** A request whose run has ended without a word, or had ended before it was claimed again: nobody else would ever settle it. */
	const endForgotten = async (incoming: Incoming, record: RunRecord) => {
		if (host.facts().phase !== "idle") {
			idleSince = undefined;
			return;
		}
		idleSince ??= host.monotonic();
		if (host.monotonic() - idleSince < limits.handOverMs) return;
		idleSince = undefined;
		await finish(incoming, record, true);
	};

	const entered = (ids: readonly string[]) => {
		if (piece.at === "running" && !ids.includes(piece.incoming.message.id)) piece.record.interruptedByLive();
		if (piece.at !== "handed" || !ids.includes(piece.incoming.message.id)) return;
		const { incoming } = piece;
		piece = wantsResult(incoming.message.kind)
			? { at: "running", incoming, record: createRunRecord() }
			: { at: "none" };
	};

	return {
		adopt(results) {
			const known = new Set(adopted.map((each) => each.message.id));
			adopted = [...adopted, ...results.filter((each) => !known.has(each.message.id))];
		},
		async step() {
			if (piece.at === "running") return endForgotten(piece.incoming, piece.record);
			if (piece.at === "handed") {
				const stillOpen = isGateOpen({ ...host.facts(), deliveryBusy: false, leaving, activeRequest: false });
				if (!stillOpen && host.delivery.withdraw(piece.incoming.message.id) === "withdrawn") giveUp(piece.incoming);
				return;
			}
			if (piece.at !== "none" || !gate()) return;
			if (adopted.length === 0 && host.seat.pendingWork().length === 0) return;
			if (turns < host.turnLimit) return open();
			host.pause("program", `${turns} automatic turns without a person typing; \`/team resume\` goes on.`);
		},
		pending: () => host.seat.pendingWork(),
		activeRequest: () => (piece.at === "running" || piece.at === "unsettled" ? piece.incoming : undefined),
		spendTurn() {
			if (piece.at !== "none" || !gate() || turns >= host.turnLimit) return false;
			turns += 1;
			return true;
		},
		arrived(item) {
			entered([item.id]);
		},
		entered,
		dropped(item) {
			// A review whose turn never began was none.
			if (item.incoming === undefined) turns = Math.max(0, turns - 1);
			if (piece.at === "handed" && piece.incoming.message.id === item.id) giveUp(piece.incoming);
		},
		said(text, stopReason) {
			if (piece.at === "running") piece.record.said(text, stopReason);
		},
		touched(path, cwd) {
			if (piece.at === "running") piece.record.touched(path, cwd);
		},
		typed() {
			turns = 0;
			if (piece.at !== "running" || piece.record.isClosed()) return;
			piece.record.takenOver();
			host.pause(
				"program",
				"You took over; the teammate is told that its request was interrupted. `/team resume` goes on.",
			);
		},
		attended() {
			turns = 0;
		},
		async settled(stopped, request) {
			if (piece.at === "running" && piece.incoming.message.id === request)
				await finish(piece.incoming, piece.record, stopped);
			if (leaving && piece.at !== "running") host.mayLeave();
		},
		resumed() {
			if (piece.at === "unsettled") return "unsettled";
			turns = 0;
			return "resumed";
		},
		leave() {
			leaving = true;
			if (piece.at === "handed" && host.delivery.withdraw(piece.incoming.message.id) === "withdrawn")
				giveUp(piece.incoming);
			return piece.at === "running" || piece.at === "handed" ? "later" : "now";
		},
		isLeaving: () => leaving,
	};
}

const TOO_LATE =
	"The result of that request came too late: somebody had settled it before, so this one is not used. What was done stays done.";

const RESUME = "`/team resume` takes the next.";

function pausedAfter(outcome: string): string {
	return `The request ended ${outcome}; its result is stored. ${RESUME}`;
}
