import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { MessageState, Presence } from "../../../src/core/model.ts";
import * as standing from "../../../src/core/standing.ts";

const NOW = 50_000_000;
const HOLDER = {
	client: "pi",
	session: "s",
	generation: 1,
	pid: 1,
	cwd: "/",
	tty: undefined,
	tmuxPane: undefined,
	sessionName: undefined,
} as const;
const online: Presence = { at: "online", since: NOW, holder: HOLDER };
const away: Presence = { at: "offline", since: NOW - 7_200_000, holder: HOLDER };

function state(place: MessageState["place"], receipt: Partial<MessageState["receipts"][number]> = {}): MessageState {
	const blank = { at: 1, code: undefined, outcome: undefined, reply: undefined, inferred: undefined };
	const known =
		place === "new" || place === "claimed" || place === "pruned" ? [] : [{ ...blank, state: place, ...receipt }];
	return { id: "m", place, receipts: known };
}

describe("where a message stands", () => {
	test.each([
		[[], "new", 2, "new"],
		[[], "new", 1, "expired"],
		[[], "new", undefined, "new"],
		[[], "claimed-alive", 1, "claimed"],
		[[], "claimed-dead", 1, "expired"],
		[[], "claimed-dead", 2, "claimed"],
		[["surfaced"], "done", 1, "surfaced"],
		[["answered", "surfaced"], "done", 1, "answered"],
		[["surfaced", "settled"], "done", 1, "settled"],
		[["expired"], "done", 1, "expired"],
		[["failed", "answered"], "done", 1, "failed"],
		[[], "missing", undefined, "pruned"],
		[[], "missing", 1, "pruned"],
		[["settled"], "missing", undefined, "settled"],
	] as const)("with receipts %j, file %s, expiring at %s: %s", (receipts, file, expiresAt, place) => {
		const written = receipts.map((each) => ({ state: each }));
		expect(standing.placeOf(written, file, expiresAt, 1)).toBe(place);
	});
});

describe("what is said of it", () => {
	const recipient = (
		presence: Presence,
		paused: "no" | "person" | "program" = "no",
		holds: readonly "busy"[] = [],
	) => ({
		role: "backend",
		presence,
		activity: { paused, holds },
	});

	test.each([
		["info", recipient(online), "submitted"],
		["info", undefined, "submitted"],
		["a-newer-kind", recipient(online), "submitted"],
		["info", recipient(online, "no", ["busy"]), "submitted, waiting for: busy"],
		["info", recipient(online, "program"), "submitted"],
		[
			"question",
			recipient(online, "person"),
			"submitted; backend is paused by its person and will read this with its next turn",
		],
		["request", recipient(online, "person"), "submitted; backend is paused by its person; it waits until it resumes"],
		["request", recipient(online, "program", ["busy"]), "submitted, waiting for: paused, busy"],
		["note", recipient(online, "person", ["busy"]), "submitted"],
		["request", recipient(away), "submitted; backend is offline since 2h: queued until it returns"],
		[
			"request",
			recipient({ at: "offline", since: null, holder: null }),
			"submitted; backend is offline: queued until it returns",
		],
		[
			"note",
			recipient({ at: "suspended", since: NOW - 60_000, holder: HOLDER }),
			"submitted; backend is suspended since 1m: queued until it returns",
		],
	] as const)("while a %s waits", (kind, to, words) => {
		expect(standing.submittedWords({ id: "m", kind }, to, NOW)).toBe(words);
		expect(standing.stateWords(state("claimed"), kind, to, NOW)).toBe(words);
	});

	test("while the terminal works on it is not that it waits for itself", () => {
		const busy = { role: "backend", presence: online, activity: { paused: "no", holds: ["request", "busy"] } } as const;
		const working = (request: string) => ({ ...busy, activity: { ...busy.activity, request } });
		expect(standing.stateWords(state("claimed"), "request", working("m"), NOW)).toBe("submitted");
		expect(standing.stateWords(state("new"), "request", working("other"), NOW)).toContain("waiting for: request, busy");
	});

	test.each([
		[state("surfaced"), "surfaced"],
		[state("answered"), "answered"],
		[state("expired"), "expired"],
		[state("pruned"), "no longer known: pruned"],
		[state("settled", { outcome: "completed", textMissing: true }), "answered without a text"],
		[state("settled", { outcome: "interrupted", textMissing: true }), "interrupted"],
		[state("settled", { outcome: "completed" }), "answered"],
		[state("settled", { outcome: "failed" }), "failed"],
		[state("settled", { outcome: "interrupted" }), "interrupted"],
		[state("failed", { code: "taken-over" }), "failed: taken over"],
		[state("failed", { code: "invalid" }), "failed: invalid"],
		[state("failed", { code: "attempts" }), "failed: not delivered after several attempts"],
		[state("failed", { code: "removed" }), "failed: removed"],
	])("after a receipt: %#", (after, words) => {
		expect(standing.stateWords(after, "request", undefined, NOW)).toBe(words);
	});

	test("never is that it was delivered or done", () => {
		const places = ["new", "claimed", "surfaced", "answered", "expired", "failed", "settled", "pruned"] as const;
		for (const place of places) {
			expect(standing.stateWords(state(place), "request", recipient(online), NOW)).not.toMatch(/\b(delivered|done)$/);
		}
	});
});

describe("its steps", () => {
	const at = 1;
	const words = (after: MessageState, kind = "request", expectedAt = at) =>
		standing.stepsOf({ at: expectedAt, kind, state: after }, undefined, NOW).map((step) => [step.at, step.words]);

	test("begin with submitted, go on with every receipt, and end with what is said of it", () => {
		const surfaced = state("surfaced").receipts;
		const settled = state("settled", { at: 7, outcome: "completed", textMissing: true });
		expect(words({ ...settled, receipts: [...surfaced, ...settled.receipts] })).toEqual([
			[at, "submitted"],
			[at, "surfaced"],
			[7, "answered without a text"],
		]);
		expect(words(state("answered", { inferred: true }), "question").at(-1)).toEqual([at, "answered (inferred)"]);
	});

	test("end with what follows from the time alone, where nobody wrote it down", () => {
		expect(words({ id: "m", place: "expired", receipts: [] }, "question")).toEqual([
			[at, "submitted"],
			[undefined, "expired"],
		]);
		expect(words(state("pruned")).at(-1)).toEqual([undefined, "no longer known: pruned"]);
	});

	test("say what holds the first one up, while it does", () => {
		const away = {
			role: "backend",
			presence: { at: "offline", since: null, holder: null },
			activity: undefined,
		} as const;
		const [first] = standing.stepsOf({ at, kind: "request", state: state("new") }, away, NOW);
		expect(`${first?.words}${first?.held}`).toBe(standing.stateWords(state("new"), "request", away, NOW));
		expect(standing.stepsOf({ at, kind: "request", state: state("surfaced") }, away, NOW)[0]?.held).toBe("");
	});
});

test("only live messages expire by themselves", () => {
	expect(standing.expiryOf("question", 5)).toBe(5 + limits.messageTtlMs);
	expect(["request", "note", "result", "a-newer-kind"].map((kind) => standing.expiryOf(kind, 5))).toEqual(
		Array(4).fill(undefined),
	);
});
