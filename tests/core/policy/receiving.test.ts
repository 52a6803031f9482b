import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { stateOfMessage } from "../../../src/core/receipts.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { breakable } from "../../support/faults.ts";
import { administer, memoryBackend, must, type World, world } from "../../support/world.ts";

function stateOf(w: World, id: string, from = "pm", to = "backend"): string {
	const { env, store } = w.visitor();
	const { kind = "info", at = w.machine.now(), expiresAt } = store.findMessage(w.teamId, w.id(to), id)?.message ?? {};
	const state = stateOfMessage(env, store, w.teamId, { id, from: w.id(from), to: w.id(to), kind, at, expiresAt });
	const failed = state.receipts.find((receipt) => receipt.state === "failed");
	return failed === undefined ? state.place : `failed: ${failed.code}`;
}

describe("what was claimed and not read", () => {
	test("is delivered again by the next process of the session, and found if the conversation has it", async () => {
		const w = await world("shop: pm* backend");
		const lost = await w.sent("pm", "backend", "info", "lost");
		const kept = await w.sent("pm", "backend", "info", "kept");
		await w.receive("backend");
		w.of("backend").conversation.add(kept.id);
		w.crash("backend");
		must(await w.restart("backend"));
		expect(await w.read("backend")).toEqual(["lost"]);
		expect([stateOf(w, lost.id), stateOf(w, kept.id)]).toEqual(["surfaced", "surfaced"]);
	});

	test("is looked up after a reload", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "info", "one");
		await w.receive("backend");
		must(await w.reload("backend"));
		expect(await w.read("backend")).toEqual(["one"]);
		expect(await w.read("backend")).toEqual([]);
	});

	test("neither expires nor wears out by reloads, since its terminal lives all along", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "info", "one");
		for (let n = 0; n <= limits.attempts; n += 1) {
			expect((await w.receive("backend")).map(({ name }) => name.attempt)).toEqual([1]);
			await w.advance(limits.messageTtlMs);
			must(await w.reload("backend"));
		}
		expect(await w.read("backend")).toEqual(["one"]);
	});

	test("keeps its receipt when the terminal died before it was put away", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend", faults);
		const { id } = await w.sent("pm", "backend", "info", "one");
		faults.fail(w.of("backend").env, "io", ["finish"]);
		await expect(w.read("backend")).rejects.toMatchObject({ code: "io" });
		w.crash("backend");
		must(await w.join("backend", { session: "other", force: "confirmed" }));
		expect(await w.read("backend")).toEqual([]);
		expect(stateOf(w, id)).toBe("surfaced");
		expect(w.visitor().store.listInbox(w.teamId, w.id("backend")).claimed).toEqual([]);
	});

	test("is given out again only when it was given back", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "info", "one");
		const first = await w.receive("backend");
		expect(await w.receive("backend")).toEqual([]);
		w.seat("backend").giveBack(first);
		const again = await w.receive("backend");
		expect(again.map(({ message }) => message.body)).toEqual(["one"]);
		w.of("backend").conversation.add(again[0]?.message.id ?? "");
		w.seat("backend").giveBack(again);
		expect(await w.receive("backend")).toEqual([]);
		expect(stateOf(w, first[0]?.message.id ?? "")).toBe("surfaced");
	});

	test("is given up after three deliveries that were lost", async () => {
		const w = await world("shop: pm* backend");
		const { id } = await w.sent("pm", "backend", "info", "poison");
		for (let n = 0; n < limits.attempts; n += 1) {
			expect((await w.receive("backend")).map(({ name }) => name.attempt)).toEqual([n + 1]);
			w.crash("backend");
			must(await w.restart("backend"));
		}
		expect(await w.receive("backend")).toEqual([]);
		expect(stateOf(w, id)).toBe("failed: attempts");
	});

	test("never expires while its terminal lives, and does when it died first", async () => {
		const w = await world("shop: pm* backend");
		const { id } = await w.sent("pm", "backend", "question", "Now?");
		await w.receive("backend");
		await w.advance(limits.messageTtlMs * 2);
		expect(stateOf(w, id)).toBe("claimed");
		w.crash("backend");
		expect(stateOf(w, id)).toBe("expired");
		must(await w.restart("backend"));
		expect(await w.receive("backend")).toEqual([]);
		expect(stateOf(w, id)).toBe("expired");
	});
});

describe("another session that takes the seat over", () => {
	test("gets the queued work, and not what was said to the agent before it", async () => {
		const w = await world("shop: pm* backend");
		const waiting = await w.sent("pm", "backend", "question", "unread");
		await w.sent("pm", "backend", "note", "claimed note");
		const claimed = await w.sent("pm", "backend", "info", "claimed");
		await w.sent("pm", "backend", "request", "queued");
		w.crash("backend");
		must(await w.join("backend", { session: "other", force: "confirmed" }));
		expect(await w.read("backend")).toEqual(["claimed note"]);
		expect(w.seat("backend").pendingWork()).toHaveLength(1);
		expect([stateOf(w, waiting.id), stateOf(w, claimed.id)]).toEqual(["failed: taken-over", "failed: taken-over"]);
	});
});

describe("a file that is broken", () => {
	test("is set aside, told to its sender, and never stands in its neighbours' way", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "info", "before");
		const { id } = await w.sent("pm", "backend", "info", "broken");
		await w.sent("pm", "backend", "info", "after");
		const file = w.disk.team(w.teamId)?.inbox.get(w.id("backend"))?.get(id);
		if (file === undefined) throw new Error("no file");
		file.content = "corrupt";
		expect(await w.read("backend")).toEqual(["before", "after"]);
		expect(w.disk.quarantine).toHaveLength(1);
		expect(w.disk.quarantine[0]?.reason).not.toBe("");
		expect(stateOf(w, id)).toBe("failed: invalid");
	});

	test("is set aside when it says it is for somebody else", async () => {
		const w = await world("shop: pm* backend reviewer");
		const { id } = await w.sent("pm", "backend", "info", "forged");
		const inbox = w.disk.team(w.teamId)?.inbox;
		const file = inbox?.get(w.id("backend"))?.get(id);
		if (inbox === undefined || file === undefined) throw new Error("no file");
		inbox.set(w.id("reviewer"), new Map([[id, file]]));
		expect(await w.read("reviewer")).toEqual([]);
		expect(w.disk.quarantine).toHaveLength(1);
	});

	test("of a kind of a newer version waits, untouched", async () => {
		const w = await world("shop: pm* backend");
		const { id } = await w.sent("pm", "backend", "info", "x");
		const file = w.disk.team(w.teamId)?.inbox.get(w.id("backend"))?.get(id);
		if (file === undefined) throw new Error("no file");
		file.name = { ...file.name, kind: "poll" };
		const before = w.disk.dump();
		expect(await w.read("backend")).toEqual([]);
		expect(w.disk.dump()).toBe(before);
	});

	test("that cannot be read just now is tried again, and the others are delivered", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend", faults);
		await w.sent("pm", "backend", "info", "x");
		const { env } = w.of("backend");
		faults.fail(env, "exhausted", ["readMessage"]);
		await expect(w.read("backend")).rejects.toMatchObject({ code: "exhausted" });
		faults.fail(env, "exhausted", []);
		expect(await w.read("backend")).toEqual(["x"]);
		expect(w.disk.quarantine).toEqual([]);
	});
});

describe("two looks in the same moment", () => {
	test("hand every message out once, and touch no work that is being claimed", async () => {
		const w = await world("shop: pm* backend");
		for (let n = 0; n < 5; n += 1) await w.sent("pm", "backend", "info", `${n}`);
		await w.sent("pm", "backend", "request", "work");
		w.crash("backend");
		must(await w.restart("backend"));
		const [name] = w.seat("backend").pendingWork();
		if (name === undefined) throw new Error("nothing waits");
		const looks = [w.receive("backend"), w.receive("backend")];
		const claims = [w.seat("backend").claimWork(name), w.seat("backend").claimWork(name)];
		const bodies = (await Promise.all(looks)).flat().map(({ message }) => message.body);
		expect(bodies.sort()).toEqual(["0", "1", "2", "3", "4"]);
		const claimed = (await Promise.all(claims)).flatMap((incoming) => incoming ?? []);
		expect(claimed.map(({ message }) => message.body)).toEqual(["work"]);
		expect(await w.receive("backend")).toEqual([]);
		expect(w.seat("backend").inHand(name.id)).toBeDefined();
	});
});

describe("trouble elsewhere", () => {
	test.each(["readDocument", "readLeases", "readActivity", "append"] as const)(
		"in %s keeps no message from its reader",
		async (call) => {
			const faults = breakable(memoryBackend());
			const w = await world("shop: pm* backend", faults);
			must(await w.join("reviewer"));
			await w.sent("pm", "backend", "info", "hello");
			const { env } = w.of("backend");
			faults.fail(env, "corrupt", [call]);
			expect(w.seat("backend").beat()).toEqual({ at: "kept" });
			expect(await w.read("backend")).toEqual(["hello"]);
		},
	);
});

test("a sender that came back or was removed since is marked", async () => {
	const w = await world("shop: pm* backend reviewer");
	await w.sent("reviewer", "backend", "info", "one");
	w.crash("reviewer");
	must(await w.restart("reviewer"));
	const [one] = await w.receive("backend");
	expect(one).toMatchObject({ fromRole: "reviewer", standing: "reconnected" });
	await w.sent("reviewer", "backend", "info", "two");
	await w.advance(1);
	await w.sent("pm", "backend", "info", "three");
	must(await administer(w, "pm", (...as) => removeMember(...as, w.id("reviewer"))));
	const rest = await w.receive("backend");
	expect(rest.map(({ fromRole, standing }) => [fromRole, standing])).toEqual([
		["reviewer", "removed"],
		["pm", "member"],
	]);
});

test("a thousand waiting messages arrive whole and in order", async () => {
	const w = await world("shop: pm* backend");
	for (let n = 0; n < limits.inboxNew; n += 1) await w.sent("pm", "backend", "info", `${n}`);
	expect(await w.read("backend")).toEqual(Array.from({ length: limits.inboxNew }, (_, n) => `${n}`));
});

test("looking with nothing to take writes nothing", async () => {
	const faults = breakable(memoryBackend());
	const w = await world("shop: pm* backend", faults);
	await w.sent("pm", "backend", "request", "queued");
	await w.read("backend");
	faults.calls(w.of("backend").env);
	const before = w.disk.dump();
	for (let n = 0; n < 30; n += 1) {
		w.machine.advance(limits.pollMs);
		await w.read("backend");
	}
	expect(w.disk.dump()).toBe(before);
	const calls = faults.calls(w.of("backend").env).length;
	expect(calls / 30).toBeLessThan(5);
});
