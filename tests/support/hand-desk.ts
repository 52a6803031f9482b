// A Desk for tests: one player of a world acting through perform. Keeps what the program around it would: seat, pause.

import type { Desk } from "../../src/core/desk.ts";
import type { Actor, Snapshot } from "../../src/core/model.ts";
import { done, refuse } from "../../src/core/refusal.ts";
import type { Pause } from "../../src/core/schema.ts";
import type { Seat, Terminal } from "../../src/core/seat.ts";
import { joinTeam } from "../../src/core/seat-join.ts";
import { terminalOf, type World } from "./world.ts";

export interface HandDesk extends Desk {
	pause(): Pause;
}

/** As a member of the world. `by` says whose hand it is. */
export function deskOf(w: World, role: string, by: Actor["by"] = "person"): HandDesk {
	const { env, store, terminal, seat } = w.of(role);
	return build({ env, store, terminal, seat, by });
}

/** As somebody who has no seat yet. */
export function visitorDesk(w: World, client: Terminal["client"] = "pi"): HandDesk {
	const { env, store } = w.visitor();
	return build({ env, store, terminal: terminalOf("visitor", client, "visitor"), seat: undefined, by: "person" });
}

interface Start extends Pick<Desk, "env" | "store" | "terminal"> {
	readonly seat: Seat | undefined;
	readonly by: Actor["by"];
}

function build({ env, store, terminal, seat: first, by }: Start): HandDesk {
	let seat = first;
	let pause: Pause = "no";
	return {
		env,
		store,
		terminal,
		snapshot(): Snapshot {
			throw new Error("operations read the store themselves");
		},
		actor: () =>
			seat === undefined ? { at: "outside", by } : { at: "joined", teamId: seat.teamId, member: seat.member, by },
		seat: () => seat,
		async takeSeat(request) {
			const joined = await joinTeam(env, store, terminal, request);
			if (joined.ok) seat = joined.value;
			return joined;
		},
		async leaveSeat() {
			if (seat === undefined) return refuse({ code: "not-joined" });
			await seat.end("left");
			seat = undefined;
			return done(null);
		},
		setPause:
			terminal.client === "dash"
				? undefined
				: (wanted) => {
						pause = wanted;
						return done(null);
					},
		pause: () => pause,
	};
}
