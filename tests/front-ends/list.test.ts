import { describe, expect, test } from "vitest";
import { emptyWorld, world } from "../support/scenes.ts";
import { frontEnds } from "../support/script.ts";

/** The first of the texts' positions must be the smallest, and so on. */
function inOrder(screen: string, ...texts: readonly string[]): void {
	const at = texts.map((text) => screen.indexOf(text));
	expect(at, screen).not.toContain(-1);
	expect(at.toSorted((a, b) => a - b)).toEqual(at);
}

describe.each(frontEnds)("the list in the %s", (_name, open) => {
	test("shows your team first, then the others by name", async () => {
		const ui = await open(world("zoo: keeper(you)\nant: queen\nbee: drone"));
		inOrder(ui.list(), "■ zoo", "■ ant", "■ bee");
	});

	test("shows who needs you first, then who is online, then by role", async () => {
		const ui = await open(world("shop: anna(working 3m) bert-(offline 2h) carl(waiting 20s) dora(idle 4m) pm*(you)"));
		inOrder(ui.list(), "carl ", "anna ", "dora ", "pm (you) ", "bert ");
	});

	test("says how many are online, how many work, and which team is yours", async () => {
		const ui = await open(world("shop: pm*(you) backend(working 3m) reviewer-\ndocs: editor-"));
		expect(ui.list()).toContain("■ shop  2/3 online · 1 working · you");
		expect(ui.list()).toContain("□ docs  0/1 online");
	});

	test("pairs every shape with a word: admin, working, alarm, offline", async () => {
		const ui = await open(
			world("shop: pm*(you, working 3m) backend(working 7m) reviewer(waiting 20s) writer-(offline 2h)"),
		);
		expect(ui.list()).toMatch(/◆ pm \(you\) +working 3m/);
		expect(ui.list()).toMatch(/!● backend +working 7m/);
		expect(ui.list()).toMatch(/▲○ reviewer +waiting 20s/);
		expect(ui.list()).toMatch(/·○ writer +offline 2h/);
	});

	test("counts seconds only while somebody works or waits", async () => {
		const ui = await open(world("shop: pm*(you, idle 40s) a(working 40s) b(waiting 40s) c-(offline 40s)"));
		expect(ui.list()).toContain("working 40s");
		expect(ui.list()).toContain("waiting 40s");
		expect(ui.list()).not.toMatch(/(idle|offline) 40s/);
	});

	test("counts unread messages and open requests when there are any", async () => {
		const ui = await open(world("shop: pm*(you) backend(idle 4m, 2 unread, 1 open)"));
		expect(ui.list()).toContain("idle 4m · 2 unread · 1 open");
		expect(ui.list()).not.toContain("0 unread");
	});

	test("says why an idle member does not take what is queued for it", async () => {
		const ui = await open(
			world(
				"shop: pm*(you) a(idle 4m, 1 open, paused) b(idle 4m, 1 open, no model) c(idle 4m, 1 open, draft) d(idle 4m, paused)",
			),
		);
		expect(ui.list()).toMatch(/a +idle 4m · paused/);
		expect(ui.list()).toMatch(/b +idle 4m · no model/);
		expect(ui.list()).toMatch(/c +idle 4m · draft in the editor/);
		expect(ui.list()).not.toMatch(/d +idle 4m · paused/);
	});

	test("keeps the state in sight when a role is long and the screen is narrow", async () => {
		const ui = await open(world("shop: pm*(you) a-very-long-role-name-that-does-not-fit-at-all(working 3m)"), {
			columns: 40,
			rows: 24,
		});
		expect(ui.list()).toMatch(/a-very-long.*…\s+working 3m/);
	});

	test("a search keeps the rows in which every word occurs, in role, team, state or focus, and their team", async () => {
		const ui = await open(world("shop: pm*(you) backend(working 3m, on fix the parser) writer\ndocs: editor"));
		await ui.press("/");
		await ui.type("PARSER work");
		expect(ui.list()).toContain("backend");
		expect(ui.list()).toContain("■ shop");
		expect(ui.list()).not.toMatch(/editor +(idle|working)/);
		expect(ui.list()).not.toMatch(/writer +(idle|working)/);
		await ui.press("enter");
		expect(ui.list()).not.toMatch(/editor +(idle|working)/);
		await ui.press("escape");
		expect(ui.list()).toMatch(/editor +idle/);
	});

	test("a search that finds nothing says so and how to get everything back", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("/");
		await ui.type("zzz");
		expect(ui.list()).toContain("Nothing matches zzz. Esc shows everything.");
		await ui.press("escape");
		expect(ui.list()).toContain("■ shop");
	});

	test("an empty world says what to press", async () => {
		const ui = await open(emptyWorld());
		expect(ui.list()).toContain("There is no team yet");
		expect(ui.list()).toContain("n makes the first one");
	});
});

describe.each(frontEnds)("the cursor in the %s", (_name, open) => {
	const at = (ui: { screen(): string }) => /▌ ?[■□▲!·]?[●○◆◇ ]* ?(\S+)/.exec(ui.screen())?.[1];

	test("begins on your team", async () => {
		const ui = await open(world("ant: queen\nzoo: keeper(you)"));
		expect(at(ui)).toBe("zoo");
	});

	test("moves with arrows and j and k, and stops at the ends", async () => {
		const ui = await open(world("shop: pm*(you) a b c"));
		await ui.press("down", "j");
		expect(at(ui)).toBe("b");
		await ui.press("k");
		expect(at(ui)).toBe("a");
		await ui.press("G");
		expect(at(ui)).toBe("pm");
		await ui.press("down");
		expect(at(ui)).toBe("pm");
		await ui.press("g", "up");
		expect(at(ui)).toBe("shop");
		await ui.press("end", "home");
		expect(at(ui)).toBe("shop");
	});

	test("stays on its row when rows arrive above it", async () => {
		const ui = await open(world("shop: pm*(you) writer"));
		await ui.press("down", "down");
		expect(at(ui)).toBe("writer");
		await ui.change(world("shop: pm*(you) anna bert carl writer"));
		expect(at(ui)).toBe("writer");
	});

	test("stays on its member when that is renamed", async () => {
		const before = world("shop: pm*(you) anna writer");
		const ui = await open(before);
		await ui.press("down");
		const [shop] = before.snapshot.teams;
		if (shop === undefined) throw new Error("no team");
		const members = shop.members.map((each) => (each.role === "anna" ? { ...each, role: "zoe" } : each));
		const teams = [{ ...shop, revision: 2, members }];
		await ui.change({ ...before, snapshot: { ...before.snapshot, revision: 1_000_000, teams } });
		expect(at(ui)).toBe("zoe");
	});

	test("goes to the nearest row when its own is gone", async () => {
		const ui = await open(world("shop: pm*(you) a b c"));
		await ui.press("down", "down", "down");
		expect(at(ui)).toBe("c");
		await ui.change(world("shop: pm*(you) a b"));
		expect(at(ui)).toBe("pm");
	});

	test("pages through a list longer than the screen and keeps the row in sight", async () => {
		const roles = Array.from({ length: 60 }, (_, index) => `m${String(index).padStart(2, "0")}`).join(" ");
		const ui = await open(world(`shop: pm*(you) ${roles}`), { columns: 100, rows: 30 });
		await ui.press("pageDown");
		const first = at(ui);
		await ui.press("pageDown");
		expect(at(ui)).not.toBe(first);
		await ui.press("pageUp", "pageUp");
		expect(at(ui)).toBe("shop");
		await ui.press("G");
		expect(at(ui)).toBe("pm");
	});

	test("stays in sight when a question takes its row, or the terminal gets smaller", async () => {
		const roles = Array.from({ length: 60 }, (_, index) => `m${String(index).padStart(2, "0")}`).join(" ");
		const ui = await open(world(`shop: pm*(you) ${roles}`), { columns: 100, rows: 40 });
		await ui.press(...Array.from({ length: 16 }, () => "down"));
		expect(at(ui)).toBe("m15");
		await ui.press("x");
		expect(ui.screen()).toContain("Remove m15");
		expect(at(ui)).toBe("m15");
		await ui.press("n");
		await ui.resize(100, 22);
		expect(at(ui)).toBe("m15");
	});
});

test.each(frontEnds)("what an offline member did last stays in the %s, with its age", async (_name, open) => {
	const ui = await open(world("shop: pm*(you) writer-(offline 2h, on the old chapter)"), { columns: 120, rows: 40 });
	expect(ui.list()).toMatch(/writer +offline 2h +2h ago: the/);
});
