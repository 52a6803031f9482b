// Queued work at its edges: crashes between two steps, a full disk, dialogs, pauses, renames, and what Pi never began.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { Store } from "../../src/core/store.ts";
import type { HandEnv } from "../support/env.ts";
import { breakable } from "../support/faults.ts";
import { memoryStore } from "../support/memory-store.ts";
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
	const heard = (session: PiSession, part: string) => session.ui.notices.some(({ text }) => text.includes(part));
	const fileOf = (session: PiSession) => session.session.sessionManager.getSessionFile() ?? "";
	const isClaimed = (kind: string) =>
		[...world.disk.teams.values()]
			.flatMap(({ inbox }) => [...inbox.values()].flatMap((files) => [...files.values()]))
			.some(({ place, name }) => place === "claimed" && name.kind === kind);
	const never = () => new Promise<never>(() => {});
	const emit = (session: PiSession, type: string) =>
		session.session.extensionRunner.emit({ type, reason: "ui_prompt", kind: "confirm" } as never);

	describe("a crash", () => {
		test("after a request was claimed and before its run began settles it interrupted, and it is not begun again", async () => {
			let isStuck = false;
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					keep: "disk",
					before: [(pi) => pi.on("agent_start", () => (isStuck ? never() : undefined))],
				},
			});
			await backend.type("hello");
			isStuck = true;
			await team(world, planner, "send backend job");
			await world.until("it is claimed", () => isClaimed("request"));
			expect(backend.requests).toHaveLength(1);
			backend.kill();
			const again = await world.session("again", { file: fileOf(backend) });
			await world.until("the requester is told", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("interrupted");
			await world.until("it is joined", () => isJoined(again));
			expect(line(again)).toContain("paused");
			await world.pass(limits.pollMs * 4);
			expect(again.requests).toEqual([]);
			expect(results(planner)).toHaveLength(1);
		});

		test("between the receipt of a result and the result itself leaves exactly one result", async () => {
			const lastWish = gate();
			const open = (env: HandEnv): Store => {
				const store = memoryStore(env, world.disk);
				return {
					...store,
					publish(message) {
						if (message.kind !== "result") return store.publish(message);
						lastWish.open();
						return never();
					},
				};
			};
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: { keep: "disk", open, brain: () => "counted: 12" },
			});
			await backend.type("hello");
			await team(world, planner, "send backend count");
			await world.pass(limits.pollMs * 4);
			await lastWish.opened;
			expect(results(planner)).toEqual([]);
			backend.kill();
			await world.until("the result is there", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("completed");
			await world.session("again", { file: fileOf(backend) });
			await world.pass(limits.pollMs * 4);
			expect(results(planner)).toHaveLength(1);
		});
	});

	describe("a disk that is full when a result is stored", () => {
		test("pauses and names the way out; after it the sender is told that it was interrupted", async () => {
			const faults = breakable({ disk: world.disk, open: (env) => memoryStore(env, world.disk) });
			const busy = gate();
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: {
					open: faults.open,
					brain: async () => {
						await busy.opened;
						return "done";
					},
				},
			});
			await team(world, planner, "send backend job");
			await world.until("it is worked on", () => backend.requests.length === 1);
			faults.fail(backend.env, "full", ["putReceipt"]);
			busy.open();
			await world.until("it pauses", () => line(backend).includes("paused"));
			expect(heard(backend, "it was made to fail")).toBe(true);
			expect(await team(world, backend, "resume")).toContain("Leave and join again");
			faults.fail(backend.env, "full", []);
			backend.ui.answer = () => true;
			await team(world, backend, "leave");
			await team(world, backend, "join shop backend");
			await world.until("the requester is told", () => results(planner).length === 1);
			expect(results(planner)[0]).toContain("interrupted");
			await team(world, planner, "send backend another");
			await world.until("the next is taken", () => results(planner).length === 2);
		});
	});

	describe("a request", () => {
		test("waits for a dialog, and both sides see why", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			await emit(backend, "ui_prompt_start");
			await team(world, planner, "send backend job");
			await world.pass(limits.pollMs * 3);
			expect(backend.requests).toEqual([]);
			expect(line(backend)).toContain("1 queued");
			expect(await team(world, planner, "members")).toMatch(/backend +waiting .*1 open/);
			await emit(backend, "ui_prompt_end");
			await world.until("the result is there", () => results(planner).length === 1);
		});

		test("waits for the person's pause, and is taken after the resume", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"]);
			await team(world, backend, "pause");
			await world.pass(limits.pollMs);
			expect(await team(world, planner, "send backend job")).toContain("paused");
			await world.pass(limits.pollMs * 4);
			expect(backend.requests).toEqual([]);
			expect(line(backend)).toContain("1 queued");
			await team(world, backend, "resume");
			await world.until("the result is there", () => results(planner).length === 1);
			expect(backend.requests).toHaveLength(1);
		});

		test("reaches a member that was renamed while it was offline", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			await backend.end();
			await team(world, planner, "send backend job");
			planner.ui.answer = () => true;
			await team(world, planner, "rename-role backend api");
			const again = await world.session("again", { file: fileOf(backend) });
			await world.until("the result is there", () => results(planner).length === 1);
			expect(again.delivered()[0]).toContain("job");
			expect(results(planner)[0]).toContain("from api");
		});

		test("that Escape stops before the model is asked ends interrupted, once, and pauses this terminal", async () => {
			const begin = gate();
			let isHeld = false;
			const [planner, backend] = await shop(world, ["planner", "backend"], {
				backend: { before: [(pi) => pi.on("agent_start", () => (isHeld ? begin.opened : undefined))] },
			});
			await backend.type("hello");
			isHeld = true;
			await team(world, planner, "send backend job");
			await world.until("it is claimed", () => isClaimed("request"));
			const stopped = backend.escape();
			begin.open();
			await stopped;
			await world.pass(limits.pollMs * 6);
			expect(results(planner)).toHaveLength(1);
			expect(results(planner)[0]).toContain("interrupted");
			expect(line(backend)).toContain("paused");
			expect(backend.requests).toHaveLength(1);
		});

		test("is put back when the person types in the moment of its claim, and comes after the person's turn", async () => {
			const sessions: PiSession[] = [];
			const open = (env: HandEnv): Store => {
				const store = memoryStore(env, world.disk);
				return {
					...store,
					claim(holding, name) {
						const claimed = store.claim(holding, name);
						if (name.kind === "request" && name.attempt === 0) sessions[0]?.start("mine first");
						return claimed;
					},
				};
			};
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { open } });
			sessions.push(backend);
			await team(world, planner, "send backend job");
			await world.until("the result is there", () => results(planner).length === 1);
			expect(backend.requests.map(({ lastUser }) => lastUser.split("\n").at(-1))).toEqual(["mine first", "job"]);
			expect(results(planner)[0]).toContain("completed");
		});
	});

	test("Pi that settles while the terminal leaves is no trouble to tell of", async () => {
		const [, backend] = await shop(world, ["planner", "backend"]);
		backend.ui.answer = () => true;
		await emit(backend, "agent_settled");
		await team(world, backend, "leave");
		await world.pass(limits.pollMs);
		expect(backend.ui.notices.filter(({ tone }) => tone === "warning")).toEqual([]);
	});

	describe("a note", () => {
		const notes = (session: PiSession) =>
			session
				.entries()
				.filter((entry) => entry.type === "custom" && JSON.stringify(entry.data).includes("it is green"));

		test("for an offline member is shown when it comes back, and not again after a restart before its first prompt", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.type("hello");
			await backend.end();
			await team(world, planner, "note backend it is green");
			const second = await world.session("second", { file: fileOf(backend) });
			await world.until("it is shown", () => notes(second).length === 1);
			await second.end();
			const third = await world.session("third", { file: fileOf(backend) });
			await world.until("it is joined", () => isJoined(third));
			await world.pass(limits.pollMs * 3);
			expect(notes(third)).toHaveLength(1);
			expect(third.requests).toEqual([]);
			expect(await team(world, planner, "inbox")).toMatch(/note, surfaced/);
		});

		test("shown in a session that ended before its first prompt is shown again, since nothing kept it", async () => {
			const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { keep: "disk" } });
			await backend.end();
			await team(world, planner, "note backend it is green");
			for (const name of ["second", "third"]) {
				const session = await world.session(name, { keep: "disk" });
				session.ui.answer = () => true;
				await team(world, session, "join shop backend");
				await world.until("it is shown", () => notes(session).length === 1);
				await session.end();
			}
		});
	});
});
