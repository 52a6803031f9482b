// After a storm: one terminal takes each seat, and all of them read and work until nothing waits any more. Judges nothing.

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../../src/core/env.ts";
import type { MemberId, TeamId } from "../../../src/core/model.ts";
import type { Incoming, Seat } from "../../../src/core/seat.ts";
import { joinTeam } from "../../../src/core/seat-join.ts";
import type { Store } from "../../../src/core/store.ts";
import { value } from "../../support/disk-records.ts";
import { openDeeds } from "./storm-seats-deeds.ts";

/** What it does goes into the same kind of history. The members in the order of the roles. */
export async function settleDown(
	env: Env,
	open: (env: Env) => Store,
	teamId: TeamId,
	roles: readonly string[],
	conversations: string,
	deeds: string,
): Promise<readonly MemberId[]> {
	const did = openDeeds(deeds);
	const nowhere = { tty: undefined, tmuxPane: undefined, sessionName: undefined };
	const seats: Seat[] = [];
	for (const role of roles) {
		const terminal = { client: "pi", session: `${role}-0`, cwd: "/work", appVersion: "0.1.0", ...nowhere } as const;
		const request = { teamId, role, force: "confirmed", by: "person" } as const;
		seats.push(value(await joinTeam(env, open(env), terminal, request)));
	}
	for (let quiet = "no"; quiet === "no"; ) {
		quiet = "yes";
		for (const [index, seat] of seats.entries()) {
			const session = `${roles[index]}-0`;
			const path = join(conversations, session);
			const known = new Set(readFileSync(path, { encoding: "utf8", flag: "a+" }).split("\n"));
			const incoming = [...(await seat.receive((id) => known.has(id)))];
			for (const name of seat.pendingWork()) incoming.push(...[(await seat.claimWork(name)) ?? []].flat());
			if (incoming.length > 0) quiet = "no";
			for (const each of incoming) await take(seat, each, path, session);
		}
	}
	for (const seat of seats) await seat.end("closed");
	return seats.map(({ member }) => member);

	async function take(seat: Seat, incoming: Incoming, path: string, session: string): Promise<void> {
		const { id, kind } = incoming.message;
		await did({ do: "got", id, attempt: incoming.name.attempt }, () => null);
		if (kind === "request") {
			const mark = env.newToken();
			const report = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };
			await did({ do: "settle", id, mark }, async () => value(await seat.settle(incoming, report, mark)));
			return;
		}
		await did({ do: "shown", id, session }, () => appendFileSync(path, `\n${id}\n`));
		await seat.surfaced([incoming]);
	}
}
