// Judges who holds a seat, by change this process has seen on its own clock. Never reads the store, never writes.

import type { Env } from "./env.ts";
import { limits } from "./limits.ts";
import type { Holder, MemberId, Presence } from "./model.ts";
import type { Lease } from "./schema.ts";
import type { LeaseRead, Store } from "./store.ts";

/** `certain` is false while an old beat was not watched for a whole lease: after a sleep of the machine everybody looks dead for a moment. */
export interface Judgement {
	readonly presence: Presence;
	readonly certain: boolean;
}

interface Sighting {
	readonly token: string;
	readonly key: string;
	/** Monotonic ms of this process. */
	readonly lookedAt: number;
	/** Since when no change was seen, or since the first sight. */
	readonly quietSince: number;
	readonly aliveUntil: number;
}

/** Fed the leases one process reads; what it remembers is when it saw each of them change. */
export class LeaseWatch {
	readonly #env: Env;
	readonly #leaseMs: () => number;
	readonly #seen = new Map<MemberId, Sighting>();
	#wall: number;
	#monotonic: number;

	constructor(env: Env, leaseMs: () => number) {
		this.#env = env;
		this.#leaseMs = leaseMs;
		this.#wall = env.now();
		this.#monotonic = env.monotonic();
	}

	judge(read: LeaseRead): Judgement {
		this.#noticeSleep();
		const { lease } = read;
		if (lease.vacant !== undefined) return sure({ at: "offline", since: read.changedAt, holder: null });
		const holder = holderOf(lease);
		const offline: Presence = { at: "offline", since: read.changedAt, holder };
		if (read.beatAt === 0) return sure(offline);
		const sighting = this.#look(read);
		const state = this.#env.processState(lease);
		if (state === "gone") return sure(offline);
		if (state === "stopped") return sure({ at: "suspended", since: read.changedAt, holder });
		const now = this.#env.monotonic();
		if (now < sighting.aliveUntil) return sure({ at: "online", since: lease.at, holder });
		return { presence: offline, certain: now - sighting.quietSince >= this.#leaseMs() };
	}

	#look(read: LeaseRead): Sighting {
		const { member, token } = read.lease;
		const now = this.#env.monotonic();
		const before = this.#seen.get(member);
		const known = before?.token === token ? before : undefined;
		const next: Sighting =
			known?.key === read.key
				? { ...known, lookedAt: now }
				: { token, key: read.key, lookedAt: now, quietSince: now, aliveUntil: this.#aliveUntil(read, known) };
		this.#seen.set(member, next);
		return next;
	}

	/** A change is proof of life whatever the wall clock says; at first sight there is only the wall clock. */
	#aliveUntil(read: LeaseRead, known: Sighting | undefined): number {
		const now = this.#env.monotonic();
		const ageMs = this.#env.now() - read.beatAt;
		if (known === undefined) {
			const fresh = ageMs >= -limits.clockSkewMs && ageMs < this.#leaseMs();
			return fresh ? now + this.#leaseMs() - Math.max(0, ageMs) : now;
		}
		// It changed at some time since the last look; the beat's own time says when, as far as it is believable.
		const agoMs = Math.min(Math.max(0, ageMs), now - known.lookedAt);
		return now + this.#leaseMs() - agoMs;
	}

	/** The others slept as well: each gets a whole lease to beat again before it is called gone. */
	#noticeSleep(): void {
		const now = this.#env.monotonic();
		const wall = this.#env.now();
		const aheadMs = wall - this.#wall - (now - this.#monotonic);
		const before = this.#monotonic;
		this.#wall = wall;
		this.#monotonic = now;
		if (aheadMs <= limits.suspendMs) return;
		for (const [member, sighting] of this.#seen) {
			const wasAlive = sighting.aliveUntil > before;
			const aliveUntil = wasAlive ? now + this.#leaseMs() : sighting.aliveUntil;
			this.#seen.set(member, { ...sighting, lookedAt: now, quietSince: now, aliveUntil });
		}
	}
}

/** For a one-shot verb, which looks only once: a fresh beat of a process that is not gone is online, anything else is offline. */
export function firstSight(env: Env, leaseMs: number, read: LeaseRead): Presence {
	return new LeaseWatch(env, () => leaseMs).judge(read).presence;
}

/** Constants of the store, so that every process that reads it agrees; those of a new one where there is none yet. */
export function leaseMsOf(store: Pick<Store, "format">): number {
	return store.format()?.leaseMs ?? limits.leaseMs;
}

export function beatMsOf(store: Pick<Store, "format">): number {
	return store.format()?.beatMs ?? limits.beatMs;
}

const watches = new WeakMap<Store, LeaseWatch>();

/** The one watch of a store handle: what its seat and its snapshot saw counts for its operations too. */
export function leaseWatchOf(env: Env, store: Store): LeaseWatch {
	const known = watches.get(store);
	if (known !== undefined) return known;
	const watch = new LeaseWatch(env, () => leaseMsOf(store));
	watches.set(store, watch);
	return watch;
}

export function holderOf(lease: Lease): Holder {
	const { client, session, generation, pid, cwd, tty, tmuxPane, sessionName } = lease;
	return { client, session, generation, pid, cwd, tty, tmuxPane, sessionName };
}

/** Where a seat is held, for people. */
export function placeWords(holder: Pick<Holder, "pid" | "cwd">): string {
	return `process ${holder.pid} in ${holder.cwd}`;
}

function sure(presence: Presence): Judgement {
	return { presence, certain: true };
}
