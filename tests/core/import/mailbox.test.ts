import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openHistory } from "../../../src/core/history.ts";
import { carryOutImport, importable, planImport } from "../../../src/core/import.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import { type Store, StoreError } from "../../../src/core/store.ts";
import { env, host, imported, member, type Old, oldRoot, pictureOf, record, writeState } from "./old.ts";

let old: Old;
beforeEach(() => {
	old = oldRoot();
});
afterEach(() => old.remove());

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
		const source = writeState(old, "shop", document);
		const before = pictureOf(source);
		const team = await imported(old, "shop");
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
		writeState(old, "shop", record);
		const plan = planImport(env, old.store, "shop");
		expect(plan).toMatchObject({
			ok: true,
			value: { name: "shop", members: ["pm", "backend", "front-end"], admin: "pm", queued: 2, interrupted: 1 },
		});
		expect(readOnce(env, old.store).teams).toEqual([]);
		expect(importable(env, old.store)).toEqual([{ entry: "shop", name: "shop" }]);
	});

	test("what was being worked on ends interrupted, and the rest is history with its state", async () => {
		writeState(old, "shop", record);
		const team = await imported(old, "shop");
		const history = openHistory(env, old.store, team.id);
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
		writeState(old, "shop", record);
		const plan = planImport(env, old.store, "shop");
		if (!plan.ok) throw new Error(plan.refusal.code);
		for (let step = 0; ; step += 1) {
			if (!(await breaksOff(() => carryOutImport(env, failing(old.store, step), plan.value)))) break;
		}
		const events = [];
		for await (const line of openHistory(env, old.store, (await imported(old, "shop")).id).lines({}))
			events.push(line.text);
		const bodies = events.filter((text) => text?.startsWith("body of"));
		expect(bodies.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"].map((id) => `body of ${id}`));
		expect(readOnce(env, old.store).teams[0]?.members.map((each) => each.unread)).toEqual([2, 0, 0]);
	});

	test("is refused while a member is alive, and when its name is taken", async () => {
		writeState(old, "shop", { ...record, members: [member("pm", { seen: host.now() - 1_000, status: "busy" })] });
		expect(planImport(env, old.store, "shop")).toMatchObject({
			ok: false,
			refusal: { code: "team-in-use", online: ["pm"] },
		});
		mkdirSync(join(old.root, "bakery"));
		writeFileSync(join(old.root, "bakery", "state.json"), JSON.stringify({ ...record, messages: [] }));
		mkdirSync(join(old.root, "bakery", "presence"));
		writeFileSync(
			join(old.root, "bakery", "presence", "backend.json"),
			JSON.stringify({ token: "t", seen: host.now() }),
		);
		expect(planImport(env, old.store, "bakery").ok).toBe(false);
		rmSync(join(old.root, "bakery", "presence"), { recursive: true });
		await imported(old, "bakery");
		writeState(old, "Bakery", { ...record, messages: [] });
		const plan = planImport(env, old.store, "Bakery");
		if (!plan.ok) throw new Error(plan.refusal.code);
		expect(await carryOutImport(env, old.store, plan.value)).toMatchObject({ refusal: { code: "team-exists" } });
	});

	test.each([
		["torn", '{"version":1,"mem'],
		["of another version", JSON.stringify({ ...record, version: 2 })],
		["changed after it was sealed", JSON.stringify({ ...enveloped, contentHash: "0".repeat(64) })],
		["with an entry nobody understands", JSON.stringify({ ...record, messages: [{ id: "x" }] })],
	])("that is %s is kept as it is and nothing is taken over", (_what, text) => {
		const source = writeState(old, "shop", {});
		writeFileSync(join(source, "state.json"), text);
		const before = pictureOf(source);
		expect(() => planImport(env, old.store, "shop")).toThrow(StoreError);
		expect(pictureOf(source)).toBe(before);
		expect(importable(env, old.store)).toEqual([]);
	});

	test("that is none is unknown, with the closest name", () => {
		writeState(old, "shop", record);
		expect(planImport(env, old.store, "shpo")).toMatchObject({ refusal: { code: "unknown-team", closest: ["shop"] } });
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
