import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { call } from "../support/cli/call.ts";
import { violations } from "../support/cli/schema.ts";
import { env, read, send, shop, world } from "../support/cli/world.ts";

const DAY_MS = 86_400_000;
const tomorrow: Env = { ...env, now: () => env.now() + 2 * DAY_MS };

describe("export", () => {
	it("writes the timeline as a page with every text as it was written", async () => {
		const { root, planner, backend } = await shop();
		await send(planner, backend, "question", "# Which *code*?\n\n> quoted");
		await send(planner, backend, "request", "Do it\nnow", "Some_work");
		const { out, code } = await call(root, ["export"]);
		expect(code).toBe(0);
		expect(out).toMatch(/^# shop\n\n## \w{3} \d+ \w{3} \d{4}\n\n- [\d:]{8} someone outside created the team shop\n/);
		expect(out).toContain("\n\n  > # Which *code*?\n  >\n  > > quoted\n");
		expect(out).toMatch(/\*\*planner → backend\*\* request `[0-9a-f]{8}` Some\\_work\n\n {2}> Do it\n {2}> now\n/);
	});

	it("writes whole texts the timeline had to cut, one object a line", async () => {
		const { root, planner, backend } = await shop();
		const long = `start ${"ä".repeat(14_000)} end`;
		const id = await send(planner, backend, "info", long);
		for (const flags of [["--format", "jsonl"], ["--json"], ["--format", "jsonl", "--json"]]) {
			const ended = await call(root, ["export", "--kind", "info", ...flags]);
			expect(ended.lines).toHaveLength(1);
			expect(violations("export", ended.lines[0])).toEqual([]);
			expect(ended.lines[0]).toMatchObject({ text: long, prunedOf: null, event: { id } });
		}
	});
});

describe("prune", () => {
	it("lets the oldest go until the history is no larger than a size", async () => {
		const { root, planner, backend } = await shop();
		await send(planner, backend, "info", "x".repeat(20_000));
		await read(backend);
		await planner.end("closed");
		await backend.end("closed");
		const shown = await call(root, ["prune", "--above", "10KB", "--json"], { env: tomorrow });
		expect(violations("prune", shown.json)).toEqual([]);
		expect(shown.json).toMatchObject({ done: false, messages: 1 });
		const told = await call(root, ["prune", "--above", "10KB"], { env: tomorrow });
		expect(told.out).toMatch(
			/^To bring the history of shop from \d+ KB down to 10 KB, what is from before .* would go: /,
		);
		expect((await call(root, ["prune", "--above", "1GB"], { env: tomorrow })).out).toMatch(
			/^The history of shop takes \d+ KB, which is not above 1024 MB\./,
		);
		expect((await call(root, ["prune", "--above", "10KB", "--yes"], { env: tomorrow })).out).toContain(" went: ");
		for (const flags of [[], ["--above", "10KB", "--before", "1d"], ["--above", "much"]]) {
			expect((await call(root, ["prune", ...flags])).code).toBe(2);
		}
	});

	it("shows what would go, and lets it go with --yes", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "info", "read on the first day");
		await read(backend);
		await planner.end("closed");
		await backend.end("closed");
		const shown = await call(root, ["prune", "--before", "1d", "--json"], { env: tomorrow });
		expect(violations("prune", shown.json)).toEqual([]);
		expect(shown.json).toMatchObject({ done: false, messages: 1, segments: 0 });
		const text = await call(root, ["prune", "--before", "1d"], { env: tomorrow });
		expect(text.out).toMatch(/ would go: 0 segments of the timeline, 1 finished message and receipts of \d days/);
		expect(text.out).toContain("`--yes` lets it go");
		expect((await call(root, ["prune", "--before", "1d", "--yes", "--json"], { env: tomorrow })).json).toMatchObject({
			done: true,
			messages: 1,
		});
		const again = await call(root, ["prune", "--before", "1d"], { env: tomorrow });
		expect(again.out).toMatch(/^Nothing of shop is from before /);
		expect((await call(root, ["show", id, "--json"])).json).toMatchObject({
			message: { body: "read on the first day" },
		});
	});

	it("is refused while somebody is online and nobody acts as the admin", async () => {
		const { root, planner } = await shop();
		expect((await call(root, ["prune", "--before", "1d", "--yes"])).code).toBe(3);
		await planner.end("closed");
		expect((await call(root, ["prune", "--before", "1d", "--yes", "--as", "planner"])).code).toBe(0);
		expect((await call(root, ["prune", "--before", "tomorrow"])).code).toBe(2);
	});
});

describe("import", () => {
	const record = {
		version: 1,
		members: [{ team: "old", alias: "pm", session: "s", token: "t", cwd: "/work", pid: 1, seen: 1_700_000_000_000 }],
		messages: [],
	};

	it("takes a team of an earlier program over and leaves its files", async () => {
		const { root } = await shop();
		const directory = join(root, "old");
		mkdirSync(directory, { mode: 0o700 });
		writeFileSync(join(directory, "state.json"), JSON.stringify(record), { mode: 0o600 });
		expect((await call(root, ["doctor"])).out).toContain("`pi-team-dash import old` takes it over");
		const ended = await call(root, ["import", "old", "--json"]);
		expect(ended.code, ended.out).toBe(0);
		expect(violations("import", ended.json)).toEqual([]);
		expect(ended.json).toMatchObject({ team: "old", members: ["pm"], path: directory });
		expect(readFileSync(join(directory, "state.json"), "utf8")).toBe(JSON.stringify(record));
		expect((await call(root, ["members", "--team", "old"])).out).toMatch(/pm +offline/);
		expect((await call(root, ["import", "old"])).code).toBe(0);
		expect((await call(root, ["teams", "--json"])).json.teams).toHaveLength(2);
	});

	it("says when there is nothing of that name", async () => {
		const ended = await call((await shop()).root, ["import", "nothing"]);
		expect(ended.code).toBe(4);
		expect(ended.err).toContain("`pi-team-dash doctor` lists what can be imported.");
	});
});

describe("doctor", () => {
	it("keeps to its schema, and finds nothing broken in a sound store", async () => {
		const { root } = await shop();
		const ended = await call(root, ["doctor", "--json"]);
		expect(violations("doctor", ended.json)).toEqual([]);
		const broken = (ended.json.findings as { weight: string; code: string }[]).filter(
			({ weight }) => weight === "broken",
		);
		expect(broken.filter(({ code }) => code !== "missing-build")).toEqual([]);
	});

	it("has something to say where there is no store yet", async () => {
		const ended = await call(world().root, ["doctor"]);
		expect(ended.out).toContain("There is no store at");
	});
});

describe("a terminal that shows ASCII only", () => {
	it("gets stand-ins for the shapes, a UTF-8 one the shapes, a pipe the bytes", async () => {
		const { root } = await shop();
		const shown = async (variables: Readonly<Record<string, string>>, columns?: number) =>
			(await call(root, ["teams"], { variables, ...(columns === undefined ? {} : { columns }) })).out;
		expect(await shown({ LANG: "C" }, 80)).toMatch(/^# shop/);
		expect(await shown({ LANG: "C", LC_ALL: "en_US.UTF-8" }, 80)).toMatch(/^■ shop/);
		expect(await shown({ LANG: "C" })).toMatch(/^■ shop/);
	});
});
