// A store that was made by another version, or with other constants.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { seated } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld } from "../../support/disk-world.ts";
import { teamIn } from "./operations.ts";

cleanDisks();

describe("a store of another version", () => {
	const rewrite = (root: string, change: (format: Record<string, unknown>) => object) => {
		const path = join(root, "STORE.json");
		const format = JSON.parse(readFileSync(path, "utf8"));
		rmSync(path);
		writeFileSync(path, JSON.stringify(change(format)), { mode: 0o600 });
	};

	test("that only newer ones may write is read, and noticed by a process that has it open", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const holding = await seated(team.env, team.store, team.teamId, team.to);
		rewrite(world.root, (format) => ({ ...format, minWriter: 2 }));
		const beats = [1, 2, 3].map(() => attempt(() => team.store.beat(holding)));
		expect(beats).toEqual(["kept", "kept", "read-only"]);
		expect(team.store.access()).toMatchObject({ at: "read-only", reason: expect.stringContaining("update") });
		expect(world.store().readDocument(team.teamId)?.name).toBe("shop");
	});

	test("that only newer ones may read is refused", async () => {
		const world = diskWorld();
		await teamIn(world);
		rewrite(world.root, (format) => ({ ...format, minReader: 2, minWriter: 2 }));
		const store = world.store();
		expect(() => store.format()).toThrow(expect.objectContaining({ code: "newer" }));
		expect(() => store.listTeams()).toThrow(expect.objectContaining({ code: "newer" }));
	});

	test("keeps the constants it was made with, whatever the one who opens it would choose", async () => {
		const world = diskWorld();
		await teamIn(world);
		const { leaseMs, sync } = world.store({ format: { leaseMs: 77_000, sync: true } }).format() ?? {};
		expect({ leaseMs, sync }).toEqual({ leaseMs: 1_000, sync: false });
	});
});

function attempt(run: () => string): string {
	try {
		return run();
	} catch (error) {
		return (error as { readonly code: string }).code;
	}
}
