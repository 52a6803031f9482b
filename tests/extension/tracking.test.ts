// The small parts that keep track: the guard, the queue, what Pi is doing, what this terminal works on.

import { describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { StoreError } from "../../src/core/store.ts";
import { createFocus } from "../../src/extension/focus.ts";
import { createGuard } from "../../src/extension/guard.ts";
import { createQueue } from "../../src/extension/queue.ts";
import { createRunWatch } from "../../src/extension/run-watch.ts";

function failing(): never {
	throw new Error("bug");
}

describe("the guard", () => {
	test("lets nothing out: not a throw, not a rejection, not a failing report", async () => {
		const guard = createGuard(() => {
			throw new Error("no way to the person");
		});
		expect(guard.wrap("a", (): number => failing(), 7)()).toBe(7);
		await expect(guard.wrap("b", async (): Promise<number> => failing(), 7)()).resolves.toBe(7);
	});

	test("says the same thing once, until something else comes from there", () => {
		const said: string[] = [];
		const guard = createGuard((text) => said.push(text));
		const fail = (text: string) =>
			guard.wrap(
				"tick",
				() => {
					throw new Error(text);
				},
				undefined,
			)();
		for (const text of ["a", "a", "b", "b", "a"]) fail(text);
		expect(said).toEqual(["tick: a", "tick: b", "tick: a"]);
	});

	test("words a broken disk by its hint, code and path", () => {
		const said: string[] = [];
		const guard = createGuard((text) => said.push(text));
		guard.wrap(
			"tick",
			() => {
				throw new StoreError("full", "/t/x", "no space is left");
			},
			undefined,
		)();
		expect(said).toEqual(["tick: no space is left (full, /t/x)"]);
	});

	test("does nothing at all once it is closed", () => {
		const guard = createGuard(() => undefined);
		let runs = 0;
		const wrapped = guard.wrap(
			"a",
			() => {
				runs += 1;
				return 1;
			},
			0,
		);
		guard.close();
		expect(wrapped()).toBe(0);
		expect(runs).toBe(0);
	});
});

describe("the queue", () => {
	test("runs one step after the other, and a failure stays with its own", async () => {
		const queue = createQueue();
		const log: string[] = [];
		const first = queue.run(async () => {
			await Promise.resolve();
			log.push("first");
			throw new Error("bug");
		});
		const second = queue.run(() => {
			log.push("second");
			return 2;
		});
		await expect(first).rejects.toThrow("bug");
		await expect(second).resolves.toBe(2);
		expect(log).toEqual(["first", "second"]);
	});

	test("takes nothing more once it is closed, and finishes what it has", async () => {
		const queue = createQueue();
		const running = queue.run(async () => {
			await Promise.resolve();
			return 1;
		});
		queue.close();
		await expect(queue.run(() => 2)).rejects.toThrow("left the team");
		await queue.drained();
		await expect(running).resolves.toBe(1);
	});
});

describe("what Pi is doing", () => {
	const context = (idle: boolean) => ({ isIdle: () => idle }) as never;

	test("a run about to start holds, also on a host that still calls itself idle, but not for ever", () => {
		const run = createRunWatch();
		run.beforeStart(0);
		expect(run.phase(context(true), 1)).toBe("held");
		expect(run.phase(context(true), limits.startingMs)).toBe("idle");
		run.started();
		expect(run.phase(context(false), 2)).toBe("running");
	});

	test("busy without a run is a compaction, which nothing may be steered into", () => {
		expect(createRunWatch().phase(context(false), 0)).toBe("held");
	});

	test("an abort is known from the host, or from the signal of an older one", () => {
		const run = createRunWatch();
		expect(run.settled(true)).toBe(true);
		run.ended({ aborted: true } as AbortSignal);
		expect(run.settled(undefined)).toBe(true);
		expect(run.settled(undefined)).toBe(false);
	});

	test("our own questions are no dialogs", async () => {
		const run = createRunWatch();
		await run.asking(async () => run.dialogOpened());
		expect(run.dialogOpen()).toBe(false);
		run.dialogOpened();
		expect(run.dialogOpen()).toBe(true);
		run.started();
		expect(run.dialogOpen()).toBe(false);
	});
});

describe("two dialogs", () => {
	test("hold until both are closed, and an end too many hides no later one", () => {
		const run = createRunWatch();
		run.dialogOpened();
		run.dialogOpened();
		run.dialogClosed();
		expect(run.dialogOpen()).toBe(true);
		run.dialogClosed();
		run.dialogClosed();
		expect(run.dialogOpen()).toBe(false);
		run.dialogOpened();
		expect(run.dialogOpen()).toBe(true);
	});

	test("of which one is ours hold while the other is open", async () => {
		const run = createRunWatch();
		run.dialogOpened();
		await run.asking(async () => {
			run.dialogOpened();
			run.dialogClosed();
		});
		expect(run.dialogOpen()).toBe(true);
		run.dialogClosed();
		expect(run.dialogOpen()).toBe(false);
	});
});

describe("the focus", () => {
	test("is the prompt as typed, white space collapsed, its start kept", () => {
		const focus = createFocus();
		focus.typed(`  fix\n\tthe  bug ${"x".repeat(600)}`);
		focus.started();
		const { focus: text, state } = focus.now(false, 0);
		expect(text?.startsWith("fix the bug xxx")).toBe(true);
		expect(text).toHaveLength(limits.focusLength);
		expect(state).toBe("working");
	});

	test("is the teammate's while its run lasts; then the person's own comes back", () => {
		const focus = createFocus();
		focus.typed("mine");
		focus.started();
		focus.settled();
		focus.openedFor("planner", "list the routes");
		focus.started();
		expect(focus.now(false, 0).focus).toBe("for planner: list the routes");
		focus.settled();
		expect(focus.now(false, 0)).toMatchObject({ focus: "mine", state: "idle" });
	});

	test("stays when the person steers a running turn", () => {
		const focus = createFocus();
		focus.typed("mine");
		focus.started();
		focus.typed("and hurry");
		expect(focus.now(false, 0).focus).toBe("mine");
	});

	test("an open dialog is waiting", () => {
		expect(createFocus().now(true, 0).state).toBe("waiting");
	});

	test("progress moves at most every 15 s and only while working", () => {
		const focus = createFocus();
		focus.progressed(5);
		expect(focus.now(false, 5).progressAt).toBeUndefined();
		focus.started();
		focus.progressed(10);
		focus.progressed(limits.progressMs);
		expect(focus.now(false, 0).progressAt).toBe(10);
		focus.progressed(10 + limits.progressMs);
		expect(focus.now(false, 0).progressAt).toBe(10 + limits.progressMs);
	});

	test("remembers the latest eight edited files for five minutes", () => {
		const focus = createFocus();
		for (let file = 0; file < 10; file += 1) focus.edited(`f${file}`, file);
		focus.edited("f5", 20);
		const { edits } = focus.now(false, 30);
		expect(edits.map((edit) => edit.path)).toEqual(["f5", "f9", "f8", "f7", "f6", "f4", "f3", "f2"]);
		expect(focus.now(false, limits.editsKeptMs + 15).edits.map((edit) => edit.path)).toEqual(["f5"]);
	});
});
