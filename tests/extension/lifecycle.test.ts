// From a session's start to its end: what is installed before a join, what a join and a leave change, and how a seat is lost.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { PiSession } from "../support/pi-session.ts";
import { isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld;
beforeEach(() => {
	world = createPiWorld();
});
afterEach(() => world.close());

const _fileOf = (session: PiSession) => session.session.sessionManager.getSessionFile() ?? "";
const onlyTeam = () => [...world.disk.teams.values()][0];
const _leases = () => [...(onlyTeam()?.leases.values() ?? [])].map((generations) => generations.length);

describe("before a join", () => {
	test("nothing is made, active, shown or running", async () => {
		const pi = await world.session("planner");
		await pi.type("hello");
		await world.pass(limits.beatMs * 2);
		expect(world.disk.format).toBeUndefined();
		expect(pi.env.timers()).toBe(0);
		expect(world.disk.watchers.size).toBe(0);
		expect(pi.activeTools()).toEqual(["read", "bash", "edit", "write"]);
		expect(pi.ui.widgets()).toEqual([]);
		expect(pi.ui.notices).toEqual([]);
		expect(pi.requests[0]?.tools.map((tool) => tool.name)).toEqual(["read", "bash", "edit", "write"]);
	});

	test("completion and help make nothing either", async () => {
		const pi = await world.session("planner");
		await team(world, pi, "help");
		await team(world, pi, "teams");
		expect(world.disk.format).toBeUndefined();
		expect(pi.env.timers()).toBe(0);
	});
});

describe("joining and leaving", () => {
	test("adds our tools to those that were active, and takes only ours away", async () => {
		const pi = await world.session("planner");
		pi.session.setActiveToolsByName(["read", "bash"]);
		await team(world, pi, "create shop planner");
		expect(pi.activeTools()).toEqual(["read", "bash", "team_peers", "team_message", "team_status"]);
		pi.ui.answer = () => true;
		await team(world, pi, "leave");
		expect(pi.activeTools()).toEqual(["read", "bash"]);
		expect(pi.ui.widgets()).toEqual([]);
		expect(pi.env.timers()).toBe(0);
		expect(world.disk.watchers.size).toBe(0);
	});

	test("tells the model who it is, also after compaction: in the tool's description", async () => {
		const pi = await world.session("planner");
		await team(world, pi, "create shop planner");
		await pi.type("hello");
		const description = pi.requests.at(-1)?.tools.find((tool) => tool.name === "team_message")?.description;
		expect(description).toContain("You are planner in team shop.");
	});

	test("leaving is asked about, and a no changes nothing", async () => {
		const pi = await world.session("planner");
		await team(world, pi, "create shop planner");
		expect(await team(world, pi, "leave")).toBe("Nothing was changed.");
		expect(isJoined(pi)).toBe(true);
		expect(pi.ui.dialogs[0]?.title).toBe("Leave shop?");
	});

	test("our own question holds no delivery", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		backend.ui.answer = () => new Promise(() => undefined);
		backend.start("/team leave");
		await world.until("the question is open", () => backend.ui.dialogs.length === 1);
		await team(world, planner, "tell backend hi");
		await world.until("it is there", () => backend.delivered().length === 1);
	});
});

describe("losing the seat", () => {
	test("by removal is said once, with who did it; tools and line go, and a reload stays out", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		planner.ui.answer = (_dialog, options) => options[1];
		await team(world, planner, "remove backend");
		await world.until("the tools are gone", () => !isJoined(backend));
		await world.pass(limits.beatMs * 2);
		const told = backend.ui.notices.filter((notice) => notice.text.includes("removed"));
		expect(told).toHaveLength(1);
		expect(told[0]?.text).toContain("by planner");
		expect(backend.ui.widgets()).toEqual([]);
		expect(backend.env.timers()).toBe(0);
		await backend.reload();
		await world.pass(limits.beatMs);
		expect(isJoined(backend)).toBe(false);
		expect(backend.ui.notices.filter((notice) => notice.text.includes("removed"))).toHaveLength(1);
	});

	test("by deletion of the team is said once", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		planner.ui.answer = (_dialog, options) => options[1];
		await team(world, planner, "delete shop");
		await world.until("the tools are gone", () => !isJoined(backend) && !isJoined(planner));
		expect(backend.lastNotice()).toContain("The team shop was deleted");
		expect(backend.env.timers() + planner.env.timers()).toBe(0);
	});
});

describe("another extension with our names", () => {
	const foreign = (pi: ExtensionAPI) => {
		pi.registerCommand("team", { description: "somebody else's", handler: async () => undefined });
	};

	test("is named once at the start, and nothing is joined until it is gone", async () => {
		const pi = await world.session("planner", { before: [foreign] });
		await world.pass(1);
		expect(pi.ui.notices).toHaveLength(1);
		expect(pi.lastNotice()).toContain("Another extension has `/team` too");
		expect(pi.lastNotice()).toContain("/team:2");
		await pi.type("/team:2 create shop planner");
		await world.until("it is refused", () => pi.ui.notices.length > 1);
		expect(isJoined(pi)).toBe(false);
	});
});
