import { describe, expect, test } from "vitest";
import { idOf, NOW, type World, world } from "../support/scenes.ts";
import { type FrontEnd, frontEnds } from "../support/script.ts";

const shop = idOf("shop");

/** `role` was the name of a member until a moment ago. */
function withFormer(shown: World, role: string, member: string): World {
	const [team, ...rest] = shown.snapshot.teams;
	if (team === undefined) return shown;
	const formerRoles = [{ role, member: idOf(`shop/${member}`), until: NOW + 60_000 }];
	return { ...shown, snapshot: { ...shown.snapshot, teams: [{ ...team, formerRoles }, ...rest] } };
}

async function joinAs(ui: FrontEnd, role: string): Promise<void> {
	await ui.press("a", ...Array.from({ length: 20 }, () => "backspace"));
	await ui.type(role);
	await ui.press("enter");
}

describe.each(frontEnds)("taking a role that was somebody's in the %s", (_name, open) => {
	test("of another session says how long it is away, and takes it with a yes", async () => {
		const ui = await open(world("shop: writer-(offline 2h, elsewhere)"));
		await ui.press("down", "a");
		expect(ui.screen()).toContain("Take over writer in shop?");
		expect(ui.screen()).toContain("writer is offline since 2h and was another session's");
		await ui.press("y");
		expect(ui.intents()).toEqual([{ do: "join", teamId: shop, role: "writer", force: true }]);
	});

	test("a stopped terminal's is asked about once it may be taken", async () => {
		const ui = await open(world("shop: writer(suspended 2m, elsewhere)"));
		await ui.press("down", "a", "enter");
		expect(ui.intents()).toEqual([{ do: "join", teamId: shop, role: "writer", force: true }]);
	});

	test("the same session's in another terminal names that terminal", async () => {
		const ui = await open(world("shop: writer(mine, at /home/other)"));
		await ui.press("down", "a");
		expect(ui.screen()).toContain("Take writer in shop from another terminal?");
		expect(ui.screen()).toContain("/home/other");
		await ui.press("y");
		expect(ui.intents()).toEqual([{ do: "join", teamId: shop, role: "writer", force: true }]);
	});

	test("somebody else's that is alive is refused without a question", async () => {
		const ui = await open(world("shop: writer"));
		await ui.press("down", "a");
		expect(ui.screen()).toContain("writer is held by another terminal");
		expect(ui.screen()).not.toContain("Take ");
	});

	test("a name that was a member's until lately says whose, and takes it with a yes", async () => {
		const ui = await open(withFormer(world("shop: api"), "backend", "api"));
		await joinAs(ui, "backend");
		expect(ui.screen()).toContain("Join shop as backend?");
		expect(ui.screen()).toContain("backend was the name of api until lately");
		await ui.press("n");
		expect(ui.intents()).toEqual([]);
		await joinAs(ui, "backend");
		await ui.press("y");
		expect(ui.intents()).toEqual([{ do: "join", teamId: shop, role: "backend", force: true }]);
	});

	test("leaving one's seat for it is one question that names both", async () => {
		const ui = await open(world("docs: editor(you)\nshop: writer-(offline 2h, elsewhere)"));
		await ui.press("end", "a");
		expect(ui.screen()).toContain("Join shop as writer instead?");
		expect(ui.screen()).toContain("You leave docs, where you are editor.");
		expect(ui.screen()).toContain("was another session's");
		await ui.press("y");
		expect(ui.intents()).toEqual([{ do: "leave" }, { do: "join", teamId: shop, role: "writer", force: true }]);
	});

	test("a yes to a question that became another one meanwhile is asked anew", async () => {
		const ui = await open(world("shop: writer-(offline 2h, elsewhere)"));
		await ui.press("down", "a");
		await ui.change(world("shop: writer(mine)"));
		await ui.press("y");
		expect(ui.screen()).toContain("Take writer in shop from another terminal?");
		expect(ui.intents()).toEqual([]);
		await ui.press("y");
		expect(ui.intents()).toEqual([{ do: "join", teamId: shop, role: "writer", force: true }]);
	});
});
