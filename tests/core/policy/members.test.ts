import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { claimAdmin, handAdmin, renameRole } from "../../../src/core/members.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { createTeam, deleteTeam, findTeam, renameTeam } from "../../../src/core/teams.ts";
import { writerAs } from "../../../src/core/timeline.ts";
import { administer, must, refusedWith, type World, world } from "../../support/world.ts";

const outside = { at: "outside", by: "person" } as const;

function document(w: World) {
	const found = w.visitor().store.readDocument(w.teamId);
	if (found === undefined) throw new Error("no team");
	return found;
}

const rename = (w: World, by: string, of: string, role: string) =>
	administer(w, by, (...as) => renameRole(...as, w.id(of), role));
const remove = (w: World, by: string, of: string) => administer(w, by, (...as) => removeMember(...as, w.id(of)));

describe("a role that was renamed", () => {
	test("shows at the next beat, keeps the mail, and the old name answers for a day", async () => {
		const w = await world("shop: pm* backend");
		await w.sent("pm", "backend", "request", "queued before");
		must(await rename(w, "pm", "backend", "api"));
		w.seat("backend").beat();
		expect(w.seat("backend").names().role).toBe("api");
		expect(w.seat("pm").resolve("backend", "info", "x")).toEqual({
			ok: true,
			value: { member: w.id("backend"), role: "api", was: "backend" },
		});
		expect(w.seat("pm").resolve("api", "info", "x")).toMatchObject({ value: { was: undefined } });
		expect(w.seat("backend").pendingWork()).toHaveLength(1);
		await w.advance(limits.formerRoleMs);
		expect(refusedWith(w.seat("pm").resolve("backend", "info", "x"))).toBe("unknown-role");
		expect(w.events()).toContainEqual(expect.objectContaining({ type: "role-renamed", from: "backend", to: "api" }));
	});

	test("leaves its old name to who takes it after being asked", async () => {
		const w = await world("shop: pm* backend");
		must(await rename(w, "pm", "backend", "api"));
		const asked = await w.join("backend");
		expect(asked).toEqual({ ok: false, refusal: { code: "role-was", role: "backend", now: "api" } });
		const api = w.id("backend");
		must(await w.join("backend", { force: "confirmed" }));
		expect(w.seat("pm").resolve("backend", "info", "x")).toMatchObject({ value: { member: w.id("backend") } });
		expect(w.id("backend")).not.toBe(api);
		expect(document(w).formerRoles).toEqual([]);
	});

	test("may take its old name back", async () => {
		const w = await world("shop: pm* backend");
		must(await rename(w, "pm", "backend", "api"));
		must(await rename(w, "backend", "backend", "backend"));
		expect(document(w).formerRoles.map(({ role }) => role)).toEqual(["api"]);
	});

	test("by two people at once to one name is one rename", async () => {
		const w = await world("shop: pm* backend reviewer");
		const both = await Promise.all([rename(w, "pm", "backend", "api"), rename(w, "reviewer", "reviewer", "api")]);
		expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
		expect(both.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))).toEqual(["role-taken"]);
	});
});

describe("removing a member", () => {
	test("settles its work, tells both sides, and says how much there was", async () => {
		const w = await world("shop: pm* backend- reviewer");
		const request = await w.sent("reviewer", "backend", "request", "to it");
		await w.sent("reviewer", "backend", "note", "noted");
		const removal = must(await remove(w, "pm", "backend"));
		expect(removal).toMatchObject({ role: "backend", settled: 2 });
		const types = w.events().map((event) => event.type);
		expect(types.filter((type) => type === "removed" || type === "receipt")).toEqual(["removed", "receipt", "receipt"]);
		expect(w.visitor().store.readLease(w.teamId, w.id("backend"))?.lease.vacant).toBe("removed");
		const [name] = w.seat("reviewer").pendingWork();
		const result = name === undefined ? undefined : await w.seat("reviewer").claimWork(name);
		expect(result?.message.result).toMatchObject({ request: request.id, outcome: "interrupted" });
		expect(result?.message.body).toContain("backend was removed");
		expect(result?.standing).toBe("removed");
	});

	test("ends the requests it had sent that nobody has begun", async () => {
		const w = await world("shop: pm* backend reviewer");
		await w.sent("backend", "reviewer", "request", "from it");
		await w.close("backend");
		expect(must(await remove(w, "reviewer", "backend")).settled).toBe(1);
		expect(w.seat("reviewer").pendingWork()).toEqual([]);
		expect(w.visitor().store.listInbox(w.teamId, w.id("backend")).waiting).toEqual([]);
	});

	test("passes the admin on to who has been there longest", async () => {
		const w = await world("shop: pm*- backend reviewer");
		must(await remove(w, "reviewer", "pm"));
		expect(document(w).admin).toBe(w.id("backend"));
		expect(w.events()).toContainEqual(
			expect.objectContaining({ type: "admin", how: "inherited", member: w.id("backend"), previous: w.id("pm") }),
		);
	});

	test("frees the role for a new member, and keeps the old id's name in history", async () => {
		const w = await world("shop: pm* backend-");
		const before = w.id("backend");
		must(await remove(w, "pm", "backend"));
		must(await w.join("backend"));
		expect(w.id("backend")).not.toBe(before);
		expect(document(w).members.map(({ role, state }) => [role, state])).toEqual([
			["pm", "member"],
			["backend", "removed"],
			["backend", "member"],
		]);
	});

	test("twice at once removes once", async () => {
		const w = await world("shop: pm* backend- reviewer");
		const both = await Promise.all([remove(w, "pm", "backend"), remove(w, "reviewer", "backend")]);
		expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
		expect(both.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))).toEqual(["gone"]);
	});
});

describe("the admin", () => {
	test("is handed over, and claimed back by a person", async () => {
		const w = await world("shop: pm* backend");
		must(await administer(w, "pm", (writer, actor) => handAdmin(writer, actor, w.teamId, w.id("backend"))));
		expect(refusedWith(await rename(w, "pm", "backend", "api"))).toBe("not-admin");
		must(await administer(w, "pm", (writer, actor) => claimAdmin(writer, actor, w.teamId)));
		expect(document(w).admin).toBe(w.id("pm"));
		expect(w.events().filter((event) => event.type === "admin")).toMatchObject([
			{ how: "first" },
			{ how: "handed", previous: w.id("pm") },
			{ how: "claimed", previous: w.id("backend") },
		]);
	});
});

describe("a team", () => {
	test("is found by its name, and a wrong one is answered with the closest", async () => {
		const w = await world("shop: pm; docs:");
		const { store } = w.visitor();
		expect(must(findTeam(store, " Shop ")).teamId).toBe(w.teamId);
		expect(findTeam(store, "shpo")).toMatchObject({ refusal: { code: "unknown-team", closest: ["shop"] } });
	});

	test("is created once under one name", async () => {
		const w = await world("shop:");
		const { env, store } = w.visitor();
		expect(refusedWith(await createTeam(env, store, "shop"))).toBe("team-exists");
		expect(refusedWith(await createTeam(env, store, "Shop"))).toBe("bad-name");
		const both = await Promise.all([createTeam(env, store, "docs"), createTeam(env, store, "docs")]);
		expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
	});

	test("keeps id, members and mail under a new name, and frees the old one", async () => {
		const w = await world("shop: pm* backend-");
		await w.sent("pm", "backend", "request", "queued");
		must(await administer(w, "pm", (...as) => renameTeam(...as, "store")));
		w.seat("pm").beat();
		expect(w.seat("pm").names().team).toBe("store");
		const { env, store } = w.visitor();
		expect(store.teamNamed("shop")).toBeUndefined();
		expect(must(findTeam(store, "store")).teamId).toBe(w.teamId);
		must(await createTeam(env, store, "shop"));
		must(await w.restart("backend"));
		expect(w.seat("backend").pendingWork()).toHaveLength(1);
	});

	test("cannot take another team's name", async () => {
		const w = await world("shop: pm*; docs:");
		expect(refusedWith(await administer(w, "pm", (...as) => renameTeam(...as, "docs")))).toBe("team-exists");
		expect(document(w).name).toBe("shop");
	});

	test("is deleted by anybody once nobody in it is online, and its name is free", async () => {
		const w = await world("shop: pm* backend");
		const { env, store } = w.visitor();
		const nobody = writerAs(env, store, w.teamId, null);
		expect(await deleteTeam(nobody, outside, w.teamId)).toMatchObject({
			refusal: { code: "team-in-use", online: ["pm", "backend"] },
		});
		await w.close("pm");
		w.crash("backend");
		must(await deleteTeam(nobody, outside, w.teamId));
		expect(store.teamNamed("shop")).toBeUndefined();
		must(await createTeam(env, store, "shop"));
	});
});
