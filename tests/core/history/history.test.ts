import { describe, expect, test } from "vitest";
import { openHistory } from "../../../src/core/history.ts";
import { limits } from "../../../src/core/limits.ts";
import type { Message, TimelineEvent } from "../../../src/core/model.ts";
import type { Outcome } from "../../../src/core/refusal.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { terminalsOf } from "../snapshot/world.ts";

async function pair() {
	const disk = new MemoryDisk();
	const terminals = terminalsOf((env) => memoryStore(env, disk));
	const shop = await terminals.createTeam("shop");
	const backend = await terminals.join(shop, "backend");
	const reviewer = await terminals.join(shop, "reviewer");
	const env = terminals.host.process();
	const store = memoryStore(env, disk);
	const history = openHistory(env, store, shop);
	return { ...terminals, disk, shop, backend, reviewer, history, store };
}

function texts(events: readonly TimelineEvent[]): readonly (string | undefined)[] {
	return events.map(({ record }) => (record?.type === "message" ? record.text : record?.type));
}

function found(outcome: Outcome<Message>): Message {
	if (!outcome.ok) throw new Error(outcome.refusal.code);
	return outcome.value;
}

describe("searching what was said", () => {
	test("finds all words in any order, whatever their case", async () => {
		const { history, backend, reviewer } = await pair();
		await backend.send(reviewer.member, "info", "The Cart is green");
		await backend.send(reviewer.member, "info", "the login is red");
		expect(texts((await history.search({ text: "GREEN cart" }, 10)).events)).toEqual(["The Cart is green"]);
		expect((await history.search({ text: "green login" }, 10)).events).toEqual([]);
	});

	test("filters by member, by kind or its verb, and by time", async () => {
		const { history, backend, reviewer, join, shop, host } = await pair();
		const frontend = await join(shop, "frontend");
		await backend.send(reviewer.member, "question", "which port?");
		host.advance(60_000);
		await frontend.send(backend.member, "info", "done");
		const since = host.now() - 1_000;
		expect(texts((await history.search({ kind: "ask" }, 10)).events)).toEqual(["which port?"]);
		expect(texts((await history.search({ kind: "question" }, 10)).events)).toEqual(["which port?"]);
		expect(texts((await history.search({ kind: "joined" }, 10)).events)).toEqual(["joined", "joined", "joined"]);
		expect(texts((await history.search({ member: frontend.member }, 10)).events)).toEqual(["joined", "done"]);
		expect(texts((await history.search({ member: backend.member, since }, 10)).events)).toEqual(["done"]);
	});

	test("shows the newest that match, oldest first, and says that there are more", async () => {
		const { history, backend } = await pair();
		for (let line = 0; line < 5_000; line += 1) backend.does("working", `step ${line}`);
		const { events, hasMore } = await history.search({ text: "step" }, 3);
		const shown = events.map(({ record }) => (record?.type === "working" ? record.focus : undefined));
		expect(shown).toEqual(["step 4997", "step 4998", "step 4999"]);
		expect(hasMore).toBe(true);
		const first = await history.search({ text: "2500 step" }, 3);
		expect(first.events).toHaveLength(1);
		expect(first.hasMore).toBe(false);
	});

	test("finds what was written after the last search, and lines that are too old to be kept", async () => {
		const { history, backend } = await pair();
		const lines = limits.historyKept + 2 * limits.historyPage;
		for (let line = 0; line < lines; line += 1) backend.does("idle", line === 7 ? "needle" : "hay");
		expect((await history.search({ text: "needle" }, 10)).events).toHaveLength(1);
		backend.does("working", "another needle");
		expect((await history.search({ text: "needle" }, 10)).events).toHaveLength(2);
	});

	test("never shows a receipt as a line", async () => {
		const { history, backend, reviewer } = await pair();
		const id = await backend.send(reviewer.member, "info", "done");
		reviewer.claim(id);
		await reviewer.surface(id);
		expect((await history.search({}, 10)).events.map((event) => event.type)).toEqual(["joined", "joined", "message"]);
	});
});

describe("one message", () => {
	test("is found by its id and by the end of it, whole and with what became of it", async () => {
		const { history, backend, reviewer } = await pair();
		const id = await backend.send(reviewer.member, "question", "which port?");
		reviewer.claim(id);
		await reviewer.surface(id);
		for (const given of [id, id.slice(-8), `#${id.slice(-8).toUpperCase()}`, id.slice(-13)]) {
			expect(found(await history.message(given))).toMatchObject({
				id,
				kind: "question",
				from: backend.member,
				to: reviewer.member,
				body: "which port?",
				state: { place: "surfaced", receipts: [{ state: "surfaced" }] },
			});
		}
	});

	test("is refused with the candidates when the ending fits two", async () => {
		const { history, backend, reviewer, store, shop } = await pair();
		const first = await backend.send(reviewer.member, "info", "one");
		const record = store.findMessage(shop, reviewer.member, first)?.message;
		if (record === undefined) throw new Error("it was not stored");
		const second = `ffffffff-${first.slice(9)}`;
		await store.publish({ ...record, id: second });
		expect(await history.message(first.slice(-8))).toEqual({
			ok: false,
			refusal: { code: "ambiguous", given: first.slice(-8), candidates: [first, second] },
		});
	});

	test("that nobody wrote is unknown, and so is what can be no id", async () => {
		const { history } = await pair();
		for (const given of ["0123abcd", "hello", "", "../../etc", "01234567-0123-7123-8123-0123456789ab"]) {
			expect(await history.message(given)).toEqual({ ok: false, refusal: { code: "unknown-message", id: given } });
		}
	});

	test("whose file was pruned is told from the timeline, and says what is missing", async () => {
		const { history, backend, reviewer, disk, shop, officeStore } = await pair();
		const id = await backend.send(reviewer.member, "info", "kept in the timeline", "unseen");
		disk.team(shop)?.inbox.get(reviewer.member)?.delete(id);
		officeStore.append(shop, {
			...{ v: 1, at: Date.UTC(2026, 0, 15, 12), by: backend.member, g: 1, n: 99, type: "message", id },
			...{ to: reviewer.member, kind: "info", origin: "agent", text: "kept in", textBytes: 20, rootId: id },
		});
		expect(found(await history.message(id))).toMatchObject({ id, body: "kept in", prunedOf: 20 });
	});
});

describe("a thread", () => {
	test("holds everything under one root in order, from any of its messages", async () => {
		const { history, backend, reviewer } = await pair();
		const root = await reviewer.send(backend.member, "question", "which port?");
		await backend.send(reviewer.member, "info", "something else");
		const reply = await backend.send(reviewer.member, "info", "8080", "told", root);
		for (const id of [root, reply]) {
			const thread = await history.thread(found(await history.message(id)));
			expect(thread.map((message) => message.body)).toEqual(["which port?", "8080"]);
		}
	});
});

describe("an export", () => {
	test("gives every line from the beginning, with whole texts", async () => {
		const { history, backend, reviewer, officeStore, shop } = await pair();
		const id = await backend.send(reviewer.member, "info", "a long text that was cut", "unseen");
		officeStore.append(shop, {
			...{ v: 1, at: Date.UTC(2026, 0, 15, 12), by: backend.member, g: 1, n: 99, type: "message", id },
			...{ to: reviewer.member, kind: "info", origin: "agent", text: "a long", textBytes: 24, rootId: id },
		});
		for (let line = 0; line < 2 * limits.historyPage; line += 1) backend.does("idle", `step ${line}`);
		const lines = [];
		for await (const line of history.lines({})) lines.push(line);
		expect(lines.map((line) => line.event.type).slice(0, 3)).toEqual(["joined", "joined", "message"]);
		expect(lines[2]).toMatchObject({ text: "a long text that was cut", prunedOf: undefined });
		expect(lines).toHaveLength(3 + 2 * limits.historyPage);
	});
});
