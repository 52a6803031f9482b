import { describe, expect, test } from "vitest";
import { idOf, world } from "../support/scenes.ts";
import { frontEnds } from "../support/script.ts";

const shop = idOf("shop");
const member = (role: string) => idOf(`shop/${role}`);

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

	test("what is proposed gives way to what is typed or pasted, and stays when it was edited", async () => {
		const ui = await open(world("docs: editor"));
		await ui.press("a");
		await ui.type("writer");
		await ui.press("enter");
		expect(ui.intents()).toEqual([{ do: "join", teamId: idOf("docs"), role: "writer", force: false }]);
		const other = await open(world("docs: editor"));
		await other.press("a");
		await other.paste("writer");
		await other.press("enter");
		expect(other.intents()).toEqual([{ do: "join", teamId: idOf("docs"), role: "writer", force: false }]);
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
		await ui.press("r", "end");
		await ui.type("2");
		await ui.press("enter");
		expect(ui.screen()).toContain("Rename backend to backend2?");
		expect(ui.screen()).toContain("messages and timeline stay");
		await ui.press("enter");
		expect(ui.intents()).toEqual([{ do: "rename-role", teamId: shop, member: member("backend"), role: "backend2" }]);
	});

	test("r on the team renames the team", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("r", "end");
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
