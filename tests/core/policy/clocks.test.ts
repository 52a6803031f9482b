// What policy makes of a wall clock that somebody sets: order and repeats rest on the process's own clock, never on that one.

import { expect, test } from "vitest";
import { breakable } from "../../support/faults.ts";
import { memoryBackend, must, refusedWith, world } from "../../support/world.ts";

const HOUR = 3_600_000;

test("after the clock was set back the same text a minute later is no repeat, neither of this process nor of one before it", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "request", "work");
	w.machine.stepWall(-HOUR);
	expect(refusedWith(await w.send("pm", "backend", "request", "work"))).toBe("duplicate");
	await w.advance(61_000);
	await w.sent("pm", "backend", "request", "work");
	w.crash("pm");
	must(await w.restart("pm"));
	await w.advance(61_000);
	await w.sent("pm", "backend", "request", "work");
});

test("a clock that was set forward lets no repeat through", async () => {
	const w = await world("shop: pm* backend");
	await w.sent("pm", "backend", "request", "work");
	w.machine.stepWall(HOUR);
	expect(refusedWith(await w.send("pm", "backend", "request", "work"))).toBe("duplicate");
});

test("lines of one generation keep growing over reloads, whatever the clock says and however little time passed", async () => {
	const w = await world("shop: pm*", breakable(memoryBackend()));
	const trace = (focus: string) => w.seat("pm").trace({ type: "working", focus });
	for (let n = 0; n < 5; n += 1) trace(`before ${n}`);
	must(await w.reload("pm"));
	for (let n = 0; n < 5; n += 1) trace(`after ${n}`);
	w.machine.stepWall(-HOUR);
	must(await w.reload("pm"));
	trace("last");
	const numbers = w.events().flatMap((event) => (event.by === w.id("pm") ? [event.n] : []));
	expect(numbers.every((n, index) => index === 0 || n > (numbers[index - 1] ?? 0))).toBe(true);
});
