import { describe, expect, test } from "vitest";
import { stateOfMessage } from "../../../src/core/receipts.ts";
import { must, type World, world } from "../../support/world.ts";

function receipts(w: World, id: string, from = "pm", to = "backend") {
	const { env, store } = w.visitor();
	const message = { id, from: w.id(from), to: w.id(to), kind: "question", at: w.machine.now() };
	return stateOfMessage(env, store, w.teamId, message).receipts;
}

function answer(w: World, id: string): unknown {
	const found = receipts(w, id).find((receipt) => receipt.state === "answered");
	return found === undefined ? "open" : { reply: found.reply, inferred: found.inferred };
}

describe("a question", () => {
	test("is answered by the message that names it", async () => {
		const w = await world("shop: pm* backend");
		const first = await w.sent("pm", "backend", "question", "first?");
		const second = await w.sent("pm", "backend", "question", "second?");
		await w.read("backend");
		const reply = await w.sent("backend", "pm", "info", "to the second", { replyTo: second.id });
		expect(answer(w, first.id)).toBe("open");
		expect(answer(w, second.id)).toEqual({ reply: reply.id, inferred: false });
	});

	test("is else answered by the next live message to who asked, the oldest first", async () => {
		const w = await world("shop: pm* backend reviewer");
		const first = await w.sent("pm", "backend", "question", "first?");
		const second = await w.sent("pm", "backend", "question", "second?");
		await w.read("backend");
		await w.sent("backend", "reviewer", "info", "to somebody else");
		await w.sent("backend", "pm", "note", "not live");
		expect(answer(w, first.id)).toBe("open");
		const one = await w.sent("backend", "pm", "info", "yes", { origin: "person" });
		const two = await w.sent("backend", "pm", "handoff", "and no");
		await w.sent("backend", "pm", "info", "more");
		expect([answer(w, first.id), answer(w, second.id)]).toEqual([
			{ reply: one.id, inferred: true },
			{ reply: two.id, inferred: true },
		]);
	});

	test("that was not read yet is not answered by chance", async () => {
		const w = await world("shop: pm* backend");
		const { id } = await w.sent("pm", "backend", "question", "Which code?");
		await w.sent("backend", "pm", "info", "unrelated");
		await w.receive("backend");
		await w.sent("backend", "pm", "info", "still unrelated");
		expect(answer(w, id)).toBe("open");
	});

	test("is still known to be open after a crash and after a reload", async () => {
		const w = await world("shop: pm* backend");
		const first = await w.sent("pm", "backend", "question", "first?");
		const second = await w.sent("pm", "backend", "question", "second?");
		await w.read("backend");
		w.crash("backend");
		must(await w.restart("backend"));
		const one = await w.sent("backend", "pm", "info", "1");
		must(await w.reload("backend"));
		const two = await w.sent("backend", "pm", "info", "2");
		expect([answer(w, first.id), answer(w, second.id)]).toEqual([
			{ reply: one.id, inferred: true },
			{ reply: two.id, inferred: true },
		]);
	});

	test("asked back counts as an answer, and the reply carries the thread", async () => {
		const w = await world("shop: pm* backend");
		const { id } = await w.sent("pm", "backend", "question", "Which code?");
		await w.read("backend");
		const back = await w.sent("backend", "pm", "question", "Which do you mean?", { replyTo: id });
		expect(answer(w, id)).toEqual({ reply: back.id, inferred: false });
		const [incoming] = await w.receive("pm");
		expect(incoming?.message).toMatchObject({ rootId: id, parentId: id, replyTo: id });
	});

	test("keeps its first answer", async () => {
		const w = await world("shop: pm* backend");
		const { id } = await w.sent("pm", "backend", "question", "Which code?");
		await w.read("backend");
		const first = await w.sent("backend", "pm", "info", "A", { replyTo: id });
		await w.sent("backend", "pm", "info", "B", { replyTo: id });
		expect(answer(w, id)).toEqual({ reply: first.id, inferred: false });
		expect(receipts(w, id).map(({ state }) => state)).toEqual(["surfaced", "answered"]);
	});
});
