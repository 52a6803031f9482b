// What becomes of work when a whole Pi terminal goes away in the middle of it: the asker is told, nothing is begun twice, and the session comes back to its seat.

import { expect, test } from "vitest";
import { currentPi } from "../support/lab.ts";
import { looks, openedTeam, sends, withExtension } from "../support/shop.ts";
import { stubborn } from "../support/stubborn.ts";
import type { Terminal } from "../support/terminal.ts";

const held = ["-e", stubborn];
const team = openedTeam(currentPi, ["planner", "backend"], { backend: { args: held } });
const ENDED = "backend's terminal ended while this was in its hands. It may be partially applied; it was not retried.";

/** How often any terminal's model was asked to do this. */
const begun = (text: string) =>
	team.lab.model.requests.filter(({ said, terminal }) => terminal !== "planner" && said.endsWith(`\n${text}`)).length;

/** What the planner's model was told about it. */
async function resultOf(text: string): Promise<string> {
	const { said } = await team.lab.model.request(
		(request) => request.terminal === "planner" && request.said.includes(`> ${text}`),
		`the result of ${text}`,
	);
	return said;
}

/** The session of the backend, which was killed or quit before, in a new terminal. */
async function again(name: string): Promise<Terminal> {
	const { lab } = team;
	return lab.pi(name, [...held, ...withExtension, "--session", lab.sessionOf("backend")], { project: "backend" });
}

async function killed(terminal: Terminal): Promise<void> {
	terminal.kill("SIGKILL");
	expect(await terminal.ended()).toBe(137);
}

let backend: Terminal;

test("killed after the start: a teammate tells the asker, and the session comes back paused", async () => {
	const { lab, terminals } = team;
	const { planner } = terminals;
	lab.model.rules([
		{ when: /good morning/, answers: ["Morning."] },
		{ when: /count the rows/, terminal: "backend", answers: [{ gate: "rows", text: "never said" }] },
	]);
	// Before its first answer a session is on no disk.
	await terminals.backend.submit("good morning");
	await terminals.backend.see("Morning.");
	await sends(planner, "send", "backend", "count the rows");
	await lab.model.waiting("rows");
	await killed(terminals.backend);
	expect(await resultOf("count the rows")).toContain(`interrupted]\n${ENDED}`);
	await planner.see(/result interrupted backend's terminal ended/);
	backend = await again("backend-2");
	await backend.see("shop · backend · paused");
	await backend.see(/Morning\.[\s\S]*This terminal is still paused; `\/team resume` goes on\./);
	await sends(planner, "send", "backend", "count the doors");
	await backend.see("paused · 1 queued");
	lab.model.rules([{ when: /count the doors/, terminal: "backend-2", answers: ["Two doors."] }]);
	await backend.submit("/team resume");
	expect(await resultOf("count the doors")).toContain("completed]\nTwo doors.");
	expect([begun("count the rows"), begun("count the doors")]).toEqual([1, 1]);
});

test("killed after the claim and before the start: the session that comes back tells the asker", async () => {
	const { lab, terminals } = team;
	await backend.submit("/hold start");
	await backend.see("will hold at the start");
	await sends(terminals.planner, "send", "backend", "count the tables");
	await backend.see("held at the start");
	await killed(backend);
	backend = await again("backend-3");
	await backend.see("shop · backend · paused");
	expect(await resultOf("count the tables")).toContain(`interrupted]\n${ENDED}`);
	expect(begun("count the tables")).toBe(0);
	await backend.submit("/team resume");
	await backend.see("shop · backend · idle");
	expect(lab.model.of("backend-3")).toEqual([]);
});

test("killed when all was said and the result was not stored yet: no half result, and no second run", async () => {
	const { lab, terminals } = team;
	lab.model.rules([{ when: /count the chairs/, terminal: "backend-3", answers: ["There are 4 chairs."] }]);
	await backend.submit("/hold end");
	await backend.see("will hold at the end");
	await sends(terminals.planner, "send", "backend", "count the chairs");
	await backend.see("There are 4 chairs.");
	await backend.see("held at the end");
	await killed(backend);
	backend = await again("backend-4");
	await backend.see("shop · backend · paused");
	expect(await resultOf("count the chairs")).toContain(`interrupted]\n${ENDED}`);
	expect(begun("count the chairs")).toBe(1);
	await backend.submit("/team resume");
	await backend.see("shop · backend · idle");
	expect(lab.model.of("backend-4")).toEqual([]);
});

test("a member that was renamed while it was away comes back under its new name, to what is queued for it", async () => {
	const { lab, terminals } = team;
	const { planner } = terminals;
	lab.model.rules([{ when: /count the lamps/, terminal: "api", answers: ["There are 3 lamps."] }]);
	await backend.submit("/quit");
	expect(await backend.ended()).toBe(0);
	await sends(planner, "send", "backend", "count the lamps");
	await planner.see(/request to backend: submitted; backend is offline since \S+: queued until it returns/);
	await planner.submit("/team rename-role backend api");
	await planner.see("Rename backend to api?");
	await planner.press("Enter");
	await planner.see("backend is now called api.");
	await looks(planner, "/team status", /planner → api .*count the lamps/);
	const api = await again("api");
	await api.see("shop · api");
	expect(await resultOf("count the lamps")).toMatch(/result from api .*completed\]\nThere are 3 lamps\./);
	expect(begun("count the lamps")).toBe(1);
});
