// A team with one waiting message, and ways to put something else in its place.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { MessageName } from "../../../src/core/store.ts";
import { messageOf } from "../../support/disk-records.ts";
import { type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { firstWaiting, type Team, teamIn } from "./operations.ts";

export interface Scene {
	readonly world: DiskWorld;
	readonly team: Team;
	/** Of the message that waits. */
	readonly name: MessageName;
	/** Where it lies. */
	readonly path: string;
	/** A path in the team's directory. */
	inside(...parts: readonly string[]): string;
	/** Puts something else where the waiting message lies; the answer reads it, as a process that comes later. */
	readingOver(plant: (path: string) => void): () => unknown;
}

export async function hostileScene(): Promise<Scene> {
	const world = diskWorld();
	const team = await teamIn(world);
	const inside = (...parts: readonly string[]) => join(world.root, `t-${team.teamId}`, ...parts);
	await team.store.publish(messageOf(team.env, team.teamId, team.from, team.to, { body: "the first" }));
	const name = firstWaiting(team.store, team);
	if (name === undefined) throw new Error("nothing waits");
	const path = inside("inbox", team.to, "new", name.file);
	return {
		world,
		team,
		name,
		path,
		inside,
		readingOver(plant) {
			if (readFileSync(path).length === 0) throw new Error("the message was empty");
			rmSync(path);
			plant(path);
			return () => world.store().readMessage(team.teamId, team.to, name);
		},
	};
}
