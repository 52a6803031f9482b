import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEventRecord } from "../../../src/core/checks.generated.ts";
import { limits } from "../../../src/core/limits.ts";
import type { EventRecord } from "../../../src/core/schema.ts";
import { fitted } from "../../../src/core/timeline.ts";
import { breakable } from "../../support/faults.ts";
import { memoryBackend, must, world } from "../../support/world.ts";

const ID = "0190a0b0-0000-7000-8000-000000000000";
const LINE: EventRecord = {
	v: 1,
	at: 1,
	by: ID,
	g: 1,
	n: 1,
	type: "message",
	id: ID,
	to: ID,
	kind: "info",
	origin: "agent",
	text: "",
	rootId: ID,
};

describe("a line of the timeline", () => {
	test("holds a text verbatim as long as it fits", () => {
		const event = { ...LINE, text: "x".repeat(15_000) };
		expect(fitted(event)).toBe(event);
	});

	test("that is too long is cut at a whole character, and says how long the text was", () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom("a", "é", "家", "🙂", '"', "\n", "\u0001", "\\"), { minLength: 50, maxLength: 200 }),
				(characters) => {
					const text = characters.join("").repeat(300);
					const cut = fitted({ ...LINE, text });
					if (cut.type !== "message") throw new Error("another line");
					expect(Buffer.byteLength(JSON.stringify(cut)) + 2).toBeLessThanOrEqual(limits.eventLineBytes);
					expect(text.startsWith(cut.text)).toBe(true);
					expect(cut.text.isWellFormed()).toBe(true);
					if (cut.text !== text) {
						expect(cut.textBytes).toBe(Buffer.byteLength(text));
						expect(Buffer.byteLength(JSON.stringify(cut))).toBeGreaterThan(limits.eventLineBytes - 64);
					}
					expect(isEventRecord(JSON.parse(JSON.stringify(cut)))).toBe(true);
				},
			),
			{ numRuns: 50 },
		);
	});

	test("of a refusal is cut as well", () => {
		const refused: EventRecord = {
			v: 1,
			at: 1,
			by: ID,
			g: 1,
			n: 1,
			type: "refused",
			to: ID,
			kind: "info",
			code: "offline",
			text: "x".repeat(20_000),
		};
		const cut = fitted(refused);
		expect(Buffer.byteLength(JSON.stringify(cut)) + 2).toBeLessThanOrEqual(limits.eventLineBytes);
		expect(isEventRecord(JSON.parse(JSON.stringify(cut)))).toBe(true);
	});
});

test("a timeline that cannot be written fails nothing that it tells of", async () => {
	const faults = breakable(memoryBackend());
	const w = await world("shop: pm* backend", faults);
	faults.fail(w.of("pm").env, "full", ["append"]);
	must(await w.send("pm", "backend", "info", "hello"));
	expect(await w.read("backend")).toEqual(["hello"]);
});

test("lines of one writer are numbered upwards, over a reload too", async () => {
	const w = await world("shop: pm* backend");
	for (let n = 0; n < 3; n += 1) {
		await w.sent("pm", "backend", "info", `${n}`);
		await w.advance(1_000);
		must(await w.reload("pm"));
	}
	await w.sent("pm", "backend", "info", "last");
	const numbers = w.events().flatMap((event) => (event.by === w.id("pm") ? [event.n] : []));
	expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
	expect(new Set(numbers).size).toBe(numbers.length);
});
