import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Waiting } from "../../../src/core/model.ts";
import { openSnapshots } from "../../../src/core/snapshot.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { terminalsOf } from "./world.ts";

async function pair() {
	const disk = new MemoryDisk();
	const terminals = terminalsOf((env) => memoryStore(env, disk));
	const env = terminals.host.process();
	const snapshots = openSnapshots(env, memoryStore(env, disk));
	const shop = await terminals.createTeam("shop");
	const backend = await terminals.join(shop, "backend");
	const reviewer = await terminals.join(shop, "reviewer");
	const waiting = (): readonly Waiting[] => snapshots.refresh().teams[0]?.waiting ?? [];
	return { ...terminals, disk, snapshots, shop, backend, reviewer, waiting };
}

describe("who waits for whom", () => {
	test("a question waits until it is answered", async () => {
		const { backend, reviewer, waiting } = await pair();
		const id = await reviewer.send(backend.member, "question", "which port?");
		const line = { id, kind: "question", from: reviewer.member, to: backend.member, subject: "which port?" };
		expect(waiting()).toMatchObject([{ ...line, place: "new" }]);
		backend.claim(id);
		expect(waiting()).toMatchObject([{ ...line, place: "claimed" }]);
		await backend.surface(id);
		expect(waiting()).toMatchObject([{ ...line, place: "surfaced" }]);
		const reply = await backend.send(reviewer.member, "info", "8080", "told", id);
		await backend.answer(id, reviewer.member, reply);
		expect(waiting()).toEqual([]);
	});

	test("an info waits for nobody", async () => {
		const { backend, reviewer, waiting } = await pair();
		await reviewer.send(backend.member, "info", "green");
		await reviewer.send(backend.member, "handoff", "yours now");
		await reviewer.send(backend.member, "note", "by the way");
		expect(waiting()).toEqual([]);
	});

	test("a question nobody claimed stops waiting when it expires, though nothing is written", async () => {
		const { backend, reviewer, waiting, host, snapshots } = await pair();
		await reviewer.send(backend.member, "question", "anyone?");
		expect(waiting()).toHaveLength(1);
		const before = snapshots.current();
		host.advance(limits.messageTtlMs);
		expect(waiting()).toEqual([]);
		expect(snapshots.current().revision).toBe(before.revision + 1);
	});

	test("what a living terminal has claimed never expires, what a dead one has claimed does", async () => {
		const { backend, reviewer, waiting, host } = await pair();
		backend.claim(await reviewer.send(backend.member, "question", "which port?"));
		for (let passed = 0; passed <= limits.messageTtlMs; passed += limits.beatMs) {
			host.advance(limits.beatMs);
			backend.beat();
			waiting();
		}
		expect(waiting()).toMatchObject([{ place: "claimed" }]);
		host.kill(backend.env);
		host.advance(limits.pollMs);
		expect(waiting()).toEqual([]);
	});

	test("a question that failed no longer waits", async () => {
		const { backend, reviewer, waiting } = await pair();
		const id = await reviewer.send(backend.member, "question", "which port?");
		waiting();
		backend.claim(id);
		await backend.fail(id, "attempts");
		expect(waiting()).toEqual([]);
	});

	test("the oldest stands first, requests and questions together", async () => {
		const { backend, reviewer, waiting, host } = await pair();
		const first = await reviewer.send(backend.member, "request", "review the cart");
		host.advance(1_000);
		const second = await backend.send(reviewer.member, "question", "which cart?");
		host.advance(1_000);
		const third = await reviewer.send(backend.member, "request", "and the login");
		expect(waiting().map((line) => line.id)).toEqual([first, second, third]);
	});

	test("nobody waits for a member that was removed", async () => {
		const { backend, reviewer, waiting, edit, shop } = await pair();
		await reviewer.send(backend.member, "question", "which port?");
		expect(waiting()).toHaveLength(1);
		await edit(shop, (document) => ({
			members: document.members.map((each) => (each.id === backend.member ? { ...each, state: "removed" } : each)),
		}));
		expect(waiting()).toEqual([]);
	});

	test("a request that cannot be read is trouble and no line", async () => {
		const { backend, reviewer, waiting, disk, shop, snapshots } = await pair();
		const id = await reviewer.send(backend.member, "request", "review the cart");
		const file = disk.team(shop)?.inbox.get(backend.member)?.get(id);
		if (file === undefined) throw new Error("the request was not stored");
		file.content = "corrupt";
		expect(waiting()).toEqual([]);
		expect(snapshots.current().trouble).toMatchObject([{ code: "corrupt" }]);
		expect(snapshots.current().teams[0]?.members[0]?.openTo).toBe(1);
	});
});
