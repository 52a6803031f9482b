// The whole store as one plain value, kept up by reading only what changed. Owns when to look; never writes, never locks.

import type { Env, Timer } from "./env.ts";
import { leaseWatchOf } from "./leases.ts";
import { limits } from "./limits.ts";
import type { Snapshot, Team, TeamId } from "./model.ts";
import { type TeamReader, watchTeam } from "./snapshot/team.ts";
import { troubleBook } from "./snapshot/trouble.ts";
import type { Store, Watching, WatchTarget } from "./store.ts";

export interface Snapshots {
	/** What the last look saw. */
	current(): Snapshot;
	/** Looks at the store; the same object when nothing changed. A broken file is trouble in it, never an exception. */
	refresh(): Snapshot;
	/** Called with each new value. */
	subscribe(listener: (snapshot: Snapshot) => void): () => void;
	/** Watches, and looks every limits.pollMs without a hint. Starting again changes nothing. */
	start(): void;
	stop(): void;
	/** Loads the page before the oldest event of a team; the same object when there is none. */
	older(teamId: TeamId): Snapshot;
	/** The team somebody looks at: its inboxes are looked at every limits.fullScanMs, the others' in turn. */
	show(teamId: TeamId | undefined): void;
}

export interface SnapshotOptions {
	/** What a tick does with a bug: a timer's exception ends the process it runs in. Rethrown when absent. */
	readonly onError?: (error: unknown) => void;
}

interface Followed {
	readonly reader: TeamReader;
	last: Team | undefined;
	/** "nothing" after a look that broke off: what it had read but not shown is read again. */
	trust: "keys" | "nothing";
}

export function openSnapshots(env: Env, store: Store, options: SnapshotOptions = {}): Snapshots {
	const book = troubleBook();
	const readers = new Map<TeamId, Followed>();
	const listeners = new Set<(snapshot: Snapshot) => void>();
	const watch = leaseWatchOf(env, store);
	let rootKey: string | undefined;
	let shown: TeamId | undefined;
	let scanAt = env.monotonic() + limits.fullScanMs;
	let turn = 0;
	let watching: Watching | undefined;
	let timer: Timer | undefined;
	let exists = false;
	let snapshot: Snapshot = {
		root: store.root,
		revision: 0,
		asOf: env.now(),
		exists,
		teams: [],
		trouble: [],
		watching: "polling",
	};

	function listTeams(): void {
		const key = book.attempt("root/key", () => store.rootKey());
		if (!key.ok) return;
		exists = key.value !== undefined;
		if (key.value === rootKey) return;
		const attempt = book.attempt("root", () => store.listTeams());
		if (!attempt.ok) return;
		rootKey = key.value;
		book.note("root/entries", attempt.value.trouble);
		const listed = new Set(attempt.value.teamIds);
		for (const id of readers.keys()) if (!listed.has(id)) drop(id);
		for (const id of listed) {
			if (readers.has(id)) continue;
			readers.set(id, { reader: watchTeam(env, store, id, watch, book), last: undefined, trust: "nothing" });
		}
		watching?.retarget(targets());
	}

	function drop(id: TeamId): void {
		readers.delete(id);
		book.forget(id);
	}

	/** Which teams are looked at without trusting their change keys: the shown one, and in turn one in which somebody is and one of all. */
	function dueForEverything(): ReadonlySet<TeamId> {
		if (env.monotonic() < scanAt) return new Set();
		scanAt = env.monotonic() + limits.fullScanMs;
		rootKey = undefined;
		turn += 1;
		const all = [...readers.keys()];
		const lively = all.filter((id) =>
			readers.get(id)?.last?.members.some((member) => member.presence.at !== "offline"),
		);
		const inTurn = (ids: readonly TeamId[]) => ids[turn % Math.max(1, ids.length)];
		return new Set([shown, inTurn(lively), inTurn(all)].filter((id) => id !== undefined));
	}

	function look(): Snapshot {
		const due = dueForEverything();
		listTeams();
		const teams = [...readers].flatMap(([id, followed]) => lookAt(id, followed, due) ?? []);
		return settle(teams.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)));
	}

	/** What goes wrong in one team leaves it as it was last seen, and touches no other. */
	function lookAt(id: TeamId, followed: Followed, due: ReadonlySet<TeamId>): Team | undefined {
		const how = due.has(id) || followed.trust === "nothing" ? "everything" : "changed";
		const attempt = book.attempt(`${id}/team`, () => followed.reader.refresh(how));
		followed.trust = attempt.ok ? "keys" : "nothing";
		if (attempt.ok) followed.last = attempt.value;
		return followed.last;
	}

	function settle(teams: readonly Team[]): Snapshot {
		const next = {
			root: store.root,
			exists,
			teams: sameList(snapshot.teams, teams) ? snapshot.teams : teams,
			trouble: book.all(),
			watching: watching?.mode() ?? "polling",
		};
		if (sameSnapshot(snapshot, next) && snapshot.revision > 0) return snapshot;
		snapshot = { ...next, revision: snapshot.revision + 1, asOf: env.now() };
		for (const listener of [...listeners]) listener(snapshot);
		return snapshot;
	}

	function targets(): readonly WatchTarget[] {
		return [{ what: "root" }, ...[...readers.keys()].map((teamId) => ({ what: "events" as const, teamId }))];
	}

	function tick(): void {
		try {
			look();
		} catch (error) {
			if (options.onError === undefined) throw error;
			options.onError(error);
		}
	}

	return {
		current: () => snapshot,
		refresh: look,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		start() {
			if (timer !== undefined) return;
			timer = env.every(limits.pollMs, tick);
			watching = store.watch(targets(), tick);
			tick();
		},
		stop() {
			timer?.cancel();
			timer = undefined;
			watching?.close();
			watching = undefined;
		},
		older(teamId) {
			const followed = readers.get(teamId);
			if (followed === undefined || followed.reader.older() === "same") return snapshot;
			return look();
		},
		show(teamId) {
			shown = teamId;
		},
	};
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
	return a.length === b.length && a.every((each, index) => each === b[index]);
}

function sameSnapshot(a: Snapshot, b: Omit<Snapshot, "revision" | "asOf">): boolean {
	return a.exists === b.exists && a.teams === b.teams && a.trouble === b.trouble && a.watching === b.watching;
}

/** One look, for a command that ends: presence is judged by first sight alone. */
export function readOnce(env: Env, store: Store): Snapshot {
	return openSnapshots(env, store).refresh();
}
