import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { page, withSchema } from "../../scripts/cli-schema.ts";
import { shortId } from "../../src/core/view/scene.ts";
import { verbs } from "../../src/dashboard/cli/verbs.ts";
import { call } from "../support/cli/call.ts";
import { schemaNames, violations } from "../support/cli/schema.ts";
import { read, send, shop, world } from "../support/cli/world.ts";

describe("the JSON of the one-shot verbs", () => {
	it("stands in docs/CLI.md as the code has it", () => {
		const text = readFileSync(page, "utf8");
		expect(withSchema(text)).toBe(text);
	});

	it("has a schema for every verb, and none for what is no verb", () => {
		expect(schemaNames.toSorted()).toEqual(["failure", ...verbs.map((verb) => verb.name)].toSorted());
	});

	it("of the verbs that look keeps to the schema", async () => {
		const { root, planner, backend } = await shop();
		planner.setActivity({ state: "working", focus: "the plan", paused: "no", holds: [], edits: [] });
		const question = await send(planner, backend, "question", "Which code?");
		await read(backend);
		await send(backend, planner, "info", "402");
		await send(planner, backend, "request", "Do it\n\x1b[31mnow", "Something");
		for (const verb of ["teams", "members", "status"]) {
			const ended = await call(root, [verb, "--json"]);
			expect(ended.code).toBe(0);
			expect(violations(verb, ended.json), verb).toEqual([]);
		}
		for (const verb of ["show", "explain", "wait"]) {
			const ended = await call(root, [verb, shortId(question), "--json"]);
			expect(violations(verb, ended.json), verb).toEqual([]);
		}
		for (const verb of ["tail", "export"]) {
			const ended = await call(root, [verb, "--json"]);
			expect(ended.lines.length).toBeGreaterThan(6);
			for (const line of ended.lines) expect(violations(verb, line), verb).toEqual([]);
		}
	});

	it("of the verbs that write keeps to the schema", async () => {
		const { root } = await shop();
		for (const verb of ["tell", "ask", "handoff", "send", "note"]) {
			const ended = await call(root, [verb, "backend", "hello", "--as", "bot", "--json"]);
			expect(violations(verb, ended.json), verb).toEqual([]);
		}
		const calls = [
			["wake", "--as", "bot"],
			["rename-role", "bot", "robot", "--as", "bot", "--yes"],
			["remove", "frontend", "--yes"],
			["create", "other"],
			["rename", "other", "others", "--yes"],
			["delete", "others", "--yes"],
		];
		for (const [verb = "", ...rest] of calls) {
			const ended = await call(root, [
				verb,
				...rest,
				...(verb === "wake" || verb === "rename-role" ? ["--team=shop"] : []),
				"--json",
			]);
			expect(ended.code, `${verb}: ${ended.out}`).toBe(0);
			expect(violations(verb, ended.json), verb).toEqual([]);
		}
	});

	it("of help keeps to the schema", async () => {
		const { root } = world();
		expect(violations("help", (await call(root, ["help", "--json"])).json)).toEqual([]);
		expect(violations("help", (await call(root, ["help", "tail", "--json"])).json)).toEqual([]);
	});

	it("says no with a code, a message and what to do next, on standard output alone", async () => {
		const { root } = await shop();
		const ended = await call(root, ["tell", "bakend", "hello", "--as", "bot", "--json"]);
		expect(ended).toMatchObject({ code: 4, err: "" });
		expect(violations("failure", ended.json)).toEqual([]);
		expect(ended.json).toEqual({
			v: 1,
			ok: false,
			code: "unknown-role",
			message: "Nobody in the team is called bakend.",
			next: "There are: backend.",
		});
	});

	it("is one object also for a wrong flag", async () => {
		const ended = await call(world().root, ["teams", "--jsn", "--json"]);
		expect(ended).toMatchObject({ code: 2, err: "" });
		expect(violations("failure", ended.json)).toEqual([]);
	});

	it("carries texts as they were written, controls and all", async () => {
		const { root, planner, backend } = await shop();
		const body = "first\n\n\x1b]0;title\x07 \u202eevil\ttab \r\nlast  \n";
		const id = await send(planner, backend, "info", body);
		const ended = await call(root, ["show", id, "--json"]);
		expect(ended.json).toMatchObject({ message: { body } });
	});
});
