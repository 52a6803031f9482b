import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Member, Snapshot, Team } from "../../../src/core/model.ts";
import { openSnapshots, readOnce } from "../../../src/core/snapshot.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { terminalsOf } from "./world.ts";

function memoryWorld() {
	const disk = new MemoryDisk();
	const terminals = terminalsOf((env) => memoryStore(env, disk));
	const env = terminals.host.process();
	const snapshots = openSnapshots(env, memoryStore(env, disk));
	return { ...terminals, disk, env, snapshots };
}

function onlyTeam(snapshot: Snapshot): Team {
	const [team] = snapshot.teams;
	if (team === undefined) throw new Error("there is no team");
	return team;
}

function memberOf(snapshot: Snapshot, role: string): Member {
	const member = onlyTeam(snapshot).members.find((each) => each.role === role);
	if (member === undefined) throw new Error(`there is no ${role}`);
	return member;
}

describe("an incremental snapshot", () => {
	test("shows a store that does not exist yet, and notices when it appears", async () => {
		const { snapshots, createTeam } = memoryWorld();
		expect(snapshots.refresh()).toMatchObject({ exists: false, teams: [], trouble: [] });
		await createTeam("shop");
		expect(snapshots.refresh()).toMatchObject({ exists: true, teams: [{ name: "shop", members: [] }] });
	});

	test("is the same object while nothing changed", async () => {
		const { snapshots, createTeam, join } = memoryWorld();
		const backend = await join(await createTeam("shop"), "backend");
		const before = snapshots.refresh();
		expect(snapshots.refresh()).toBe(before);
		backend.does("working", "the login form");
		const after = snapshots.refresh();
		expect(after.revision).toBe(before.revision + 1);
		expect(memberOf(after, "backend").activity).toMatchObject({ state: "working", focus: "the login form" });
	});

	test("keeps the objects of members that did not change", async () => {
		const { snapshots, createTeam, join } = memoryWorld();
		const shop = await createTeam("shop");
		const backend = await join(shop, "backend");
		await join(shop, "reviewer");
		const before = snapshots.refresh();
		backend.does("working", "the cart");
		const after = snapshots.refresh();
		expect(memberOf(after, "reviewer")).toBe(memberOf(before, "reviewer"));
		expect(memberOf(after, "backend")).not.toBe(memberOf(before, "backend"));
	});

	test("a beat changes nothing, its absence ends in offline", async () => {
		const { snapshots, createTeam, join, host } = memoryWorld();
		const backend = await join(await createTeam("shop"), "backend");
		const before = snapshots.refresh();
		expect(memberOf(before, "backend").presence.at).toBe("online");
		for (let beats = 0; beats < 8; beats += 1) {
			host.advance(limits.beatMs);
			backend.beat();
			expect(snapshots.refresh().teams).toBe(before.teams);
		}
		for (let waited = 0; waited < limits.leaseMs + limits.pollMs; waited += limits.pollMs) {
			host.advance(limits.pollMs);
			snapshots.refresh();
		}
		expect(memberOf(snapshots.current(), "backend").presence.at).toBe("offline");
	});

	test("a released seat is offline with the next look, and its last activity stays", async () => {
		const { snapshots, createTeam, join, host } = memoryWorld();
		const backend = await join(await createTeam("shop"), "backend");
		backend.does("idle", "the cart");
		snapshots.refresh();
		host.advance(1);
		backend.leave();
		expect(memberOf(snapshots.refresh(), "backend")).toMatchObject({
			presence: { at: "offline", since: host.now() },
			activity: { focus: "the cart" },
		});
	});

	test("a killed process is offline within a second", async () => {
		const { snapshots, createTeam, join, host } = memoryWorld();
		const backend = await join(await createTeam("shop"), "backend");
		snapshots.refresh();
		host.kill(backend.env);
		host.advance(limits.pollMs);
		expect(memberOf(snapshots.refresh(), "backend").presence.at).toBe("offline");
	});

	test("a terminal that was stopped is suspended, not offline", async () => {
		const { snapshots, createTeam, join, host } = memoryWorld();
		const backend = await join(await createTeam("shop"), "backend");
		snapshots.refresh();
		host.stop(backend.env);
		host.advance(limits.pollMs);
		expect(memberOf(snapshots.refresh(), "backend").presence.at).toBe("suspended");
	});

	test("counts unread mail until it surfaced, and a request apart until it is settled", async () => {
		const { snapshots, createTeam, join } = memoryWorld();
		const shop = await createTeam("shop");
		const backend = await join(shop, "backend");
		const reviewer = await join(shop, "reviewer");
		const told = await reviewer.send(backend.member, "info", "the tests are green");
		const asked = await reviewer.send(backend.member, "request", "look at the cart");
		expect(memberOf(snapshots.refresh(), "backend")).toMatchObject({ unread: 1, openTo: 1, openFrom: 0 });
		expect(memberOf(snapshots.current(), "reviewer")).toMatchObject({ unread: 0, openTo: 0, openFrom: 1 });
		backend.claim(told);
		backend.claim(asked);
		await backend.surface(told);
		await backend.surface(asked);
		expect(memberOf(snapshots.refresh(), "backend")).toMatchObject({ unread: 0, openTo: 1 });
		expect(onlyTeam(snapshots.current()).waiting).toMatchObject([{ id: asked, place: "surfaced" }]);
		await backend.settle(asked, "it is fine");
		expect(memberOf(snapshots.refresh(), "backend")).toMatchObject({ unread: 0, openTo: 0 });
		expect(memberOf(snapshots.current(), "reviewer")).toMatchObject({ unread: 1, openFrom: 0 });
		expect(onlyTeam(snapshots.current()).waiting).toEqual([]);
	});

	test("counts right within ten seconds when the timeline lost a line", async () => {
		const { snapshots, createTeam, join, host } = memoryWorld();
		const shop = await createTeam("shop");
		const backend = await join(shop, "backend");
		const reviewer = await join(shop, "reviewer");
		snapshots.show(shop);
		snapshots.refresh();
		await reviewer.send(backend.member, "info", "nobody wrote this down", "unseen");
		host.advance(limits.fullScanMs);
		expect(memberOf(snapshots.refresh(), "backend").unread).toBe(1);
	});

	test("names a removed member among the removed only", async () => {
		const { snapshots, createTeam, join, edit, host } = memoryWorld();
		const shop = await createTeam("shop");
		const backend = await join(shop, "backend");
		snapshots.refresh();
		await edit(shop, (document) => ({
			members: document.members.map((member) => ({ ...member, state: "removed", removedAt: host.now() })),
		}));
		const team = onlyTeam(snapshots.refresh());
		expect(team.members).toEqual([]);
		expect(team.removed).toEqual([{ id: backend.member, role: "backend", removedAt: host.now() }]);
	});

	test("forgets a deleted team", async () => {
		const { snapshots, createTeam, officeStore } = memoryWorld();
		const shop = await createTeam("shop");
		await createTeam("bakery");
		expect(snapshots.refresh().teams.map((team) => team.name)).toEqual(["bakery", "shop"]);
		await officeStore.deleteTeam(shop, () => ({ ok: true, value: null }));
		expect(snapshots.refresh().teams.map((team) => team.name)).toEqual(["bakery"]);
	});

	test("writes nothing", async () => {
		const { snapshots, createTeam, join, disk } = memoryWorld();
		const shop = await createTeam("shop");
		const backend = await join(shop, "backend");
		await (await join(shop, "reviewer")).send(backend.member, "question", "which port?");
		const before = disk.dump();
		disk.access = { at: "read-only", reason: "the test says so" };
		snapshots.refresh();
		expect(readOnce(backend.env, backend.store).teams).toHaveLength(1);
		expect(disk.dump()).toBe(before);
		expect(disk.locksTaken).toBe(2);
	});
});
