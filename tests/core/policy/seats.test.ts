import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import { renameRole, revise } from "../../../src/core/members.ts";
import { isHeld, type TeamFacts } from "../../../src/core/rules.ts";
import type { TeamDocument } from "../../../src/core/schema.ts";
import { joinTeam, occupy } from "../../../src/core/seat-join.ts";
import { restoreSeat } from "../../../src/core/seat-restore.ts";
import { deleteTeam } from "../../../src/core/teams.ts";
import { writerAs } from "../../../src/core/timeline.ts";
import { breakable } from "../../support/faults.ts";
import { administer, memoryBackend, must, refusedWith, terminalOf, world } from "../../support/world.ts";

function types(w: { events(): readonly { readonly type: string }[] }): readonly string[] {
	return w.events().map((event) => event.type);
}

describe("joining", () => {
	test("makes the first member the admin, and says so in the timeline", async () => {
		const w = await world("shop: pm backend");
		expect(w.seat("pm").names()).toEqual({ team: "shop", role: "pm", isAdmin: true, admin: "pm" });
		w.seat("backend").beat();
		expect(w.seat("backend").names()).toMatchObject({ isAdmin: false, admin: "pm" });
		expect(types(w)).toEqual(["created", "joined", "admin", "joined"]);
		expect(w.events()[2]).toMatchObject({ how: "first", member: w.id("pm"), by: w.id("pm") });
	});

	test("is refused under a role another terminal holds, naming where", async () => {
		const w = await world("shop: pm backend");
		const outcome = await w.join("backend", { force: "confirmed" });
		const { pid } = w.of("backend").env.self;
		expect(outcome).toEqual({
			ok: false,
			refusal: { code: "role-live", role: "backend", where: `process ${pid} in /home/backend` },
		});
	});

	test("under an offline role of another session needs a confirmation, and is told in the timeline", async () => {
		const w = await world("shop: pm backend-");
		await w.advance(2_000);
		const asked = await w.join("backend", { session: "other" });
		expect(asked).toMatchObject({ refusal: { code: "role-other-session", ageMs: 2_000 } });
		const before = w.id("backend");
		must(await w.join("backend", { session: "other", force: "confirmed" }));
		expect(w.id("backend")).toBe(before);
		expect(w.events().at(-1)).toMatchObject({ type: "taken-over", session: "other", previous: 1, g: 2 });
	});

	test("lets one of two terminals that want one offline role have it", async () => {
		const w = await world("shop: pm backend-");
		const both = await Promise.all([
			w.join("backend", { session: "a", force: "confirmed" }),
			w.join("backend", { session: "b", force: "confirmed" }),
		]);
		expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
		expect(both.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))).toEqual(["role-live"]);
	});

	test("never links over a seat that was taken between the look and the link", async () => {
		const w = await world("shop: pm backend");
		const { env, store } = w.visitor();
		const document = store.readDocument(w.teamId);
		if (document === undefined) throw new Error("no team");
		const free = { code: "role-live", role: "backend", where: "there" } as const;
		const rule = (facts: TeamFacts) => (facts.members.some(isHeld) ? free : undefined);
		const outcome = await occupy(env, store, terminalOf("x", "pi", "x"), document, w.id("backend"), rule);
		expect(refusedWith(outcome)).toBe("role-live");
		expect(w.seat("backend").beat()).toEqual({ at: "kept" });
	});

	test("that fails half-way leaves the seat free", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm backend-", faults);
		const { env, store } = w.visitor();
		faults.fail(env, "full", ["writeSession"]);
		await expect(restoreSeat(env, store, w.of("backend").terminal)).rejects.toMatchObject({ code: "full" });
		must(await w.restart("backend"));
	});

	test("gives two terminals that want one new role one member", async () => {
		const w = await world("shop: pm");
		const both = await Promise.all([w.join("backend", { session: "a" }), w.join("backend", { session: "b" })]);
		expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
		const { store } = w.visitor();
		expect(store.readDocument(w.teamId)?.members.map(({ role }) => role)).toEqual(["pm", "backend"]);
	});

	test("is refused at a hundred members, but for a role that is there", async () => {
		const w = await world("shop: pm backend-");
		for (let n = 2; n < limits.teamMembers; n += 1) must(await w.join(`role-${n}`));
		expect(refusedWith(await w.join("one-more"))).toBe("team-full");
		expect(must(await w.restart("backend"))).toBeDefined();
	});

	test("takes a script's seat back for the next script without asking, and for nobody else", async () => {
		const w = await world("shop: pm");
		must(await w.join("bot", { client: "cli", session: "run-1" }));
		await w.close("bot");
		expect(refusedWith(await w.join("bot", { client: "pi", session: "s" }))).toBe("role-other-session");
		must(await w.join("bot", { client: "cli", session: "run-2" }));
		expect(w.events().at(-1)).toMatchObject({ type: "back", client: "cli" });
	});

	test("of a role that is removed in the same moment is no seat", async () => {
		const faults = breakable(memoryBackend());
		const w = await world("shop: pm* backend-", faults);
		const player = w.of("backend");
		const { env, store } = w.visitor();
		faults.between(env, "takeLease", async () => {
			const gone = (member: TeamDocument["members"][number]) =>
				member.id === player.seat.member ? { ...member, state: "removed" as const } : member;
			await administer(w, "pm", (writer) =>
				revise(
					writer,
					w.teamId,
					() => undefined,
					(document) => ({ ...document, members: document.members.map(gone) }),
				),
			);
		});
		expect(refusedWith(await restoreSeat(env, store, player.terminal))).toBe("removed");
		expect(store.readLease(w.teamId, player.seat.member)?.beatAt).toBe(0);
	});

	test("of a team that was deleted meanwhile makes nothing", async () => {
		const w = await world("shop: pm-");
		const { env, store } = w.visitor();
		must(await deleteTeam(writerAs(env, store, w.teamId, null), { at: "outside", by: "person" }, w.teamId));
		const before = w.disk.dump();
		expect(refusedWith(await w.join("backend"))).toBe("gone");
		expect(w.disk.dump()).toBe(before);
	});
});

describe("coming back", () => {
	test("takes the seat of the session, under whatever name it has by now", async () => {
		const w = await world("shop: pm* backend-");
		must(await administer(w, "pm", (...as) => renameRole(...as, w.id("backend"), "api")));
		const seat = must(await w.restart("backend"));
		expect(seat.names()).toMatchObject({ role: "api", team: "shop" });
		expect(seat.generation).toBe(2);
		expect(w.events().at(-1)).toMatchObject({ type: "back" });
	});

	test("after a crash waits for nothing", async () => {
		const w = await world("shop: pm backend");
		w.crash("backend");
		expect(must(await w.restart("backend")).generation).toBe(2);
	});

	test("while the first terminal of the session lives stays outside, and says where", async () => {
		const w = await world("shop: pm backend");
		const { env, store } = w.visitor();
		const { terminal } = w.of("backend");
		const outcome = await restoreSeat(env, store, terminal);
		const where = `process ${w.of("backend").env.self.pid} in /home/backend`;
		expect(outcome).toEqual({ ok: false, refusal: { code: "role-live", role: "backend", where } });
		await w.advance(limits.leaseMs * 2);
		expect(refusedWith(await restoreSeat(env, store, terminal))).toBe("role-live");
		const request = { teamId: w.teamId, role: "backend", by: "person" } as const;
		expect(refusedWith(await joinTeam(env, store, terminal, { ...request, force: "ask" }))).toBe("role-live");
		must(await joinTeam(env, store, terminal, { ...request, force: "confirmed" }));
		expect(w.seat("backend").beat()).toMatchObject({ at: "taken-over" });
	});

	test("just after a sleep leaves the first terminal of the session time to wake up", async () => {
		const w = await world("shop: pm backend");
		w.machine.sleep(3_600_000);
		const { env, store } = w.visitor();
		expect(refusedWith(await restoreSeat(env, store, w.of("backend").terminal))).toBe("role-live");
		expect(w.seat("backend").beat()).toEqual({ at: "kept" });
	});

	test("after another session took the role over stays outside for good", async () => {
		const w = await world("shop: pm backend-");
		const first = w.of("backend");
		const { env, store } = w.visitor();
		must(await w.join("backend", { session: "other", force: "confirmed" }));
		expect(refusedWith(await restoreSeat(env, store, first.terminal))).toBe("taken-over");
		expect(refusedWith(await restoreSeat(env, store, first.terminal))).toBe("not-joined");
	});

	test("without a seat there is nothing to take", async () => {
		const w = await world("shop: pm");
		const { env, store } = w.visitor();
		expect(refusedWith(await restoreSeat(env, store, terminalOf("unknown", "pi", "x")))).toBe("not-joined");
	});

	test("after leaving it stays out", async () => {
		const w = await world("shop: pm backend");
		await w.seat("backend").end("left");
		expect(refusedWith(await w.restart("backend"))).toBe("not-joined");
		expect(w.events().at(-1)).toMatchObject({ type: "left" });
	});
});

describe("a reload", () => {
	test("keeps generation and lease, and nobody sees it go", async () => {
		const w = await world("shop: pm backend");
		const before = types(w);
		for (let n = 0; n < 50; n += 1) expect(must(await w.reload("backend")).generation).toBe(1);
		expect(types(w)).toEqual(before);
		expect(w.seat("backend").beat()).toEqual({ at: "kept" });
	});

	test("does not go on with a lease that was taken meanwhile", async () => {
		const w = await world("shop: pm backend");
		const player = w.of("backend");
		await player.seat.end("reloading");
		w.machine.stop(player.env);
		w.machine.advance(limits.leaseMs);
		must(await w.join("backend", { session: "other", force: "confirmed" }));
		w.machine.resume(player.env);
		const again = await restoreSeat(player.env, w.open(player.env), player.terminal);
		expect(refusedWith(again)).toBe("taken-over");
	});
});
