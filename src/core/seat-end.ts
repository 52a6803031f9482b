// The ways out of a seat. Each step is tried whatever the one before it said, so that the terminal is free in any case.

import type { SeatState } from "./seat-state.ts";
import { endedWords, interrupted, isRequest, readable, settleRequest } from "./settling.ts";
import { StoreError } from "./store.ts";

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
	const attempt = async (step: () => void | Promise<void>): Promise<void> => {
		try {
			await step();
		} catch (error) {
			if (!(error instanceof StoreError)) throw error;
			troubles.push(error);
		}
	};
	if (!lost) await attempt(() => putDownRequests(state));
	await attempt(() => (lost ? store.dropLease(holding) : store.releaseLease(holding)));
	if (how === "left" && !lost) await attempt(() => store.removeSession(terminal.session));
	if (!lost) writer.trace({ type: how, client: terminal.client, cwd: terminal.cwd });
	const first = troubles[0];
	if (first !== undefined) throw first;
}

/** A person's open requests wait for the member again; an agent may have begun, so its requests end here. */
async function putDownRequests(state: SeatState): Promise<void> {
	const { store, teamId, member, holding, terminal, document, writer } = state;
	const { generation, token } = holding.lease;
	const role = document.members.find((each) => each.id === member)?.role ?? "The member";
	for (const name of store.listInbox(teamId, member).claimed) {
		if (!isRequest(name.kind) || name.generation !== generation || !token.startsWith(name.token8)) continue;
		if (terminal.client === "dash") {
			store.release(holding, name);
			continue;
		}
		const request = readable(writer, member, name);
		if (request !== undefined) await settleRequest(writer, document, name, request, interrupted(endedWords(role)));
	}
}
