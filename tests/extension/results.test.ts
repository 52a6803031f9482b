// When queued work may be taken, what its result says, and what a session remembers of its seat.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { gateHolds, isGateOpen } from "../../src/extension/gate.ts";
import { recall, remember } from "../../src/extension/memory.ts";
import { createRunRecord, TAKEOVER_NOTICE } from "../../src/extension/result.ts";

describe("the gate for queued work", () => {
	const open = {
		paused: "no",
		leaving: false,
		activeRequest: false,
		hasModel: true,
		phase: "idle",
		pendingInput: false,
		draft: false,
		dialogOpen: false,
		deliveryBusy: false,
	} as const;

	test("is open when nothing speaks against it", () => {
		expect(isGateOpen(open)).toBe(true);
	});

	test.each([
		[{ paused: "person" }, []],
		[{ paused: "program" }, []],
		[{ leaving: true }, []],
		[{ activeRequest: true }, ["request"]],
		[{ hasModel: false }, ["no-model"]],
		[{ phase: "running" }, ["busy"]],
		[{ phase: "held" }, ["busy"]],
		[{ pendingInput: true }, ["busy"]],
		[{ draft: true }, ["draft"]],
		[{ dialogOpen: true }, ["dialog"]],
		[{ deliveryBusy: true }, ["batch"]],
	] as const)("is shut with %j", (change, holds) => {
		expect(isGateOpen({ ...open, ...change })).toBe(false);
		expect(gateHolds({ ...open, ...change })).toEqual(holds);
	});
});

describe("a result", () => {
	test("keeps the closing text, cut with the cut stated", () => {
		const record = createRunRecord();
		record.said("x".repeat(limits.resultBodyLength + 5), "stop");
		const { report, body } = record.finish(false);
		expect(report).toMatchObject({ outcome: "completed", textCut: true });
		expect(body.endsWith("(cut: 5 more characters)")).toBe(true);
	});

	test.each([
		["aborted", false, "interrupted"],
		["error", false, "failed"],
		["error", true, "interrupted"],
		["stop", false, "completed"],
		[undefined, false, "interrupted"],
	] as const)("of a run that stopped with %j (aborted: %j) is %s", (reason, stopped, outcome) => {
		const record = createRunRecord();
		if (reason !== undefined) record.said("text", reason);
		expect(record.finish(stopped).report.outcome).toBe(outcome);
	});

	test("without a closing text is a sentence that names the outcome", () => {
		const record = createRunRecord();
		record.said("", "stop");
		expect(record.finish(false)).toMatchObject({
			body: expect.stringContaining("completed"),
			report: { outcome: "completed", textMissing: true },
		});
		record.said("Done.", "stop");
		expect(record.finish(false).report).not.toHaveProperty("textMissing");
	});

	test("names files as absolute paths, once each, without a leading @, and none after a takeover", () => {
		const record = createRunRecord();
		for (const path of ["a.ts", "@b.ts", "/abs/c.ts", "./a.ts"]) record.touched(path, "/home");
		record.takenOver();
		record.touched("later.ts", "/home");
		const { report, body } = record.finish(false);
		expect(report.files).toEqual(["/home/a.ts", "/home/b.ts", "/abs/c.ts"]);
		expect(report.outcome).toBe("interrupted");
		expect(body).toBe(TAKEOVER_NOTICE);
	});

	test("lists at most 50 files, no path that is too long, and says how many are missing", () => {
		const record = createRunRecord();
		record.said("done", "stop");
		record.touched("x".repeat(limits.resultPathLength + 1), "/home");
		for (let file = 0; file < limits.resultFiles + 2; file += 1) record.touched(`f${file}`, "/home");
		const { report, body } = record.finish(false);
		expect(report.files).toHaveLength(limits.resultFiles);
		expect(report.filesOmitted).toBe(3);
		expect(body).toContain("3 more files");
	});

	test("stays within its bound whatever the paths", () => {
		const record = createRunRecord();
		record.said("漢".repeat(limits.resultBodyLength), "stop");
		for (let file = 0; file < limits.resultFiles; file += 1) record.touched(`${file}${"漢".repeat(1_300)}`, "/home");
		const finished = record.finish(false);
		expect(Buffer.byteLength(JSON.stringify(finished))).toBeLessThanOrEqual(limits.resultBytes);
		expect(finished.report.filesOmitted).toBeGreaterThan(0);
	});
});

describe("what a session remembers", () => {
	const membership = {
		session: "s",
		teamId: "t",
		member: "m",
		team: "shop",
		role: "backend",
		state: "joined",
		paused: "no",
	} as const;
	const session = (...stored: readonly unknown[]) =>
		({ getEntries: () => stored.map((data) => ({ type: "custom", customType: "team-membership", data })) }) as never;

	test("is the latest entry", () => {
		expect(recall(session({ v: 1, ...membership }, { v: 1, ...membership, state: "left" }))?.state).toBe("left");
	});

	test("is not an earlier tool's entry, nor a broken one", () => {
		expect(
			recall(
				session(null, { team: "x", alias: "y" }, { v: 2, ...membership }, { v: 1, ...membership, paused: "maybe" }),
			),
		).toBeUndefined();
		expect(recall(session({ v: 1, ...membership }, null))?.role).toBe("backend");
	});

	test("is written as an entry the model never sees", () => {
		const written: unknown[] = [];
		remember({ appendEntry: (type, data) => void written.push([type, data]) }, membership);
		expect(written).toEqual([["team-membership", { v: 1, ...membership }]]);
	});
});
