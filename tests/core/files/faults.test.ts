// Whatever call of the disk fails, and wherever the process dies: every file parses, the operation happened or did not, and a repeat goes on.

import { describe, expect, test } from "vitest";
import { cleanDisks } from "../../support/disk-world.ts";
import { consequences, strikesOn } from "./fault-run.ts";
import { documentOperations, seatOperations } from "./operations.ts";
import { messageOperations, timelineOperations } from "./operations-mail.ts";

cleanDisks();

describe.each([
	["documents", documentOperations],
	["seats", seatOperations],
	["messages", messageOperations],
	["the timeline", timelineOperations],
] as const)("a failing disk and %s", (_, operations) => {
	test.each(operations)("$name: leaves nothing half, at any call", async (operation) => {
		const strikes = await strikesOn(operation);
		expect(strikes.length).toBeGreaterThan(10);
		const wrong: string[] = [];
		for (const strike of strikes) {
			const found = await consequences(operation, strike);
			wrong.push(...found.map((what) => `${strike.fault} at ${strike.at} (${strike.call.name}): ${what}`));
		}
		expect(wrong).toEqual([]);
	});
});
