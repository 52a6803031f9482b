// Why a seat is no longer held, and the words for it. Pure decision over what the store says; never I/O.

import { placeWords } from "./leases.ts";
import type { MemberId } from "./model.ts";
import type { Refusal } from "./refusal.ts";
import type { Lease, TeamDocument } from "./schema.ts";
import type { Fate } from "./seat.ts";

export type LostFate = Exclude<Fate, { readonly at: "kept" }>;

/** What is on disk when a beat failed. `team` is the name it had when it was last seen. */
export interface Traces {
	readonly team: string;
	readonly document: TeamDocument | undefined;
	readonly member: MemberId;
	readonly generation: number;
	readonly lease: Lease | undefined;
}

export function fateOf(traces: Traces): Fate {
	const { document, lease } = traces;
	if (document === undefined) return { at: "team-deleted", team: traces.team };
	const member = document.members.find((each) => each.id === traces.member);
	if (member === undefined || member.state === "removed") {
		return { at: "removed", by: roleIn(document, member?.removedBy ?? null) };
	}
	if (lease?.vacant === "removed") return { at: "removed", by: null };
	// A lower one too: it was taken after somebody had deleted the lease by hand.
	if (lease !== undefined && lease.generation !== traces.generation)
		return { at: "taken-over", where: placeWords(lease) };
	return { at: "kept" };
}

/** The role a member has or had; null for nobody. */
export function roleIn(document: TeamDocument, member: MemberId | null): string | null {
	return document.members.find((each) => each.id === member)?.role ?? null;
}

/** What any further use of the seat is refused with. */
export function refusalOf(fate: LostFate): Refusal {
	switch (fate.at) {
		case "team-deleted":
			return { code: "team-deleted", team: fate.team };
		case "removed":
			return { code: "removed", by: fate.by };
		case "taken-over":
			return { code: "taken-over", where: fate.where };
		default:
			return fate satisfies never;
	}
}
