import { describe, expect, test } from "vitest";
import { kindNames, kinds } from "../../../src/core/kinds.ts";
import { limits } from "../../../src/core/limits.ts";
import { removeMember } from "../../../src/core/removal.ts";
import type { Draft } from "../../../src/core/seat.ts";
import { administer, must, refusedWith, type World, world } from "../../support/world.ts";

const REPORT = { files: [], filesOmitted: 0, textCut: false };

/** Works on the oldest request that waits for `role`. */
async function answer(w: World, role: string, outcome: "completed" | "failed" = "completed"): Promise<string> {
	const [name] = w.seat(role).pendingWork();
	const incoming = name === undefined ? undefined : await w.seat(role).claimWork(name);
	if (incoming === undefined) throw new Error(`nothing waits for ${role}`);
	must(await w.seat(role).settle(incoming, { ...REPORT, outcome }, "Here it is."));
	return incoming.message.id;
}

/** What is on disk, without the timeline. */
function messages(w: World): number {
	const inboxes = [...(w.disk.team(w.teamId)?.inbox.values() ?? [])];
	return inboxes.reduce((sum, inbox) => sum + inbox.size, 0);
}

describe("nothing is stored", () => {
	test.each([
		["to-yourself", "pm", "info", "x", {}],
		["program-kind", "backend", "result", "x", {}],
		["blank-body", "backend", "info", " \n\t", {}],
		["body-too-long", "backend", "info", "é".repeat(limits.liveBodyBytes / 2 + 1), {}],
		["body-too-long", "backend", "request", "x".repeat(limits.workBodyBytes + 1), {}],
		["input-too-long", "backend", "note", "\n".repeat(limits.workInputBytes / 2).concat("x"), {}],
		["subject-blank", "backend", "request", "x", { subject: "  " }],
		["subject-blank", "backend", "request", "x", { subject: undefined }],
		["subject-too-long", "backend", "request", "x", { subject: "s".repeat(limits.subjectLength + 1) }],
		["unknown-parent", "backend", "info", "x", { replyTo: "0190a0b0-0000-7000-8000-000000000000" }],
		["unknown-parent", "backend", "request", "x", { parentId: "0190a0b0-0000-7000-8000-000000000000" }],
	] as const)("when it is refused as %s (to %s, %s)", async (code, to, kind, body, extra) => {
		const w = await world("shop: pm* backend");
		const before = w.disk.dump();
		expect(refusedWith(await w.send("pm", to, kind, body, extra as Partial<Draft>))).toBe(code);
		expect(w.disk.dump()).toBe(before);
	});

	test("when the member was removed meanwhile", async () => {
		const w = await world("shop: pm* backend-");
		must(await administer(w, "pm", (...as) => removeMember(...as, w.id("backend"))));
		expect(refusedWith(await w.send("pm", "backend", "request", "x"))).toBe("gone");
		expect(messages(w)).toBe(0);
	});

	test.each(kindNames.filter((kind) => kinds[kind].lane === "live"))(
		"when a %s meets a terminal that is stopped, dead or a script's",
		async (kind) => {
			const w = await world("shop: pm* backend reviewer");
			must(await w.join("bot", { client: "cli" }));
			w.machine.stop(w.of("backend").env);
			w.crash("reviewer");
			for (const role of ["backend", "reviewer", "bot"]) {
				expect(refusedWith(await w.send("pm", role, kind, "x"))).toBe("offline");
			}
			expect(messages(w)).toBe(0);
		},
	);
});

describe("an unknown role", () => {
	test("names the closest ones, and is noted in the timeline with the text", async () => {
		const w = await world("shop: pm* backend frontend");
		const outcome = w.seat("pm").resolve("Bakend", "info", "hello");
		expect(outcome).toEqual({
			ok: false,
			refusal: { code: "unknown-role", role: "bakend", closest: ["backend"] },
		});
		expect(w.events().at(-1)).toMatchObject({ type: "refused", toName: "bakend", code: "unknown-role", text: "hello" });
	});

	test("names those who hear when none is close", async () => {
		const w = await world("shop: pm* backend frontend-");
		expect(w.seat("pm").resolve("zzz", "info", "x")).toMatchObject({ refusal: { closest: ["backend"] } });
	});
});

describe("the same text", () => {
	test.each(["request", "note"] as const)("as a %s is refused for a minute, naming the earlier one", async (kind) => {
		const w = await world("shop: pm* backend reviewer");
		const first = await w.sent("pm", "backend", kind, "Check the build");
		await w.advance(limits.duplicateMs - 1);
		expect(await w.send("pm", "backend", kind, "Check the build")).toEqual({
			ok: false,
			refusal: { code: "duplicate", earlier: first.id },
		});
		must(await w.send("pm", "reviewer", kind, "Check the build"));
		must(await w.send("pm", "backend", kind, "Check the build!"));
		await w.advance(1);
		must(await w.send("pm", "backend", kind, "Check the build"));
	});

	test("is refused by the next process of the same member too", async () => {
		const w = await world("shop: pm* backend");
		const first = await w.sent("pm", "backend", "request", "Check the build");
		w.crash("pm");
		must(await w.restart("pm"));
		expect(await w.send("pm", "backend", "request", "Check the build")).toMatchObject({
			refusal: { code: "duplicate", earlier: first.id },
		});
	});

	test("live may be sent as often as one likes", async () => {
		const w = await world("shop: pm* backend");
		for (let n = 0; n < 3; n += 1) must(await w.send("pm", "backend", "info", "ping"));
	});
});

describe("a thread", () => {
	test("takes a request on a completed result, and only a note on one that did not complete", async () => {
		const w = await world("shop: pm* backend");
		for (const [outcome, expected] of [
			["completed", undefined],
			["failed", "parent-not-completed"],
		] as const) {
			await w.sent("pm", "backend", "request", `first, ${outcome}`);
			await answer(w, "backend", outcome);
			const name = w.seat("pm").pendingWork().at(-1);
			const result = name === undefined ? undefined : await w.seat("pm").claimWork(name);
			if (result === undefined) throw new Error("no result");
			const parentId = result.message.id;
			const again = await w.send("pm", "backend", "request", `again, ${outcome}`, { parentId });
			expect(again.ok ? undefined : again.refusal.code).toBe(expected);
			must(await w.send("pm", "backend", "note", `a note, ${outcome}`, { parentId }));
			if (again.ok) await answer(w, "backend");
		}
	});

	test("ends after eight requests and notes of agents; live messages and persons are not counted", async () => {
		const w = await world("shop: pm* backend");
		const root = await w.sent("pm", "backend", "request", "0");
		for (const body of ["a", "b"]) await w.sent("pm", "backend", "note", body, { parentId: root.id, origin: "person" });
		for (let n = 1; n < limits.rootMessages; n += 1) {
			must(await w.send("pm", "backend", "note", `${n}`, { parentId: root.id }));
			must(await w.send("pm", "backend", "info", `${n}`, { parentId: root.id }));
		}
		expect(refusedWith(await w.send("pm", "backend", "note", "8", { parentId: root.id }))).toBe("thread-full");
		expect(refusedWith(await w.send("backend", "pm", "request", "8", { parentId: root.id }))).toBe("thread-full");
		must(await w.send("pm", "backend", "info", "still", { parentId: root.id }));
		must(await w.send("pm", "backend", "note", "a person's", { parentId: root.id, origin: "person" }));
		must(await w.send("pm", "backend", "note", "elsewhere"));
	});

	test("cannot be joined by somebody it does not involve", async () => {
		const w = await world("shop: pm* backend reviewer");
		const { id } = await w.sent("pm", "backend", "request", "between us");
		expect(refusedWith(await w.send("reviewer", "backend", "info", "x", { replyTo: id }))).toBe("unknown-parent");
		expect(must(await w.send("backend", "pm", "info", "x", { replyTo: id }))).toBeDefined();
	});
});

describe("room", () => {
	test("ends at fifty open items of the recipient, and a released claim keeps its slot", async () => {
		const w = await world("shop: pm* backend-");
		for (let n = 0; n < limits.workSlots; n += 1) await w.sent("pm", "backend", "note", `${n}`);
		expect(refusedWith(await w.send("pm", "backend", "note", "more"))).toBe("inbox-full");
		expect(refusedWith(await w.send("pm", "backend", "request", "more"))).toBe("inbox-full");
		must(await w.restart("backend"));
		await w.read("backend");
		must(await w.send("pm", "backend", "request", "work"));
	});

	test("ends for a sender that has no slot for the result, but not for its notes", async () => {
		const w = await world("shop: pm* a- b-");
		for (let n = 0; n < limits.workSlots / 2; n += 1) {
			await w.sent("pm", "a", "request", `${n}`);
			await w.sent("pm", "b", "request", `${n}`);
		}
		expect(refusedWith(await w.send("pm", "a", "request", "more"))).toBe("no-result-slot");
		must(await w.send("pm", "a", "note", "more"));
	});

	test("never ends for a result", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "work");
		for (let n = 0; n < limits.workSlots - 1; n += 1) await w.sent("backend", "pm", "note", `${n}`);
		await answer(w, "backend");
		expect(w.seat("pm").pendingWork()).toHaveLength(1);
	});

	test("ends at a thousand live messages nobody has claimed", async () => {
		const w = await world("shop: pm* backend");
		for (let n = 0; n < limits.inboxNew; n += 1) await w.sent("pm", "backend", "info", "x");
		expect(await w.send("pm", "backend", "info", "x")).toEqual({
			ok: false,
			refusal: { code: "inbox-full", role: "backend", most: limits.inboxNew },
		});
	});
});

test("a person's request takes its subject from the text", async () => {
	const w = await world("shop: pm* backend");
	const body = `  Add   the\nendpoint ${"x".repeat(200)}`;
	await w.sent("pm", "backend", "request", body, { subject: undefined, origin: "person" });
	const [name] = w.seat("backend").pendingWork();
	const incoming = name === undefined ? undefined : await w.seat("backend").claimWork(name);
	expect(incoming?.message.body).toBe(body);
	expect(incoming?.message.subject).toBe(`Add the endpoint ${"x".repeat(63)}`);
});
