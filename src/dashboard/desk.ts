// This dashboard as a place to act from: its seat while a person has joined, with beat and inbox. A visitor's desk writes nothing at all.

import type { Desk } from "../core/desk.ts";
import type { Env, Timer } from "../core/env.ts";
import { refusalOf } from "../core/fate.ts";
import { beatMsOf } from "../core/leases.ts";
import { limits } from "../core/limits.ts";
import type { Actor, MessageId, Snapshot, TeamId } from "../core/model.ts";
import { done, type Outcome, sentence } from "../core/refusal.ts";
import type { Incoming, JoinRequest, Seat, Terminal } from "../core/seat.ts";
import { joinTeam } from "../core/seat-join.ts";
import { type Store, StoreError, type Watching } from "../core/store.ts";

export interface DeskEvents {
	/** Something arrived, or the seat changed: worth a frame. */
	changed(): void;
	/** The seat is lost or the disk makes trouble: said once. */
	said(text: string): void;
}

export interface DashDesk extends Desk {
	/** These messages are on the screen now. */
	drawn(visible: ReadonlySet<MessageId>): void;
	/** A key was pressed: whoever pressed it had seen what was drawn before. */
	seen(): void;
	/** Gives the seat back so that the same person may take it again; nothing to do for a visitor. */
	close(): Promise<void>;
}

/** A message on its way from the inbox to the person: arrived, then on the screen, then seen. */
interface Arrival {
	readonly incoming: Incoming;
	/** Monotonic ms. */
	readonly since: number;
	at: "arrived" | "drawn";
}

export function openDesk(
	env: Env,
	store: Store,
	terminal: Terminal,
	snapshot: () => Snapshot,
	events: DeskEvents,
): DashDesk {
	let seat: Seat | undefined;
	let timer: Timer | undefined;
	let watching: Watching | undefined;
	let arrivals: readonly Arrival[] = [];
	const read = new Set<MessageId>();
	let beatAt = 0;
	let trouble: string | undefined;
	let queue: Promise<unknown> = Promise.resolve();
	let poked = false;

	/** One step at a time: a seat must not be left while it receives. */
	function inTurn<T>(run: () => Promise<T>): Promise<T> {
		const turn = queue.then(run);
		queue = turn.catch(() => undefined);
		return turn;
	}

	/** The rim of the loop: a disk in trouble is said once, and the next step tries again. */
	async function guarded(run: () => Promise<void>): Promise<void> {
		try {
			await run();
			trouble = undefined;
		} catch (error) {
			if (!(error instanceof StoreError)) throw error;
			if (trouble !== error.code) events.said(`${error.hint} (${error.path})`);
			trouble = error.code;
		}
	}

	function poke(): void {
		if (poked || seat === undefined) return;
		poked = true;
		void inTurn(async () => {
			poked = false;
			await guarded(step);
		});
	}

	async function step(): Promise<void> {
		if (seat === undefined) return;
		if (env.monotonic() - beatAt >= beatMsOf(store)) {
			beatAt = env.monotonic();
			const fate = seat.beat();
			if (fate.at !== "kept") {
				await end("closed");
				events.said(sentence(refusalOf(fate)));
				events.changed();
				return;
			}
		}
		sayUntold(seat.teamId);
		const arrived = [...(await seat.receive((id) => read.has(id))), ...(await claimWork(seat))];
		if (arrived.length === 0) return;
		const since = env.monotonic();
		arrivals = [...arrivals, ...arrived.map((incoming): Arrival => ({ incoming, since, at: "arrived" }))];
		events.changed();
	}

	/** The line of a message in the timeline is best effort of its sender; a message without one would never be seen. */
	function sayUntold(teamId: TeamId): void {
		const late = arrivals.find(({ at, since }) => at === "arrived" && env.monotonic() - since >= limits.fullScanMs);
		const team = late === undefined ? undefined : snapshot().teams.find((each) => each.id === teamId);
		if (late === undefined || team === undefined) return;
		const { message, fromRole } = late.incoming;
		if (team.timeline.some(({ record }) => record?.type === "message" && record.id === message.id)) return;
		late.at = "drawn";
		events.said(`${fromRole}: ${message.body}`);
	}

	/** A person does several things at once: all that waits is taken, and a request stays theirs until it is answered. */
	async function claimWork(from: Seat): Promise<readonly Incoming[]> {
		const claimed: Incoming[] = [];
		for (const name of from.pendingWork()) {
			const incoming = await from.claimWork(name);
			if (incoming !== undefined) claimed.push(incoming);
		}
		return claimed;
	}

	function forget(): void {
		seat = undefined;
		arrivals = [];
		timer?.cancel();
		watching?.close();
	}

	async function end(how: "left" | "closed"): Promise<Outcome<null>> {
		const held = seat;
		forget();
		await held?.end(how);
		return done(null);
	}

	return {
		env,
		store,
		terminal,
		setPause: undefined,
		snapshot,
		seat: () => seat,
		actor: (): Actor =>
			seat === undefined
				? { at: "outside", by: "person" }
				: { at: "joined", teamId: seat.teamId, member: seat.member, by: "person" },
		takeSeat: (request: JoinRequest) =>
			inTurn(async () => {
				const outcome = await joinTeam(env, store, terminal, request);
				if (!outcome.ok) return outcome;
				seat = outcome.value;
				beatAt = env.monotonic();
				seat.setActivity({ state: "idle", paused: "no", holds: [], edits: [] });
				timer = env.every(limits.pollMs, poke);
				const { teamId, member } = seat;
				watching = store.watch([{ what: "inbox", teamId, member }], poke);
				poke(); // What waited for the role.
				return outcome;
			}),
		leaveSeat: () => inTurn(() => end("left")),
		drawn: (visible) => {
			for (const arrival of arrivals) if (visible.has(arrival.incoming.message.id)) arrival.at = "drawn";
		},
		seen: () => {
			const shown = arrivals.filter(({ at }) => at === "drawn").map(({ incoming }) => incoming);
			if (shown.length === 0) return;
			arrivals = arrivals.filter(({ at }) => at !== "drawn");
			for (const { message } of shown) read.add(message.id);
			void inTurn(() => guarded(async () => seat?.surfaced(shown)));
		},
		close: () => inTurn(() => end("closed")).then(() => undefined),
	};
}
