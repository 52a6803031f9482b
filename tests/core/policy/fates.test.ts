import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { removeMember } from "../../../src/core/removal.ts";
import { deleteTeam } from "../../../src/core/teams.ts";
import { writerAs } from "../../../src/core/timeline.ts";
import { administer, must, refusedWith, world } from "../../support/world.ts";

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
