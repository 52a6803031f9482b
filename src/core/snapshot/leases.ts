// Watches the leases of one team: the online ones every second by their times, the lapsed ones now and then, the released ones never. Never writes.

import type { Env } from "../env.ts";
import type { LeaseWatch } from "../leases.ts";
import { limits } from "../limits.ts";
import type { MemberId, Presence, TeamId } from "../model.ts";
import type { LeaseRead, Store } from "../store.ts";
import type { TroubleBook } from "./trouble.ts";

export interface Held {
	readonly read: LeaseRead;
	readonly presence: Presence;
}

export interface LeaseReader {
	/** `named` are members an event spoke of just now: they are looked at at once. */
	refresh(look: "changed" | "everything", named: ReadonlySet<MemberId>): "same" | "changed";
	/** The same object while nothing about this member changed; undefined = it never had a seat. */
	of(member: MemberId): Held | undefined;
}

interface Watched {
	held: Held;
	/** Monotonic ms; Infinity = only when the directory changes or an event names the member. */
	lookAt: number;
}

const ONE_BY_ONE = 4;

export function watchLeases(env: Env, store: Store, teamId: TeamId, watch: LeaseWatch, book: TroubleBook): LeaseReader {
	const place = `${teamId}/leases`;
	const watched = new Map<MemberId, Watched>();
	let key: string | undefined;
	let changes = 0;
	/** When the first of them is due; most of a store's members are never. */
	let nextAt = Number.POSITIVE_INFINITY;

	function see(member: MemberId, read: LeaseRead): void {
		const { presence } = watch.judge(read);
		const before = watched.get(member);
		const lookAt = env.monotonic() + pauseFor(read, presence);
		if (
			before === undefined ||
			before.held.read.lease !== read.lease ||
			!samePresence(before.held.presence, presence)
		) {
			watched.set(member, { held: { read, presence }, lookAt });
			changes += 1;
		} else before.lookAt = lookAt;
		noteClock(member, read);
	}

	function soonest(): number {
		let soonest = Number.POSITIVE_INFINITY;
		for (const { lookAt } of watched.values()) soonest = Math.min(soonest, lookAt);
		return soonest;
	}

	function noteClock(member: MemberId, read: LeaseRead): void {
		const aheadMs = read.beatAt - env.now();
		const path = `${store.root}: ${member}`;
		const skewed = aheadMs > limits.clockSkewMs;
		book.note(
			`${place}/${member}/clock`,
			skewed
				? [
						{
							code: "clock",
							path,
							text: "a lease was renewed in the future",
							hint: "Compare the clocks of this machine.",
						},
					]
				: [],
		);
	}

	function readWhole(member: MemberId): void {
		const attempt = book.attempt(`${place}/${member}`, () => store.readLease(teamId, member));
		if (!attempt.ok) {
			if (attempt.why === "again") key = undefined;
			return;
		}
		if (attempt.value === undefined) drop(member);
		else see(member, attempt.value);
	}

	function drop(member: MemberId): void {
		if (watched.delete(member)) changes += 1;
	}

	/** Only the generations that changed are opened; many at once with one listing instead of one each. */
	function readChanged(look: "changed" | "everything"): void {
		const attempt = book.attempt(place, () => store.leaseGenerations(teamId));
		if (!attempt.ok) {
			key = undefined;
			return;
		}
		const generations = attempt.value;
		const changed = [...generations.keys()].filter(
			(member) => look === "everything" || watched.get(member)?.held.read.lease.generation !== generations.get(member),
		);
		const whole = changed.length > ONE_BY_ONE ? readAll() : new Map<MemberId, LeaseRead>();
		for (const member of changed) {
			const read = whole.get(member);
			if (read === undefined) readWhole(member);
			else see(member, read);
		}
		for (const member of watched.keys()) if (!generations.has(member)) drop(member);
	}

	/** Passes over what cannot be read: those are then read one by one, for their trouble. */
	function readAll(): ReadonlyMap<MemberId, LeaseRead> {
		const attempt = book.attempt(`${place}/all`, () => store.readLeases(teamId));
		return new Map(attempt.ok ? attempt.value.map((read) => [read.lease.member, read]) : []);
	}

	function lookAgain(member: MemberId, each: Watched): void {
		const { lease } = each.held.read;
		each.lookAt = env.monotonic() + limits.pollMs;
		const attempt = book.attempt(`${place}/${member}/times`, () => store.leaseTimes(teamId, member, lease.generation));
		if (!attempt.ok) return;
		if (attempt.value === undefined) readWhole(member);
		else see(member, { lease, ...attempt.value });
	}

	return {
		refresh(look, named) {
			const before = changes;
			const now = store.changeKey(teamId, "leases");
			if (now !== key || look === "everything") {
				key = now;
				readChanged(look);
				nextAt = soonest();
			}
			const at = env.monotonic();
			if (nextAt <= at || named.size > 0) {
				for (const [member, each] of watched) {
					if (each.lookAt <= at || named.has(member)) lookAgain(member, each);
				}
				nextAt = soonest();
			}
			return changes === before ? "same" : "changed";
		},
		of: (member) => watched.get(member)?.held,
	};
}

function pauseFor(read: LeaseRead, presence: Presence): number {
	if (presence.at !== "offline") return limits.pollMs;
	return read.beatAt === 0 || read.lease.vacant !== undefined ? Number.POSITIVE_INFINITY : limits.lapsedPollMs;
}

function samePresence(a: Presence, b: Presence): boolean {
	return a.at === b.at && a.since === b.since && (a.holder === null) === (b.holder === null);
}
