// Keeps what could not be read, by where it was met: counted, named, forgotten once it reads well again. Never hides a bug.

import type { Trouble } from "../model.ts";
import { StoreError, type StoreErrorCode } from "../store.ts";

/** "again" = a passing failure, worth another try before anything changed; "broken" = it stays so until somebody changes it. */
export type Attempt<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly why: "again" | "broken" };

export interface TroubleBook {
	/** Runs a read. A StoreError is noted under `place` and answered; anything else is a bug and goes through. */
	attempt<T>(place: string, read: () => T): Attempt<T>;
	/** Replaces what is noted under a place. */
	note(place: string, troubles: readonly Trouble[]): void;
	/** Adds to a place: a timeline reports each broken line once, when it passes it. */
	add(place: string, troubles: readonly Trouble[]): void;
	/** Forgets a place and everything below it. */
	forget(place: string): void;
	/** The same array while nothing changed; each path and code once. */
	all(): readonly Trouble[];
}

const PASSING: ReadonlySet<StoreErrorCode> = new Set(["exhausted", "io"]);

export function troubleBook(): TroubleBook {
	const places = new Map<string, readonly Trouble[]>();
	let listed: readonly Trouble[] = [];
	let stale: "no" | "stale" = "no";

	function note(place: string, troubles: readonly Trouble[]): void {
		if (troubles.length === 0) {
			if (places.delete(place)) stale = "stale";
			return;
		}
		if (sameTroubles(places.get(place) ?? [], troubles)) return;
		places.set(place, troubles);
		stale = "stale";
	}

	return {
		note,
		attempt(place, read) {
			try {
				const value = read();
				note(place, []);
				return { ok: true, value };
			} catch (error) {
				if (!(error instanceof StoreError)) throw error;
				// A team that goes away while it is read is no trouble: the next look at the root says so.
				note(place, error.code === "vanished" ? [] : [troubleOf(error)]);
				return { ok: false, why: PASSING.has(error.code) || error.code === "vanished" ? "again" : "broken" };
			}
		},
		add(place, troubles) {
			if (troubles.length > 0) note(place, [...(places.get(place) ?? []), ...troubles]);
		},
		forget(place) {
			for (const each of [...places.keys()]) {
				if (each === place || each.startsWith(`${place}/`)) note(each, []);
			}
		},
		all() {
			if (stale === "no") return listed;
			stale = "no";
			const now = unique([...places].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, troubles]) => troubles));
			if (!sameTroubles(listed, now)) listed = now;
			return listed;
		},
	};
}

export function troubleOf(error: StoreError): Trouble {
	return { code: error.code, path: error.path, text: `${error.code}: ${error.path}`, hint: error.hint };
}

function unique(troubles: readonly Trouble[]): readonly Trouble[] {
	const seen = new Set<string>();
	return troubles.filter((each) => {
		const key = `${each.code} ${each.path} ${each.text}`;
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}

function sameTroubles(a: readonly Trouble[], b: readonly Trouble[]): boolean {
	return (
		a.length === b.length &&
		a.every((each, index) => {
			const other = b[index];
			return other !== undefined && each.code === other.code && each.path === other.path && each.text === other.text;
		})
	);
}
