// The lab itself: a whole Pi that is prompted, answers, is interrupted and ends. Nothing of ours is loaded here.

import { afterEach, expect, test } from "vitest";
import { type Lab, openLab } from "../support/lab.ts";

let lab: Lab;
afterEach(() => lab.close());

test("a Pi terminal sends a typed prompt to the scripted model and shows its answer", async () => {
	lab = await openLab();
	lab.model.rules([{ when: /what is up/, answers: ["the sky"] }]);
	const pi = await lab.pi("backend", []);
	await pi.submit("what is up");
	await pi.see("the sky");
	expect(lab.model.of("backend").map(({ said }) => said)).toEqual(["what is up"]);
	await pi.submit("/quit");
	expect(await pi.ended()).toBe(0);
});

test("a gate holds an answer while the terminal works, and a killed terminal ends with its signal", async () => {
	lab = await openLab();
	lab.model.rules([
		{
			when: /list/,
			answers: [{ tools: [{ name: "bash", args: { command: "echo one-two" } }] }, { gate: "hold", text: "listed" }],
		},
	]);
	const pi = await lab.pi("backend", []);
	await pi.submit("list it");
	await lab.model.waiting("hold");
	expect(lab.model.of("backend")[1]?.toolResult).toContain("one-two");
	expect(await pi.screen()).not.toContain("listed");
	lab.model.release("hold");
	await pi.see("listed");
	pi.kill("SIGKILL");
	expect(await pi.ended()).toBe(137);
});
