// Terminals that join, send and receive as Pi's do, without Pi. Never measures.

import type { MemberId, TeamId } from "../src/core/model.ts";
import type { Seat } from "../src/core/seat.ts";
import { joinTeam } from "../src/core/seat-join.ts";
import type { Store } from "../src/core/store.ts";
import { createTeam } from "../src/core/teams.ts";
import { type Ground, newStore } from "./stores.ts";

export const TEXT = "The tests of the cart are green; the login still fails on an expired session. ".repeat(8);

export async function sit({ env }: Ground, store: Store, teamId: TeamId, role: string): Promise<Seat> {
	const joined = await joinTeam(
		env,
		store,
		{
			...{ client: "pi", session: `session-of-${role}`, cwd: `/home/${role}`, appVersion: "0.1.0" },
			...{ tty: undefined, tmuxPane: undefined, sessionName: undefined },
		},
		{ teamId, role, force: "ask", by: "person" },
	);
	if (!joined.ok) throw new Error(joined.refusal.code);
	return joined.value;
}

export async function newTeam({ env, store }: Ground, name: string): Promise<TeamId> {
	const created = await createTeam(env, store, name);
	if (!created.ok) throw new Error(created.refusal.code);
	return created.value.teamId;
}

export interface Pair {
	readonly ground: Ground;
	readonly teamId: TeamId;
	readonly sender: Seat;
	readonly receiver: Seat;
}

export async function newPair(sync: "synced" | "not synced"): Promise<Pair> {
	const ground = newStore(sync);
	const teamId = await newTeam(ground, "shop");
	const sender = await sit(ground, ground.store, teamId, "backend");
	const receiver = await sit(ground, ground.open(), teamId, "reviewer");
	return { ground, teamId, sender, receiver };
}

export async function tell(from: Seat, to: MemberId, body: string = TEXT): Promise<string> {
	const sent = await from.send({
		...{ to, kind: "info", body, subject: undefined, replyTo: undefined, parentId: undefined, origin: "agent" },
	});
	if (!sent.ok) throw new Error(sent.refusal.code);
	return sent.value.id;
}

/** Takes everything that waits, as a terminal whose conversation is on disk. */
export async function drain(seat: Seat): Promise<number> {
	const incoming = await seat.receive(() => false);
	await seat.surfaced(incoming);
	return incoming.length;
}
