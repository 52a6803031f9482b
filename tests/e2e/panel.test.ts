// The docked panel in a whole Pi: it shows the team live, acts by keys, and never touches what is being typed.

import { describe, expect, test } from "vitest";
import { openedShop, pis } from "../support/shop.ts";

describe.each(pis)("with $name", ({ pi }) => {
	const shop = openedShop(pi);

	test("opens under the editor, beside the draft", async () => {
		const { reviewer } = shop;
		await reviewer.type("half a thought");
		await reviewer.see("half a thought");
		await reviewer.press("F6");
		const screen = await reviewer.see("▌■ shop  2/2 online · you");
		expect(screen).toMatch(/half a thought[\s\S]*reviewer in shop · 1 team/);
		expect(screen).toMatch(/◇ backend +idle/);
	});

	test("shows live what the others do", async () => {
		const { lab, backend, reviewer } = shop;
		lab.model.rules([{ when: /draw the form/, terminal: "backend", answers: [{ gate: "form", text: "drawn" }] }]);
		await backend.submit("draw the form");
		await lab.model.waiting("form");
		await reviewer.see(/◆ backend +working/);
		await reviewer.see(/backend +working +draw the form/);
		lab.model.release("form");
		await reviewer.see(/◇ backend +idle/);
	});

	test("m writes to the member under the cursor", async () => {
		const { lab, backend, reviewer } = shop;
		lab.model.rules([{ when: /look at the port/, terminal: "backend", answers: ["I look."] }]);
		await reviewer.press("j");
		await reviewer.see(/▌ ◇ backend/);
		await reviewer.press("m");
		await reviewer.see("tell · to backend >");
		await reviewer.type("look at the port");
		await reviewer.press("Enter");
		await reviewer.see("info to backend: submitted");
		await backend.see("I look.");
		await reviewer.see(/reviewer +→ backend +info +\(by hand\) look at the port/);
	});

	test("n makes a team, a joins it after a question, L leaves it after a question", async () => {
		const { reviewer, backend } = shop;
		await reviewer.press("n");
		await reviewer.see("name of the new team >");
		await reviewer.type("bakery");
		await reviewer.press("Enter");
		await reviewer.see(/▌□ bakery +0\/0 online/);
		await reviewer.press("a");
		await reviewer.see("your role in bakery > reviewer");
		await reviewer.press("Enter");
		await reviewer.see("You leave shop, where you are reviewer.");
		await reviewer.press("y");
		await reviewer.see("reviewer in bakery · 2 teams");
		await backend.submit("/team members");
		await backend.see(/reviewer +offline/);
		await reviewer.press("L");
		await reviewer.see("Leave bakery?");
		await reviewer.press("n");
		await reviewer.gone("Leave bakery?");
		await reviewer.press("L");
		await reviewer.see("Leave bakery?");
		await reviewer.press("y");
		await reviewer.see("not in a team · 2 teams");
	});

	test("Escape gives the keyboard back, and the draft is as it was", async () => {
		const { reviewer } = shop;
		await reviewer.press("Escape");
		await reviewer.gone("not in a team · 2 teams");
		await reviewer.type(" goes on");
		await reviewer.see("half a thought goes on");
	});
});
