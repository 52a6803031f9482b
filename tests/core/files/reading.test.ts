// Readers change nothing and never take a failure for emptiness.

import { existsSync, lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realDisk } from "../../../src/core/files/disk.ts";
import { done, refuse } from "../../../src/core/refusal.ts";
import { type Store, StoreError } from "../../../src/core/store.ts";
import { errnos, faultyDisk, isWriteClass, recordedDisk } from "../../support/disk.ts";
import { documentOf, idle, leaseOf, messageOf, seated, surfaced } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { firstWaiting, type Team, teamIn, withMessage } from "./operations.ts";

cleanDisks();

/** A team with something of everything in it. */
async function furnished(): Promise<{
	readonly world: DiskWorld;
	readonly team: Team;
	readonly ids: readonly string[];
}> {
	const world = diskWorld();
	const team = await teamIn(world);
	const { env, store, teamId, from, to } = team;
	const ids = [await withMessage(team), await withMessage(team), await withMessage(team)].map(({ id }) => id);
	const holding = await seated(env, store, teamId, to);
	const waiting = store.listInbox(teamId, to).waiting;
	const [first, second] = waiting.map((name) => (name === waiting[2] ? undefined : store.claim(holding, name)));
	if (first === undefined || second === undefined) throw new Error("nothing was claimed");
	store.finish(teamId, to, first);
	await store.putReceipt(teamId, surfaced(messageOf(env, teamId, from, to, { id: first.id })));
	store.append(teamId, idle(from, 1));
	store.append(teamId, idle(from, 2));
	store.writeActivity(teamId, activityOf(from));
	store.writeSession({ v: 1, at: 1, by: null, session: "s", teamId, member: to });
	return { world, team, ids };
}

const activityOf = (member: string) => ({
	v: 1 as const,
	at: 1,
	by: null,
	member,
	generation: 1,
	state: "idle" as const,
	since: 1,
	paused: "no" as const,
	holds: [],
	edits: [],
});

/** Every way to look at a store, by name. */
function looks({ teamId, from, to }: Team, ids: readonly string[]) {
	const parts = ["doc", "leases", "activity", "events"] as const;
	return {
		format: (store: Store) => store.format(),
		rootKey: (store: Store) => store.rootKey(),
		changeKeys: (store: Store) => parts.map((part) => store.changeKey(teamId, part)),
		inboxKey: (store: Store) => store.changeKey(teamId, "inbox", to),
		listTeams: (store: Store) => store.listTeams(),
		teamNamed: (store: Store) => store.teamNamed("shop"),
		readDocument: (store: Store) => store.readDocument(teamId),
		readLeases: (store: Store) => store.readLeases(teamId),
		readLease: (store: Store) => store.readLease(teamId, to),
		leaseGenerations: (store: Store) => [...store.leaseGenerations(teamId)],
		leaseTimes: (store: Store) => store.leaseTimes(teamId, to, 1),
		readActivity: (store: Store) => store.readActivity(teamId, from),
		readSession: (store: Store) => store.readSession("s"),
		listInbox: (store: Store) => store.listInbox(teamId, to),
		readMessage: (store: Store) => {
			const name = firstWaiting(store, { teamId, to });
			return name === undefined ? undefined : store.readMessage(teamId, to, name);
		},
		findMessages: (store: Store) => ids.map((id) => store.findMessage(teamId, to, id)),
		readReceipts: (store: Store) => ids.map((id) => store.readReceipts(teamId, from, id)),
		readEvents: (store: Store) => store.readEvents(teamId, { segment: 0, offset: 0 }, 10),
		latestEvents: (store: Store) => store.latestEvents(teamId, 10),
		inspect: (store: Store) => store.inspect().filter(({ code }) => code !== "not-durable"),
	};
}

describe("a visitor", () => {
	test("looks at everything without a single call that writes, and nothing on the disk has changed", async () => {
		const { world, team, ids } = await furnished();
		const before = everythingUnder(world.root);
		const recorded = recordedDisk(realDisk());
		const visitor = world.store({ disk: recorded.disk, visitor: "only looks" });
		for (const look of Object.values(looks(team, ids))) expect(look(visitor)).toBeDefined();
		const watching = visitor.watch([{ what: "root" }, { what: "events", teamId: team.teamId }], () => {});
		world.host.advance(5_000);
		watching.close();
		expect(recorded.calls.filter(isWriteClass)).toEqual([]);
		expect(recorded.open()).toBe(0);
		expect(everythingUnder(world.root)).toEqual(before);
	});

	test("of a place without a store makes none", () => {
		const world = diskWorld();
		const store = world.store({ visitor: "only looks" });
		expect(store.listTeams().teamIds).toEqual([]);
		store.watch([{ what: "root" }], () => {});
		world.host.advance(2_000);
		expect(existsSync(world.root)).toBe(false);
	});

	test("is refused whatever would write, before anything is tried", async () => {
		const { world, team } = await furnished();
		const { env, teamId, from, to } = team;
		const recorded = recordedDisk(realDisk());
		const store = world.store({ disk: recorded.disk, visitor: "only looks" });
		const message = messageOf(env, teamId, from, to);
		const { revision: _, ...document } = documentOf(env.newToken(), "store");
		expect(await store.createTeam(document)).toEqual(refuse({ code: "read-only", reason: "this program only looks" }));
		const refused = expect.objectContaining({ code: "read-only" });
		await expect(store.publish(message)).rejects.toEqual(refused);
		await expect(store.putReceipt(teamId, surfaced(message))).rejects.toEqual(refused);
		await expect(store.takeLease(teamId, leaseOf(env, from, 1))).rejects.toEqual(refused);
		await expect(store.editDocument(teamId, done)).rejects.toEqual(refused);
		await expect(store.deleteTeam(teamId, () => done(null))).rejects.toEqual(refused);
		expect(() => store.append(teamId, idle(from, 1))).toThrow(refused);
		expect(() => store.writeActivity(teamId, activityOf(from))).toThrow(refused);
		expect(() => store.setAside(join(world.root, "STORE.json"), "no")).toThrow(refused);
		expect(store.access()).toEqual({ at: "read-only", reason: "this program only looks" });
		expect(recorded.calls.filter(isWriteClass)).toEqual([]);
	});
});

describe("a read that fails", () => {
	test("is a typed error or gives what is there, never less", async () => {
		const { world, team, ids } = await furnished();
		const wrong: string[] = [];
		for (const [name, look] of Object.entries(looks(team, ids))) {
			const recorded = recordedDisk(realDisk());
			const expected = JSON.stringify(look(world.store({ disk: recorded.disk })));
			for (let at = 0; at < recorded.calls.length; at += 1) {
				for (const fault of errnos) {
					const faulty = faultyDisk(realDisk(), at, fault);
					try {
						const seen = JSON.stringify(look(world.store({ disk: faulty.disk })));
						const reported = name === "inspect" ? seen !== "[]" : name === "listTeams" && isReported(seen, expected);
						if (seen !== expected && !reported) wrong.push(`${name}, ${fault} at ${at}: ${seen}`);
					} catch (error) {
						if (!(error instanceof StoreError)) wrong.push(`${name}, ${fault} at ${at}: ${error}`);
					}
					if (faulty.open() !== 0) wrong.push(`${name}, ${fault} at ${at}: a file was left open`);
				}
			}
		}
		expect(wrong).toEqual([]);
	});
});

describe("a change key", () => {
	test("tells changes apart that come within one millisecond", async () => {
		const world = diskWorld();
		const team = await teamIn(world);
		const store = world.storeOf({ ...world.process(), now: () => Date.now() });
		const doc = join(world.root, `t-${team.teamId}`, "doc");
		const keys = Array.from({ length: 300 }, (_, n) => {
			writeFileSync(join(doc, `stray-${n}`), "", { mode: 0o600 });
			return store.changeKey(team.teamId, "doc");
		});
		expect(new Set(keys).size).toBe(keys.length);
	});
});

/** The same teams, and the trouble with one of them named. */
function isReported(seen: string, expected: string): boolean {
	const { trouble, ...rest } = JSON.parse(seen);
	return trouble.length > 0 && JSON.stringify({ ...rest, trouble: [] }) === expected;
}

function everythingUnder(path: string): readonly string[] {
	const { ino, mode, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
	const own = `${path} ${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`;
	if (!lstatSync(path).isDirectory()) return [own];
	return [own, ...readdirSync(path).flatMap((name) => everythingUnder(join(path, name)))];
}
