// Locks as the store uses them: lost ones, busy ones, dead holders and crowds of real processes.

import { mkdirSync, readdirSync, rmdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withLock } from "../../../src/core/files/lock.ts";
import { openGround } from "../../../src/core/files/open.ts";
import { limits } from "../../../src/core/limits.ts";
import { done, type Outcome } from "../../../src/core/refusal.ts";
import type { TeamDocument } from "../../../src/core/schema.ts";
import { endChildren, startChild } from "../../support/disk-process.ts";
import { value } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld } from "../../support/disk-world.ts";
import { type Machine, machine } from "../../support/env.ts";
import { type Team, teamIn } from "./operations.ts";

cleanDisks();
endChildren();

const lockOf = (root: string, team: Team) => join(root, "locks", `t-${team.teamId}`);

/** Time passes until the promise settles. */
async function passing<T>(host: Machine, promise: Promise<T>): Promise<T> {
	let settled = false;
	const end = () => {
		settled = true;
	};
	promise.then(end, end);
	while (!settled) {
		host.advance(limits.lockRetryMostMs);
		await new Promise((resolve) => setImmediate(resolve));
	}
	return promise;
}

describe("a lock that is lost while it is held", () => {
	test("lets the edit begin anew, and takes nothing of what the new holder did", async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		const team = await teamIn(world);
		const path = lockOf(world.root, team);
		let asked = 0;
		const edit = (document: TeamDocument): Outcome<TeamDocument> => {
			asked += 1;
			if (asked === 1) {
				// Suspended for so long that somebody broke the lock, did something and let go.
				rmdirSync(path);
				mkdirSync(path);
				world.host.advance(60_000);
				rmdirSync(path);
				const revision = join(world.root, `t-${team.teamId}`, "doc", "r00000002.json");
				writeFileSync(revision, JSON.stringify({ ...document, revision: 2, admin: team.to }), { mode: 0o600 });
			}
			return done({ ...document, createdAt: 77 });
		};
		const edited = value(await world.store().editDocument(team.teamId, edit));
		expect(edited).toMatchObject({ revision: 3, createdAt: 77, admin: team.to });
		expect(asked).toBe(2);
		expect(readdirSync(join(world.root, "locks"))).toEqual([]);
	});

	test("keeps a team that would have been deleted without it", async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		const team = await teamIn(world);
		const path = join(world.root, "locks", "store");
		const deleted = world.store().deleteTeam(team.teamId, () => {
			rmdirSync(path);
			mkdirSync(path);
			writeFileSync(join(world.root, "tmp", "store.holder"), "4242", { mode: 0o600 });
			world.host.advance(60_000);
			return done(null);
		});
		await expect(deleted).rejects.toMatchObject({
			code: "lock-lost",
			holder: { holderPid: 4242, ageMs: expect.any(Number) },
		});
		expect(team.store.teamNamed("shop")).toBe(team.teamId);
		rmdirSync(path);
	});

	test("is still ours after a suspension in which nobody wanted it", async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		const team = await teamIn(world);
		const edited = await world.store().editDocument(team.teamId, (document) => {
			world.host.advance(60_000);
			return done({ ...document, createdAt: 77 });
		});
		expect(value(edited).revision).toBe(2);
	});
});

describe("a lock somebody else holds", () => {
	test("is waited for, and refused as busy with the process and the age", async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		const team = await teamIn(world);
		mkdirSync(lockOf(world.root, team));
		writeFileSync(join(world.root, "tmp", `t-${team.teamId}.holder`), "4242", { mode: 0o600 });
		const began = world.host.now();
		const edit = world.store().editDocument(team.teamId, (document) => done(document));
		const refused = await passing(world.host, edit);
		expect(refused).toMatchObject({ ok: false, refusal: { code: "busy", holderPid: 4242, ageMs: expect.any(Number) } });
		expect(world.host.now() - began).toBeGreaterThanOrEqual(limits.lockWaitMs);
		expect(team.store.readDocument(team.teamId)?.revision).toBe(1);
	});

	test("keeps no message, lease or event waiting", async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		const team = await teamIn(world);
		for (const name of ["store", `t-${team.teamId}`]) mkdirSync(join(world.root, "locks", name));
		const { withMessage } = await import("./operations.ts");
		const message = await withMessage(team);
		team.store.append(team.teamId, { v: 1, at: 1, by: team.from, g: 1, n: 1, type: "idle" });
		expect(team.store.findMessage(team.teamId, team.to, message.id)?.place).toBe("new");
	});

	test("in this very process queues in order, and one that fails lets the next one in", async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		await teamIn(world);
		const ground = openGround(world.process(), world.root, {});
		const order: number[] = [];
		const all = [1, 2, 3].map((n) =>
			withLock(ground, "queue", "fail", async () => {
				order.push(n);
				if (n === 2) throw new Error("the second fails");
			}),
		);
		const outcomes = await Promise.allSettled(all);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(order).toEqual([1, 2, 3]);
	});
});

describe("real processes at one lock", () => {
	test("eight contenders for a dead lock, again and again: never two inside", { timeout: 120_000 }, async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		await teamIn(world);
		const path = join(world.root, "locks", "contended");
		const mark = join(world.root, "..", "mark");
		const contenders = Array.from({ length: 8 }, () =>
			startChild(import.meta.url, "children/contender.ts", world.root, mark),
		);
		for (let round = 0; round < 15; round += 1) {
			mkdirSync(path);
			const longAgo = new Date(Date.now() - 3_600_000);
			utimesSync(path, longAgo, longAgo);
			for (const contender of contenders) contender.send({ do: "take" });
			const answers = await Promise.all(contenders.map((contender) => contender.next()));
			expect(answers).toEqual(contenders.map(() => "alone"));
		}
	});

	test("a holder that is killed: those who wait go on as soon as its lock is dead, one after the other", {
		timeout: 120_000,
	}, async () => {
		const world = diskWorld(undefined, machine(Date.now()));
		await teamIn(world);
		const mark = join(world.root, "..", "mark");
		const [holder, ...waiters] = Array.from({ length: 6 }, () =>
			startChild(import.meta.url, "children/contender.ts", world.root, mark),
		);
		holder?.send({ do: "hold" });
		expect(await holder?.next()).toBe("holding");
		for (const waiter of waiters) waiter.send({ do: "take" });
		holder?.kill();
		expect(await Promise.all(waiters.map((waiter) => waiter.next()))).toEqual(waiters.map(() => "alone"));
	});
});
