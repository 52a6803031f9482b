// The ways out of a seat. Each step is tried whatever the one before it said, so that the terminal is free in any case.

import { eachAnyway, noting } from "./attempts.ts";
import type { SeatState } from "./seat-state.ts";
import { endedWords, interrupted, isRequest, readable, settleRequest } from "./settling.ts";
import type { StoreError } from "./store.ts";

/** Throws what the disk said first, after everything was tried. */
export async function end(state: SeatState, how: "left" | "closed" | "reloading"): Promise<void> {
	const { store, holding, terminal, writer } = state;
	if (state.over === "ended") return;
	const lost = state.over !== undefined;
	state.over = "ended";
	if (how === "reloading") {
		store.dropLease(holding);
		return;
	}
	const troubles: StoreError[] = [];
	if (!lost) await noting(troubles, () => putDownRequests(state));
	await noting(troubles, () => (lost ? store.dropLease(holding) : store.releaseLease(holding)));
	if (how === "left" && !lost) await noting(troubles, () => store.removeSession(terminal.session));
	if (!lost) writer.trace({ type: how, client: terminal.client, cwd: terminal.cwd });
	const first = troubles[0];
	if (first !== undefined) throw first;
}

/** A person's open requests wait for the member again; an agent may have begun, so its requests end here. */
async function putDownRequests(state: SeatState): Promise<void> {
	const { store, teamId, member, holding, terminal, document, writer } = state;
	const { generation, token } = holding.lease;
	const role = document.members.find((each) => each.id === member)?.role ?? "The member";
	await eachAnyway(store.listInbox(teamId, member).claimed, async (name) => {
		if (!isRequest(name.kind) || name.generation !== generation || !token.startsWith(name.token8)) return;
		if (terminal.client === "dash") {
			store.release(holding, name);
			return;
		}
		const request = readable(writer, member, name);
		if (request !== undefined) await settleRequest(writer, document, name, request, interrupted(endedWords(role)));
	});
}
