// Two processes in the middle of the same step: a disk lets one act at any call of the other. The link decides, never the timing.

import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realDisk } from "../../../src/core/files/disk.ts";
import { openLeases } from "../../../src/core/files/leases.ts";
import { openGround } from "../../../src/core/files/open.ts";
import { limits } from "../../../src/core/limits.ts";
import { done, type Outcome, refuse } from "../../../src/core/refusal.ts";
import type { TeamDocument } from "../../../src/core/schema.ts";
import type { Holding } from "../../../src/core/store.ts";
import { type Call, recordedDisk } from "../../support/disk.ts";
import { documentOf, leaseOf, seated, value } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, diskWorld, makeRoom } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import { interrupted } from "./interrupted.ts";
import { firstWaiting, type Team, teamIn, withMessage } from "./operations.ts";

cleanDisks();

describe("two that take one seat", () => {
	test("at any moment of each other: one holds it, the other knows, and the file says whose it is", async () => {
		const calls = await callsOfTaking();
		expect(calls.length).toBeGreaterThan(10);
		for (let at = 0; at < calls.length; at += 1) {
			const room = makeRoom();
			const world = diskWorld(room.path, machine(Date.now()));
			const team = await teamIn(world);
			await seated(team.env, team.store, team.teamId, team.to);
			const rivalEnv = world.process();
			const rival = openLeases(openGround(rivalEnv, world.root, {}));
			let theirs: Holding | undefined;
			let made = 0;
			const env = world.process();
			const store = world.storeOf(env, {
				disk: interrupted(
					() => made++ === at,
					() => {
						theirs = rival.take(team.teamId, leaseOf(rivalEnv, team.to, 2));
					},
				),
			});
			const mine = await store.takeLease(team.teamId, leaseOf(env, team.to, 2));
			const holders = [mine, theirs].filter((holding) => holding !== undefined);
			expect(holders).toHaveLength(1);
			expect(world.store().readLease(team.teamId, team.to)?.lease.token).toBe(holders[0]?.lease.token);
			const beats = [
				mine === undefined ? "none" : store.beat(mine),
				theirs === undefined ? "none" : rival.beat(theirs),
			];
			expect(beats.toSorted()).toEqual(["kept", "none"]);
			if (theirs !== undefined) rival.drop(theirs);
			room.remove();
		}
	});

	async function callsOfTaking(): Promise<readonly Call[]> {
		const world = diskWorld();
		const team = await teamIn(world);
		await seated(team.env, team.store, team.teamId, team.to);
		const recorded = recordedDisk(realDisk());
		const env = world.process();
		await world.storeOf(env, { disk: recorded.disk }).takeLease(team.teamId, leaseOf(env, team.to, 2));
		return recorded.calls;
	}

	test("a slow one that links over a generation long trimmed finds the higher one and steps back", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const fastEnv = world.process();
		const fast = openLeases(openGround(fastEnv, world.root, {}));
		let taken: readonly (Holding | undefined)[] = [];
		const slow = world.process();
		const slowStore = world.storeOf(slow, {
			disk: interrupted(
				({ name, path }) => name === "link" && path.includes(".g00000001."),
				() => {
					taken = [1, 2].map((generation) => fast.take(team.teamId, leaseOf(fastEnv, team.to, generation)));
				},
			),
		});
		expect(await slowStore.takeLease(team.teamId, leaseOf(slow, team.to, 1))).toBeUndefined();
		expect(taken.map((holding) => (holding === undefined ? "none" : fast.beat(holding)))).toEqual(["fenced", "kept"]);
		fast.dropAll();
		expect(readdirSync(join(world.root, `t-${team.teamId}`, "leases"))).toEqual([`${team.to}.g00000002.json`]);
	});

	test("the lease has no other name left, so that its holder notices when it goes", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const holding = await seated(team.env, team.store, team.teamId, team.to);
		unlinkSync(join(world.root, `t-${team.teamId}`, "leases", `${team.to}.g00000001.json`));
		expect(team.store.beat(holding)).toBe("fenced");
	});
});

describe("a holder whose successor died right after its link", () => {
	test("is fenced, though its own file is still there", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const holding = await seated(team.env, team.store, team.teamId, team.to);
		const leases = join(world.root, `t-${team.teamId}`, "leases");
		const successor = JSON.stringify({ ...holding.lease, generation: 2, by: null });
		writeFileSync(join(leases, `${team.to}.g00000002.json`), successor, { mode: 0o600 });
		expect(team.store.beat(holding)).toBe("fenced");
	});
});

describe("two that edit one document", () => {
	test("at any moment of each other, also without a lock: both edits are in the last revision, none is overwritten", async () => {
		for (let at = 0; ; at += 1) {
			const room = makeRoom();
			const world = diskWorld(room.path, machine(Date.now()));
			const team = await teamIn(world);
			const before = team.store.readDocument(team.teamId);
			if (before === undefined) throw new Error("no document");
			const path = join(world.root, `t-${team.teamId}`, "doc", "r00000002.json");
			let made = 0;
			let struck = false;
			const disk = interrupted(
				() => made++ === at,
				() => {
					struck = true;
					// A rival whose lock was broken while it was suspended: it links without holding one.
					if (!existsSync(path))
						writeFileSync(path, JSON.stringify({ ...before, revision: 2, admin: team.to }), { mode: 0o600 });
				},
			);
			const edited = value(
				await world.store({ disk }).editDocument(team.teamId, (document) => done({ ...document, createdAt: 77 })),
			);
			const last = world.store().readDocument(team.teamId);
			expect(last).toMatchObject({ createdAt: 77, revision: Math.max(edited.revision, 2) });
			if (struck && JSON.parse(readFileSync(path, "utf8")).admin === team.to) expect(last?.admin).toBe(team.to);
			room.remove();
			if (!struck) return;
		}
	});
});

describe("the claim of one message", () => {
	test("never replaces another's claim of the same message", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		await withMessage(team);
		const old = await seated(team.env, team.store, team.teamId, team.to);
		const next = world.process();
		const nextStore = world.storeOf(next);
		const name = firstWaiting(team.store, team);
		if (name === undefined) throw new Error("nothing waits");
		const taken = nextStore.claim(await seated(next, nextStore, team.teamId, team.to), name);
		// The message waits once more under the same name, as after a late repeat by its sender.
		writeFileSync(inbox(world, team, name.file), "{}", { mode: 0o600 });
		expect(team.store.claim(old, name)?.attempt).toBe(1);
		expect(team.store.listInbox(team.teamId, team.to).claimed.map(({ generation }) => generation)).toEqual([1, 2]);
		expect(taken?.attempt).toBe(1);
	});

	function inbox(world: DiskWorld, team: Team, file: string): string {
		return join(world.root, `t-${team.teamId}`, "inbox", team.to, "new", file);
	}
});

describe("the name of a team", () => {
	const rename =
		(name: string) =>
		(document: TeamDocument): Outcome<TeamDocument> =>
			done({ ...document, name });
	const bare = (teamId: string, name: string) => {
		const { revision: _, ...document } = documentOf(teamId, name);
		return document;
	};
	const plant = (world: DiskWorld, name: string, teamId: string, at: number) =>
		writeFileSync(join(world.root, "names", `${name}.json`), JSON.stringify({ v: 1, at, by: null, name, teamId }), {
			mode: 0o600,
		});

	test("without a team is somebody's who is just creating it, for a minute, and then free", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		plant(world, "store", team.env.newToken(), world.host.now());
		const wanted = bare(team.env.newToken(), "store");
		expect(await team.store.createTeam(wanted)).toEqual(refuse({ code: "team-exists", team: "store" }));
		expect(await team.store.renameTeam(team.teamId, "store", rename("store"))).toMatchObject({ ok: false });
		world.host.advance(limits.nameVoidMs + 1);
		expect(value(await team.store.createTeam(wanted)).name).toBe("store");
		expect(team.store.teamNamed("store")).toBe(wanted.teamId);
	});

	test("of a team that is called otherwise by now is free for a rename", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		plant(world, "store", team.teamId, world.host.now() - limits.nameVoidMs - 1);
		const other = world.process();
		const store = world.storeOf(other);
		const { teamId } = value(await store.createTeam(bare(other.newToken(), "office")));
		value(await store.renameTeam(teamId, "store", rename("store")));
		expect(store.teamNamed("store")).toBe(teamId);
		expect(store.teamNamed("shop")).toBe(team.teamId);
	});

	test("that nobody can read is set aside, kept, and given to who asks", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		writeFileSync(join(world.root, "names", "store.json"), "rubbish", { mode: 0o600 });
		value(await team.store.createTeam(bare(team.env.newToken(), "store")));
		const kept = readdirSync(join(world.root, "quarantine")).filter((name) => name.endsWith(".kept"));
		expect(kept.map((name) => readFileSync(join(world.root, "quarantine", name), "utf8"))).toEqual(["rubbish"]);
	});

	test("stays with the team it names when another that calls itself the same is deleted", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const other = value(await team.store.createTeam(bare(team.env.newToken(), "office")));
		unlinkSync(join(world.root, "names", "shop.json"));
		plant(world, "shop", other.teamId, world.host.now());
		expect(await team.store.deleteTeam(team.teamId, () => done(null))).toEqual(done(null));
		expect(JSON.parse(readFileSync(join(world.root, "names", "shop.json"), "utf8")).teamId).toBe(other.teamId);
	});

	test("is left to its new team when an old holder releases it late", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		value(await team.store.renameTeam(team.teamId, "office", rename("office")));
		const next = value(await team.store.createTeam(bare(team.env.newToken(), "shop")));
		expect(await team.store.deleteTeam(team.teamId, () => done(null))).toEqual(done(null));
		expect(team.store.teamNamed("shop")).toBe(next.teamId);
		expect(team.store.teamNamed("office")).toBeUndefined();
	});
});
