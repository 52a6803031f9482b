// What must hold at the edges: no model, no store, names taken by others, what nobody read, what is left after the end.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld;
beforeEach(() => {
	world = createPiWorld();
});
afterEach(() => world.close());

describe("without a model", () => {
	test("messages are stored, no turn is opened, the line asks for a model, and senders see why", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { withoutModel: true } });
		expect(backend.ui.widget("team-line")?.[0]).toContain("select a model");
		await world.pass(limits.pollMs);
		await team(world, planner, "tell backend hi");
		await world.until("it is stored", () => backend.delivered().length === 1);
		expect(await team(world, planner, "send backend work")).toContain("no model");
		await world.pass(limits.pollMs * 3);
		expect(backend.delivered()).toHaveLength(1);
		expect(backend.errors).toEqual([]);
	});
});

describe("what nobody read", () => {
	test("is told to the sender once, without a turn, also after a reload", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		backend.hang();
		await team(world, planner, "ask backend Are you there?");
		await planner.reload();
		await world.pass(limits.messageTtlMs + limits.pollMs * 2);
		const told = () => planner.delivered().filter((text) => text.includes("your question to backend"));
		expect(told()).toHaveLength(1);
		expect(told()[0]).toContain("Are you there?");
		expect(planner.requests).toEqual([]);
		await planner.reload();
		await world.pass(limits.pollMs * 3);
		expect(told()).toHaveLength(1);
	});
});

describe("after a leave", () => {
	test("the model is told once that the team is over, where teammates had written", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		await team(world, planner, "tell backend hi");
		await world.until("it is there", () => backend.delivered().length === 1);
		await world.until("the turn is over", () => !backend.session.isStreaming);
		backend.ui.answer = () => true;
		await team(world, backend, "leave");
		await backend.type("hello");
		const users = backend.requests.at(-1)?.users ?? [];
		expect(users.filter((text) => text.includes("no longer backend in shop"))).toHaveLength(1);
	});

	test("nothing is said where no teammate had written", async () => {
		const [, backend] = await shop(world, ["planner", "backend"]);
		backend.ui.answer = () => true;
		await team(world, backend, "leave");
		expect(backend.delivered()).toEqual([]);
	});
});

describe("another extension's tool under one of our names", () => {
	const foreign = (pi: ExtensionAPI) => {
		pi.registerTool({
			name: "team_message",
			label: "Other",
			description: "another one",
			parameters: { type: "object", properties: {} } as never,
			execute: async () => ({ content: [], details: undefined }),
		});
	};

	test("is named once, and nothing is joined", async () => {
		const pi = await world.session("planner", { before: [foreign] });
		await world.pass(1);
		expect(pi.ui.notices.map((notice) => notice.text)).toEqual([expect.stringContaining("a tool called team_message")]);
		await team(world, pi, "create shop planner");
		expect(pi.lastNotice()).toContain("a tool called team_message");
		expect(pi.ui.widgets()).toEqual([]);
	});
});

describe("on real files", () => {
	let directory: string;
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), "pi-team-root-"));
	});
	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	test("nothing is made before somebody creates a team", async () => {
		const root = join(directory, "teams");
		const pi = await world.session("planner", { files: root });
		await pi.type("hello");
		await team(world, pi, "teams");
		await team(world, pi, "help");
		expect(existsSync(root)).toBe(false);
		await team(world, pi, "create shop planner");
		expect(existsSync(root)).toBe(true);
		expect(isJoined(pi)).toBe(true);
	});

	test("a root that cannot be one is said each time it is asked for", async () => {
		const pi = await world.session("planner", { files: "relative/teams" });
		for (let time = 0; time < 2; time += 1) {
			expect(await team(world, pi, "teams")).toContain("must be an absolute path");
		}
	});

	test("a root that is a file is said in words, and Pi goes on", async () => {
		const root = join(directory, "file");
		writeFileSync(root, "");
		const pi = await world.session("planner", { files: root });
		await team(world, pi, "create shop planner");
		await pi.type("hello");
		expect(pi.requests).toHaveLength(1);
		expect(pi.ui.notices.every((notice) => notice.tone !== "error")).toBe(true);
	});
});

describe("after the end of a session", () => {
	test("every callback is a no-op", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		await backend.end();
		const before = world.disk.dump();
		const runner = backend.session.extensionRunner;
		for (const type of ["agent_start", "agent_settled", "turn_end", "ui_prompt_start", "session_tree"]) {
			await runner.emit({ type } as never).catch(() => undefined);
		}
		world.clock.advance(0);
		expect(backend.env.timers()).toBe(0);
		expect(world.disk.dump()).toBe(before);
		expect(planner.errors).toEqual([]);
	});

	test("a terminal that waited for its seat waits no more", async () => {
		const [, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
		await backend.type("hello");
		const file = backend.session.sessionManager.getSessionFile() ?? "";
		const second = await world.session("second", { file, cwd: `${world.directory}/other` });
		await world.pass(1);
		expect(second.env.timers()).toBe(1);
		await second.end();
		expect(second.env.timers()).toBe(0);
	});

	test("one that comes while the seat is being taken gives it back", async () => {
		const pi = await world.session("planner");
		pi.start("/team create shop planner");
		await pi.end();
		await world.pass(limits.pollMs);
		expect(pi.env.timers()).toBe(0);
		const other = await world.session("other");
		await team(world, other, "create store other");
		expect(await team(world, other, "teams")).not.toMatch(/shop +1\/1 online/);
	});
});

describe("two joins typed in a breath", () => {
	test("take one seat", async () => {
		const single = await world.session("single");
		await team(world, single, "create bakery single");
		const pi = await world.session("planner");
		pi.start("/team create shop one");
		pi.start("/team create store two");
		await world.until("both were answered", () => pi.ui.notices.length === 2);
		await world.pass(limits.pollMs);
		expect(pi.ui.notices.filter((notice) => notice.text.startsWith("You are"))).toHaveLength(1);
		expect(pi.lastNotice()).toContain("already");
		expect(pi.env.timers()).toBe(single.env.timers());
	});
});
