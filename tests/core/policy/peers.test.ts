// What terminals do for each other, and what they must not need: locks.

import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Store } from "../../../src/core/store.ts";
import { breakable } from "../../support/faults.ts";
import { memoryBackend, must, type World, world } from "../../support/world.ts";

async function claimOldest(w: World, role: string) {
	const [name] = w.seat(role).pendingWork();
	const incoming = name === undefined ? undefined : await w.seat(role).claimWork(name);
	if (incoming === undefined) throw new Error("nothing to claim");
	return incoming;
}

async function results(w: World, role: string): Promise<readonly string[]> {
	const found: string[] = [];
	for (const name of w.seat(role).pendingWork()) {
		const incoming = await w.seat(role).claimWork(name);
		if (incoming?.message.result !== undefined) found.push(incoming.message.result.outcome);
	}
	return found;
}

const REPORT = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };

describe("the request a terminal died with", () => {
	test("is settled by its requester's next look, and never begun again", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		const incoming = await claimOldest(w, "backend");
		await w.seat("backend").surfaced([incoming]);
		w.crash("backend");
		w.machine.advance(limits.fullScanMs);
		w.seat("pm").beat();
		await w.read("pm");
		expect(await results(w, "pm")).toEqual(["interrupted"]);
		must(await w.restart("backend"));
		expect(w.seat("backend").pendingWork()).toEqual([]);
	});

	test("is settled once, however many look", async () => {
		const w = await world("shop: pm* backend a b c");
		await w.sent("pm", "backend", "request", "work");
		await claimOldest(w, "backend");
		w.crash("backend");
		w.machine.advance(limits.fullScanMs);
		await Promise.all(["pm", "a", "b", "c"].map((role) => w.read(role)));
		expect(await results(w, "pm")).toEqual(["interrupted"]);
		const settled = w.events().filter((event) => event.type === "receipt" && event.state === "settled");
		expect(settled).toHaveLength(1);
		expect(w.events().filter((event) => event.type === "message" && event.kind === "result")).toHaveLength(1);
	});

	test("is left alone while the terminal may only have slept", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		const incoming = await claimOldest(w, "backend");
		w.machine.sleep(8 * 3_600_000);
		w.machine.advance(limits.fullScanMs);
		w.seat("pm").beat();
		await w.read("pm");
		w.seat("backend").beat();
		must(await w.seat("backend").settle(incoming, REPORT, "Done after all."));
		expect(await results(w, "pm")).toEqual(["completed"]);
	});

	test("is left alone by a terminal that only just began to look", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		const incoming = await claimOldest(w, "backend");
		await w.close("pm");
		w.machine.sleep(8 * 3_600_000);
		must(await w.restart("pm"));
		await w.read("pm");
		w.seat("backend").beat();
		must(await w.seat("backend").settle(incoming, REPORT, "Done after all."));
		expect(await results(w, "pm")).toEqual(["completed"]);
	});

	test("is left alone while the terminal is only stopped", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		const incoming = await claimOldest(w, "backend");
		w.machine.stop(w.of("backend").env);
		for (let n = 0; n < 10; n += 1) {
			w.machine.advance(limits.leaseMs);
			w.seat("pm").beat();
			await w.read("pm");
		}
		w.machine.resume(w.of("backend").env);
		must(await w.seat("backend").settle(incoming, REPORT, "Done after all."));
		expect(await results(w, "pm")).toEqual(["completed"]);
	});

	test("is settled when the terminal hangs for longer than its lease, and its late result is not used", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		const incoming = await claimOldest(w, "backend");
		for (let ms = 0; ms <= limits.leaseMs + limits.fullScanMs; ms += limits.fullScanMs) {
			w.machine.advance(limits.fullScanMs);
			w.seat("pm").beat();
			await w.read("pm");
		}
		expect(must(await w.seat("backend").settle(incoming, REPORT, "Done, but late."))).toBe("too-late");
		expect(await results(w, "pm")).toEqual(["interrupted"]);
	});

	test("is settled by a second try when the disk refused the first half-way", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend", faults);
		await w.sent("pm", "backend", "request", "work");
		const incoming = await claimOldest(w, "backend");
		const { env, seat } = w.of("backend");
		faults.fail(env, "full", ["publish"]);
		await expect(seat.settle(incoming, REPORT, "Done.")).rejects.toMatchObject({ code: "full" });
		expect(await results(w, "pm")).toEqual([]);
		faults.fail(env, "full", []);
		expect(must(await seat.settle(incoming, REPORT, "Done, again."))).toBe("settled");
		expect(await results(w, "pm")).toEqual(["completed"]);
	});

	test("at a person's seat waits again when the dashboard is closed in order", async () => {
		const w = await world("shop: pm*");
		must(await w.join("owner", { client: "dash" }));
		await w.sent("pm", "owner", "request", "May I?");
		await claimOldest(w, "owner");
		await w.close("owner");
		expect(await results(w, "pm")).toEqual([]);
		must(await w.restart("owner"));
		expect((await claimOldest(w, "owner")).message.body).toBe("May I?");
		w.crash("owner");
		w.machine.advance(limits.fullScanMs);
		await w.read("pm");
		expect(await results(w, "pm")).toEqual(["interrupted"]);
	});

	test("claimed before a reload is settled, since nobody knows how far it got", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		await claimOldest(w, "backend");
		must(await w.reload("backend"));
		await w.read("backend");
		expect(await results(w, "pm")).toEqual(["interrupted"]);
	});
});

test("work that was given up before it began waits again, with its slot", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "request", "work");
	const incoming = await claimOldest(w, "backend");
	w.seat("backend").releaseWork(incoming);
	w.seat("backend").releaseWork(incoming);
	expect((await claimOldest(w, "backend")).message.id).toBe(incoming.message.id);
	expect(await w.seat("backend").settle(incoming, REPORT, "x")).toEqual({ ok: true, value: "settled" });
});

test("who has not claimed a request cannot settle it", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "request", "work");
	const incoming = await claimOldest(w, "backend");
	w.seat("backend").releaseWork(incoming);
	const outcome = await w.seat("backend").settle(incoming, REPORT, "x");
	expect(outcome).toEqual({ ok: false, refusal: { code: "not-claimed", id: incoming.message.id } });
});

test("no message, lease, activity or line of the timeline needs a lock", async () => {
	const w = await world("shop: pm* backend reviewer-");
	const before = w.disk.locksTaken;
	w.disk.locks = "poisoned";
	await w.sent("pm", "backend", "question", "Which code?");
	await w.sent("pm", "backend", "request", "work");
	await w.read("backend");
	await w.sent("backend", "pm", "info", "That one.");
	const incoming = await claimOldest(w, "backend");
	await w.seat("backend").surfaced([incoming]);
	w.seat("backend").setActivity({ state: "working", paused: "no", holds: [], edits: [] });
	must(await w.seat("backend").settle(incoming, REPORT, "Done."));
	await w.advance(60_000);
	must(await w.restart("reviewer"));
	await w.sent("pm", "reviewer", "request", "work");
	await claimOldest(w, "reviewer");
	w.crash("reviewer");
	await w.advance(limits.fullScanMs);
	await w.read("pm");
	must(await w.join("reviewer", { session: "other", force: "confirmed" }));
	must(await w.reload("reviewer"));
	await w.close("reviewer");
	expect(w.disk.locksTaken).toBe(before);
});

test("a request that somebody settled meanwhile is not begun: what is left of it is done", async () => {
	const w = await world("shop: pm* backend");
	const { id } = await w.sent("pm", "backend", "request", "work");
	const { env, store } = w.visitor();
	const result = { request: id, outcome: "interrupted" as const, files: [], filesOmitted: 0, textCut: false };
	const addressed = { message: id, from: w.id("pm"), to: w.id("backend") };
	const head = { v: 1, at: env.now(), by: null } as const;
	const settled = { ...head, ...addressed, state: "settled", resultId: env.newId(), body: "Ended.", result } as const;
	await store.putReceipt(w.teamId, settled);
	const [name] = w.seat("backend").pendingWork();
	if (name === undefined) throw new Error("nothing waits");
	expect(await w.seat("backend").claimWork(name)).toBeUndefined();
	expect(w.seat("backend").pendingWork()).toEqual([]);
	expect(await results(w, "pm")).toEqual(["interrupted"]);
});

test("looking after others again costs nothing while nothing of theirs changed", async () => {
	const faults = breakable(memoryBackend());
	const w = await world("shop: pm* a b- c-", faults);
	await w.advance(limits.fullScanMs);
	await w.read("pm");
	faults.calls(w.of("pm").env);
	await w.advance(limits.fullScanMs);
	await w.read("pm");
	const own = 1;
	expect(faults.calls(w.of("pm").env).filter((name) => name === "listInbox")).toHaveLength(own);
});

test("fifty joins, reloads and leaves leave no timer, no session and one lease behind", async () => {
	const w = await world("shop: pm*");
	for (let n = 0; n < 50; n += 1) {
		must(await w.join("backend", { session: `s-${n}`, force: "confirmed" }));
		must(await w.reload("backend"));
		expect(w.of("backend").env.timers()).toBe(0);
		await w.seat("backend").end("left");
	}
	const { leases, inbox, receipts } = w.disk.team(w.teamId) ?? {};
	expect([...(leases?.values() ?? [])].map((files) => files.length)).toEqual([1, 1]);
	expect([inbox?.size, receipts?.size, w.disk.sessions.size, w.disk.watchers.size]).toEqual([0, 0, 1, 0]);
});

test("a beat, a quiet look and a live message cost few calls of the store", async () => {
	const faults = breakable(memoryBackend());
	const w = await world("shop: pm* backend", faults);
	const cost = async (role: string, run: () => unknown): Promise<readonly string[]> => {
		faults.calls(w.of(role).env);
		await run();
		return faults.calls(w.of(role).env);
	};
	await w.sent("pm", "backend", "info", "warm");
	await w.read("backend");
	w.seat("pm").beat();
	expect(await cost("pm", () => w.seat("pm").beat())).toEqual(["beat", "changeKey"]);
	expect(await cost("backend", () => w.read("backend"))).toEqual(["changeKey", "listInbox"]);
	const sending: readonly (keyof Store)[] = ["leaseTimes", "publish", "append"];
	expect(await cost("pm", () => w.sent("pm", "backend", "info", "x"))).toEqual(sending);
	const reading: readonly (keyof Store)[] = ["claim", "readMessage", "putReceipt", "finish", "append"];
	expect(await cost("backend", () => w.read("backend"))).toEqual(["changeKey", "listInbox", ...reading]);
});
