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
	let deeds = 0;
	let wake = () => {};

	const start = (index: number): Child => {
		started += 1;
		const history = join(histories, `${started}.jsonl`);
		const member = members[index] ?? "";
		const others = members.filter((each) => each !== member).join(",");
		const own = [history, team.teamId, member, others, String(seed + started)];
		const child = startChild(import.meta.url, "children/stormer.ts", world.root, ...own);
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

	const actors = members.map((_, index) => start(index));
	await moreDeeds(ACTORS);
	for (let kill = 0; kill < KILLS; kill += 1) {
		const index = (seed + kill * 7) % ACTORS;
		// However fast the machine is: it is killed after some deeds of all of them.
		await moreDeeds(1 + ((seed * (kill + 3)) % 40));
		actors[index]?.kill();
		await actors[index]?.ended();
		actors[index] = start(index);
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
