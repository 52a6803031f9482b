// Random steps of several processes on plain files and on the store in memory: both answer the same, and look the same afterwards.

import fc from "fast-check";
import { expect, test } from "vitest";
import { StoreError } from "../../../src/core/store.ts";
import { cleanDisks, diskWorld, makeRoom } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { membersOf, NAMES, type Side, Skip, type Step, side, steps } from "./model-steps.ts";

cleanDisks();

/** What a step answers, with a typed error as an answer of its own. */
async function answer(step: Step, world: Side): Promise<unknown> {
	try {
		return JSON.parse(JSON.stringify((await step(world)) ?? null));
	} catch (error) {
		if (error instanceof Skip) return "not possible";
		if (error instanceof StoreError) return `StoreError ${error.code}`;
		throw error;
	}
}

function everythingIn(world: Side): unknown {
	const store = world.open(world.host.process());
	const seen = {
		listed: [...store.listTeams().teamIds].sort(),
		named: NAMES.map((name) => store.teamNamed(name)),
		teams: world.teams.map((teamId) => ({
			document: store.readDocument(teamId),
			leases: store
				.readLeases(teamId)
				.map(({ lease, beatAt }) => ({ lease, beatAt }))
				.sort((a, b) => (a.lease.member < b.lease.member ? -1 : 1)),
			activity: membersOf(teamId).map((member) => store.readActivity(teamId, member)),
			inboxes: membersOf(teamId).map((member) => store.listInbox(teamId, member)),
			events: store.latestEvents(teamId, 100).events.map(({ record }) => record),
		})),
		messages: world.messages.map(({ teamId, to, from, id }) => ({
			found: store.findMessage(teamId, to, id),
			receipts: [...store.readReceipts(teamId, from, id)].sort((a, b) => (a.state < b.state ? -1 : 1)),
		})),
	};
	return JSON.parse(JSON.stringify(seen));
}

const anyStep = fc
	.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(7), fc.nat(2), fc.nat(2))
	.map(([name, a, b, c]) => ({ name, pick: [a, b, c] as const }));

test("files and memory answer every sequence of steps alike", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 80 }), async (sequence) => {
			const room = makeRoom();
			const world = diskWorld(room.path);
			const files = side(world.host, world.storeOf);
			const disk = new MemoryDisk();
			const memory = side(machine(), (env) => memoryStore(env, disk));
			const prologue = ["create", "take", "publish"].map((name) => ({ name, pick: [0, 0, 0] as const }));
			for (const { name, pick } of [...prologue, ...sequence]) {
				const step = steps[name]?.(pick);
				if (step === undefined) continue;
				expect(await answer(step, files), name).toEqual(await answer(step, memory));
			}
			expect(everythingIn(files)).toEqual(everythingIn(memory));
			room.remove();
		}),
		{ numRuns: 200, verbose: true },
	);
});
