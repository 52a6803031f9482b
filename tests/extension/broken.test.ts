// One broken file, and everything else of a joined terminal goes on.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { breakable, type Faults } from "../support/faults.ts";
import { memoryStore } from "../support/memory-store.ts";
import type { PiSession } from "../support/pi-session.ts";
import { isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld;
let faults: Faults;
beforeEach(() => {
	world = createPiWorld();
	faults = breakable({ disk: world.disk, open: (env) => memoryStore(env, world.disk) });
});
afterEach(() => world.close());

const results = (session: PiSession) => session.delivered().filter((text) => text.includes("· request "));
const heard = (session: PiSession, part: string) => session.ui.notices.filter(({ text }) => text.includes(part));

describe("an inbox that cannot be looked through", () => {
	test("is said once, and what was taken from it before is noted as read and worked on", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { open: faults.open } });
		planner.ui.answer = () => true;
		faults.fail(backend.env, "unsafe", ["readDocument", "readLeases"]);
		await team(world, planner, "rename store");
		await team(world, planner, "send backend job");
		await world.until("the result is there", () => results(planner).length === 1);
		await world.pass(limits.pollMs * 5);
		expect(heard(backend, "it was made to fail")).toHaveLength(1);
		expect(backend.ui.widget("team-line")?.[0]).toContain("idle");
	});
});

describe("a receipt that cannot be read", () => {
	test("of what was sent keeps nothing else from being delivered, and is looked at again", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"], { planner: { open: faults.open } });
		backend.hang();
		await team(world, planner, "ask backend Are you there?");
		faults.fail(planner.env, "corrupt", ["readReceipts"]);
		await world.pass(limits.messageTtlMs + limits.pollMs * 3);
		const other = await world.session("other");
		await team(world, other, "join shop other");
		await team(world, other, "tell planner still here");
		await world.until("it is there", () => planner.delivered().some((text) => text.includes("still here")));
		faults.fail(planner.env, "corrupt", []);
		await world.until("it is told", () =>
			planner.delivered().some((text) => text.includes("your question to backend")),
		);
	});
});

describe("a timeline that cannot be read", () => {
	test("keeps nobody from joining", async () => {
		const [planner] = await shop(world, ["planner"]);
		const backend = await world.session("backend", { open: faults.open });
		faults.fail(backend.env, "corrupt", ["latestEvents"]);
		await team(world, backend, "join shop backend");
		expect(isJoined(backend)).toBe(true);
		await team(world, planner, "tell backend hi");
		await world.until("it is there", () => backend.delivered().length === 1);
	});
});

describe("a seat that cannot be sat down on", () => {
	test("is given back: teammates see the role offline", async () => {
		const [planner] = await shop(world, ["planner"]);
		const backend = await world.session("backend", { open: faults.open });
		faults.failOnce(backend.env, "io", "watch");
		expect(await team(world, backend, "join shop backend")).toContain("it was made to fail");
		expect(isJoined(backend)).toBe(false);
		expect(backend.env.timers()).toBe(0);
		expect(await team(world, planner, "tell backend hi")).toContain("backend is offline");
		await team(world, backend, "join shop backend");
		expect(isJoined(backend)).toBe(true);
	});
});

describe("a terminal that waits for its own seat", () => {
	test("goes on waiting when one look failed", async () => {
		const [, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
		await backend.type("hello");
		const file = backend.session.sessionManager.getSessionFile() ?? "";
		const second = await world.session("second", { file, cwd: `${world.directory}/other`, open: faults.open });
		faults.fail(second.env, "io", ["readDocument", "readSession"]);
		await world.pass(limits.beatMs * 2);
		faults.fail(second.env, "io", []);
		await backend.end();
		await world.until("the second one has the seat", () => isJoined(second));
	});
});

describe("one message that cannot be read", () => {
	test("leaves the rest of the inbox readable", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"], { planner: { open: faults.open } });
		await team(world, planner, "tell backend one");
		await world.until("it is there", () => backend.delivered().length === 1);
		faults.fail(planner.env, "corrupt", ["readReceipts"]);
		expect(await team(world, planner, "inbox")).toContain("planner → backend  info, its state cannot be read: one");
	});

	test("leaves the rest of the status readable", async () => {
		const [planner] = await shop(world, ["planner", "backend"], {
			planner: {
				open: faults.open,
				brain: ({ lastUser, turn }) =>
					lastUser === "look" && turn === 0 ? { tools: [{ name: "team_status", args: {} }] } : "ok",
			},
		});
		await team(world, planner, "pause");
		await team(world, planner, "send backend job");
		await world.pass(limits.pollMs * 4);
		faults.fail(planner.env, "corrupt", ["readMessage"]);
		await planner.type("look");
		expect(JSON.stringify(planner.session.messages)).toContain('isError":false');
	});
});
