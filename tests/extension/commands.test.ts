// `/team` as a person types it: what is asked first, what is refused and why, what happens.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { PiSession } from "../support/pi-session.ts";
import { isJoined, shop, team } from "../support/pi-team.ts";
import { createPiWorld, type PiWorld } from "../support/pi-world.ts";

let world: PiWorld;
beforeEach(() => {
	world = createPiWorld();
});
afterEach(() => world.close());

const line = (session: PiSession) => session.ui.widget("team-line")?.[0] ?? "";

async function proposals(session: PiSession, prefix: string): Promise<readonly string[] | null> {
	const command = session.session.extensionRunner.getRegisteredCommands().find((each) => each.name === "team");
	const items = await command?.getArgumentCompletions?.(prefix);
	return items?.map((item) => item.value) ?? null;
}

describe("create", () => {
	test("without a role only makes the team and says how to join", async () => {
		const pi = await world.session("planner");
		expect(await team(world, pi, "create shop")).toContain("/team join shop <role>");
		expect(isJoined(pi)).toBe(false);
	});

	test("refuses a name that cannot be one with the nearest that can, and one that exists", async () => {
		const pi = await world.session("planner");
		expect(await team(world, pi, "create My_Shop")).toContain("Nearest valid name: my-shop.");
		await team(world, pi, "create shop");
		expect(await team(world, pi, "create shop")).toContain("There is already a team shop.");
	});
});

describe("join", () => {
	test("never makes a team by a typo: one question that names create", async () => {
		const [, backend] = [await shop(world, ["planner"]), await world.session("backend")];
		expect(await team(world, backend, "join shpo backend")).toBe("Nothing was changed.");
		expect(backend.ui.dialogs[0]).toMatchObject({ kind: "confirm", title: "Create shpo?" });
		expect(backend.ui.dialogs[0]?.more).toContain("Close to it: shop.");
		expect([...world.disk.teams.keys()]).toHaveLength(1);
	});

	test("outside the TUI an unknown team is an error", async () => {
		await shop(world, ["planner"]);
		const rpc = await world.session("backend", { mode: "rpc" });
		expect(await team(world, rpc, "join shpo backend")).toContain("There is no team shpo. Close to it: shop.");
		expect(rpc.ui.dialogs).toEqual([]);
	});

	test("without words takes the only team and proposes the directory's name and free roles", async () => {
		const [, reviewer] = await shop(world, ["planner", "reviewer"]);
		await reviewer.end();
		const pi = await world.session("api-server");
		pi.ui.answer = (dialog, options) => (dialog.kind === "select" ? options[0] : true);
		await team(world, pi, "join");
		expect(pi.ui.dialogs[0]).toMatchObject({
			kind: "select",
			title: "Your role in shop?",
			more: "api-server|reviewer|another role …",
		});
		expect(line(pi)).toContain("shop · api-server");
	});

	test("with several teams asks which", async () => {
		const pi = await world.session("planner");
		await team(world, pi, "create shop");
		await team(world, pi, "create store");
		pi.ui.answer = (dialog, options) => options[dialog.title === "Which team?" ? 1 : 0];
		await team(world, pi, "join");
		expect(line(pi)).toContain("store · planner");
	});

	test("refuses a role that is live elsewhere, with where", async () => {
		const [planner] = await shop(world, ["planner"]);
		const other = await world.session("other");
		const said = await team(world, other, "join shop planner");
		expect(said).toContain(`process ${planner.env.self.pid}`);
		expect(isJoined(other)).toBe(false);
	});

	test("takes an offline role of another session only after a question", async () => {
		const [planner] = await shop(world, ["planner"]);
		await planner.end();
		const other = await world.session("other");
		expect(await team(world, other, "join shop planner")).toBe("Nothing was changed.");
		expect(other.ui.dialogs[0]?.more).toContain("another session's");
		other.ui.answer = () => true;
		await team(world, other, "join shop planner");
		expect(line(other)).toContain("shop · planner");
	});

	test("while in a team asks once, names what is left, and moves", async () => {
		const [, backend] = await shop(world, ["planner", "backend"]);
		await team(world, backend, "create store");
		backend.ui.answer = () => true;
		await team(world, backend, "join store api");
		await world.until("it moved", () => line(backend).includes("store · api"));
		expect(backend.ui.dialogs).toHaveLength(1);
		expect(backend.ui.dialogs[0]?.more).toContain("You leave shop");
	});

	test("takes back the seat this session left, without a question", async () => {
		const [, backend] = await shop(world, ["planner", "backend"]);
		backend.ui.answer = () => true;
		await team(world, backend, "leave");
		backend.ui.dialogs.length = 0;
		await team(world, backend, "join");
		expect(line(backend)).toContain("shop · backend");
		expect(backend.ui.dialogs).toEqual([]);
	});
});

describe("what needs the admin, or a confirmation", () => {
	test("is refused before anything is asked, naming the admin", async () => {
		const [, backend, reviewer] = await shop(world, ["planner", "backend", "reviewer"]);
		expect(await team(world, backend, "rename-role reviewer critic")).toContain("that is planner");
		expect(await team(world, backend, "remove reviewer")).toContain("planner");
		expect(await team(world, backend, "rename store")).toContain("planner");
		expect(await team(world, backend, "delete")).toContain("planner");
		expect(backend.ui.dialogs).toEqual([]);
		expect(isJoined(reviewer)).toBe(true);
	});

	test("asks about what cannot be undone with a list that starts with No", async () => {
		const [planner] = await shop(world, ["planner", "backend"]);
		planner.ui.answer = (_dialog, options) => options[0];
		expect(await team(world, planner, "remove backend")).toBe("Nothing was changed.");
		expect(planner.ui.dialogs[0]).toMatchObject({ kind: "select" });
		expect(planner.ui.dialogs[0]?.more).toMatch(/^No, change nothing\|/);
		expect(planner.ui.dialogs[0]?.title).toContain("leaves within seconds");
	});

	test("a person may claim the admin at any time; the old one's terminal says so", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		backend.ui.answer = () => true;
		expect(await team(world, backend, "admin backend")).toContain("You are the admin of shop now");
		expect(backend.ui.dialogs[0]?.more).toContain("planner loses it");
		await world.until("the old admin is told", () => planner.lastNotice().includes("you are not any more"));
		await world.pass(limits.beatMs);
		expect(backend.ui.notices.filter((notice) => notice.text.includes("admin"))).toHaveLength(1);
	});

	test("renaming the team reaches every terminal, each told once", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		planner.ui.answer = () => true;
		await team(world, planner, "rename store");
		await world.until("the other is told", () => line(backend).includes("store · backend"));
		await world.pass(limits.beatMs * 2);
		expect(backend.ui.notices.filter((notice) => notice.text.includes("now called store"))).toHaveLength(1);
		expect(planner.ui.notices.filter((notice) => notice.text.includes("now called store"))).toHaveLength(1);
		expect(line(planner)).toContain("store · planner");
	});
});

describe("sending", () => {
	test("to an unknown or offline role is refused with the next step, and recorded", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		expect(await team(world, planner, "tell bakend hi")).toContain("There are: backend.");
		await backend.end();
		expect(await team(world, planner, "ask backend hi")).toContain("/team send backend");
		const events = planner.store.latestEvents([...world.disk.teams.keys()][0] ?? "", limits.timelineShown).events;
		expect(events.filter((event) => event.type === "refused")).toHaveLength(2);
	});

	test("stays in the transcript as typed, for the person alone", async () => {
		const [planner] = await shop(world, ["planner", "backend"]);
		await team(world, planner, "tell backend a word");
		await planner.type("hello");
		expect(planner.requests.at(-1)?.users.join("\n")).not.toContain("a word");
	});

	test("outside a team says how to join", async () => {
		const pi = await world.session("planner");
		expect(await team(world, pi, "tell backend hi")).toContain("/team join");
		expect(await team(world, pi, "leave")).toContain("/team join");
		expect(await team(world, pi, "inbox")).toContain("/team join");
	});
});

describe("completion", () => {
	test("offers verbs, teams and roles, keeps the words before, and nothing when a word is complete", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"]);
		expect(await proposals(planner, "re")).toEqual(["rename-role", "rename", "remove", "resume"]);
		expect(await proposals(planner, "join s")).toEqual(["join shop"]);
		expect(await proposals(planner, "join shop")).toBeNull();
		expect(await proposals(planner, "tell ")).toEqual(["tell backend"]);
		expect(await proposals(planner, "remove ")).toEqual(["remove planner", "remove backend"]);
		expect(await proposals(planner, "tell backend hi")).toBeNull();
		await backend.end();
		expect(await proposals(planner, "tell ")).toBeNull();
		expect(await proposals(planner, "note ")).toEqual(["note backend"]);
	});
});

describe("in RPC mode", () => {
	test("the line is plain text, a bare /team prints the status, and messages open turns", async () => {
		const [planner, backend] = await shop(world, ["planner", "backend"], { backend: { mode: "rpc" } });
		expect(backend.ui.widget("team-line")).toEqual(["shop · backend · idle · F6 team"]);
		expect(await team(world, backend, "")).toContain("No open requests or questions.");
		await team(world, planner, "tell backend hi");
		await world.until("it opened a turn", () => backend.requests.length === 1);
	});
});
