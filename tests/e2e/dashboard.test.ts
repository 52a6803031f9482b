// The dashboard in a third terminal: it shows what the Pi terminals do, and a person takes part from it.

import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildBundles } from "../../scripts/build.ts";
import { currentPi, repository } from "../support/lab.ts";
import { openedShop } from "../support/shop.ts";
import type { Terminal } from "../support/terminal.ts";

const shop = openedShop(currentPi);
let dashboard: Terminal;

beforeAll(async () => {
	await buildBundles(["bin", "verbs", "screen"]);
	dashboard = await shop.lab.program("person", ["node", join(repository, "dist/pi-team-dash.js")]);
});

test("shows who is in which team, to somebody who is in none", async () => {
	const screen = await dashboard.see(/▌■ shop +2\/2 online/);
	expect(screen).toContain("not in a team");
	expect(screen).toMatch(/◇ backend +idle/);
	expect(screen).toMatch(/○ reviewer +idle/);
});

test("shows live what the terminals do and say", async () => {
	const { lab, backend, reviewer } = shop;
	lab.model.rules([{ when: /which port/, terminal: "backend", answers: [{ gate: "port", text: "8080" }] }]);
	await reviewer.submit("/team ask backend which port");
	await lab.model.waiting("port");
	await dashboard.see(/reviewer +→ backend +question +\(by hand\) which port/);
	await dashboard.see(/◆ backend +working/);
	lab.model.release("port");
	await backend.see("8080");
	await dashboard.see(/◇ backend +idle/);
});

test("lets a person join, and the others see them", async () => {
	const { reviewer } = shop;
	await dashboard.press("a");
	await dashboard.see("your role in shop >");
	await dashboard.press("C-u");
	await dashboard.type("lead");
	await dashboard.see(/your role in shop > lead\b/);
	await dashboard.press("Enter");
	await dashboard.see(/▌ ○ lead \(you\) +idle/);
	await reviewer.submit("/team members");
	await reviewer.see(/lead +idle/);
});

test("lets the person write to a terminal and read its answer", async () => {
	const { lab, backend } = shop;
	const answer = { tools: [{ name: "team_message", args: { to: "lead", kind: "info", body: "All is well." } }] };
	lab.model.rules([{ when: /how are you/, terminal: "backend", answers: [answer, "I told the lead."] }]);
	await dashboard.press("g");
	await dashboard.see(/▌■ shop/);
	await dashboard.press("j");
	await dashboard.see(/▌ ◇ backend/);
	await dashboard.press("m");
	await dashboard.see("tell · to backend >");
	await dashboard.type("how are you");
	await dashboard.press("Enter");
	await dashboard.see("info to backend: submitted");
	await backend.see("I told the lead.");
	await dashboard.see(/backend +→ lead +info +All is well\./);
});

test("lets the person leave and quit, and gives the terminal back as it was", async () => {
	const { reviewer } = shop;
	await dashboard.press("L");
	await dashboard.see("Leave shop?");
	await dashboard.press("y");
	await dashboard.see("not in a team");
	await reviewer.submit("/team members");
	await reviewer.see(/lead +offline/);
	await dashboard.press("q");
	expect(await dashboard.ended()).toBe(0);
	expect((await dashboard.screen()).trim()).toBe("[ended 0]");
});
