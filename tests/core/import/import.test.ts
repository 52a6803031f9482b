import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../../src/core/files/store.ts";
import { openHistory } from "../../../src/core/history.ts";
import { carryOutImport, importable, planImport } from "../../../src/core/import.ts";
import { limits } from "../../../src/core/limits.ts";
import type { Team } from "../../../src/core/model.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import { type Store, StoreError } from "../../../src/core/store.ts";
import { machine } from "../../support/env.ts";

const HOUR = 3_600_000;
// The files carry the real time; the last sign of life of the old terminals is an hour ago.
const host = machine(Date.now() + HOUR);
const env = host.process();
const then = host.now() - HOUR;
let root: string;
let store: Store;

beforeEach(() => {
	root = join(mkdtempSync(join(tmpdir(), "pi-team-import-")), "teams");
	mkdirSync(root, { mode: 0o700 });
	store = openStore(env, root, { format: { sync: false }, watch: "polling" });
});
afterEach(() => rmSync(join(root, ".."), { recursive: true, force: true }));

function member(alias: string, more: object = {}) {
	return { team: "shop", alias, session: `s-${alias}`, token: `t-${alias}`, cwd: "/work", pid: 1, seen: then, ...more };
}

function message(id: string, from: string, to: string, kind: string, state: string, more: object = {}) {
	const body = `body of ${id}`;
	return { id, team: "shop", from, to, subject: `about ${id}`, body, kind, state, created: then, rootId: id, ...more };
}

const record = {
	version: 1,
	members: [member("pm", { status: "offline" }), member("backend", { status: "idle" }), member("Front End", {})],
	messages: [
		message("a", "pm", "backend", "request", "completed"),
		message("b", "backend", "pm", "result", "seen", { parentId: "a", rootId: "a", created: then + 1 }),
		message("c", "pm", "backend", "request", "processing", { created: then + 2 }),
		message("d", "pm", "backend", "request", "pending", { created: then + 3 }),
		message("e", "backend", "pm", "note", "pending", { created: then + 4 }),
		message("f", "pm", "Front End", "request", "interrupted", { created: then + 5 }),
	],
};

function writeState(name: string, document: unknown): string {
	mkdirSync(join(root, name), { mode: 0o700 });
	writeFileSync(join(root, name, "state.json"), JSON.stringify(document), { mode: 0o600 });
	return join(root, name);
}

function writeProfile(profile: object, events: readonly object[]): string {
	const directory = join(root, "t-0f0f0f0f-1111-4111-8111-00000000cafe");
	mkdirSync(join(directory, "activity"), { recursive: true, mode: 0o700 });
	writeFileSync(join(directory, "profile.json"), JSON.stringify(profile));
	writeFileSync(join(directory, "events.json"), JSON.stringify(events));
	return directory;
}

/** Names, bytes and times of everything under a directory. */
function pictureOf(directory: string): string {
	return readdirSync(directory, { recursive: true, encoding: "utf8" })
		.sort()
		.map((name) => {
			const path = join(directory, name);
			const stat = statSync(path);
			return `${name} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.isFile() ? readFileSync(path, "utf8") : ""}`;
		})
		.join("\n");
}

async function imported(given: string): Promise<Team> {
	const plan = planImport(env, store, given);
	if (!plan.ok) throw new Error(plan.refusal.code);
	const outcome = await carryOutImport(env, store, plan.value);
	if (!outcome.ok) throw new Error(outcome.refusal.code);
	const team = readOnce(env, store).teams.find((each) => each.id === outcome.value.teamId);
	if (team === undefined) throw new Error("it is not there");
	return team;
}

describe("a team of a request mailbox", () => {
	const enveloped = {
		schemaVersion: 1,
		revision: 7,
		contentHash: createHash("sha256").update(JSON.stringify(record)).digest("hex"),
		payload: record,
	};

	test.each([
		["as one plain record", record],
		["in its envelope", enveloped],
	])("%s arrives offline in order of joining, with what waits still waiting", async (_how, document) => {
		const source = writeState("shop", document);
		const before = pictureOf(source);
		const team = await imported("shop");
		expect(team.name).toBe("shop");
		expect(team.members.map(({ role, presence }) => [role, presence.at])).toEqual([
			["pm", "offline"],
			["backend", "offline"],
			["front-end", "offline"],
		]);
		expect(team.admin).toBe(team.members[0]?.id);
		expect(team.waiting.map((line) => [line.subject, line.place])).toEqual([["about d", "new"]]);
		// The note and the result of what was being worked on.
		expect(team.members.map((each) => [each.role, each.unread, each.openTo])).toEqual([
			["pm", 2, 0],
			["backend", 0, 1],
			["front-end", 0, 0],
		]);
		expect(pictureOf(source)).toBe(before);
	});

	test("tells in the plan what will come of it, before anything is written", () => {
		writeState("shop", record);
		const plan = planImport(env, store, "shop");
		expect(plan).toMatchObject({
			ok: true,
			value: { name: "shop", members: ["pm", "backend", "front-end"], admin: "pm", queued: 2, interrupted: 1 },
		});
		expect(readOnce(env, store).teams).toEqual([]);
		expect(importable(store)).toEqual([{ entry: "shop", name: "shop" }]);
	});

	test("what was being worked on ends interrupted, and the rest is history with its state", async () => {
		writeState("shop", record);
		const team = await imported("shop");
		const history = openHistory(env, store, team.id);
		const states = new Map<string, string>();
		for (const event of (await history.search({}, 100)).events) {
			if (event.record?.type !== "message" || event.record.subject === undefined) continue;
			const found = await history.message(event.record.id);
			if (found.ok) states.set(`${event.record.kind} ${event.record.subject}`, found.value.state.place);
		}
		expect(Object.fromEntries(states)).toEqual({
			"request about a": "settled",
			"result about b": "surfaced",
			"request about c": "settled",
			"result about c": "new",
			"request about d": "new",
			"note about e": "new",
			"request about f": "settled",
		});
	});

	test("broken off anywhere it goes on, and nothing is there twice", async () => {
		writeState("shop", record);
		const plan = planImport(env, store, "shop");
		if (!plan.ok) throw new Error(plan.refusal.code);
		for (let step = 0; ; step += 1) {
			if (!(await breaksOff(() => carryOutImport(env, failing(store, step), plan.value)))) break;
		}
		const events = [];
		for await (const line of openHistory(env, store, (await imported("shop")).id).lines({})) events.push(line.text);
		const bodies = events.filter((text) => text?.startsWith("body of"));
		expect(bodies.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"].map((id) => `body of ${id}`));
		expect(readOnce(env, store).teams[0]?.members.map((each) => each.unread)).toEqual([2, 0, 0]);
	});

	test("is refused while a member is alive, and when its name is taken", async () => {
		writeState("shop", { ...record, members: [member("pm", { seen: host.now() - 1_000, status: "busy" })] });
		expect(planImport(env, store, "shop")).toMatchObject({
			ok: false,
			refusal: { code: "team-in-use", online: ["pm"] },
		});
		mkdirSync(join(root, "bakery"));
		writeFileSync(join(root, "bakery", "state.json"), JSON.stringify({ ...record, messages: [] }));
		mkdirSync(join(root, "bakery", "presence"));
		writeFileSync(join(root, "bakery", "presence", "backend.json"), JSON.stringify({ token: "t", seen: host.now() }));
		expect(planImport(env, store, "bakery").ok).toBe(false);
		rmSync(join(root, "bakery", "presence"), { recursive: true });
		await imported("bakery");
		writeState("Bakery", { ...record, messages: [] });
		const plan = planImport(env, store, "Bakery");
		if (!plan.ok) throw new Error(plan.refusal.code);
		expect(await carryOutImport(env, store, plan.value)).toMatchObject({ refusal: { code: "team-exists" } });
	});

	test.each([
		["torn", '{"version":1,"mem'],
		["of another version", JSON.stringify({ ...record, version: 2 })],
		["changed after it was sealed", JSON.stringify({ ...enveloped, contentHash: "0".repeat(64) })],
		["with an entry nobody understands", JSON.stringify({ ...record, messages: [{ id: "x" }] })],
	])("that is %s is kept as it is and nothing is taken over", (_what, text) => {
		const source = writeState("shop", {});
		writeFileSync(join(source, "state.json"), text);
		const before = pictureOf(source);
		expect(() => planImport(env, store, "shop")).toThrow(StoreError);
		expect(pictureOf(source)).toBe(before);
		expect(importable(store)).toEqual([]);
	});

	test("that is none is unknown, with the closest name", () => {
		writeState("shop", record);
		expect(planImport(env, store, "shpo")).toMatchObject({ refusal: { code: "unknown-team", closest: ["shop"] } });
	});
});

describe("a team with a profile and events", () => {
	const admin = "11111111-1111-4111-8111-111111111111";
	const other = "22222222-2222-4222-8222-222222222222";
	const long = "ä".repeat(limits.eventLineBytes);
	const events = [
		{ at: then, type: "joined", by: other, text: "/work/backend" },
		{ at: then + 1, type: "joined", by: admin, text: "/work/pm" },
		{ at: then + 2, type: "message", by: admin, to: other, kind: "info", text: long },
		{ at: then + 3, type: "refused", by: admin, to: "nobody", kind: "question", text: "hello?" },
		{ at: then + 4, type: "sparkled", by: admin },
	];

	test("keeps its ids, its admin, its name and its whole texts", async () => {
		const source = writeProfile({ name: "bakery", adminId: admin, createdAt: then - 5 }, events);
		const before = pictureOf(source);
		const team = await imported("bakery");
		expect(team).toMatchObject({ name: "bakery", admin, createdAt: then - 5 });
		expect(team.members.map((each) => [each.id, each.role])).toEqual([
			[other, "member-22222222"],
			[admin, "member-11111111"],
		]);
		expect(team.timeline.map((event) => event.type)).toEqual(["created", "joined", "joined", "message", "refused"]);
		const lines = [];
		for await (const line of openHistory(env, store, team.id).lines({ kind: "message" })) lines.push(line);
		expect(lines[0]?.text).toBe(long);
		expect(team.members.map((each) => each.unread)).toEqual([0, 0]);
		expect(pictureOf(source)).toBe(before);
	});

	test("is found by the end of its id, says what it has no word for, and without a name takes its directory's", () => {
		writeProfile({ createdAt: then }, events);
		const plan = planImport(env, store, "0000cafe");
		expect(plan).toMatchObject({ ok: true, value: { skipped: 1 } });
		expect(plan.ok && plan.value.name.startsWith("t-0f0f0f0f")).toBe(true);
	});

	test("is refused while something wrote there a moment ago", () => {
		const now = machine(Date.now()).process();
		writeProfile({ name: "bakery" }, events);
		expect(planImport(now, store, "bakery")).toMatchObject({ refusal: { code: "team-in-use" } });
	});
});

class Broken extends Error {}

/** A store whose writing call number `step` fails, and every one after it. */
function failing(target: Store, step: number): Store {
	let calls = 0;
	const writes = new Set(["createTeam", "putReceipt", "publish", "append", "finish"]);
	return new Proxy(target, {
		get(store, name: keyof Store) {
			const value = store[name];
			if (typeof value !== "function" || !writes.has(name)) return value;
			return (...given: unknown[]) => {
				calls += 1;
				if (calls > step) throw new Broken(name);
				return Reflect.apply(value, store, given);
			};
		},
	});
}

async function breaksOff(run: () => Promise<unknown>): Promise<boolean> {
	try {
		await run();
		return false;
	} catch (error) {
		if (error instanceof Broken) return true;
		throw error;
	}
}
