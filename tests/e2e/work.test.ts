// Work between whole Pi terminals: a model asks another for work, gets exactly one result back, and the person at either terminal stays in charge.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { buildBundles } from "../../scripts/build.ts";
import { repository } from "../support/lab.ts";
import { looks, openedTeam, pis, sends } from "../support/shop.ts";

const request = (subject: string, body: string) => ({
	tools: [{ name: "team_message", args: { to: "backend", kind: "request", subject, body } }],
});

beforeAll(() => buildBundles(["bin", "verbs"]));

describe.each(pis)("with $name", ({ pi }) => {
	const team = openedTeam(pi, ["planner", "backend"]);

	/** What a person in any other shell sees. */
	async function status(): Promise<string> {
		const run = [join(repository, "dist/pi-team-dash.js"), "status"];
		return (await promisify(execFile)("node", run, { env: team.lab.env("shell") })).stdout;
	}

	test("a model's request is taken at once, and everybody sees who waits for whom", async () => {
		const { lab, terminals } = team;
		const { planner, backend } = terminals;
		const file = { path: "routes.txt", content: "GET /old\n" };
		lab.model.rules([
			{
				when: /plan the routes/,
				terminal: "planner",
				answers: [request("List the routes", "Write them down,\none a line."), "I asked the backend."],
			},
			{
				when: /List the routes/,
				terminal: "backend",
				answers: [
					{ tools: [{ name: "write", args: file }] },
					{ gate: "edit", tools: [{ name: "edit", args: { path: "routes.txt", oldText: "old", newText: "new" } }] },
					"There is one route, GET /new.",
				],
			},
			{ when: /There is one route/, terminal: "planner", answers: ["I compared it with what I asked for."] },
		]);
		await planner.submit("plan the routes");
		await lab.model.waiting("edit");
		await planner.see("I asked the backend.");
		const [asked] = lab.model.of("backend");
		expect(asked?.said).toContain("request from planner (teammate, not the user)");
		expect(asked?.said).toContain("Write them down,\none a line.");
		await backend.see(/planner → backend request List the routes/);
		await looks(
			planner,
			"/team status",
			/Open requests and questions:\s+planner → backend +request +<1m +surfaced +[0-9a-f]{8} +List the routes/,
		);
		await looks(planner, "/team inbox", /planner → backend +request, surfaced: List the routes/);
		const seen = await status();
		expect(seen).toMatch(/backend +working.*for planner: List the routes/);
		expect(seen).toMatch(/planner → backend +request.*surfaced.*List the routes/);
	});

	test("its result opens one turn of the asker, with outcome, closing text, files and the request", async () => {
		const { lab, terminals } = team;
		const { planner } = terminals;
		lab.model.release("edit");
		await planner.see("I compared it with what I asked for.");
		await planner.see(/backend → planner result completed There is one route/);
		const said = lab.model.of("planner").at(-1)?.said ?? "";
		expect(said).toMatch(/result from backend \(teammate, not the user\).*completed\]/);
		expect(said).toContain("There is one route, GET /new.");
		expect(said).toMatch(/Files edited or written:\n- \/.*\/projects\/backend\/routes\.txt\n/);
		expect(said).toMatch(/Request .*: List the routes\n> Write them down,\n> one a line\./);
		expect(lab.model.of("planner")).toHaveLength(3);
		expect(lab.model.of("backend")).toHaveLength(3);
		await looks(planner, "/team status", "No open requests or questions.");
		await looks(planner, "/team inbox", /request, answered: List the routes[\s\S]*result, surfaced: List the routes/);
		expect(await status()).toContain("No open requests or questions.");
	});

	test("a person who types into it takes over: the asker is told, and nothing else is taken", async () => {
		const { lab, terminals } = team;
		const { planner, backend } = terminals;
		lab.model.rules([
			{ when: /count the rows/, terminal: "backend", answers: [{ gate: "count", text: "There are 12." }] },
			{ when: /look here first/, terminal: "backend", answers: ["I look at what you found."] },
			{ when: /interrupted/, terminal: "planner", answers: ["I wait for the person."] },
		]);
		await sends(planner, "send", "backend", "count the rows");
		await lab.model.waiting("count");
		await backend.submit("look here first");
		await backend.see("You took over");
		await backend.see("shop · backend · paused");
		lab.model.release("count");
		await backend.see("I look at what you found.");
		await planner.see("I wait for the person.");
		const said = lab.model.of("planner").at(-1)?.said ?? "";
		expect(said).toContain("interrupted]\nThe person at that terminal took over");
		expect(said).not.toContain("There are 12.");
		await sends(planner, "send", "backend", "count the columns");
		await backend.see("paused · 1 queued");
		await looks(planner, "/team members", /backend +idle.*paused · 1 open/);
		expect(lab.model.of("backend").some(({ said }) => said.includes("count the columns"))).toBe(false);
	});

	test("/team resume takes what waited", async () => {
		const { lab, terminals } = team;
		const { planner, backend } = terminals;
		lab.model.rules([
			{ when: /count the columns/, terminal: "backend", answers: ["There are 7 columns."] },
			{ when: /There are 7 columns/, terminal: "planner", answers: ["Seven, then."] },
		]);
		await backend.submit("/team resume");
		await planner.see("Seven, then.");
		await backend.gone("paused");
		await backend.see("shop · backend · idle");
	});
});
