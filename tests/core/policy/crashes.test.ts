// Every operation with its process killed before each of its calls of the store: afterwards it happened or it did not, and the next owner goes on.

import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { stateOfMessage } from "../../../src/core/receipts.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { backends } from "../../support/backends.ts";
import { breakable, Killed } from "../../support/faults.ts";
import { administer, type Backend, must, type World, world } from "../../support/world.ts";

const REPORT = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };

/** Runs a scenario once for each call of `by`'s store in it, killed before that call, until it gets through whole. */
async function killEverywhere(
	backend: () => Backend,
	by: string,
	make: (w: World) => Promise<void>,
	run: (w: World) => Promise<unknown>,
	check: (w: World, completed: "whole" | "killed") => Promise<void>,
): Promise<void> {
	for (let calls = 0; ; calls += 1) {
		const faults = breakable(backend());
		const w = await world("shop: pm* backend reviewer", faults);
		await make(w);
		const { env } = w.of(by);
		faults.dieBefore(env, calls);
		const completed = await run(w).then(
			() => "whole" as const,
			(error: unknown) => {
				if (!(error instanceof Killed)) throw error;
				return "killed" as const;
			},
		);
		faults.dieBefore(env, Number.POSITIVE_INFINITY);
		if (completed === "killed") w.crash(by);
		await check(w, completed);
		if (completed === "whole") {
			expect(calls).toBeGreaterThan(3);
			return;
		}
	}
}

/** Every living terminal looks until nothing is left for others to do. */
async function settleDown(w: World, ...roles: readonly string[]): Promise<void> {
	for (let n = 0; n < 3; n += 1) {
		await w.advance(limits.fullScanMs);
		for (const role of roles) await w.read(role);
	}
}

async function claimOldest(w: World, role: string) {
	const [name] = w.seat(role).pendingWork();
	const incoming = name === undefined ? undefined : await w.seat(role).claimWork(name);
	if (incoming === undefined) throw new Error("nothing to claim");
	return incoming;
}

/** Nobody claims results here, so all there ever were are waiting. */
function resultsFor(w: World, role: string): readonly string[] {
	const { store } = w.visitor();
	return store.listInbox(w.teamId, w.id(role)).waiting.flatMap((name) => {
		const message = store.readMessage(w.teamId, w.id(role), name);
		return message?.result === undefined ? [] : [message.body];
	});
}

function claimed(w: World, role: string): number {
	const { store } = w.visitor();
	return store.listInbox(w.teamId, w.id(role)).claimed.length;
}

describe.each(backends)("killed before any call $name,", ({ make }) => {
	test("a terminal that settles a request leaves exactly one result", async () => {
		await killEverywhere(
			make,
			"backend",
			async (w) => void (await w.sent("pm", "backend", "request", "work")),
			async (w) => {
				const incoming = await claimOldest(w, "backend");
				await w.seat("backend").surfaced([incoming]);
				return w.seat("backend").settle(incoming, REPORT, "Done.");
			},
			async (w, completed) => {
				await settleDown(w, "pm", "reviewer");
				const pending = w.visitor().store.listInbox(w.teamId, w.id("backend")).waiting.length;
				const results = resultsFor(w, "pm");
				expect(results).toHaveLength(1 - pending);
				expect(claimed(w, "backend")).toBe(0);
				if (completed === "whole") expect(results).toEqual(["Done."]);
				else expect(results.every((body) => body === "Done." || body.includes("not retried"))).toBe(true);
			},
		);
	});

	test("the own next process ends what it had begun, once", async () => {
		await killEverywhere(
			make,
			"backend",
			async (w) => void (await w.sent("pm", "backend", "request", "work")),
			async (w) => {
				const incoming = await claimOldest(w, "backend");
				await w.seat("backend").surfaced([incoming]);
				return w.seat("backend").settle(incoming, REPORT, "Done.");
			},
			async (w, completed) => {
				if (completed === "killed") must(await w.restart("backend"));
				await settleDown(w, "backend");
				const pending = w.seat("backend").pendingWork().length;
				expect(resultsFor(w, "pm")).toHaveLength(1 - pending);
				expect(claimed(w, "backend")).toBe(0);
			},
		);
	});

	test("a terminal that reads shows each message once, and never loses one", async () => {
		const shown = new Map<World, string[]>();
		const read = async (w: World) => {
			const incoming = await w.receive("backend");
			// The session is written before any receipt.
			for (const { message } of incoming) {
				shown.set(w, [...(shown.get(w) ?? []), message.body]);
				w.of("backend").conversation.add(message.id);
			}
			await w.seat("backend").surfaced(incoming);
		};
		await killEverywhere(
			make,
			"backend",
			async (w) => {
				await w.sent("pm", "backend", "info", "1");
				await w.sent("pm", "backend", "note", "2");
				await w.sent("pm", "backend", "question", "3");
			},
			read,
			async (w, completed) => {
				if (completed === "killed") must(await w.restart("backend"));
				await read(w);
				expect(shown.get(w)).toEqual(["1", "2", "3"]);
				expect(claimed(w, "backend")).toBe(0);
				const { env, store } = w.visitor();
				for (const event of w.events()) {
					if (event.type !== "message") continue;
					const { id, kind, at } = event;
					const state = stateOfMessage(env, store, w.teamId, { id, from: w.id("pm"), to: w.id("backend"), kind, at });
					expect(state.place).toBe("surfaced");
				}
			},
		);
	});

	test("a message that was said to be submitted is there, and at most one of it", async () => {
		await killEverywhere(
			make,
			"pm",
			async () => {},
			(w) => w.send("pm", "backend", "question", "Which code?"),
			async (w, completed) => {
				const bodies = await w.read("backend");
				if (completed === "whole") expect(bodies).toEqual(["Which code?"]);
				expect(bodies.length).toBeLessThanOrEqual(1);
			},
		);
	});

	test("a removal is finished by any other terminal", async () => {
		await killEverywhere(
			make,
			"pm",
			async (w) => {
				await w.sent("reviewer", "backend", "request", "to it");
				await w.sent("reviewer", "backend", "info", "said to it");
				await w.sent("backend", "reviewer", "request", "from it");
				await claimOldest(w, "backend");
			},
			(w) => administer(w, "pm", (...as) => removeMember(...as, w.id("backend"))),
			async (w) => {
				const { store } = w.visitor();
				const removed = store.readDocument(w.teamId)?.members[1]?.state === "removed";
				expect(w.seat("backend").beat().at).toBe(removed ? "removed" : "kept");
				await settleDown(w, "reviewer");
				const { waiting } = store.listInbox(w.teamId, w.id("backend"));
				expect(waiting.length + claimed(w, "backend")).toBe(removed ? 0 : 2);
				expect(resultsFor(w, "reviewer")).toHaveLength(removed ? 1 : 0);
				const said = w.events().find((event) => event.type === "message" && event.kind === "info");
				if (said?.type !== "message") throw new Error("no line of the message");
				const states = store.readReceipts(w.teamId, w.id("reviewer"), said.id).map((receipt) => receipt.state);
				expect(states).toEqual(removed ? ["failed"] : []);
			},
		);
	});

	test("a terminal that closes frees its seat or is found dead", async () => {
		await killEverywhere(
			make,
			"backend",
			async (w) => {
				await w.sent("pm", "backend", "request", "work");
				await claimOldest(w, "backend");
			},
			(w) => w.seat("backend").end("closed"),
			async (w) => {
				await settleDown(w, "pm");
				expect(resultsFor(w, "pm")).toHaveLength(1);
				must(await w.restart("backend"));
				expect(await w.read("backend")).toEqual([]);
				expect(resultsFor(w, "pm")).toHaveLength(1);
			},
		);
	});
});
