// The main job, as two people have it: two whole Pi terminals in a team, and their models writing to each other.

import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../support/model-server.ts";
import { openedShop, pis } from "../support/shop.ts";

const ask = (body: string) => ({ tools: [{ name: "team_message", args: { to: "backend", kind: "question", body } }] });
const tell = (to: string, body: string) => ({ tools: [{ name: "team_message", args: { to, kind: "info", body } }] });
const requestWith = (terminal: string, text: string) => (request: ModelRequest) =>
	request.terminal === terminal && JSON.stringify(request.messages).includes(text);

describe.each(pis)("with $name", ({ pi }) => {
	const shop = openedShop(pi);

	test("both see who is in the team", async () => {
		await shop.reviewer.submit("/team members");
		await shop.reviewer.see(/backend.*idle[\s\S]*reviewer \(you\)/);
	});

	test("a model's question wakes an idle terminal once, within a second, and the answer comes back", async () => {
		const { lab, reviewer, backend } = shop;
		lab.model.rules([
			{ when: /find the port/, terminal: "reviewer", answers: [ask("Which port, please?"), "I asked the backend."] },
			{
				when: /Which port, please\?/,
				terminal: "backend",
				answers: [tell("reviewer", "It is 8080."), "I told the reviewer."],
			},
			{ when: /It is 8080/, terminal: "reviewer", answers: ["So the port is 8080."] },
		]);
		await reviewer.submit("find the port");
		const asked = await lab.model.request(requestWith("reviewer", "find the port"), "the reviewer's prompt");
		const woken = await lab.model.request(requestWith("backend", "Which port, please?"), "the question at the backend");
		// A step of the asking terminal itself tells how slow this machine is just now.
		const sent = await lab.model.request(
			({ terminal, step }) => terminal === "reviewer" && step === 1,
			"its next step",
		);
		expect(woken.at - asked.at).toBeLessThan(1_000 + 5 * (sent.at - asked.at));
		await reviewer.see("So the port is 8080.");
		await backend.see("I told the reviewer.");
		expect(lab.model.of("backend").map(({ step }) => step)).toEqual([0, 1]);
		expect(lab.model.of("reviewer").find(({ step }) => step === 1)?.toolResult).toContain("submitted");
		await reviewer.submit("/team inbox");
		await reviewer.see(/question, answered/);
	});

	test("a question for a busy terminal is steered into its running turn", async () => {
		const { lab, reviewer, backend } = shop;
		const before = lab.model.of("backend").length;
		lab.model.rules([
			{
				when: /build it/,
				terminal: "backend",
				answers: [{ gate: "build", tools: [{ name: "bash", args: { command: "echo built" } }] }, "unsteered"],
			},
			{ when: /ask again/, terminal: "reviewer", answers: [ask("Is it built?"), "I asked again."] },
			{ when: /Is it built\?/, terminal: "backend", answers: ["It is built."] },
		]);
		await backend.submit("build it");
		await lab.model.waiting("build");
		await reviewer.submit("ask again");
		await reviewer.see("I asked again.");
		lab.model.release("build");
		await backend.see("It is built.");
		const [, steered] = lab.model.of("backend").slice(before);
		expect(steered?.said).toContain("Is it built?");
		expect(JSON.stringify(steered?.messages)).toContain("built\\n");
		expect(lab.model.of("backend")).toHaveLength(before + 2);
	});
});
