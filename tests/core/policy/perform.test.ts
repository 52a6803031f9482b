import { describe, expect, test } from "vitest";
import type { Intent } from "../../../src/core/intent.ts";
import { limits } from "../../../src/core/limits.ts";
import { perform } from "../../../src/core/perform.ts";
import { exitCodeOf, sentence } from "../../../src/core/refusal.ts";
import { breakable } from "../../support/faults.ts";
import { deskOf, visitorDesk } from "../../support/hand-desk.ts";
import { memoryBackend, must, refusedWith, type World, world } from "../../support/world.ts";

const send = (w: World, to: string, body: string, kind: "info" | "request" = "info"): Intent => ({
	do: "send",
	to: w.id(to),
	kind,
	body,
	subject: undefined,
	replyTo: undefined,
});

test("creates a team and joins it, and says that messages may start turns", async () => {
	const w = await world("docs: x");
	const desk = visitorDesk(w);
	const notice = must(await perform(desk, { do: "create", team: "shop", role: "pm" }));
	expect(notice.text).toContain("You are pm in shop, as its admin.");
	expect(notice.text).toContain("/team pause");
	expect(notice.cursor).toEqual({ teamId: desk.seat()?.teamId, member: desk.seat()?.member });
	expect(refusedWith(await perform(desk, { do: "create", team: "other", role: "pm" }))).toBe("already-joined");
	expect(desk.store.teamNamed("other")).toBeUndefined();
});

test("creates a team without joining, and says how to join", async () => {
	const w = await world("docs: x");
	const desk = visitorDesk(w);
	const notice = must(await perform(desk, { do: "create", team: "shop", role: undefined }));
	expect(notice.text).toContain("/team join shop");
	expect(desk.seat()).toBeUndefined();
	expect(refusedWith(await perform(desk, { do: "create", team: "store", role: "Bad Role" }))).toBe("bad-name");
	expect(desk.store.teamNamed("store")).toBeUndefined();
});

test("joins, leaves and joins again", async () => {
	const w = await world("shop: pm");
	const desk = visitorDesk(w, "dash");
	const join: Intent = { do: "join", teamId: w.teamId, role: "backend", force: false };
	expect(must(await perform(desk, join)).text).toBe("You are backend in shop.");
	const { member } = desk.seat() ?? {};
	expect(refusedWith(await perform(desk, join))).toBe("already-joined");
	expect(must(await perform(desk, { do: "leave" })).text).toContain("You left shop");
	expect(refusedWith(await perform(desk, { do: "leave" }))).toBe("not-joined");
	must(await perform(desk, join));
	expect(desk.seat()?.member).toBe(member);
});

test("a message by hand says what is true of it", async () => {
	const w = await world("shop: pm* backend reviewer-");
	const desk = deskOf(w, "pm");
	w.seat("backend").setActivity({ state: "waiting", paused: "no", holds: ["dialog"], edits: [] });
	const told = must(await perform(desk, send(w, "backend", "hello")));
	expect(told.text).toBe("info to backend: submitted, waiting for: dialog.");
	expect(told.cursor).toEqual({ teamId: w.teamId, member: w.id("backend") });
	w.seat("backend").setActivity({ state: "idle", paused: "person", holds: [], edits: [] });
	await w.advance(limits.pollMs);
	expect(must(await perform(desk, send(w, "backend", "hi"))).text).toBe(
		"info to backend: submitted; backend is paused by its person and will read this with its next turn.",
	);
	w.machine.advance(7_200_000);
	w.seat("pm").beat();
	const queued = must(await perform(desk, send(w, "reviewer", "Review it", "request")));
	expect(queued.text).toBe("request to reviewer: submitted; reviewer is offline since 2h: queued until it returns.");
	const [name] = w.visitor().store.listInbox(w.teamId, w.id("reviewer")).waiting;
	expect(name?.id).toBe(queued.message);
});

test("a person answers a request at a dashboard, once", async () => {
	const w = await world("shop: pm*");
	must(await w.join("owner", { client: "dash" }));
	const { id } = await w.sent("pm", "owner", "request", "May I deploy?");
	const desk = deskOf(w, "owner");
	const answer = { do: "answer-request", request: id, outcome: "failed" } as const;
	expect(refusedWith(await perform(desk, { ...answer, body: " " }))).toBe("blank-body");
	expect(must(await perform(desk, { ...answer, body: "Not today." })).text).toBe("The request of pm is declined.");
	const [name] = w.seat("pm").pendingWork();
	const result = name === undefined ? undefined : await w.seat("pm").claimWork(name);
	expect(result?.message).toMatchObject({ body: "Not today.", origin: "person", result: { outcome: "failed" } });
	expect(refusedWith(await perform(desk, { ...answer, body: "Yes." }))).toBe("not-claimed");
});

test("an answer that comes after somebody else settled the request says that it is not used", async () => {
	const w = await world("shop: pm* backend");
	must(await w.join("owner", { client: "dash" }));
	const { id } = await w.sent("backend", "owner", "request", "May I deploy?");
	const [name] = w.seat("owner").pendingWork();
	if (name !== undefined) await w.seat("owner").claimWork(name);
	must(await perform(deskOf(w, "pm"), { do: "remove", teamId: w.teamId, member: w.id("backend") }));
	const answer = { do: "answer-request", request: id, outcome: "completed", body: "Yes." } as const;
	const outcome = await perform(deskOf(w, "owner"), answer);
	expect(outcome).toEqual({ ok: false, refusal: { code: "too-late", what: "interrupted" } });
	expect(outcome.ok ? "" : sentence(outcome.refusal)).toContain("already interrupted");
	expect(refusedWith(await perform(deskOf(w, "owner"), answer))).toBe("not-claimed");
});

describe("waking", () => {
	test("asks every other member, offline ones too, and names who was not reached and why", async () => {
		const w = await world("shop: pm* backend reviewer-");
		const desk = deskOf(w, "pm");
		const to = ["pm", "backend", "reviewer"].map((role) => w.id(role));
		const notice = must(await perform(desk, { do: "wake", to, text: "Release is at noon." }));
		expect(notice).toMatchObject({ text: "Check-in submitted to backend, reviewer.", tone: "good" });
		const [name] = w.seat("backend").pendingWork();
		const asked = name === undefined ? undefined : await w.seat("backend").claimWork(name);
		expect(asked?.message).toMatchObject({ kind: "request", origin: "person" });
		expect(asked?.message.body).toMatch(/remains.*blocks.*next step[\s\S]*Release is at noon\.$/);
		const again = must(await perform(desk, { do: "wake", to: [...to, "gone"], text: "Release is at noon." }));
		expect(again.tone).toBe("warn");
		expect(again.text).toMatch(/^No check-in was submitted\. Not reached: backend \(.*less than a minute ago/);
	});

	test("alone says that there is nobody", async () => {
		const w = await world("shop: pm");
		const notice = must(await perform(deskOf(w, "pm"), { do: "wake", to: [], text: "" }));
		expect(notice).toMatchObject({ text: "You have no teammates yet.", tone: "plain" });
	});
});

test("administers: each says what changed, and who is not the admin learns who is", async () => {
	const w = await world("shop: pm* backend reviewer-");
	const { teamId } = w;
	const member = w.id("reviewer");
	const [admin, other] = [deskOf(w, "pm"), deskOf(w, "backend")];
	const renaming: Intent = { do: "rename-team", teamId, name: "store" };
	const renamingRole: Intent = { do: "rename-role", teamId, member, role: "critic" };
	const handing: Intent = { do: "hand-admin", teamId, member: w.id("backend") };
	for (const intent of [renaming, renamingRole, handing, { do: "delete-team", teamId } as const]) {
		expect(await perform(other, intent)).toMatchObject({ refusal: { code: "not-admin", admin: "pm" } });
	}
	expect(must(await perform(admin, renaming)).text).toBe("shop is now called store.");
	expect(must(await perform(admin, renamingRole)).text).toBe("reviewer is now called critic.");
	await w.sent("pm", "reviewer", "request", "work");
	const removing: Intent = { do: "remove", teamId, member };
	expect(must(await perform(other, removing)).text).toBe("critic was removed; 1 open item was settled.");
	expect(refusedWith(await perform(other, removing))).toBe("gone");
	expect(must(await perform(admin, handing)).text).toBe("backend is the admin of store now.");
	const claiming: Intent = { do: "claim-admin", teamId };
	expect(refusedWith(await perform(deskOf(w, "pm", "script"), claiming))).toBe("admin-online");
	expect(must(await perform(admin, claiming)).text).toBe("You are the admin of store now; backend is not any more.");
	expect(must(await perform(admin, { do: "delete-team", teamId })).text).toBe("The team store was deleted.");
	expect(admin.seat()).toBeUndefined();
	for (const intent of [renaming, renamingRole, removing, handing, { do: "delete-team", teamId } as const]) {
		expect(await perform(visitorDesk(w), intent)).toMatchObject({ refusal: { code: "gone" } });
	}
});

test("pauses and resumes this terminal, and not a dashboard", async () => {
	const w = await world("shop: pm");
	const desk = deskOf(w, "pm");
	expect(must(await perform(desk, { do: "pause", pause: "person" })).text).toContain("/team resume");
	expect(desk.pause()).toBe("person");
	must(await perform(desk, { do: "pause", pause: "no" }));
	expect(desk.pause()).toBe("no");
	must(await w.join("owner", { client: "dash" }));
	expect(refusedWith(await perform(deskOf(w, "owner"), { do: "pause", pause: "person" }))).toBe("here-only");
	expect(refusedWith(await perform(visitorDesk(w), { do: "pause", pause: "person" }))).toBe("not-joined");
});

test.each([
	["read-only", "read-only", 6],
	["full", "store-trouble", 6],
	["corrupt", "store-trouble", 6],
	["vanished", "gone", 4],
	["lock-lost", "busy", 5],
	["io", "store-trouble", 6],
] as const)("a store that answers %s becomes a refusal (%s, exit %i)", async (code, refusal, exit) => {
	const faults = breakable(memoryBackend());
	const w = await world("shop: pm* backend", faults);
	faults.fail(w.of("pm").env, code, ["editDocument"]);
	const member = w.id("backend");
	const outcome = await perform(deskOf(w, "pm"), { do: "hand-admin", teamId: w.teamId, member });
	expect(refusedWith(outcome)).toBe(refusal);
	expect(outcome.ok ? 0 : exitCodeOf(outcome.refusal)).toBe(exit);
});

test("a bug is not taken for a refusal", async () => {
	const w = await world("shop: pm");
	const desk = { ...deskOf(w, "pm"), leaveSeat: () => Promise.reject(new TypeError("a bug")) };
	await expect(perform(desk, { do: "leave" })).rejects.toThrow(TypeError);
});
