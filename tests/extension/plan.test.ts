// What goes into Pi now, and how: the table of delivery, row by row.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { type Planned, planDelivery, type TerminalState } from "../../src/extension/plan.ts";

const idle: TerminalState = { phase: "idle", dialogOpen: false, hasModel: true, braked: false, batchOut: false };

function live(id: string, more: Partial<Planned> = {}): Planned {
	return { id, lane: "live", bytes: 10, quiet: false, ...more };
}

function words(waiting: readonly Planned[], terminal: TerminalState): readonly string[] {
	return planDelivery(waiting, terminal).steps.map((step) =>
		step.do === "steer" ? `steer ${step.items.map((item) => item.id).join("+")}` : `${step.do} ${step.item.id}`,
	);
}

describe("an idle terminal", () => {
	test("stores all but the last, and the last opens one turn", () => {
		expect(words([live("a"), live("b"), live("c")], idle)).toEqual(["store a", "store b", "open c"]);
	});

	test("opens one turn for a single message", () => {
		expect(words([live("a")], idle)).toEqual(["open a"]);
	});

	test("without a model stores everything and opens nothing", () => {
		expect(words([live("a"), live("b")], { ...idle, hasModel: false })).toEqual(["store a", "store b"]);
	});

	test("that its person paused stores everything and opens nothing", () => {
		expect(words([live("a"), live("b")], { ...idle, braked: true })).toEqual(["store a", "store b"]);
	});

	test("stores what an Escape dropped without opening a turn", () => {
		expect(words([live("a", { quiet: true })], idle)).toEqual(["store a"]);
	});

	test("opens a turn when something new follows what an Escape dropped", () => {
		expect(words([live("a", { quiet: true }), live("b")], idle)).toEqual(["store a", "open b"]);
	});

	test("takes live messages before queued work", () => {
		expect(words([live("w", { lane: "work" }), live("a")], idle)).toEqual(["open a"]);
	});

	test("opens a turn for queued work when nothing else waits", () => {
		expect(words([live("w", { lane: "work" })], idle)).toEqual(["open w"]);
	});
});

describe("a working terminal", () => {
	const running: TerminalState = { ...idle, phase: "running" };

	test("gets everything that waits as one steered batch", () => {
		expect(words([live("a"), live("b"), live("c")], running)).toEqual(["steer a+b+c"]);
	});

	test("gets at most 64 KiB of bodies in one batch, and always at least one message", () => {
		const big = limits.batchBytes - 5;
		expect(words([live("a", { bytes: big }), live("b", { bytes: 6 }), live("c")], running)).toEqual(["steer a"]);
		expect(words([live("a", { bytes: big }), live("b", { bytes: 5 }), live("c")], running)).toEqual(["steer a+b"]);
		expect(words([live("a", { bytes: limits.batchBytes * 2 }), live("b")], running)).toEqual(["steer a"]);
	});

	test("is steered even when its person paused: the run is going anyway", () => {
		expect(words([live("a")], { ...running, braked: true })).toEqual(["steer a"]);
	});

	test("keeps queued work waiting and says it is busy", () => {
		expect(planDelivery([live("w", { lane: "work" })], running)).toEqual({ steps: [], holds: ["busy"] });
	});
});

describe("what holds delivery", () => {
	test.each([
		["a batch in Pi's hands", { batchOut: true }, "batch"],
		["a dialog that waits for the person", { dialogOpen: true }, "dialog"],
		["a run that is about to start, or a compaction", { phase: "held" }, "busy"],
	] as const)("%s", (_what, change, why) => {
		expect(planDelivery([live("a")], { ...idle, ...change })).toEqual({ steps: [], holds: [why] });
	});

	test("nothing holds when nothing waits", () => {
		expect(planDelivery([], { ...idle, batchOut: true, dialogOpen: true })).toEqual({ steps: [], holds: [] });
	});

	test("a note for the person is shown whatever holds the rest", () => {
		const held: TerminalState = { phase: "held", dialogOpen: true, hasModel: false, braked: true, batchOut: true };
		expect(words([live("n", { lane: "note" }), live("a")], held)).toEqual(["show n"]);
	});
});
