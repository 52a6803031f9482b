import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Waiting } from "../../../src/core/model.ts";
import * as work from "../../../src/core/work.ts";

const END: work.RunEnd = { outcome: "completed", texts: ["Done."], files: [], takenOver: "no" };

describe("a result", () => {
	test("is the closing text, and the files in order without repeats", () => {
		const built = work.buildResult({ ...END, files: ["/b", "/a", "/b"] });
		expect(built.body).toBe("Done.");
		expect(built.report).toEqual({ outcome: "completed", files: ["/b", "/a"], filesOmitted: 0, textCut: false });
	});

	test("keeps the first texts of the run when it is too long, and says how much there was", () => {
		const long = "x".repeat(limits.resultBodyLength);
		const built = work.buildResult({ ...END, texts: ["The answer.", long] });
		expect(built.body.startsWith("The answer.\nxxx")).toBe(true);
		expect(built.report.textCut).toBe(true);
		expect(built.body).toContain(`the first ${limits.resultBodyLength} of ${limits.resultBodyLength + 12}`);
	});

	test("is not cut at its bound, and never in the middle of a character", () => {
		const exact = "x".repeat(limits.resultBodyLength);
		expect(work.buildResult({ ...END, texts: [exact] })).toMatchObject({ body: exact, report: { textCut: false } });
		const split = `${exact.slice(1)}🙂`;
		expect(work.buildResult({ ...END, texts: [split] }).body.startsWith(`${exact.slice(1)}\n`)).toBe(true);
	});

	test.each(["completed", "failed", "interrupted"] as const)("without a text says so: %s", (outcome) => {
		const built = work.buildResult({ ...END, outcome, texts: [" ", ""] });
		expect(built.body).toContain(outcome === "completed" ? "completed" : outcome);
		expect(built.report.outcome).toBe(outcome);
	});

	test("of a run a person took over is interrupted, whatever it said", () => {
		const built = work.buildResult({ ...END, takenOver: "yes" });
		expect(built.report.outcome).toBe("interrupted");
		expect(built.body).not.toContain("Done.");
	});

	test("names at most fifty files, and says how many more there were", () => {
		const files = Array.from({ length: limits.resultFiles + 1 }, (_, n) => `/f${n}`);
		const built = work.buildResult({ ...END, files });
		expect(built.report.files).toHaveLength(limits.resultFiles);
		expect(built.report.filesOmitted).toBe(1);
		expect(built.body).toContain("1 more file is not named");
	});

	test("stays within its bytes, however long the paths and the text are", () => {
		const files = Array.from({ length: limits.resultFiles }, (_, n) => `/${n}${"家".repeat(limits.subjectLength)}`);
		const built = work.buildResult({ ...END, texts: ["家".repeat(9_000)], files });
		const report = { request: "0190a0b0-0000-7000-8000-000000000000", ...built.report };
		expect(Buffer.byteLength(JSON.stringify({ body: built.body, result: report }))).toBeLessThanOrEqual(
			limits.resultBytes,
		);
		expect(built.report.filesOmitted).toBeGreaterThan(0);
		const tooLong = work.buildResult({ ...END, files: ["/ok", `/${"x".repeat(limits.resultPathLength)}`, "/late"] });
		expect(tooLong.report).toMatchObject({ files: ["/ok"], filesOmitted: 2 });
	});
});

test("a quote names the request and states its cut", () => {
	const request = { id: "request-id", subject: "Add it", body: `line\n${"x".repeat(limits.quoteLength)}` };
	const quote = work.quoteRequest(request);
	expect(quote).toContain("request-id: Add it\n> line\n> xxx");
	expect(quote).toContain(`[cut: ${limits.quoteLength} of ${limits.quoteLength + 5} characters]`);
	expect(work.quoteRequest({ ...request, body: "short" })).not.toContain("cut");
});

describe("turns without a person", () => {
	test.each([
		[undefined, 5],
		["3", 3],
		["0", Number.POSITIVE_INFINITY],
		["-1", 5],
		["five", 5],
		["", 5],
		["2.5", 5],
	])("with the setting %j end at %d", (setting, cap) => {
		expect(work.autoTurnCap(setting)).toBe(cap);
	});

	test("end only when something is pending, and a turn that failed to start is given back", () => {
		let budget = work.freshBudget(2);
		budget = work.spendTurn(work.spendTurn(budget));
		expect(work.mayOpenTurn(budget, 1)).toBe("paused");
		expect(work.mayOpenTurn(budget, 0)).toBe("nothing-pending");
		expect(work.mayOpenTurn(work.refundTurn(budget), 1)).toBe("yes");
	});
});

test.each([
	["no", { what: "run-ended", outcome: "completed" }, "no"],
	["no", { what: "run-ended", outcome: "failed" }, "program"],
	["no", { what: "run-ended", outcome: "interrupted" }, "program"],
	["program", { what: "run-ended", outcome: "completed" }, "program"],
	["no", { what: "takeover" }, "program"],
	["no", { what: "turn-limit" }, "program"],
	["no", { what: "not-stored" }, "program"],
	["person", { what: "turn-limit" }, "person"],
	["program", { what: "person-paused" }, "person"],
	["person", { what: "person-resumed" }, "no"],
	["program", { what: "person-resumed" }, "no"],
] as const)("pause %s, then %j is %s", (pause, cause, next) => {
	expect(work.nextPause(pause, cause)).toBe(next);
});

test("only a person's pause keeps live messages from opening a turn", () => {
	expect(["no", "program", "person"].map((pause) => work.mayLiveOpenTurn(pause as "no"))).toEqual([true, true, false]);
});

describe("a review", () => {
	const line = (id: string, from: string, kind: string, at: number): Waiting => ({
		id,
		kind,
		from,
		to: "other",
		subject: id,
		at,
		place: "claimed",
	});

	test("is about the own requests without an answer for five minutes", () => {
		const now = 1_000_000_000;
		const old = now - limits.stuckMs;
		const waiting = [
			line("mine", "me", "request", old),
			line("young", "me", "request", old + 1),
			line("theirs", "you", "request", old),
			line("asked", "me", "question", old),
		];
		expect(work.dueForReview(waiting, "me", now).map(({ id }) => id)).toEqual(["mine"]);
	});

	test("comes once a minute, and three times in a row without a change", () => {
		let reviews = work.NO_REVIEWS;
		let now = 0;
		for (let n = 0; n < limits.quietReviews; n += 1) {
			expect(work.mayReview(reviews, now, "same")).toBe(true);
			reviews = work.reviewed(reviews, now, "same");
			expect(work.mayReview(reviews, now + limits.reviewMs - 1, "other")).toBe(false);
			now += limits.reviewMs;
		}
		expect(work.mayReview(reviews, now, "same")).toBe(false);
		expect(work.mayReview(reviews, now, "changed")).toBe(true);
		expect(work.mayReview(work.reviewed(reviews, now, "changed"), now + limits.reviewMs, "changed")).toBe(true);
	});
});
