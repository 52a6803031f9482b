// Queued work between real Pi sessions: taken when the terminal is free, answered by exactly one result.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { type PiSession, piVersions } from "../support/pi-session.ts";
import { gate, isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

describe.each(piVersions)("on Pi %s", (version) => {
	let world: PiWorld;
	beforeEach(() => {
		world = createPiWorld(version);
	});
	afterEach(() => world.close());

	const results = (session: PiSession) => session.delivered().filter((text) => text.includes("· request "));
	const line = (session: PiSession) => session.ui.widget("team-line")?.[0] ?? "";
	const aborted = (signal: AbortSignal | undefined) =>
		new Promise<{ error: string }>((resolve) => signal?.addEventListener("abort", () => resolve({ error: "aborted" })));

	describe("a request", () => {
		test("is worked on when the terminal is free, and its result comes back with the closing text, the files and the question", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: ({ lastUser, turn }) => {
						if (!lastUser.includes("list the routes")) return "ok";
						if (turn === 0) {
							return { text: "writing", tools: [{ name: "write", args: { path: "routes.txt", content: "GET /" } }] };
						}
						return "Routes are in routes.txt.";
					},
				},
			});
			expect(await team(world, planner, "send backend list the routes")).toContain("submitted");
			await world.until("the result is there", () => results(planner).length === 1);
			const [result] = results(planner);
			expect(result).toContain("completed");
			expect(result).toContain("Routes are in routes.txt.");
			expect(result).toContain("list the routes");
			const stored = [...world.disk.teams.values()][0];
			expect(JSON.stringify([...(stored?.receipts.values() ?? [])])).toContain("routes.txt");
			const edited = [...(stored?.activity.values() ?? [])].flatMap(({ edits }) => edits.map(({ path }) => path));
			expect(edited).toEqual([`${backend.session.sessionManager.getCwd()}/routes.txt`]);
			expect(await team(world, planner, "status")).toContain("No open requests or questions.");
			expect([...planner.errors, ...backend.errors]).toEqual([]);
		});

		test("waits while the person has a draft in the editor, and both sides see why", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			backend.ui.draft = "let me just";
			await team(world, planner, "send backend do it");
			await world.pass(limits.pollMs * 3);
			expect(backend.requests).toEqual([]);
			expect(line(backend)).toContain("1 queued");
			expect(await team(world, planner, "members")).toContain("draft in the editor");
			backend.ui.draft = "";
			await world.until("the result is there", () => results(planner).length === 1);
			expect(line(backend)).not.toContain("queued");
		});

		test("waits for the running turn and for the requests before it, oldest first", async () => {
			const busy = gate();
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: async ({ lastUser }) => {
						if (lastUser === "mine") await busy.opened;
						return `did ${lastUser.split("\n").at(-1)}`;
					},
				},
			});
			backend.start("mine");
			await world.until("the model is asked", () => backend.requests.length === 1);
			await team(world, planner, "send backend first");
			await team(world, planner, "send backend second");
			await world.pass(limits.pollMs * 3);
			expect(backend.requests).toHaveLength(1);
			busy.open();
			await world.until("both results are there", () => results(planner).length === 2);
			expect(backend.requests.slice(1).map((request) => request.lastUser.split("\n").at(-1))).toEqual([
				"first",
				"second",
			]);
		});

		test("is queued for a member that is offline and taken when it comes back", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			const file = backend.session.sessionManager.getSessionFile() ?? "";
			await backend.end();
			expect(await team(world, planner, "send backend later")).toContain("submitted");
			await world.session("again", { file });
			await world.until("the result is there", () => results(planner).length === 1);
		});

		test("that Escape stops ends interrupted, pauses this terminal, and is not repeated", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: { brain: ({ lastUser, signal }) => (lastUser.includes("long job") ? aborted(signal) : "ok") },
			});
			await team(world, planner, "send backend long job");
			await world.until("it is worked on", () => backend.requests.length === 1);
			await backend.escape();
			await world.until("the result is there", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("interrupted");
			expect(line(backend)).toContain("paused");
			await team(world, planner, "send backend another");
			await world.pass(limits.pollMs * 4);
			expect(backend.requests).toHaveLength(1);
			await team(world, backend, "resume");
			await world.until("the next is taken", () => results(planner).length === 2);
		});

		test("whose model fails ends failed", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: { brain: ({ lastUser }) => (lastUser.includes("break") ? { error: "overloaded" } : "ok") },
			});
			await team(world, planner, "send backend break");
			await world.until("the result is there", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("failed");
			expect(line(backend)).toContain("paused");
		});

		test("is interrupted when the person types: a takeover, with a fixed notice instead of the text", async () => {
			const busy = gate();
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: async ({ lastUser }) => {
						if (lastUser.includes("job")) await busy.opened;
						return "the secret of the person";
					},
				},
			});
			await team(world, planner, "send backend job");
			await world.until("it is worked on", () => backend.requests.length === 1);
			backend.start("stop that and look here");
			await world.pass(limits.pollMs);
			busy.open();
			await world.until("the result is there", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("interrupted");
			expect(results(planner)[0]).toContain("took over");
			expect(results(planner)[0]).not.toContain("secret");
			expect(line(backend)).toContain("paused");
		});

		test("keeps the answer it had when a live message starts a chat in the middle", async () => {
			const before = gate();
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: async ({ lastUser }) => {
						if (lastUser.includes("count")) {
							await before.opened;
							return "There are 12.";
						}
						return "You are welcome.";
					},
				},
			});
			await team(world, planner, "send backend count");
			await world.until("it is worked on", () => backend.requests.length === 1);
			await team(world, planner, "tell backend thanks in advance");
			await world.pass(limits.pollMs * 2);
			before.open();
			await world.until("the result is there", () => results(planner).length === 1);
			expect(results(planner)[0]).toMatch(/There are 12\.[\s\S]*You are welcome\./);
			expect(results(planner)[0]).toContain("completed");
		});

		test("is reported before a leave that was asked for meanwhile", async () => {
			const busy = gate();
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					brain: async () => {
						await busy.opened;
						return "all done";
					},
				},
			});
			await team(world, planner, "send backend job");
			await world.until("it is worked on", () => backend.requests.length === 1);
			backend.ui.answer = () => true;
			expect(await team(world, backend, "leave")).toContain("once the result");
			expect(isJoined(backend)).toBe(true);
			busy.open();
			await world.until("the result is there", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("all done");
			await world.until("it has left", () => !isJoined(backend));
			expect(backend.env.timers()).toBe(0);
		});
	});

	describe("what the model sends while it works on a request", () => {
		test("is linked to the request", async () => {
			const [planner, , backend] = await shop(world, ["planner", "reviewer", "backend"], {
				backend: {
					brain: ({ lastUser, turn }) =>
						lastUser.includes("job") && turn === 0
							? {
									tools: [
										{ name: "team_message", args: { to: "reviewer", kind: "request", subject: "look", body: "Look." } },
									],
								}
							: "done",
				},
			});
			await team(world, planner, "send backend job");
			await world.until("the result is there", () => results(planner).length === 1);
			expect(backend.errors).toEqual([]);
			const sent = backend.store
				.latestEvents([...world.disk.teams.keys()][0] ?? "", limits.timelineShown)
				.events.flatMap((event) => (event.record?.type === "message" ? [event.record] : []));
			const job = sent.find((message) => message.text === "job");
			expect(sent.find((message) => message.text === "Look.")).toMatchObject({ parentId: job?.id, rootId: job?.id });
		});
	});
});
