// What a person may leave at, ask of and hold back from whole Pi terminals: notes, a check-in of everybody, a pause of every lane.

import { expect, test } from "vitest";
import { currentPi } from "../support/lab.ts";
import { looks, openedTeam, sends } from "../support/shop.ts";

const team = openedTeam(currentPi, ["planner", "backend", "reviewer"]);

test("a note shows at once at a terminal that works, and its model never sees it", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	lab.model.rules([
		{ when: /draw the form/, terminal: "backend", answers: [{ gate: "form", text: "It is drawn." }] },
		{ when: /anything new/, terminal: "backend", answers: ["Nothing that I know of."] },
	]);
	await backend.submit("draw the form");
	await lab.model.waiting("form");
	await sends(planner, "note", "backend", "the build is green");
	await backend.see(/planner \(person\) → backend note the build is green/);
	expect(await backend.screen()).not.toContain("It is drawn.");
	lab.model.release("form");
	await backend.see("It is drawn.");
	await backend.submit("anything new?");
	await backend.see(/Nothing that I know of\.[\s\S]*shop · backend · idle/);
	await looks(planner, "/team inbox", /planner → backend +note, surfaced: the build is green/);
	expect(lab.model.of("backend")).toHaveLength(2);
	expect(JSON.stringify(lab.model.of("backend"))).not.toContain("the build is green");
});

test("/team wake asks everybody else once, and each answer comes back", async () => {
	const { lab, terminals } = team;
	const { planner, backend, reviewer } = terminals;
	lab.model.rules([
		{ when: /we ship at noon/, terminal: "backend", answers: ["Nothing blocks the backend."] },
		{ when: /we ship at noon/, terminal: "reviewer", answers: ["Nothing blocks the reviewer."] },
		{ when: /Nothing blocks/, terminal: "planner", answers: ["Good."] },
	]);
	await planner.submit("/team wake we ship at noon");
	await planner.see("Check-in submitted to backend, reviewer.");
	await backend.see(/planner \(person\) → backend request Check-in/);
	await reviewer.see(/planner \(person\) → reviewer request Check-in/);
	await planner.see("backend → planner result completed Nothing blocks the backend.");
	await planner.see("reviewer → planner result completed Nothing blocks the reviewer.");
	const asked = lab.model.requests.filter(({ said }) =>
		said.startsWith("[team · request from the person at planner's terminal"),
	);
	expect(asked.map(({ terminal }) => terminal).sort()).toEqual(["backend", "reviewer"]);
});

test("/team pause lets no turn begin, on either lane, and senders are told", async () => {
	const { lab, terminals } = team;
	const { reviewer, backend } = terminals;
	const before = lab.model.of("backend").length;
	await backend.submit("/team pause");
	await backend.see("shop · backend · paused");
	await sends(reviewer, "ask", "backend", "which colour");
	await reviewer.see(
		/question to backend: submitted; backend is paused by its person and will read this with its next turn/,
	);
	await backend.see(/reviewer \(person\) → backend question which colour/);
	await sends(reviewer, "send", "backend", "paint the door");
	await reviewer.see(/request to backend: submitted; backend is paused by its person; it waits until it resumes/);
	await backend.see("paused · 1 queued");
	expect(lab.model.of("backend")).toHaveLength(before);
});

test("what the person types meanwhile is answered, with what was asked live, and the work still waits", async () => {
	const { lab, terminals } = team;
	const { backend } = terminals;
	lab.model.rules([{ when: /go on/, terminal: "backend", answers: ["Blue, and I go on."] }]);
	await backend.submit("go on");
	await backend.see("Blue, and I go on.");
	await backend.see("paused · 1 queued");
	const last = lab.model.of("backend").at(-1);
	expect(last?.said).toContain("which colour");
	expect(lab.model.requests.some(({ said }) => said.endsWith("paint the door"))).toBe(false);
});

test("/team resume lets both go on", async () => {
	const { lab, terminals } = team;
	const { reviewer, backend } = terminals;
	lab.model.rules([
		{ when: /paint the door/, terminal: "backend", answers: ["The door is blue."] },
		{ when: /which door/, terminal: "backend", answers: ["The front door."] },
	]);
	await backend.submit("/team resume");
	await reviewer.see("backend → reviewer result completed The door is blue.");
	await backend.gone("paused");
	await sends(reviewer, "ask", "backend", "which door");
	await backend.see("The front door.");
});
