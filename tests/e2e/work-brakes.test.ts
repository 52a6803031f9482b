// What stops a whole Pi terminal from taking work, and how a person goes on: the turn budget, a result the disk refused, a leave in the middle.

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TeamDocument } from "../../src/core/schema.ts";
import { currentPi } from "../support/lab.ts";
import { looks, openedTeam, sends } from "../support/shop.ts";

const team = openedTeam(currentPi, ["planner", "backend"], {
	backend: { terminal: { env: { PI_TEAM_AUTO_TURNS: "2" } } },
});

/** What the backend's model was asked for, in order. */
const asked = () => team.lab.model.of("backend").map(({ said }) => said.split("\n").at(-1));

/** Where what became of a member's messages is kept. */
function receiptsOf(role: string): string {
	const root = join(team.lab.agentDirectory, "teams");
	const directory = join(root, readdirSync(root).find((name) => name.startsWith("t-")) ?? "");
	const latest = readdirSync(join(directory, "doc")).sort().at(-1) ?? "";
	const document: TeamDocument = JSON.parse(readFileSync(join(directory, "doc", latest), "utf8"));
	const member = document.members.find((each) => each.role === role);
	return join(directory, "receipts", member?.id ?? "");
}

test("after so many automatic turns the terminal pauses by itself, and says how to go on", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	lab.model.rules([
		{ when: /draw a circle/, terminal: "backend", answers: [{ gate: "circle", text: "Round." }] },
		{ when: /draw a (square|line)/, terminal: "backend", answers: ["Straight."] },
	]);
	await sends(planner, "send", "backend", "draw a circle");
	await lab.model.waiting("circle");
	await sends(planner, "send", "backend", "draw a square");
	await sends(planner, "send", "backend", "draw a line");
	await backend.see("working · 2 queued");
	lab.model.release("circle");
	await backend.see("2 automatic turns without a person typing; `/team resume` goes on.");
	await backend.see("shop · backend · paused · 1 queued");
	await planner.see(/result completed Round\.[\s\S]*result completed Straight\./);
	await looks(
		planner,
		"/team status",
		/backend +idle.* · paused · 1 open[\s\S]*planner → backend .*submitted, waiting for: paused .*draw a line/,
	);
	expect(asked()).toEqual(["draw a circle", "draw a square"]);
});

test("/team resume takes the rest", async () => {
	const { planner, backend } = team.terminals;
	await backend.submit("/team resume");
	await planner.see(/Straight\.[\s\S]*result completed Straight\./);
	await backend.see("shop · backend · idle");
	expect(asked()).toEqual(["draw a circle", "draw a square", "draw a line"]);
});

test("a result that could not be stored stops the terminal, and the way out ends with the asker told", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	lab.model.rules([{ when: /draw a cat/, terminal: "backend", answers: [{ gate: "cat", text: "A cat." }] }]);
	await sends(planner, "send", "backend", "draw a cat");
	await lab.model.waiting("cat");
	const receipts = receiptsOf("planner");
	renameSync(receipts, `${receipts}.away`);
	writeFileSync(receipts, "");
	lab.model.release("cat");
	await backend.see("The result of the request could not be stored");
	await backend.see("shop · backend · paused");
	await backend.submit("/team resume");
	await backend.see("The result of the last request could not be stored. Leave and join again;");
	await backend.see("shop · backend · paused");
	rmSync(receipts);
	renameSync(`${receipts}.away`, receipts);
	await backend.submit("/team leave");
	const question = await backend.see(/Leave shop\?[\s\S]*result\s+could\s+not\s+be\s+stored\s+ends\s+interrupted\./);
	expect(question).not.toContain("goes on waiting");
	await backend.press("Enter");
	await backend.gone("shop · backend");
	await planner.see(/result interrupted backend's terminal ended/);
	expect(asked().filter((text) => text === "draw a cat")).toHaveLength(1);
});

test("a leave in the middle of a request comes after its result, and takes nothing more", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	lab.model.rules([{ when: /draw a dog/, terminal: "backend", answers: [{ gate: "dog", text: "A dog." }] }]);
	await backend.see("You left shop.");
	await backend.submit("/team join shop backend");
	await backend.see("shop · backend · idle");
	await sends(planner, "send", "backend", "draw a dog");
	await lab.model.waiting("dog");
	await sends(planner, "send", "backend", "draw a bird");
	await backend.see("1 queued");
	await backend.submit("/team leave");
	await backend.see(/waiting:\s+1\s+open\.\s+The\s+request\s+you\s+are\s+working\s+on\s+is\s+reported\s+first\./);
	await backend.press("Enter");
	await backend.see("once the result");
	await looks(planner, "/team members", /backend +working/);
	lab.model.release("dog");
	await planner.see("result completed A dog.");
	await backend.gone("shop · backend");
	await looks(planner, "/team members", /backend +offline.* 1 open/);
	expect(asked()).not.toContain("draw a bird");
});
