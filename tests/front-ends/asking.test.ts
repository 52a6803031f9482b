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
		expect(ui.screen()).toContain("2 open requests are settled");
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

describe.each(frontEnds)("typing names in the %s", (_name, open) => {
	test("n asks for the team and your role, and makes and joins it", async () => {
		const ui = await open(world("docs: editor"));
		await ui.press("n");
		expect(ui.screen()).toContain("name of the new team");
		await ui.type("Shop");
		await ui.press("enter");
		expect(ui.screen()).toContain("your role in it");
		await ui.press("enter");
		expect(ui.intents()).toEqual([{ do: "create", team: "shop", role: expect.stringMatching(/^[a-z]/) }]);
	});

	test("while you are in a team n only makes one", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("n");
		await ui.type("docs");
		await ui.press("enter");
		expect(ui.intents()).toEqual([{ do: "create", team: "docs", role: undefined }]);
	});

	test("a name that cannot be taken says why and stays to be changed", async () => {
		const ui = await open(world("docs: editor"));
		await ui.press("n");
		await ui.type("Web Shop!");
		await ui.press("enter");
		expect(ui.screen()).toContain("Nearest valid name: web-shop");
		expect(ui.screen()).toContain("Web Shop!");
		await ui.press(...Array.from({ length: 9 }, () => "backspace"));
		await ui.type("docs");
		await ui.press("enter");
		expect(ui.screen()).toContain("There is already a team docs");
		expect(ui.intents()).toEqual([]);
	});

	test("a on a team you are not in asks for a role and joins", async () => {
		const ui = await open(world("docs: editor"));
		await ui.press("a");
		expect(ui.screen()).toContain("your role in docs");
		await ui.press(...Array.from({ length: 20 }, () => "backspace"));
		await ui.type("editor");
		await ui.press("enter");
		expect(ui.screen()).toContain("held by another terminal");
		await ui.type("2");
		await ui.press("enter");
		expect(ui.intents()).toEqual([{ do: "join", teamId: idOf("docs"), role: "editor2", force: false }]);
	});

	test("Enter on a team you are not in is the same", async () => {
		const ui = await open(world("docs: editor"));
		await ui.press("enter");
		expect(ui.screen()).toContain("your role in docs");
	});

	test("joining another team asks whether your seat is to be given up, and does both", async () => {
		const ui = await open(world("shop: pm*(you)\ndocs: editor"));
		await ui.press("end", "up", "a");
		await ui.press(...Array.from({ length: 20 }, () => "backspace"));
		await ui.type("writer");
		await ui.press("enter");
		expect(ui.screen()).toContain("Join docs as writer instead?");
		expect(ui.screen()).toContain("You leave shop, where you are pm");
		await ui.press("y");
		expect(ui.intents()).toEqual([{ do: "leave" }, { do: "join", teamId: idOf("docs"), role: "writer", force: false }]);
	});

	test("when leaving is refused nothing is joined", async () => {
		const ui = await open(world("shop: pm*(you)\ndocs: editor"));
		ui.answerWith({ ok: false, refusal: { code: "busy", holderPid: null, ageMs: null } });
		await ui.press("end", "up", "a", "enter", "y");
		expect(ui.intents()).toEqual([{ do: "leave" }]);
		expect(ui.screen()).toContain("The store is busy");
	});

	test("r renames the member after a question, and an unchanged name does nothing", async () => {
		const ui = await open(world("shop: pm*(you) backend"));
		await ui.press("down", "r");
		expect(ui.screen()).toContain("new role");
		await ui.press("enter");
		expect(ui.screen()).not.toContain("new role");
		expect(ui.intents()).toEqual([]);
		await ui.press("r");
		await ui.type("2");
		await ui.press("enter");
		expect(ui.screen()).toContain("Rename backend to backend2?");
		expect(ui.screen()).toContain("messages and timeline stay");
		await ui.press("enter");
		expect(ui.intents()).toEqual([{ do: "rename-role", teamId: shop, member: member("backend"), role: "backend2" }]);
	});

	test("r on the team renames the team", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("r");
		await ui.type("-two");
		await ui.press("enter", "y");
		expect(ui.intents()).toEqual([{ do: "rename-team", teamId: shop, name: "shop-two" }]);
	});

	test.each([
		["r", "shop: boss* pm(you) backend", ["G"], "Only the admin may rename"],
		["d", "shop: boss* pm(you)", [], "Only the admin may delete the team; that is boss"],
		["d", "shop: boss*", [], "boss is online in shop"],
		["x", "shop: pm*(you)", ["down"], "That is you"],
		["L", "shop: boss*", [], "You are not in a team"],
		["A", "shop: boss*", [], "You are not in a team"],
		["a", "shop: pm*(you)", [], "already pm in shop"],
	] as const)("%s where it cannot be done says why, before anything is asked", async (key, text, keys, why) => {
		const ui = await open(world(text));
		await ui.press(...(keys[0] === "G" ? ["home", "down"] : keys), key);
		expect(ui.screen()).toContain(why);
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
