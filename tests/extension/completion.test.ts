// What the editor proposes after `/team`: nothing where Enter would change a command that can be run as it stands.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PiSession } from "../support/pi-session.ts";
import { shop } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld;
let planner: PiSession;
beforeEach(async () => {
	world = createPiWorld();
	[planner] = await shop(world, ["planner", "backend", "backend-two"]);
});
afterEach(() => world.close());

async function offered(prefix: string): Promise<readonly string[] | null> {
	const command = planner.session.extensionRunner.getCommand("team");
	const items = await command?.getArgumentCompletions?.(prefix);
	return items?.map((item) => item.value) ?? null;
}

describe("nothing is proposed", () => {
	test.each(["help ", "join ", "help", "rename", "tell backend", "tell BACKEND", "help tell", "members "])(
		"after %j, which is complete",
		async (prefix) => expect(await offered(prefix)).toBeNull(),
	);
});

describe("what is missing is proposed", () => {
	test.each([
		["tell ", ["tell backend", "tell backend-two"]],
		["tell backend-", ["tell backend-two"]],
		["join sh", ["join shop"]],
		["help lea", ["help leave"]],
		["rename-", ["rename-role"]],
		["doc", ["doctor"]],
	])("after %j", async (prefix, values) => expect(await offered(prefix)).toEqual(values));
});
