// Two real Pi sessions talk: what a teammate and a person see of the live lane.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { type PiSession, piVersions } from "../support/pi-session.ts";
import { gate, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

describe.each(piVersions)("on Pi %s", (version) => {
	let world: PiWorld;
	beforeEach(() => {
		world = createPiWorld(version);
	});
	afterEach(() => world.close());

	const count = (texts: readonly string[], part: string) => texts.filter((text) => text.includes(part)).length;

	describe("two terminals", () => {
		test("exchange a question and its answer, and the question counts as answered", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: ({ lastUser, turn }) => {
						if (!lastUser.includes("Which exit code?") || turn > 0) return "done";
						const id = /id ([0-9a-f-]{36})/.exec(lastUser)?.[1] ?? "";
						const args = { to: "planner", kind: "answer", message: "Exit code 3.", replyTo: id };
						return { tools: [{ name: "team_message", args }] };
					},
				},
			});
			expect(await team(world, planner, "ask backend Which exit code?")).toContain("submitted");
			await world.until("the answer arrives", () => count(planner.delivered(), "Exit code 3.") === 1);
			expect(backend.delivered()[0]).toContain("question from the person at planner's terminal");
			expect(backend.delivered()[0]?.endsWith("\nWhich exit code?")).toBe(true);
			expect(planner.delivered()[0]).toContain("info from backend (teammate, not the user)");
			expect([...planner.errors, ...backend.errors]).toEqual([]);
			await world.until("the question is answered", () => {
				const types = [...world.disk.teams.values()].flatMap((each) => [...each.receipts.values()].flat());
				return types.some((receipt) => receipt.state === "answered");
			});
		});

		test("count a question as answered that woke a fresh terminal and was answered in the same turn", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					keep: "disk",
					brain: ({ turn }) =>
						turn > 0
							? "done"
							: { tools: [{ name: "team_message", args: { to: "planner", kind: "info", body: "Exit code 3." } }] },
				},
			});
			await team(world, planner, "ask backend Which exit code?");
			await world.until("the answer arrives", () => count(planner.delivered(), "Exit code 3.") === 1);
			expect(backend.requests[0]?.users).toHaveLength(1);
			expect(await team(world, planner, "inbox")).toContain("question, answered");
		});

		test("an idle terminal wakes once for what arrived together, and its turn sees all of it", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			await dialog(backend, "opens");
			for (const word of ["first", "second", "third"]) await team(world, planner, `tell backend ${word}`);
			await dialog(backend, "closes");
			await world.until("all are there", () => backend.delivered().length === 3);
			await world.pass(limits.pollMs * 3);
			expect(backend.requests).toHaveLength(1);
			expect(backend.requests[0]?.users.join("\n")).toMatch(/first[\s\S]*second[\s\S]*third/);
		});

		test("a working terminal gets one steered batch for all that arrived, seen by the running turn", async () => {
			const busy = gate();
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: async ({ lastUser }) => {
						if (lastUser === "work") await busy.opened;
						return "done";
					},
				},
			});
			backend.start("work");
			await world.until("the model is asked", () => backend.requests.length === 1);
			for (const word of ["one", "two", "three"]) await team(world, planner, `tell backend ${word}`);
			await world.pass(limits.pollMs * 2);
			busy.open();
			await world.until("all are there", () => count(backend.delivered(), "three") === 1);
			await world.until("the run is over", () => !backend.session.isStreaming);
			// One can be in flight when the others arrive; those have one turn together, steered or after it.
			expect(backend.requests.length).toBeLessThanOrEqual(3);
			expect(backend.delivered().join("\n")).toMatch(/one[\s\S]*two[\s\S]*three/);
		});

		test("a draft in the editor survives a hundred deliveries untouched", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			backend.ui.draft = "half a thou";
			for (let number = 0; number < 100; number += 1) await planner.type(`/team tell backend message ${number}.`);
			await world.until(
				"all are there",
				() => count(backend.delivered(), "message") > 0 && inOrder(backend.delivered(), 100),
			);
			expect(backend.ui.draft).toBe("half a thou");
			expect(backend.errors).toEqual([]);
		});

		test("bodies arrive byte for byte", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			const body = "sha 9f86d081\n\n  indented\ttab\n漢字 👩‍👩‍👧 \u202Egnp.exe\x1b[31m red\n\nlast line";
			await planner.type(`/team tell backend ${body}`);
			await world.until("it is there", () => backend.delivered().length === 1);
			expect(backend.delivered()[0]?.endsWith(`]\n${body}`)).toBe(true);
		});
	});

	describe("what Escape drops", () => {
		test("is delivered again, exactly once, and opens no turn", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: ({ lastUser, signal }) =>
						lastUser === "work"
							? new Promise((resolve) => signal?.addEventListener("abort", () => resolve({ error: "aborted" })))
							: "done",
				},
			});
			backend.start("work");
			await world.until("the model is asked", () => backend.requests.length === 1);
			await team(world, planner, "tell backend remember this");
			await world.pass(limits.pollMs * 2);
			expect(count(backend.delivered(), "remember this")).toBe(0);
			await backend.escape();
			await world.until("it is stored", () => count(backend.delivered(), "remember this") === 1);
			await world.pass(limits.pollMs * 3);
			expect(count(backend.delivered(), "remember this")).toBe(1);
			expect(backend.requests.filter((request) => request.lastUser.includes("remember this"))).toEqual([]);
			await backend.type("go on");
			expect(backend.requests.at(-1)?.users.some((text) => text.includes("remember this"))).toBe(true);
		});
	});

	describe("what holds delivery", () => {
		test("a dialog that waits for the person, until it closes", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			await dialog(backend, "opens");
			await team(world, planner, "tell backend later");
			await world.pass(limits.pollMs * 3);
			expect(backend.delivered()).toEqual([]);
			expect(await team(world, planner, "tell backend and this")).toContain("dialog");
			await dialog(backend, "closes");
			await world.until("both are there", () => backend.delivered().length === 2);
		});

		test("a dialog whose end never came, until the person types", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			await dialog(backend, "opens");
			await team(world, planner, "tell backend later");
			await world.pass(limits.pollMs * 3);
			expect(backend.delivered()).toEqual([]);
			await backend.type("hello");
			await world.until("it is there", () => backend.delivered().length === 1);
		});

		test("the person's pause opens no turn but stores at once", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			await team(world, backend, "pause");
			await world.pass(limits.pollMs);
			expect(await team(world, planner, "ask backend Are you there?")).toContain("paused");
			await world.until("it is there", () => backend.delivered().length === 1);
			await world.pass(limits.pollMs * 3);
			expect(backend.requests).toEqual([]);
			expect(backend.ui.widget("team-line")?.[0]).toContain("paused");
		});
	});
});

/** Another extension asks the person something. */
function dialog(session: PiSession, what: "opens" | "closes"): Promise<unknown> {
	const type = what === "opens" ? "ui_prompt_start" : "ui_prompt_end";
	return session.session.extensionRunner.emit({ type, reason: "ui_prompt", kind: "confirm" });
}

function inOrder(texts: readonly string[], many: number): boolean {
	const found = [...texts.join("\n").matchAll(/message (\d+)\./g)].map((match) => Number(match[1]));
	return found.length === many && found.every((number, index) => number === index);
}
