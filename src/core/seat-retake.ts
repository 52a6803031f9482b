// Goes on with a seat whose lease somebody deleted by hand: the same generation is linked again, unless another terminal was quicker. Decides nothing else.

import { readSeat } from "./facts.ts";
import { placeWords } from "./leases.ts";
import { learnFate, type SeatState } from "./seat-state.ts";
import { ifReadable } from "./store.ts";

/** The generation and its token stay, so that what this terminal has claimed stays its own. Nobody is told: nothing has changed. */
export async function retakeLease(state: SeatState): Promise<void> {
	const { store, teamId, member, holding } = state;
	const { lease } = holding;
	store.dropLease(holding);
	const again = store.adoptLease(teamId, member, lease.token) ?? (await store.takeLease(teamId, lease));
	if (again !== undefined) {
		state.holding = again;
		state.lease = "held";
		// It was left while the disk was at it.
		if (state.over !== undefined) store.releaseLease(again);
		return;
	}
	if (state.over !== undefined || learnFate(state).at !== "kept") return;
	const winner = ifReadable(() => readSeat(store, teamId, member)?.lease);
	state.over = { at: "taken-over", where: winner === undefined ? "its lease is gone" : placeWords(winner) };
}
