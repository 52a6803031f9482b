import { describe, expect, test } from "vitest";
import { done } from "../../src/core/refusal.ts";
import { idOf, world } from "../support/scenes.ts";
import { frontEnds } from "../support/script.ts";

const shop = idOf("shop");
const member = (role: string) => idOf(`shop/${role}`);

describe.each(frontEnds)("asking first in the %s", (_name, open) => {
	test.each([
		["leave", "shop: pm*(you) backend", ["L"], "Leave shop?", "Your teammates see pm offline", { do: "leave" }],
		[
			"leave with work in the inbox",
			"shop: pm*(you, 2 unread, 1 open)",
			["L"],
			"Leave shop?",
			"goes on waiting: 2 unread, 1 open.",
			{ do: "leave" },
		],
		[
			"claim the admin",
			"shop: boss* pm(you)",
			["A"],
			"Become the admin of shop?",
			"boss loses it",
			{ do: "claim-admin", teamId: shop },
		],
		[
			"hand over the admin",
			"shop: pm*(you) backend",
			["down", "A"],
			"Make backend the admin of shop?",
			"You are no longer its admin",
			{ do: "hand-admin", teamId: shop, member: member("backend") },
		],
		[
			"take over a seat",
			"shop: backend-(offline 2h, elsewhere)",
			["down", "a"],
			"Take over backend in shop?",
			"offline since 2h and was another session's",
			{ do: "join", teamId: shop, role: "backend", force: true },
		],
	] as const)(
		"to %s names the effect, and Enter means yes, since it can be undone",
		async (_what, text, keys, question, effect, intent) => {
			const ui = await open(world(text));
			await ui.press(...keys);
			expect(ui.screen()).toContain(question);
			expect(ui.screen()).toContain(effect);
			expect(ui.screen()).toContain("Y/n");
			expect(ui.intents()).toEqual([]);
			await ui.press("enter");
			expect(ui.intents()).toEqual([intent]);
		},
	);

	test("to remove a member counts what is settled and Enter means no", async () => {
		const ui = await open(world("shop: pm*(you) backend(working 3m, 2 open)"));
		await ui.press("down", "x");
		expect(ui.screen()).toContain("Remove backend from shop?");
		expect(ui.screen()).toContain("2 open items are settled");
		expect(ui.screen()).toContain("leaves within seconds");
		expect(ui.screen()).toContain("y/N");
		await ui.press("enter");
		expect(ui.screen()).toContain("Nothing was changed");
		expect(ui.intents()).toEqual([]);
		await ui.press("x", "y");
		expect(ui.intents()).toEqual([{ do: "remove", teamId: shop, member: member("backend") }]);
	});

	test("to delete a team counts what goes and Enter means no", async () => {
		const ui = await open(world("shop: a- b-\nopen 6m a → b request Fix it"));
		await ui.press("d");
		expect(ui.screen()).toContain("Delete shop for everyone?");
		expect(ui.screen()).toContain("2 members, 1 open request");
		await ui.press("enter");
		expect(ui.intents()).toEqual([]);
		await ui.press("d", "y");
		expect(ui.intents()).toEqual([{ do: "delete-team", teamId: shop }]);
	});

	test.each(["n", "N", "escape"])("%s declines and changes nothing", async (key) => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("L", key);
		expect(ui.intents()).toEqual([]);
		expect(ui.screen()).toContain("Nothing was changed");
		expect(ui.standing()).toBe("here");
	});

	test("any other key leaves the question open", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("L", "x", "d", "down", "q");
		expect(ui.screen()).toContain("Leave shop?");
		expect(ui.intents()).toEqual([]);
	});

	test("an answer about a row that vanished meanwhile says so", async () => {
		const ui = await open(world("shop: pm*(you) backend-"));
		await ui.press("G", "x");
		await ui.change(world("shop: pm*(you)"));
		await ui.press("y");
		expect(ui.screen()).toContain("no longer there");
		expect(ui.intents()).toEqual([]);
	});

	test("an answer that the rules no longer allow is refused with the reason", async () => {
		const ui = await open(world("shop: boss* pm(you) backend-"));
		await ui.press("G", "x");
		await ui.change(world("shop: boss* pm(you) backend"));
		await ui.press("y");
		expect(ui.screen()).toContain("Only the admin may remove a member that is online");
		expect(ui.intents()).toEqual([]);
	});
});

describe.each(frontEnds)("after an action in the %s", (_name, open) => {
	const cursor = (ui: { screen(): string }) => /▌ ?[■□▲!·]?[●○◆◇ ]* ?(\S+)/.exec(ui.screen())?.[1];

	test("the cursor goes to the row it touched, also when that row appears only later", async () => {
		const ui = await open(world("docs: editor"));
		ui.answerWith(
			done({
				text: "You are pm in shop.",
				tone: "good",
				cursor: { teamId: shop, member: undefined },
				message: undefined,
			}),
		);
		await ui.press("n");
		await ui.type("shop");
		await ui.press("enter", "enter");
		expect(ui.screen()).toContain("You are pm in shop.");
		await ui.change(world("docs: editor\nshop: pm*(you)"));
		expect(cursor(ui)).toBe("shop");
	});

	test("no other action starts while one is carried out; moving goes on", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		const held = ui.holdAnswers();
		await ui.press("w");
		expect(ui.screen()).toContain("wake all …");
		await ui.press("down");
		expect(cursor(ui)).toBe("backend");
		await ui.press("w");
		expect(ui.intents()).toHaveLength(1);
		expect(ui.screen()).toContain("wake all");
		await held.release();
		expect(ui.screen()).toContain("done: wake");
		await ui.press("w");
		expect(ui.intents()).toHaveLength(2);
	});
});

describe("pausing", () => {
	test.each(frontEnds)("p in the %s pauses this terminal, or says where that is done", async (_name, open) => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("p");
		if (ui.surface === "dashboard") {
			expect(ui.screen()).toContain("in the terminal itself");
			expect(ui.intents()).toEqual([]);
			return;
		}
		expect(ui.intents()).toEqual([{ do: "pause", pause: "person" }]);
		await ui.change(world("shop: pm*(you, idle 4m, paused) backend"));
		await ui.press("p");
		expect(ui.intents()[1]).toEqual({ do: "pause", pause: "no" });
	});
});
