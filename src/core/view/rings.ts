// Members that wait for each other in a ring: none of them goes on before another does. Pure; says nothing about words or ages that matter.

import { policyOf } from "../kinds.ts";
import type { MemberId, Team } from "../model.ts";
import { memberOf } from "./scene.ts";

export interface Ring {
	/** Each waits for the next, the last for the first. */
	readonly members: readonly MemberId[];
	/** Wall ms of the youngest of these waits: since then it is a ring. */
	readonly closedAt: number;
}

/** One for each group that holds itself up, by its shortest way round; oldest first. */
export function ringsOf(team: Team): readonly Ring[] {
	const waits = waitsOf(team);
	const rings: Ring[] = [];
	const named = new Set<MemberId>();
	for (const [from, goals] of waits) {
		for (const to of goals.keys()) {
			const back = named.has(from) ? undefined : shortestWay(waits, to, from);
			if (back === undefined) continue;
			const members = [from, ...back.slice(0, -1)];
			for (const member of members) named.add(member);
			rings.push({ members, closedAt: youngest(waits, members) });
		}
	}
	return rings;
}

/** Who waits for whom, and since when at the longest. */
type Waits = ReadonlyMap<MemberId, ReadonlyMap<MemberId, number>>;

function waitsOf(team: Team): Waits {
	const waits = new Map<MemberId, Map<MemberId, number>>();
	for (const { from, to, kind, at } of team.waiting) {
		if (from === to || policyOf(kind)?.answer === "none") continue;
		if (memberOf(team, from) === undefined || memberOf(team, to) === undefined) continue;
		const goals = waits.get(from) ?? new Map<MemberId, number>();
		goals.set(to, Math.min(goals.get(to) ?? at, at));
		waits.set(from, goals);
	}
	return waits;
}

/** From `start` to `goal`, both included; undefined where none leads there. */
function shortestWay(waits: Waits, start: MemberId, goal: MemberId): readonly MemberId[] | undefined {
	const seen = new Set<MemberId>([start]);
	let ways: readonly (readonly [MemberId, ...MemberId[]])[] = [[start]];
	while (ways.length > 0) {
		const longer: [MemberId, ...MemberId[]][] = [];
		// Kept with the newest member first, so that going on is one look at its head.
		for (const way of ways) {
			for (const next of waits.get(way[0])?.keys() ?? []) {
				if (next === goal) return [next, ...way].reverse();
				if (seen.has(next)) continue;
				seen.add(next);
				longer.push([next, ...way]);
			}
		}
		ways = longer;
	}
	return undefined;
}

function youngest(waits: Waits, members: readonly MemberId[]): number {
	return Math.max(
		...members.map((member, index) => {
			const next = members[(index + 1) % members.length];
			return (next === undefined ? undefined : waits.get(member)?.get(next)) ?? 0;
		}),
	);
}
