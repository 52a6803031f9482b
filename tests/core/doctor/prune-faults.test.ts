// Letting history go on a disk that fails at any call: what was to go is there or in trash/, never half read, and a repeat goes on.

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { carryOutPrune, planPrune } from "../../../src/core/prune.ts";
import { writerAs } from "../../../src/core/timeline.ts";
import { messageOf, surfaced } from "../../support/disk-records.ts";
import { cleanDisks } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import { consequences, strikesOn } from "../files/fault-run.ts";
import { type Operation, operation, teamIn } from "../files/operations.ts";

cleanDisks();

const DAY_MS = 86_400_000;
const nobody = { at: "outside", by: "person" } as const;

const pruning: Operation = operation("prune", async (world) => {
	const { env, store, teamId, from, to } = await teamIn(world);
	const longAgo = world.host.now() - 2 * DAY_MS;
	// Its day is that of its id.
	const message = messageOf(machine(longAgo).process(), teamId, from, to);
	await store.publish(message);
	await store.putReceipt(teamId, surfaced(message));
	const [name] = store.listInbox(teamId, to).waiting;
	if (name !== undefined) store.finish(teamId, to, name);
	const archive = join(world.root, `t-${teamId}`, "events", "archive");
	mkdirSync(archive, { recursive: true, mode: 0o700 });
	const segment = join(archive, "s00000001.jsonl");
	writeFileSync(segment, "\n", { mode: 0o600 });
	utimesSync(segment, new Date(longAgo), new Date(longAgo));
	const left = (each: typeof store) => {
		const document = each.readDocument(teamId);
		if (document === undefined) throw new Error("the team is gone");
		return planPrune(env, each, document, world.host.now() - DAY_MS / 2);
	};
	return {
		act: (each, who, disk) => carryOutPrune(writerAs(who, each, teamId, null), nobody, left(each), disk),
		happened: (each) => left(each).bytes === 0 && each.findMessage(teamId, to, message.id) === undefined,
	};
});

test("prunes all of it or leaves the rest for the next try", async () => {
	const strikes = await strikesOn(pruning);
	expect(strikes.length).toBeGreaterThan(50);
	const wrong: string[] = [];
	for (const strike of strikes) {
		const found = await consequences(pruning, strike);
		wrong.push(...found.map((what) => `${strike.fault} at ${strike.at} (${strike.call.name}): ${what}`));
	}
	expect(wrong).toEqual([]);
});
