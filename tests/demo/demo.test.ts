import { spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/core/files/store.ts";
import { joinTeam } from "../../src/core/seat-join.ts";
import { alarmOf, stateOf } from "../../src/core/view/status.ts";
import { startDemo } from "../../src/dashboard/demo/start.ts";
import { call } from "../support/cli/call.ts";
import { temporary } from "../support/cli/world.ts";
import { show } from "../support/demo.ts";
import { handEnv } from "../support/env.ts";

async function story(root: string): Promise<readonly string[]> {
	const ended = await call(root, ["tail", "--team", "shop", "--json", "-n", "5000"]);
	return ended.lines.map((line) => `${line.at} ${line.words}`);
}

describe("the demo", () => {
	it.each([1, 2, 3, 77_777])("has something of everything on the first frame, with seed %i", async (seed) => {
		const { team, env } = await show(seed);
		const shop = team("shop");
		const states = shop.members.map(stateOf);
		for (const state of ["working", "waiting", "idle", "offline"] as const) expect(states).toContain(state);
		const alarms = shop.members.map((member) => alarmOf(shop, member, env.now()));
		expect(alarms).toContain("stuck");
		expect(alarms).toContain("needs-you");
		expect(shop.waiting.length).toBeGreaterThan(0);
		expect(shop.timeline.length).toBeGreaterThan(30);
		expect(team("website").members.map((member) => member.presence.at)).toEqual(["online", "offline"]);
	});

	it("has told a question with its answer, a handoff, a result, a note and a refusal", async () => {
		const { root } = await show(5);
		const text = (await story(root)).join("\n");
		for (const kind of ["question", "info", "handoff", "request", "result  completed", "note", "refused: offline"]) {
			expect(text).toContain(kind);
		}
	});

	it("moves within the first second, and goes on", async () => {
		const { root, watch } = await show(4);
		const before = await story(root);
		await watch(1);
		const after = await story(root);
		expect(after.length).toBeGreaterThan(before.length);
		await watch(30);
		expect((await story(root)).length).toBeGreaterThan(after.length + 5);
	});

	it("tells the same story for the same seed, and another one for another", async () => {
		const shows = [await show(9), await show(9), await show(10)];
		for (const { watch } of shows) await watch(60);
		const [first, again, other] = await Promise.all(shows.map(({ root }) => story(root)));
		expect(again).toEqual(first);
		expect(other).not.toEqual(first);
		const ids = (words: readonly Record<string, unknown>[]) => words.map((line) => (line.event as { id?: string }).id);
		const events = await Promise.all(
			shows.slice(0, 2).map(({ root }) => call(root, ["tail", "--team=shop", "--json"])),
		);
		expect(ids(events[1]?.lines ?? [])).toEqual(ids(events[0]?.lines ?? []));
	});

	it("lets somebody come back and finishes what was asked for", async () => {
		const { root, team, watch } = await show(6);
		await watch(90);
		const text = (await story(root)).join("\n");
		expect(text).toMatch(/writer closed[\s\S]*writer is back/);
		expect(text).toMatch(/backend → planner {2}result {2}completed {2}Add idempotency keys/);
		expect(team("shop").members.find((member) => member.role === "frontend")).not.toMatchObject({
			activity: { state: "waiting" },
		});
	});

	it("stays a sound store through a long story", async () => {
		const { root, watch, look } = await show(7);
		await watch(240);
		expect(look().trouble).toEqual([]);
		const ended = await call(root, ["doctor", "--json"]);
		const broken = (ended.json.findings as { weight: string }[]).filter(({ weight }) => weight === "broken");
		expect(broken.filter((finding) => !("code" in finding && finding.code === "missing-build"))).toEqual([]);
	});

	it("answers somebody who joins from outside", async () => {
		const { root, env, team, watch } = await show(8);
		const store = openStore(env, root, { watch: "polling" });
		const shop = team("shop");
		const place = { cwd: "/home", tty: undefined, tmuxPane: undefined, sessionName: undefined, appVersion: "0" };
		const visitor = { client: "dash", session: env.newToken(), ...place } as const;
		const joined = await joinTeam(env, store, visitor, { teamId: shop.id, role: "guest", force: "ask", by: "person" });
		if (!joined.ok) throw new Error(joined.refusal.code);
		const guest = joined.value;
		const planner = shop.members.find((member) => member.role === "planner");
		const sent = await guest.send({
			to: planner?.id ?? "",
			kind: "question",
			body: "What is next?",
			subject: undefined,
			replyTo: undefined,
			parentId: undefined,
			origin: "person",
		});
		expect(sent.ok).toBe(true);
		await watch(15);
		const [answer] = await guest.receive(() => false);
		expect(answer).toMatchObject({ fromRole: "planner", message: { kind: "info" } });
	});

	it("goes quiet when the person deletes its team", async () => {
		const { root, watch, team } = await show(11);
		const shop = team("shop");
		const store = openStore(handEnv(), root, { watch: "polling" });
		await store.deleteTeam(shop.id, () => ({ ok: true, value: null }));
		await watch(120);
		expect(existsSync(shop.path)).toBe(false);
	});
});

describe("a member of the demo that the person removes", () => {
	it("is out of the story, and the others go on", async () => {
		const { root, watch, team } = await show(12);
		expect((await call(root, ["remove", "writer", "--team", "shop", "--yes"])).code).toBe(0);
		const before = (await story(root)).length;
		await watch(60);
		expect((await story(root)).length).toBeGreaterThan(before + 5);
		expect(team("shop").members.filter((member) => member.presence.at === "online").length).toBeGreaterThan(3);
	});
});

describe("the demo's directory", () => {
	it("is private while it runs and gone afterwards", async () => {
		const demo = await startDemo(handEnv(), { seed: 1 });
		expect(statSync(demo.root).mode & 0o777).toBe(0o700);
		await demo.stop();
		await demo.stop();
		expect(existsSync(demo.root)).toBe(false);
	});

	it("is never one that was there before", async () => {
		const root = join(temporary("demo"), "mine");
		mkdirSync(root);
		await expect(startDemo(handEnv(), { seed: 1, root })).rejects.toMatchObject({ code: "EEXIST" });
		expect(existsSync(root)).toBe(true);
	});

	it("goes also when the program ends without a word", async () => {
		const start = fileURLToPath(new URL("../../src/dashboard/demo/start.ts", import.meta.url));
		const env = fileURLToPath(new URL("../../src/core/env.ts", import.meta.url));
		const script = [
			`import { realEnv } from ${JSON.stringify(env)};`,
			`import { startDemo } from ${JSON.stringify(start)};`,
			"const demo = await startDemo(realEnv(), { seed: 1 });",
			"console.log(demo.root);",
			"process.exit(3);",
		].join("\n");
		const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
		let out = "";
		child.stdout.on("data", (text) => {
			out += text;
		});
		const code = await new Promise((resolve) => child.on("close", resolve));
		expect(code).toBe(3);
		expect(out.trim()).toMatch(/pi-team-demo-/);
		expect(existsSync(out.trim())).toBe(false);
	});
});
