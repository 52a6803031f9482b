import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { stateOfMessage } from "../../../src/core/receipts.ts";
import { must, refusedWith, world } from "../../support/world.ts";

describe("a live message", () => {
	test("reaches the other terminal, unchanged and once", async () => {
		const w = await world("shop: pm* backend");
		const body = "## Status\n\n- é 家 #1\nlast line\n";
		const sent = await w.sent("pm", "backend", "info", body);
		expect(sent.words).toBe("submitted");
		expect(await w.read("backend")).toEqual([body]);
		expect(await w.read("backend")).toEqual([]);
		const { env, store } = w.visitor();
		const message = { id: sent.id, from: w.id("pm"), to: w.id("backend"), kind: "info", at: w.machine.now() };
		expect(stateOfMessage(env, store, w.teamId, message).place).toBe("surfaced");
	});

	test("is refused with since when, and noted in the timeline, when nobody holds the seat", async () => {
		const w = await world("shop: pm* backend-");
		await w.advance(60_000);
		const outcome = await w.send("pm", "backend", "question", "Which code?");
		expect(outcome).toEqual({
			ok: false,
			refusal: { code: "offline", role: "backend", ageMs: 60_000, kind: "question" },
		});
		expect(w.events().at(-1)).toMatchObject({ type: "refused", code: "offline", text: "Which code?" });
		expect(must(await w.restart("backend"))).toBeDefined();
		expect(await w.read("backend")).toEqual([]);
	});

	test("arrives in the order it was written, whoever wrote it", async () => {
		const w = await world("shop: pm* backend reviewer");
		for (let n = 0; n < 30; n += 1) {
			await w.sent(n % 2 === 0 ? "pm" : "reviewer", "backend", n % 3 === 0 ? "note" : "info", `${n}`);
			await w.advance(1);
		}
		expect(await w.read("backend")).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`));
	});

	test("expires when nobody claims it in time, and is never shown after that", async () => {
		const w = await world("shop: pm* backend");
		const at = w.machine.now();
		const { id, kind } = await w.sent("pm", "backend", "question", "Now?");
		await w.advance(limits.messageTtlMs);
		const { env, store } = w.visitor();
		// As a line of the timeline tells it, which knows of no time to live.
		const message = { id, from: w.id("pm"), to: w.id("backend"), kind, at };
		expect(stateOfMessage(env, store, w.teamId, message).place).toBe("expired");
		expect(await w.read("backend")).toEqual([]);
		expect(stateOfMessage(env, store, w.teamId, message).receipts).toMatchObject([{ state: "expired" }]);
	});
});

test("a request is answered by exactly one result", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "request", "Add the endpoint");
	const [name] = w.seat("backend").pendingWork();
	if (name === undefined) throw new Error("nothing is pending");
	const incoming = await w.seat("backend").claimWork(name);
	if (incoming === undefined) throw new Error("not claimed");
	await w.seat("backend").surfaced([incoming]);
	const report = { outcome: "completed" as const, files: ["/a.ts"], filesOmitted: 0, textCut: false };
	must(await w.seat("backend").settle(incoming, report, "Done."));
	must(await w.seat("backend").settle(incoming, report, "Done again."));
	const [result] = w.seat("pm").pendingWork();
	if (result === undefined) throw new Error("no result");
	const answer = await w.seat("pm").claimWork(result);
	expect(answer?.message).toMatchObject({ kind: "result", body: "Done.", result: report });
	expect(answer?.quote).toContain("Add the endpoint");
	expect(w.seat("pm").pendingWork()).toEqual([]);
	expect(refusedWith(await w.send("pm", "pm", "info", "x"))).toBe("to-yourself");
});
