// Terminals that contend for seats while they are killed, stopped for longer than their lease and woken again: what was promised is kept.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { realEnv } from "../../../src/core/env.ts";
import type { Store } from "../../../src/core/store.ts";
import { createTeam } from "../../../src/core/teams.ts";
import { type Child, endChildren, startChild } from "../../support/disk-process.ts";
import { value } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld, quickFormat, temporary } from "../../support/disk-world.ts";
import { idOf, wrongs } from "./storm-seats-check.ts";
import { readDeeds } from "./storm-seats-deeds.ts";
import { settleDown } from "./storm-seats-end.ts";

cleanDisks();
endChildren();

const ROLES = ["pm", "backend", "reviewer"];
/** Terminals for each role: the first one comes back to its own seat whenever it is killed, the others contend. */
const CONTENDERS = [1, 2, 2];
const BLOWS = 12;
const PATIENCE_MS = 180_000;

interface Terminal {
	readonly role: string;
	readonly session: string;
	process: Child;
}

test("a storm over terminals loses nothing, doubles nothing and gives a seat to one at a time", {
	timeout: PATIENCE_MS,
}, async () => {
	const seed = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);
	console.info(`storm seed ${seed}`);
	const dice = diceFrom(seed);
	const env = realEnv();
	const world = diskWorld();
	const store = world.storeOf(env);
	const { teamId } = value(await createTeam(env, store, "shop"));
	const [histories, conversations] = [temporary(), temporary()];
	let started = 0;
	let deeds = 0;
	let wake = () => {};

	const start = (role: string, session: string): Child => {
		started += 1;
		const own = [join(histories, `${started}.jsonl`), teamId, role, session, join(conversations, session)];
		const child = startChild(
			import.meta.url,
			"children/seat-stormer.ts",
			world.root,
			...own,
			String(seed + started * 7_919),
		);
		const count = (): Promise<void> =>
			child.next().then(() => {
				deeds += 1;
				wake();
				return count();
			});
		count().catch(() => {}); // It ended.
		return child;
	};
	const moreDeeds = (more: number): Promise<void> => {
		const enough = deeds + more;
		return new Promise((resolve) => {
			wake = () => deeds >= enough && resolve();
			wake();
		});
	};

	const terminals: Terminal[] = ROLES.flatMap((role, place) =>
		Array.from({ length: CONTENDERS[place] ?? 1 }, (_, index) => {
			const session = `${role}-${index}`;
			return { role, session, process: start(role, session) };
		}),
	);
	const seated = () => store.readLeases(teamId).length === ROLES.length;
	await vi.waitUntil(seated, { timeout: PATIENCE_MS, interval: 50 });
	for (let blow = 0; blow < BLOWS; blow += 1) {
		await moreDeeds(20 + dice(40));
		const struck = blow % 4 === 0 ? terminals[0] : terminals[1 + dice(terminals.length - 1)];
		if (struck === undefined) continue;
		if (blow % 2 === 0) {
			struck.process.kill();
			await struck.process.ended();
			struck.process = start(struck.role, struck.session);
		} else
			await stopped(
				store,
				teamId,
				struck.process,
				rivalsOf(terminals, struck),
				blow > 1 && dice(3) === 0 ? "all" : "one",
			);
	}
	await moreDeeds(40);
	for (const terminal of terminals) terminal.process.send("stop");
	await Promise.all(terminals.map((terminal) => terminal.process.ended()));

	const members = await settleDown(env, world.storeOf, teamId, ROLES, conversations, join(histories, "end.jsonl"));
	const told = readDeeds(readdirSync(histories).map((name) => join(histories, name)));
	expect(wrongs(store, teamId, members, told)).toEqual([]);
	const torn = (text: string) => text.startsWith("a line of the timeline");
	expect(store.inspect().filter(({ code, text }) => code !== "not-durable" && !torn(text))).toEqual([]);
	for (const kind of ["sit", "send", "got", "shown", "settle", "look"] as const) {
		expect(told.of(kind).length, kind).toBeGreaterThan(0);
	}
	expect(told.of("send").filter(({ answer }) => idOf(answer) !== undefined).length).toBeGreaterThan(BLOWS);
	expect(store.latestEvents(teamId, 10_000).events.map(({ type }) => type)).toContain("taken-over");
});

function rivalsOf(terminals: readonly Terminal[], struck: Terminal): readonly Child[] {
	return terminals.filter((each) => each !== struck && each.role === struck.role).map((each) => each.process);
}

/** Whoever of the two holds the seat: "one" lets the other one take it meanwhile, "all" lets the lease lapse with nobody there. */
async function stopped(store: Store, teamId: string, one: Child, rivals: readonly Child[], who: "one" | "all") {
	const newestOfTheirs = () => leases().find(({ lease }) => [one, ...rivals].some(({ pid }) => pid === lease.pid));
	const leases = () => store.readLeases(teamId);
	const held = await vi.waitUntil(newestOfTheirs, { timeout: PATIENCE_MS, interval: 50 });
	const holder = [one, ...rivals].find(({ pid }) => pid === held.lease.pid);
	if (holder === undefined) return;
	const others = [one, ...rivals].filter((each) => each !== holder);
	const away = who === "one" ? [holder] : [holder, ...others];
	for (const child of away) child.kill("SIGSTOP");
	const { member } = held.lease;
	const over = () => {
		const now = store.readLease(teamId, member);
		const quietMs = Date.now() - (now?.changedAt ?? Date.now());
		return who === "all" ? quietMs > quickFormat.leaseMs : now?.lease.pid !== holder.pid;
	};
	await vi.waitUntil(over, { timeout: PATIENCE_MS, interval: 50 });
	for (const child of away) child.kill("SIGCONT");
}

function diceFrom(start: number): (below: number) => number {
	let state = start % 2_147_483_647 || 1;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}
