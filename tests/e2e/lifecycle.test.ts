// Seats outlive terminals: leave, reload, quit and resume, crash, as the person at another terminal sees them.

import { describe, expect, test } from "vitest";
import { openedShop, pis, withExtension } from "../support/shop.ts";

describe.each(pis)("with $name", ({ pi }) => {
	const shop = openedShop(pi);

	test("a terminal that leaves is offline for the others and may come back", async () => {
		const { reviewer, backend } = shop;
		await reviewer.submit("/team leave");
		await reviewer.see("Leave shop?");
		await reviewer.press("Enter");
		await reviewer.gone("shop · reviewer");
		await backend.submit("/team members");
		await backend.see(/reviewer +offline/);
		await reviewer.submit("/team join shop reviewer");
		await reviewer.see("shop · reviewer");
	});

	test("a new session in the same terminal inherits no seat, and says how to take it back", async () => {
		const { backend } = shop;
		await backend.submit("/new");
		await backend.see(/you were backend in shop; .*team join.* takes it back/i);
		await backend.gone(/shop · backend · /);
		await backend.submit("/team join");
		await backend.see("shop · backend");
	});

	test("a reload keeps the seat without anybody noticing", async () => {
		const { lab, reviewer, backend } = shop;
		await backend.submit("/reload");
		await backend.see("shop · backend");
		lab.model.rules([{ when: /after the reload/, terminal: "backend", answers: ["Still here."] }]);
		await reviewer.submit("/team tell backend after the reload");
		await backend.see("Still here.");
	});

	test("a terminal that quits keeps its seat for its session, which takes it back without asking", async () => {
		const { lab, backend, reviewer } = shop;
		await backend.submit("/quit");
		expect(await backend.ended()).toBe(0);
		await reviewer.submit("/team members");
		await reviewer.see(/backend +offline/);
		await reviewer.submit("/team send backend look at the form");
		const resumed = await lab.pi("resumed", [...withExtension, "--session", lab.sessionOf("backend")], {
			project: "backend",
		});
		await resumed.see("shop · backend");
		await lab.model.request(
			({ terminal, said }) => terminal === "resumed" && said.includes("look at the form"),
			"the request",
		);
		await resumed.see("ok");
	});

	test("a killed terminal is offline at once, and its session goes on from where it was", async () => {
		const { lab, reviewer } = shop;
		lab.model.rules([
			{ when: /keep this/, answers: ["kept"] },
			{ when: /while you were away/, answers: ["I am back."] },
		]);
		await reviewer.submit("keep this");
		await reviewer.see("kept");
		reviewer.kill("SIGKILL");
		expect(await reviewer.ended()).toBe(137);
		const watcher = await lab.pi("watcher", withExtension);
		await watcher.submit("/team join shop watcher");
		await watcher.see("shop · watcher");
		await watcher.submit("/team members");
		await watcher.see(/reviewer +offline/);
		await watcher.submit("/team send reviewer said while you were away");
		const again = await lab.pi("again", [...withExtension, "--session", lab.sessionOf("reviewer")], {
			project: "reviewer",
		});
		await again.see("shop · reviewer");
		await again.see("I am back.");
	});
});
