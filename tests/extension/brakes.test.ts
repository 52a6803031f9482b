// What keeps queued work from running away: the turn budget, pauses, crashes, a disk that refuses, reminders that stop.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { PiSession } from "../support/pi-session.ts";
import { gate, isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld;
beforeEach(() => {
	world = createPiWorld();
});
afterEach(() => world.close());

const results = (session: PiSession) => session.delivered().filter((text) => text.includes("· request "));
const line = (session: PiSession) => session.ui.widget("team-line")?.[0] ?? "";
const heard = (session: PiSession, part: string) => session.ui.notices.some(({ text }) => text.includes(part));
const reviews = (session: PiSession) =>
	session.entries().filter((entry) => entry.type === "custom_message" && entry.customType === "team-review");

describe("automatic turns", () => {
	test("stop after five without a person typing, say so, and go on after a resume", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		for (let number = 1; number <= 7; number += 1) await team(world, planner, `send backend job ${number}`);
		await world.until("it pauses", () => line(backend).includes("paused"));
		expect(backend.requests).toHaveLength(limits.autoTurns);
		expect(backend.lastNotice()).toContain("/team resume");
		expect(line(backend)).toContain("2 queued");
		await team(world, backend, "resume");
		await world.until("the rest is done", () => backend.requests.length === 7);
		expect(line(backend)).not.toContain("paused");
	});

	test("start from nothing when the person types", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		for (let number = 1; number <= 4; number += 1) await team(world, planner, `send backend job ${number}`);
		await world.until("four are done", () => results(planner).length === 4 && !backend.session.isStreaming);
		await backend.type("hello");
		for (let number = 5; number <= 9; number += 1) await team(world, planner, `send backend job ${number}`);
		await world.until("five more are done", () => backend.requests.length === 10);
		expect(line(backend)).not.toContain("paused");
	});

	test("start from nothing when the person acts on the team, as one does who reads what was asked for", async () => {
		const [planner] = await shop(world, ["planner", "backend"], {
			backend: { variables: { PI_TEAM_AUTO_TURNS: "0" } },
		});
		const isFree = () => !planner.session.isStreaming && line(planner).includes("idle");
		for (let number = 1; number <= limits.autoTurns + 2; number += 1) {
			await team(world, planner, `send backend job ${number}`);
			await world.until("its result is read", () => planner.requests.length === number && isFree());
		}
		expect(line(planner)).not.toContain("paused");
	});

	test("have no limit with PI_TEAM_AUTO_TURNS=0", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"], {
			backend: { variables: { PI_TEAM_AUTO_TURNS: "0" } },
		});
		for (let number = 1; number <= 7; number += 1) await team(world, planner, `send backend job ${number}`);
		await world.until("all are done", () => backend.requests.length === 7);
	});

	test("of live messages are not counted", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		for (let number = 1; number <= 8; number += 1) {
			await team(world, planner, `tell backend word ${number}.`);
			await world.until("it was answered", () => backend.requests.length >= number && !backend.session.isStreaming);
		}
		expect(line(backend)).not.toContain("paused");
	});
});

describe("a note", () => {
	test("is shown to the person at once, even while paused, and never reaches the model", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		await team(world, backend, "pause");
		await team(world, planner, "note backend the build is green");
		const notes = () =>
			backend
				.entries()
				.filter((entry) => entry.type === "custom" && JSON.stringify(entry.data).includes("the build is green"));
		await world.until("it is shown", () => notes().length === 1);
		await backend.type("hello");
		expect(backend.requests.at(-1)?.users.join("\n")).not.toContain("the build is green");
		await world.pass(limits.pollMs * 2);
		expect(notes()).toHaveLength(1);
		expect(await team(world, planner, "inbox")).toMatch(/note, surfaced/);
	});
});

describe("a crash while a request is worked on", () => {
	test("settles it interrupted and brings the terminal back paused", async () => {
		const busy = gate();
		const [planner, backend] = await shop(world, ["planner", "backend"], {
			backend: {
				keep: "disk",
				brain: async ({ lastUser }) => {
					if (lastUser.includes("job")) await busy.opened;
					return "ok";
				},
			},
		});
		await backend.type("hello");
		await team(world, planner, "send backend job");
		await world.until("it is worked on", () => backend.requests.length === 2);
		await world.pass(limits.pollMs * 2);
		const file = backend.session.sessionManager.getSessionFile() ?? "";
		backend.kill();
		await world.until("the requester is told", () => results(planner).length === 1);
		expect(results(planner)[0]).toContain("interrupted");
		const again = await world.session("again", { file });
		await world.until("it is joined", () => isJoined(again));
		expect(line(again)).toContain("paused");
		await world.until("it says so", () => heard(again, "still paused; `/team resume` goes on"));
		await team(world, planner, "send backend another");
		await world.pass(limits.pollMs * 4);
		expect(again.requests).toEqual([]);
		await team(world, again, "resume");
		await world.until("the next is taken", () => again.requests.length === 1);
	});
});

describe("a result that comes too late", () => {
	test("is told once to whoever worked for it, and nothing pauses", async () => {
		const busy = gate();
		const [lead, planner, backend] = await shop(world, ["lead", "planner", "backend"], {
			backend: {
				brain: async () => {
					await busy.opened;
					return "done";
				},
			},
		});
		await team(world, planner, "send backend job");
		await world.until("it is worked on", () => backend.requests.length === 1);
		lead.ui.answer = (_dialog, options) => options[1];
		expect(await team(world, lead, "remove planner")).toContain("1 open item was settled");
		busy.open();
		await world.until("it is told", () => heard(backend, "came too late"));
		await world.pass(limits.pollMs * 4);
		expect(backend.ui.notices.filter(({ text }) => text.includes("came too late"))).toHaveLength(1);
		expect(line(backend)).not.toContain("paused");
		expect(backend.errors).toEqual([]);
	});
});

describe("a result that cannot be stored", () => {
	test("pauses, refuses to resume, and names the way out, which frees the terminal", async () => {
		const busy = gate();
		const [planner, backend] = await shop(world, ["planner", "backend"], {
			backend: {
				brain: async () => {
					await busy.opened;
					return "done";
				},
			},
		});
		await team(world, planner, "send backend job");
		await world.until("it is worked on", () => backend.requests.length === 1);
		await world.pass(limits.pollMs * 2);
		world.disk.access = { at: "read-only", reason: "the disk is read-only" };
		busy.open();
		await world.until("it pauses", () => line(backend).includes("paused"));
		expect(heard(backend, "could not be stored")).toBe(true);
		backend.start("/team resume");
		await world.until("resuming is refused", () => heard(backend, "Leave and join again"));
		backend.ui.answer = () => true;
		await team(world, backend, "leave");
		await world.until("the terminal is free", () => !isJoined(backend));
		expect(backend.env.timers()).toBe(0);
	});
});

describe("a reminder of unresolved requests", () => {
	test("comes after five minutes, at most three times without any change, and never while work waits", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		await team(world, backend, "pause");
		await team(world, planner, "send backend think about it");
		await world.pass(limits.stuckMs - limits.reviewMs);
		expect(reviews(planner)).toEqual([]);
		await world.pass(limits.reviewMs * 3);
		expect(reviews(planner).length).toBeGreaterThan(0);
		await world.pass(limits.reviewMs * 8);
		expect(reviews(planner)).toHaveLength(limits.quietReviews);
		const text = planner.requests.at(-1)?.lastUser ?? "";
		expect(text).toContain("not a message from the user");
		expect(text).toContain("to backend (idle");
		expect(text).toContain('"think about it"');
	});
});

describe("/team wake", () => {
	test("asks every other member once, offline ones too, and says who was not reached", async () => {
		const [planner, backend, reviewer] = await shop(world, ["planner", "backend", "reviewer"]);
		await reviewer.end();
		const said = await team(world, planner, "wake we ship at noon");
		expect(said).toContain("backend, reviewer");
		await world.until("the one that is there answers", () => results(planner).length === 1);
		expect(backend.delivered()[0]).toContain("we ship at noon");
		expect(await team(world, planner, "wake we ship at noon")).toMatch(/reviewer/);
	});
});
