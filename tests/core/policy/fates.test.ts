import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { deleteTeam } from "../../../src/core/teams.ts";
import { writerAs } from "../../../src/core/timeline.ts";
import { backends } from "../../support/backends.ts";
import { administer, must, refusedWith, type World, world } from "../../support/world.ts";

describe("a seat that is no longer held", () => {
	test("says who removed it, and refuses everything from then on", async () => {
		const w = await world("shop: pm* backend");
		must(await administer(w, "pm", (...as) => removeMember(...as, w.id("backend"))));
		expect(w.seat("backend").beat()).toEqual({ at: "removed", by: "pm" });
		expect(refusedWith(await w.send("backend", "pm", "info", "hello"))).toBe("removed");
		expect(await w.receive("backend")).toEqual([]);
		expect(refusedWith(await w.restart("backend"))).toBe("not-joined");
	});

	test("is told so once when it was removed while it was away", async () => {
		const w = await world("shop: pm* backend-");
		must(await administer(w, "pm", (...as) => removeMember(...as, w.id("backend"))));
		expect(await w.restart("backend")).toEqual({ ok: false, refusal: { code: "removed", by: "pm" } });
		expect(refusedWith(await w.restart("backend"))).toBe("not-joined");
	});

	test("says that the team was deleted", async () => {
		const w = await world("shop: pm* backend");
		const { env, store, seat } = w.of("pm");
		const admin = { at: "joined", teamId: w.teamId, member: seat.member, by: "person" } as const;
		must(await deleteTeam(writerAs(env, store, w.teamId, null), admin, w.teamId));
		expect(w.seat("backend").beat()).toEqual({ at: "team-deleted", team: "shop" });
		expect(refusedWith(await w.send("backend", "pm", "info", "hello"))).toBe("team-deleted");
		const before = w.disk.dump();
		await w.seat("backend").end("closed");
		w.seat("pm").setActivity({ state: "working", paused: "no", holds: [], edits: [] });
		expect(w.disk.dump()).toBe(before);
	});

	test("a stopped terminal goes on if nobody took its seat, and learns it if somebody did", async () => {
		const w = await world("shop: pm backend");
		const { env } = w.of("backend");
		const stopped = w.seat("backend");
		w.machine.stop(env);
		w.machine.advance(limits.leaseMs * 3);
		w.machine.resume(env);
		expect(stopped.beat()).toEqual({ at: "kept" });
		w.machine.stop(env);
		w.machine.advance(limits.leaseMs - 1);
		expect(refusedWith(await w.join("backend", { session: "other", force: "confirmed" }))).toBe("role-live");
		w.machine.advance(1);
		must(await w.join("backend", { session: "other", force: "confirmed" }));
		w.machine.resume(env);
		expect(stopped.beat()).toMatchObject({ at: "taken-over" });
	});
});

/** Somebody tidies up by hand. */
function deleteLease(w: World, role: string): void {
	const member = w.id(role);
	const files = w.disk.team(w.teamId)?.leases.get(member) ?? [];
	for (const file of files) file.linked = false;
	w.disk.team(w.teamId)?.leases.delete(member);
	const leases = join(w.of(role).store.root, `t-${w.teamId}`, "leases");
	if (files.length > 0) return;
	for (const name of readdirSync(leases).filter((each) => each.startsWith(member))) rmSync(join(leases, name));
}

describe.each(backends)("a lease that was deleted by hand, $name,", ({ make }) => {
	test("is taken again without a word, and what was claimed stays claimed", async () => {
		const w = await world("shop: pm* backend", make());
		await w.close("backend");
		must(await w.restart("backend"));
		await w.sent("pm", "backend", "request", "work");
		const [name] = w.seat("backend").pendingWork();
		const incoming = name === undefined ? undefined : await w.seat("backend").claimWork(name);
		if (incoming === undefined) throw new Error("nothing was claimed");
		const before = w.events().length;
		deleteLease(w, "backend");
		expect(w.seat("backend").beat()).toEqual({ at: "kept" });
		expect(await w.read("backend")).toEqual([]);
		expect(w.seat("backend").beat()).toEqual({ at: "kept" });
		expect(refusedWith(await w.join("backend", { session: "x", force: "confirmed", key: "x" }))).toBe("role-live");
		expect(w.visitor().store.readLease(w.teamId, w.id("backend"))?.lease.generation).toBe(2);
		expect(w.events()).toHaveLength(before);
		const report = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };
		expect(must(await w.seat("backend").settle(incoming, report, "Done."))).toBe("settled");
	});

	test.each([1, 2])("is not taken from a terminal that was quicker, also under generation %i", async (generation) => {
		const w = await world("shop: pm* backend", make());
		if (generation > 1) await w.close("backend").then(() => w.restart("backend"));
		await w.sent("pm", "backend", "request", "work");
		const [name] = w.seat("backend").pendingWork();
		if (name !== undefined) await w.seat("backend").claimWork(name);
		deleteLease(w, "backend");
		must(await w.join("backend", { session: "other", force: "confirmed", key: "other" }));
		for (let n = 0; n < 2; n += 1) {
			w.seat("backend").beat();
			await w.receive("backend");
		}
		const { pid } = w.of("other").env.self;
		expect(w.seat("backend").beat()).toEqual({ at: "taken-over", where: `process ${pid} in /home/backend` });
		expect(w.seat("other").beat()).toEqual({ at: "kept" });
		// What the first one had claimed is over, whatever its generation was.
		await w.read("other");
		expect(w.visitor().store.listInbox(w.teamId, w.id("other")).claimed).toEqual([]);
	});
});
