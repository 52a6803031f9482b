// Processes that do everything at once and are killed at any moment: what was promised is there, once, in order, and every file is whole.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Child, endChildren, startChild } from "../../support/disk-process.ts";
import { cleanDisks, diskWorld, temporary } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import { readHistory, violations } from "./history.ts";
import { teamIn } from "./operations.ts";

cleanDisks();
endChildren();

const KILLS = 12;
const ACTORS = 4;

test("a storm of kills loses nothing, doubles nothing and leaves nothing half", { timeout: 180_000 }, async () => {
	const seed = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);
	console.info(`storm seed ${seed}`);
	const world = diskWorld(undefined, machine(Date.now()));
	const team = await teamIn(world);
	const members = Array.from({ length: ACTORS }, () => team.env.newToken());
	const histories = temporary();
	let started = 0;

	const start = (index: number): Child => {
		started += 1;
		const history = join(histories, `${started}.jsonl`);
		const member = members[index] ?? "";
		const others = members.filter((each) => each !== member).join(",");
		return startChild(
			import.meta.url,
			"children/stormer.ts",
			world.root,
			history,
			team.teamId,
			member,
			others,
			String(seed + started),
		);
	};

	const actors = members.map((_, index) => start(index));
	await Promise.all(actors.map((actor) => actor.next()));
	for (let kill = 0; kill < KILLS; kill += 1) {
		const index = (seed + kill * 7) % ACTORS;
		// However fast the machine is: it is killed after its history has grown by some deeds.
		await someDeeds(histories, (seed * (kill + 3)) % 40);
		actors[index]?.kill();
		await actors[index]?.ended();
		const next = start(index);
		actors[index] = next;
		await next.next();
	}
	for (const actor of actors) actor.send("stop");
	await Promise.all(actors.map((actor) => actor.ended()));

	const history = readHistory(readdirSync(histories).map((name) => join(histories, name)));
	const store = world.store();
	expect(violations(store, team.teamId, members, history)).toEqual([]);
	const torn = (text: string) => text.startsWith("a line of the timeline");
	const troubles = store.inspect().filter(({ code, text }) => code !== "not-durable" && !torn(text));
	expect(troubles).toEqual([]);
	expect(history.deeds).toBeGreaterThan(KILLS * ACTORS);
	for (const kind of ["take", "publish", "claim", "settle", "append", "edit"] as const) {
		expect(history.of(kind).length, kind).toBeGreaterThan(0);
	}
});

async function someDeeds(histories: string, count: number): Promise<void> {
	const now = () => readHistory(readdirSync(histories).map((name) => join(histories, name))).deeds;
	const enough = now() + count;
	while (now() < enough) await new Promise((resolve) => setImmediate(resolve));
}
