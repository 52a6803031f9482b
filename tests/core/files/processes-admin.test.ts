// Two processes that rename, remove and delete the same things at once: each is told what came of it, and the store agrees with itself afterwards.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { realEnv } from "../../../src/core/env.ts";
import type { EventRecord, TeamDocument } from "../../../src/core/schema.ts";
import type { Store } from "../../../src/core/store.ts";
import { type Child, endChildren, startChild } from "../../support/disk-process.ts";
import { documentOf, messageOf, value } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import type { AdminOrder } from "./children/admin.ts";

cleanDisks();
endChildren();

/** Most of it is the start of the processes, which takes long on a machine that does other things too. */
const PATIENT = { timeout: 60_000 };
const MEMBERS = 6;

const env = realEnv();
const [teamId, admin] = [env.newToken(), env.newToken()];
let world: DiskWorld;
let store: Store;
let others: readonly string[];
let both: readonly [Child, Child];

beforeEach(async () => {
	world = diskWorld();
	store = world.storeOf(env);
	others = Array.from({ length: MEMBERS }, () => env.newToken());
	const { revision: _, ...document } = documentOf(teamId, "shop", [admin, ...others]);
	value(await store.createTeam({ ...document, admin }));
	const start = () => startChild(import.meta.url, "children/admin.ts", world.root, admin);
	both = [start(), start()];
});

async function atOnce(one: AdminOrder, two: AdminOrder): Promise<readonly (readonly string[])[]> {
	both[0].send(one);
	both[1].send(two);
	return (await Promise.all(both.map((child) => child.next()))) as readonly (readonly string[])[];
}

function document(): TeamDocument {
	const found = world.storeOf(env).readDocument(teamId);
	if (found === undefined) throw new Error("no such team");
	return found;
}

function events(type: EventRecord["type"]): readonly EventRecord[] {
	return store.latestEvents(teamId, 1_000).events.flatMap(({ record }) => (record?.type === type ? [record] : []));
}

/** One name, one team; nothing broken and nothing left half done. */
function expectConsistent(names: readonly string[]): void {
	const fresh = world.storeOf(env);
	expect(readdirSync(join(world.root, "names")).toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
	for (const name of names) {
		const named = fresh.teamNamed(name);
		expect(named && fresh.readDocument(named)?.name).toBe(name);
	}
	expect(fresh.listTeams().teamIds).toHaveLength(names.length);
	expect(fresh.inspect().filter(({ code }) => code !== "not-durable")).toEqual([]);
	expect(readdirSync(join(world.root, "locks"))).toEqual([]);
}

const named = (letter: string, count = 10) => Array.from({ length: count }, (_, index) => `${letter}-${index}`);

describe("two processes at once", () => {
	test("rename one team: every rename is done, and the last one's name is the only one", PATIENT, async () => {
		const answers = await atOnce(
			{ do: "rename team", teamId, names: named("a") },
			{ do: "rename team", teamId, names: named("b") },
		);
		expect(answers.flat()).toEqual(answers.flat().map(() => "done"));
		const { name, revision } = document();
		expect(["a-9", "b-9"]).toContain(name);
		expect(revision).toBe(21);
		expect(events("team-renamed")).toHaveLength(20);
		expectConsistent([name]);
	});

	test("give two teams the same names: each name goes to one of them", PATIENT, async () => {
		const names = named("c", 12);
		const answers = await atOnce({ do: "create", names }, { do: "create", names });
		for (const [index, name] of names.entries()) {
			const told = answers.map((each) => each[index]);
			expect(told.toSorted(), name).toEqual(["done", "team-exists"]);
		}
		expectConsistent(["shop", ...names]);
	});

	test("rename one role: every rename is done, and no member is lost or doubled", PATIENT, async () => {
		const [member = ""] = others;
		const answers = await atOnce(
			{ do: "rename role", teamId, member, roles: named("a") },
			{ do: "rename role", teamId, member, roles: named("b") },
		);
		expect(answers.flat()).toEqual(answers.flat().map(() => "done"));
		const { members, revision } = document();
		expect(members.map(({ id }) => id)).toEqual([admin, ...others]);
		expect(["a-9", "b-9"]).toContain(members.find(({ id }) => id === member)?.role);
		expect(revision).toBe(21);
		expectConsistent(["shop"]);
	});

	test("give two members the same roles: each role is one member's at a time", PATIENT, async () => {
		const [one = "", two = ""] = others;
		const roles = named("a");
		const answers = await atOnce(
			{ do: "rename role", teamId, member: one, roles },
			{ do: "rename role", teamId, member: two, roles: roles.toReversed() },
		);
		expect(new Set(answers.flat())).toEqual(
			new Set(["done", ...answers.flat().filter((each) => each === "role-taken")]),
		);
		const now = document().members.map(({ role }) => role);
		expect(new Set(now).size).toBe(now.length);
		expect(document().revision).toBe(1 + answers.flat().filter((each) => each === "done").length);
		expectConsistent(["shop"]);
	});

	test("remove the same members: each is removed once, its requests end once", PATIENT, async () => {
		for (const to of others) {
			await store.publish(messageOf(env, teamId, admin, to, { kind: "request", subject: "s" }));
		}
		const order: AdminOrder = { do: "remove", teamId, members: others };
		const answers = await atOnce(order, order);
		for (const [index] of others.entries()) {
			expect(answers.map((each) => each[index]).filter((each) => each === "done").length).toBeGreaterThan(0);
		}
		expect(
			document()
				.members.filter(({ state }) => state === "member")
				.map(({ id }) => id),
		).toEqual([admin]);
		const results = store.listInbox(teamId, admin).waiting.map((name) => store.readMessage(teamId, admin, name));
		expect(results.map((each) => each?.result?.outcome)).toEqual(others.map(() => "interrupted"));
		expect(new Set(results.map((each) => each?.result?.request)).size).toBe(MEMBERS);
		expectConsistent(["shop"]);
	});

	test("delete and rename one team: it is gone, and so is every name it had", PATIENT, async () => {
		for (const member of others) both[0].send({ do: "remove", teamId, members: [member] } satisfies AdminOrder);
		for (const _ of others) await both[0].next();
		const [deleted] = await atOnce({ do: "delete", teamId }, { do: "rename team", teamId, names: ["store"] });
		expect(deleted).toEqual(["done"]);
		expect(store.readDocument(teamId)).toBeUndefined();
		expectConsistent([]);
	});

	test("delete one team: one of them did, the other one hears that it is gone", PATIENT, async () => {
		const answers = await atOnce({ do: "delete", teamId }, { do: "delete", teamId });
		expect(answers.flat()).toContain("done");
		expect(answers.flat().filter((each) => each !== "done" && each !== "gone")).toEqual([]);
		expect(readdirSync(join(world.root, "trash"))).toHaveLength(1);
		expectConsistent([]);
	});
});
