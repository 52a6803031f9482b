// A real store in a temporary directory with a small team in it, for tests that call one-shot verbs. Cleaned up when the test ends.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { realEnv } from "../../../src/core/env.ts";
import { openStore } from "../../../src/core/files/store.ts";
import type { Kind } from "../../../src/core/kinds.ts";
import type { MessageId, TeamId } from "../../../src/core/model.ts";
import type { Seat, Terminal } from "../../../src/core/seat.ts";
import { joinTeam } from "../../../src/core/seat-join.ts";
import type { Store } from "../../../src/core/store.ts";
import { createTeam } from "../../../src/core/teams.ts";

export const env = realEnv();

export interface World {
	readonly root: string;
	readonly store: Store;
	team(name: string): Promise<TeamId>;
	/** A terminal of Pi that holds a seat and is online. */
	seat(teamId: TeamId, role: string): Promise<Seat>;
}

/** Removed again when the test that asked for it ends. */
export function temporary(name: string): string {
	const directory = mkdtempSync(join(tmpdir(), `pi-team-dash-${name}-`));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}

export function world(): World {
	const root = join(temporary("cli"), "teams");
	const store = openStore(env, root, { watch: "polling", format: { sync: false } });
	onTestFinished(() => store.close());
	return {
		root,
		store,
		async team(name) {
			const created = await createTeam(env, store, name);
			if (!created.ok) throw new Error(created.refusal.code);
			return created.value.teamId;
		},
		async seat(teamId, role) {
			const joined = await joinTeam(env, store, terminal(role), { teamId, role, force: "ask", by: "person" });
			if (!joined.ok) throw new Error(joined.refusal.code);
			return joined.value;
		},
	};
}

function terminal(role: string): Terminal {
	return {
		client: "pi",
		session: env.newToken(),
		cwd: `/home/${role}`,
		tty: undefined,
		tmuxPane: undefined,
		sessionName: undefined,
		appVersion: "0.0.0",
	};
}

export interface Shop extends World {
	readonly teamId: TeamId;
	/** Online, the admin. */
	readonly planner: Seat;
	/** Online. */
	readonly backend: Seat;
}

/** The team shop: planner and backend are there, frontend has gone. */
export async function shop(): Promise<Shop> {
	const empty = world();
	const teamId = await empty.team("shop");
	const planner = await empty.seat(teamId, "planner");
	const backend = await empty.seat(teamId, "backend");
	const frontend = await empty.seat(teamId, "frontend");
	await frontend.end("closed");
	return { ...empty, teamId, planner, backend };
}

/** Sent by an agent; the id. */
export async function send(from: Seat, to: Seat, kind: Kind, body: string, subject?: string): Promise<MessageId> {
	const draft = { to: to.member, kind, body, subject, replyTo: undefined, parentId: undefined };
	const sent = await from.send({ ...draft, origin: "agent" });
	if (!sent.ok) throw new Error(sent.refusal.code);
	return sent.value.id;
}

/** Takes all live messages into the conversation. */
export async function read(seat: Seat): Promise<void> {
	await seat.surfaced(await seat.receive(() => false));
}
