import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { layoutAt } from "../../src/core/files/layout.ts";
import { call } from "../support/cli/call.ts";
import { violations } from "../support/cli/schema.ts";
import { env, send, shop, temporary, world } from "../support/cli/world.ts";

/** Each way to end, by the code it ends with. `shop` has planner and backend online, frontend offline. */
const endings: readonly (readonly [code: number, refusal: string, argv: readonly string[]])[] = [
	[2, "usage", ["bogus"]],
	[2, "usage", ["show"]],
	[2, "usage", ["teams", "surplus"]],
	[2, "usage", ["tail", "--lines", "many"]],
	[2, "usage", ["tail", "--kind", "rumour"]],
	[2, "usage", ["export", "--format", "xml"]],
	[2, "usage", ["export", "--since", "yesterday"]],
	[2, "usage", ["wait", "12345678", "--timeout", "soon"]],
	[2, "usage", ["help", "bogus"]],
	[2, "bad-name", ["create", "no good"]],
	[2, "bad-name", ["rename-role", "bot", "No Good", "--as", "bot", "--yes"]],
	[2, "bad-name", ["tell", "backend", "hello", "--as", "9lives"]],
	[3, "flag-needed", ["tell", "backend", "hello"]],
	[3, "not-confirmed", ["remove", "frontend"]],
	[3, "offline", ["tell", "frontend", "hello", "--as", "bot"]],
	[3, "blank-body", ["tell", "backend", "", "--as", "bot"]],
	[3, "to-yourself", ["note", "bot", "hello", "--as", "bot"]],
	[3, "subject-too-long", ["send", "backend", "hello", "--as", "bot", "--subject", "x".repeat(161)]],
	[3, "role-live", ["tell", "backend", "hello", "--as", "planner"]],
	[3, "role-other-session", ["tell", "backend", "hello", "--as", "frontend"]],
	[3, "team-exists", ["create", "shop"]],
	[3, "team-in-use", ["delete", "shop", "--yes"]],
	[3, "not-admin", ["remove", "backend", "--yes"]],
	[3, "role-taken", ["rename-role", "bot", "backend", "--as", "bot", "--yes"]],
	[4, "unknown-team", ["members", "--team", "shp"]],
	[4, "unknown-team", ["delete", "nothing", "--yes"]],
	[4, "unknown-role", ["remove", "nobody", "--yes"]],
	[4, "unknown-role", ["tail", "--member", "nobody"]],
	[4, "unknown-message", ["show", "12345678"]],
	[4, "unknown-message", ["explain", "no id at all"]],
	[4, "unknown-message", ["wait", "12345678"]],
];

describe("the exit code of a verb", () => {
	it("tells one refusal from the other, in JSON as on standard error", async () => {
		const { root } = await shop();
		await call(root, ["note", "planner", "here", "--as", "bot"]);
		for (const [code, refusal, argv] of endings) {
			const json = await call(root, [...argv, "--json"]);
			expect(json.json.code, argv.join(" ")).toBe(refusal);
			expect(json.code, argv.join(" ")).toBe(code);
			expect(violations("failure", json.json)).toEqual([]);
			const text = await call(root, argv);
			expect(text.code, argv.join(" ")).toBe(code);
			expect(text.out).toBe("");
			expect(text.err, argv.join(" ")).toMatch(/^pi-team-dash[^\n]*: [^\n]+\n(Usage: [^\n]+\n)?$/);
		}
	});

	it("is 4 where there is no team at all, and the root is named", async () => {
		const { root } = world();
		const ended = await call(root, ["members"]);
		expect(ended.code).toBe(4);
		expect(ended.err).toContain(`There is no team in ${root} yet.`);
		expect((await call(root, ["teams"])).code).toBe(0);
	});

	it("is 3 where several teams could be meant, and they are named", async () => {
		const { root, team } = await shop();
		await team("other");
		const ended = await call(root, ["members"]);
		expect(ended.code).toBe(3);
		expect(ended.err).toContain("There are 2 teams: other, shop. Add `--team <name>`.");
		expect((await call(root, ["members", "--team", "SHOP "])).code).toBe(0);
	});

	it("is 4 for the end of an id that two messages have, with both of them", async () => {
		const { root, store, planner, backend } = await shop();
		const id = await send(planner, backend, "info", "one");
		const found = store.findMessage(planner.teamId, backend.member, id);
		if (found === undefined) throw new Error("the message is gone");
		const twin = `${id.slice(0, 8)}-ffff-7fff-bfff-${id.slice(-12)}`;
		await store.publish({ ...found.message, id: twin, rootId: twin });
		const ended = await call(root, ["show", id.slice(-8), "--json"]);
		expect(ended.code).toBe(4);
		expect(ended.json).toMatchObject({ code: "ambiguous" });
		expect(ended.out).toContain(id);
		expect(ended.out).toContain(twin);
	});

	it("is 5 when wait runs out of time", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?");
		const ended = await call(root, ["wait", id, "--timeout", "0"]);
		expect(ended.code).toBe(5);
		expect(ended.err).toMatch(/No answer to [0-9a-f]{8} after 0s\./);
	});

	it("is 5 when somebody else holds the lock all the time", async () => {
		const { root, team } = world();
		await team("shop");
		mkdirSync(layoutAt(root).lock("store"));
		let passedMs = 0;
		const hasty: Env = {
			...env,
			monotonic: () => env.monotonic() + passedMs,
			after(_ms, run) {
				passedMs += 1_000;
				return env.after(0, run);
			},
		};
		const ended = await call(root, ["rename", "store", "--yes"], { env: hasty });
		expect(ended.code).toBe(5);
		expect(ended.err).toContain("The store is busy");
		expect((await call(root, ["teams"])).out).toContain("shop");
	});

	it("is 6 where a newer version wrote the store; looking still works if that version allows it", async () => {
		const { root } = await shop();
		const path = join(root, "STORE.json");
		const format = JSON.parse(readFileSync(path, "utf8"));
		writeFileSync(path, JSON.stringify({ ...format, minWriter: 99 }));
		const ended = await call(root, ["create", "other", "--json"]);
		expect(ended.code).toBe(6);
		expect(ended.json).toMatchObject({ code: "read-only" });
		expect((await call(root, ["members"])).code).toBe(0);
		writeFileSync(path, JSON.stringify({ ...format, minReader: 99 }));
		for (const argv of [["teams"], ["members"], ["tell", "backend", "hi", "--as", "bot"], ["doctor"]]) {
			const refused = await call(root, argv);
			expect(refused.code, argv.join(" ")).toBe(6);
			expect(refused.err + refused.out).toContain("newer version");
		}
	});

	it("is 2 for a root that a variable names badly", async () => {
		const ended = await callWithout(["teams"], { PI_TEAM_ROOT: "relative/path" });
		expect(ended.code).toBe(2);
		expect(ended.err).toContain("PI_TEAM_ROOT must be an absolute path");
	});

	it("is 1 for a bug, with the stack on standard error", async () => {
		const broken = { ...env, now: () => fail() };
		const ended = await call((await shop()).root, ["teams", "--json"], { env: broken });
		expect(ended.code).toBe(1);
		expect(ended.json).toMatchObject({ ok: false, code: "bug", message: "no clock" });
		expect(ended.err).toContain("Error: no clock\n    at ");
	});
});

describe("the root of the store", () => {
	it("is the one --root names, else the one the variables name", async () => {
		const { root } = await shop();
		expect((await callWithout(["teams"], { PI_TEAM_ROOT: root })).out).toContain("shop");
		const agent = temporary("agent");
		mkdirSync(join(agent, "teams"), { mode: 0o700 });
		const json = (await callWithout(["teams", "--json"], { PI_CODING_AGENT_DIR: agent })).json;
		expect(json).toMatchObject({ root: join(agent, "teams"), teams: [] });
	});
});

async function callWithout(argv: readonly string[], variables: Readonly<Record<string, string>>) {
	return call(undefined, argv, { variables });
}

function fail(): never {
	throw new Error("no clock");
}
