// What a reload, a restart, a crash and another session leave of a seat.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { type PiSession, piVersions } from "../support/pi-session.ts";
import { isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

describe.each(piVersions)("on Pi %s", (version) => {
	let world: PiWorld;
	beforeEach(() => {
		world = createPiWorld(version);
	});
	afterEach(() => world.close());

	const fileOf = (session: PiSession) => session.session.sessionManager.getSessionFile() ?? "";
	const onlyTeam = () => [...world.disk.teams.values()][0];
	const leases = () => [...(onlyTeam()?.leases.values() ?? [])].map((generations) => generations.length);

	describe("a reload", () => {
		test("goes on within the lease: nobody sees it leave or come", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			const events = () =>
				backend.store.latestEvents([...world.disk.teams.keys()][0] ?? "", limits.timelineShown).events.length;
			const before = events();
			await backend.reload();
			await world.until("it is joined again", () => isJoined(backend));
			expect(leases()).toEqual([1, 1]);
			expect(events()).toBe(before);
			await team(world, planner, "tell backend still there?");
			await world.until("it is there", () => backend.delivered().length === 1);
		});

		test("fifty of them leave no timer, watcher or double delivery behind", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			const before = { timers: backend.env.timers(), watchers: world.disk.watchers.size };
			for (let number = 0; number < 50; number += 1) await backend.reload();
			await world.pass(limits.pollMs * 2);
			expect({ timers: backend.env.timers(), watchers: world.disk.watchers.size }).toEqual(before);
			await team(world, planner, "tell backend once");
			await world.until("it is there", () => backend.delivered().length === 1);
			await world.pass(limits.pollMs * 3);
			expect(backend.delivered()).toHaveLength(1);
			expect(backend.errors).toEqual([]);
		});

		test("before the first prompt neither loses nor repeats what was delivered", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await team(world, backend, "pause");
			await team(world, planner, "tell backend early");
			await world.until("it is there", () => backend.delivered().length === 1);
			await backend.reload();
			await world.pass(limits.pollMs * 4);
			expect(backend.delivered()).toHaveLength(1);
			expect(backend.ui.widget("team-line")?.[0]).toContain("paused");
			await backend.type("go");
			await world.pass(limits.pollMs * 2);
			expect(backend.delivered()).toHaveLength(1);
			expect(await team(world, planner, "inbox")).toContain("surfaced");
		});

		test("stays out after a leave", async () => {
			const [, backend] = await shop(world, ["planner", "backend"]);
			backend.ui.answer = () => true;
			await team(world, backend, "leave");
			await backend.reload();
			await world.pass(limits.beatMs);
			expect(isJoined(backend)).toBe(false);
			expect(backend.activeTools()).toEqual(["read", "bash", "edit", "write"]);
		});
	});

	describe("the same session, opened again", () => {
		test("takes its seat back under the name it has by now, without a question", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			const file = fileOf(backend);
			await backend.end();
			await world.pass(limits.pollMs);
			planner.ui.answer = () => true;
			expect(await team(world, planner, "rename-role backend api")).toContain("api");
			const again = await world.session("backend-again", { file });
			await world.until("it is joined", () => isJoined(again));
			expect(again.ui.widget("team-line")?.[0]).toContain("shop · api");
			expect(again.ui.dialogs).toEqual([]);
			await team(world, planner, "tell api welcome");
			await world.until("it is there", () => again.delivered().length === 1);
		});

		test("a shutdown frees the seat at once: teammates see it offline", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.end();
			expect(await team(world, planner, "tell backend hi")).toContain("backend is offline");
		});

		test("after a crash finds what it had and is given what it missed, each once", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: { keep: "disk", brain: () => "ok" },
			});
			await backend.type("hello");
			await team(world, planner, "tell backend one");
			await world.until("it is there", () => backend.delivered().length === 1);
			const file = fileOf(backend);
			backend.kill();
			await world.pass(limits.pollMs);
			await team(world, planner, "send backend do this");
			const again = await world.session("backend-again", { file });
			await world.until("it is joined", () => isJoined(again));
			await world.pass(limits.pollMs * 4);
			expect(again.delivered().filter((text) => text.endsWith("\none"))).toHaveLength(1);
			expect(again.delivered().filter((text) => text.endsWith("\ndo this"))).toHaveLength(1);
		});

		test("in a second terminal stays outside, says where the seat is, and takes it when the first one ends", async () => {
			const [, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			const second = await world.session("second", { file: fileOf(backend), cwd: `${world.directory}/other` });
			await world.pass(limits.beatMs * 3);
			expect(isJoined(second)).toBe(false);
			expect(isJoined(backend)).toBe(true);
			expect(second.ui.notices.filter((notice) => notice.text.includes("process"))).toHaveLength(1);
			expect(second.lastNotice()).toContain(`process ${backend.env.self.pid}`);
			await backend.end();
			await world.until("the second one has the seat", () => isJoined(second));
		});

		test("print and JSON runs never take it", async () => {
			const [, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			const file = fileOf(backend);
			await backend.end();
			for (const mode of ["print", "json"] as const) {
				const run = await world.session(mode, { file, mode });
				await run.type("hello");
				expect(isJoined(run)).toBe(false);
				expect(run.env.timers()).toBe(0);
				await run.end();
			}
		});
	});

	describe("another session", () => {
		test("after /new inherits nothing, is told once, and a bare join takes the seat back without a question", async () => {
			const [, backend] = await shop(world, ["planner", "backend"]);
			await backend.end("new");
			const next = await world.session("next", {
				start: "new",
				env: backend.env,
				cwd: backend.session.sessionManager.getCwd(),
			});
			await world.pass(limits.pollMs);
			expect(isJoined(next)).toBe(false);
			expect(next.ui.widget("team-line")).toEqual([" You were backend in shop; `/team join` takes it back."]);
			await team(world, next, "join");
			expect(isJoined(next)).toBe(true);
			expect(next.ui.dialogs).toEqual([]);
			expect(next.ui.widget("team-line")?.[0]).toContain("shop · backend");
			await next.type("hello");
			await world.pass(limits.pollMs);
			expect(next.ui.widget("team-line")?.[0]).toContain("shop · backend");
		});

		test("that was forked carries the entries and not the seat", async () => {
			const [, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			const leaf = backend.session.sessionManager.getLeafId() ?? "";
			const fork = backend.session.sessionManager.createBranchedSession(leaf) ?? "";
			await backend.end("fork");
			const forked = await world.session("forked", { file: fork, start: "fork" });
			await world.pass(limits.pollMs);
			expect(isJoined(forked)).toBe(false);
			expect(forked.ui.widget("team-line")?.[0]).toContain("You were backend in shop");
			await forked.type("hello");
			expect(forked.ui.widgets()).toEqual([]);
		});
	});
});
