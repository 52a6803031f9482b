import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/core/env.ts";
import { shortId } from "../../src/core/view/scene.ts";
import type { Stream } from "../../src/dashboard/cli/io.ts";
import { call } from "../support/cli/call.ts";
import { env, read, send, shop } from "../support/cli/world.ts";

/** Every name under the root with what tells a change. */
function treeOf(root: string): readonly string[] {
	const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
	return ["", ...names].map((name) => {
		const { ino, mtimeMs, ctimeMs, size } = lstatSync(join(root, name));
		return `${name} ${ino} ${mtimeMs} ${ctimeMs} ${size}`;
	});
}

function onlyFile(directory: string): string {
	const [name, another] = readdirSync(directory);
	if (name === undefined || another !== undefined) throw new Error(`not one file in ${directory}`);
	return join(directory, name);
}

describe("verbs that look", () => {
	it("change nothing in the store, not even a time", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?");
		const before = treeOf(root);
		const calls = [
			["teams"],
			["members"],
			["status"],
			["tail"],
			["export"],
			["show", id],
			["explain", id],
			["wait", id, "--timeout", "0"],
			["doctor"],
			["prune", "--before", "1d"],
		];
		for (const argv of calls) await call(root, argv);
		expect(treeOf(root)).toEqual(before);
	});

	it("show one message with its steps and its thread", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "question", "Which code?\nOr both?");
		await read(backend);
		const sent = await backend.send({
			to: planner.member,
			kind: "info",
			body: "402",
			subject: undefined,
			replyTo: id,
			parentId: undefined,
			origin: "person",
		});
		const ended = await call(root, ["show", shortId(id)]);
		expect(ended.out).toMatch(/^message {2}planner → backend {2}question\nid {7}[0-9a-f]{8}\nwhen {5}/);
		expect(ended.out).toMatch(
			/\nstate {4}answered\nsteps {4}[\d:]{8} submitted\n {9}[\d:]{8} surfaced\n {9}[\d:]{8} answered\n/,
		);
		expect(ended.out).toContain("\n\nWhich code?\nOr both?\n\nthread\n");
		const answer = sent.ok ? sent.value.id : "";
		expect(ended.out).toMatch(new RegExp(`${shortId(answer)} {2}backend → planner {2}info +402\n$`));
	});

	it("say who waits for whom", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "request", "Do it now", "Some work");
		const ended = await call(root, ["status"]);
		expect(ended.out).toContain(
			`Open requests and questions:\n  planner → backend  request  <1m  submitted  ${shortId(id)}  Some work`,
		);
		expect((await call(root, ["members"])).out).not.toContain("Some work");
	});

	it("explain why a message waits", async () => {
		const { root, planner, backend } = await shop();
		const first = await send(planner, backend, "request", "one", "First");
		const id = await send(planner, backend, "request", "two", "Second");
		backend.setActivity({ state: "waiting", paused: "program", holds: ["dialog"], edits: [] });
		const codes = async (given: string) => {
			const reasons = (await call(root, ["explain", given, "--json"])).json.reasons as { code: string }[];
			return reasons.map(({ code }) => code);
		};
		expect(await codes(id)).toEqual(["new", "online", "paused-program", "dialog", "queue"]);
		expect((await call(root, ["explain", id])).out).toContain(
			"Waiting for: dialog: messages wait until its person has answered it.",
		);
		const [name] = backend.pendingWork();
		const taken = name === undefined ? undefined : await backend.claimWork(name);
		await backend.surfaced(taken === undefined ? [] : [taken]);
		expect(await codes(first)).toEqual(["claimed", "surfaced"]);
		const question = await send(planner, backend, "question", "There?");
		expect(await codes(question)).toEqual(["new", "online", "dialog", "expires"]);
		await backend.end("closed");
		expect(await codes(question)).toEqual(["new", "offline", "expires"]);
	});

	it("explain what becomes of what a dead terminal had claimed", async () => {
		const { root, planner, backend } = await shop();
		const request = await send(planner, backend, "request", "one", "First");
		const question = await send(planner, backend, "question", "There?");
		const [name] = backend.pendingWork();
		const taken = name === undefined ? undefined : await backend.claimWork(name);
		if (taken === undefined) throw new Error("not claimed");
		await backend.receive(() => false);
		const dead: Env = { ...env, processState: () => "gone" };
		const explained = async (id: string) => call(root, ["explain", id, "--json"], { env: dead });
		const codes = ({ json }: Awaited<ReturnType<typeof explained>>) =>
			(json.reasons as { code: string }[]).map(({ code }) => code);
		const begun = await explained(request);
		expect(codes(begun)).toEqual(["claimed-dead", "interrupted-next"]);
		expect(begun.out).toContain("generation 1");
		expect(begun.out).toContain("the next terminal that is online in shop settles it as interrupted");
		expect(codes(await explained(question))).toEqual(["claimed-dead", "looked-up", "expires"]);
		await backend.surfaced([taken]);
		expect(codes(await explained(request))).toEqual(["claimed-dead", "interrupted-next"]);
	});

	it("explain where a message lies that is over, was set aside or was pruned", async () => {
		const { root, store, teamId, planner, backend } = await shop();
		const told = await send(planner, backend, "info", "told");
		await read(backend);
		const codes = async (given: string) => {
			const reasons = (await call(root, ["explain", given, "--json"])).json.reasons as { code: string }[];
			return reasons.map(({ code }) => code);
		};
		expect(await codes(told)).toEqual(["done", "surfaced"]);
		const torn = await send(planner, backend, "info", "torn");
		const file = onlyFile(join(root, `t-${teamId}`, "inbox", backend.member, "new"));
		store.setAside(file, "does not parse");
		const ended = await call(root, ["explain", torn]);
		expect(await codes(torn)).toEqual(["quarantined"]);
		expect(ended.out).toContain("does not parse");
		expect(ended.out).toContain(join(root, "quarantine"));
		for (const part of ["receipts", "inbox"]) rmSync(join(root, `t-${teamId}`, part), { recursive: true });
		expect(await codes(told)).toEqual(["pruned"]);
	});
});

describe("a broken store", () => {
	it("is named and kept, and the rest is shown", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "info", "broken soon");
		const whole = await send(planner, backend, "info", "whole");
		const inbox = join(root, `t-${planner.teamId}`, "inbox", backend.member, "new");
		const file = join(inbox, readdirSync(inbox).find((name) => name.startsWith(id)) ?? "");
		writeFileSync(file, "{ torn");
		expect((await call(root, ["show", whole])).code).toBe(0);
		const ended = await call(root, ["show", id, "--json"]);
		expect(ended.code).toBe(6);
		expect(ended.json).toMatchObject({ ok: false, code: "store-trouble" });
		expect(ended.out).toContain(file);
		const found = await call(root, ["doctor", "--json"]);
		expect(found.code).toBe(6);
		expect(found.json.findings).toContainEqual(
			expect.objectContaining({ code: "broken-file", path: file, fixed: false }),
		);
		expect(readFileSync(file, "utf8")).toBe("{ torn");
	});

	it("is mended by doctor --fix without losing the file", async () => {
		const { root, planner, backend } = await shop();
		await backend.end("closed");
		const sent = await planner.send({
			to: backend.member,
			kind: "note",
			body: "broken soon",
			subject: undefined,
			replyTo: undefined,
			parentId: undefined,
			origin: "agent",
		});
		expect(sent.ok).toBe(true);
		const file = onlyFile(join(root, `t-${planner.teamId}`, "inbox", backend.member, "new"));
		writeFileSync(file, "{ torn");
		const said: (readonly [text: string, there: boolean])[] = [];
		const stdout: Stream = {
			write(text, written) {
				said.push([text, existsSync(file)]);
				written();
			},
		};
		await call(root, ["doctor", "--fix"], { stdout });
		const listed = said.find(([text]) => text.includes(`will move ${file} into quarantine/`));
		expect(listed?.[1]).toBe(true);
		expect(said.find(([text]) => text.includes(`mended: ${file}`))?.[1]).toBe(false);
		const kept = readdirSync(join(root, "quarantine")).map((name) =>
			readFileSync(join(root, "quarantine", name), "utf8"),
		);
		expect(kept).toContain("{ torn");
		expect((await call(root, ["teams"])).out).not.toContain("could not be read");
	});

	it("is not mended by the way where something goes with it, but where its path is named", async () => {
		const { root, planner, backend } = await shop();
		await planner.end("closed");
		await backend.end("closed");
		const directory = join(root, `t-${planner.teamId}`, "doc");
		const newest = join(directory, readdirSync(directory).sort().at(-1) ?? "");
		writeFileSync(newest, "{ torn");
		const by = await call(root, ["doctor", "--fix"]);
		expect(by.code).toBe(6);
		expect(by.out).not.toContain("mended");
		expect(by.out).toContain("With it goes the last change of the team's members, roles, admin or name");
		expect(by.out).toContain(`pi-team-dash doctor --fix ${newest}`);
		expect((await call(root, ["doctor", "--fix", `${newest}x`])).code).toBe(2);
		const named = await call(root, ["doctor", "--fix", newest]);
		expect(named.out).toContain(`mended: ${newest}`);
		expect((await call(root, ["members"])).out).toContain("planner");
	});

	it("says that a team's document is broken instead of denying the team", async () => {
		const { root, planner } = await shop();
		const directory = join(root, `t-${planner.teamId}`, "doc");
		const newest = readdirSync(directory).sort().at(-1) ?? "";
		writeFileSync(join(directory, newest), "{ torn");
		const listed = await call(root, ["teams"]);
		expect(listed.code).toBe(0);
		expect(listed.out).toContain(`! could not be read: ${join(directory, newest)}`);
		const ended = await call(root, ["members", "--team", "shop"]);
		expect(ended.code).toBe(6);
		expect(ended.err).toContain(join(directory, newest));
	});
});
