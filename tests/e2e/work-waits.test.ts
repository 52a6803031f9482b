// Work that has to wait, in whole Pi terminals: for a draft, a dialog, a model, a run. Nothing starts meanwhile, nothing is lost, and both sides see why.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { currentPi } from "../support/lab.ts";
import { looks, openedTeam, sends, withExtension } from "../support/shop.ts";
import { stubborn } from "../support/stubborn.ts";

const team = openedTeam(currentPi, ["planner", "backend"], { backend: { args: ["-e", stubborn] } });

/** What the model at this terminal was asked to do, in order. */
const asked = (terminal: string) => team.lab.model.of(terminal).map(({ said }) => said.split("\n").at(-1));

test("a draft in the editor holds a request, and its asker sees that", async () => {
	const { planner, backend } = team.terminals;
	await backend.type("half a thought");
	await backend.see("half a thought");
	await sends(planner, "send", "backend", "check the forms");
	await backend.see("shop · backend · idle · 1 queued");
	await looks(planner, "/team members", /backend +idle · draft in the editor · 1 open/);
	await looks(planner, "/team inbox", /request, submitted, waiting for: draft in the editor: check the forms/);
	expect(await backend.screen()).toContain("half a thought");
	expect(asked("backend")).toEqual([]);
});

test("once the draft is sent it comes first, then the request", async () => {
	const { lab, terminals } = team;
	lab.model.rules([
		{ when: /half a thought/, terminal: "backend", answers: ["A whole one."] },
		{ when: /check the forms/, terminal: "backend", answers: ["The forms are fine."] },
	]);
	await terminals.backend.press("Enter");
	await terminals.backend.see(/A whole one\.[\s\S]*The forms are fine\./);
	expect(asked("backend")).toEqual(["half a thought", "check the forms"]);
	await terminals.planner.see(/result completed The forms are fine\./);
});

test("a draft that is cleared lets the request through", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	lab.model.rules([{ when: /check the links/, terminal: "backend", answers: ["The links are fine."] }]);
	await backend.type("never mind");
	await backend.see("never mind");
	await sends(planner, "send", "backend", "check the links");
	await backend.see("1 queued");
	await backend.press("C-u");
	await backend.see("The links are fine.");
	expect(asked("backend")).not.toContain("never mind");
	await planner.see(/result completed The links are fine\./);
});

test("an open dialog holds work and messages, and nothing answers it but the person", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	const before = asked("backend").length;
	lab.model.rules([{ when: /check the images|blue is best/, terminal: "backend", answers: ["Blue."] }]);
	await backend.submit("/confirm Delete it?");
	await backend.see("Think about it.");
	await sends(planner, "send", "backend", "check the images");
	await sends(planner, "tell", "backend", "blue is best");
	await backend.see("shop · backend · waiting · 1 unread · 1 queued");
	await looks(planner, "/team members", /backend +waiting \d+s · 1 unread · 1 open/);
	await looks(planner, "/team inbox", /info, submitted, waiting for: dialog.*: blue is best/);
	expect(await backend.screen()).toContain("Think about it.");
	expect(asked("backend")).toHaveLength(before);
	await backend.press("Enter");
	await backend.see("confirmed");
	await planner.see(/result completed Blue\./);
	expect(asked("backend").slice(before)).toEqual(["blue is best", "check the images"]);
});

test("two requests for a terminal that works are taken one after the other, with one result each", async () => {
	const { lab, terminals } = team;
	const { planner, backend } = terminals;
	const before = { planner: asked("planner").length, backend: asked("backend").length };
	lab.model.rules([
		{ when: /my own job/, terminal: "backend", answers: [{ gate: "own", text: "Mine is done." }] },
		{ when: /first check/, terminal: "backend", answers: [{ gate: "first", text: "The first is fine." }] },
		{ when: /second check/, terminal: "backend", answers: ["The second is fine."] },
		{ when: /The (first|second) is fine/, terminal: "planner", answers: ["Seen."] },
	]);
	await backend.submit("my own job");
	await lab.model.waiting("own");
	await sends(planner, "send", "backend", "first check");
	await sends(planner, "send", "backend", "second check");
	await backend.see("working · 2 queued");
	lab.model.release("own");
	await lab.model.waiting("first");
	await backend.see("working · 1 queued");
	await looks(planner, "/team status", /surfaced .*first check\s+planner → backend .*submitted.* second check/);
	lab.model.release("first");
	await planner.see(/result completed The first is fine\.[\s\S]*result completed The second is fine\./);
	await looks(planner, "/team status", "No open requests or questions.");
	expect(asked("backend").slice(before.backend)).toEqual(["my own job", "first check", "second check"]);
	const results = lab.model.of("planner").slice(before.planner);
	expect(results.map(({ said }) => /The (first|second) is fine/.exec(said)?.[1])).toEqual(["first", "second"]);
});

test("without a model a request stays queued, and starts once one is selected", async () => {
	const { lab, terminals } = team;
	const { planner } = terminals;
	const agent = join(lab.directory, "without-model");
	mkdirSync(agent);
	writeFileSync(join(agent, "settings.json"), JSON.stringify({ defaultProjectTrust: "always", quietStartup: true }));
	const env = { PI_CODING_AGENT_DIR: agent, PI_TEAM_ROOT: join(lab.agentDirectory, "teams") };
	const fresh = await lab.pi("fresh", withExtension, { env, shows: "No models available" });
	await fresh.submit("/team join shop fresh");
	await fresh.see("shop · fresh · select a model");
	await sends(planner, "send", "fresh", "check the icons");
	await fresh.see("select a model · 1 queued");
	await looks(planner, "/team inbox", /planner → fresh +request, submitted, waiting for: no model: check the icons/);
	lab.model.rules([{ when: /check the icons/, terminal: "fresh", answers: ["The icons are fine."] }]);
	copyFileSync(join(lab.agentDirectory, "models.json"), join(agent, "models.json"));
	await fresh.submit("/model scripted-1");
	await planner.see(/result completed The icons are fine\./);
});
