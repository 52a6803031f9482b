import { describe, expect, test } from "vitest";
import { world } from "../support/scenes.ts";
import { frontEnds, message } from "../support/script.ts";

const BUSY = `shop: pm*(you) backend(working 3m, on fix the parser) reviewer-(offline 2h, on old work)
	17:58:00 pm created shop
	17:58:00 pm joined /home/pm
	18:02:11 reviewer → backend question Which code?
	18:03:00 backend → reviewer info The one in src
	18:04:00 backend → ghost question refused: unknown-role hello
	18:05:00 reviewer left
	18:05:30 pm removed ghost
	18:06:00 pm renamed boss pm
	18:07:00 pm claimed
	open 6m reviewer → backend question Which code?`;

/** Columns may stand further apart where there is room. */
function words(screen: string): string {
	return screen.replaceAll(/ +/g, " ");
}

describe.each(frontEnds)("the detail in the %s", (_name, open) => {
	test("of a team names the admin, who is there, who waits for whom, and the timeline, newest last", async () => {
		const ui = await open(world(BUSY));
		const screen = ui.screen();
		for (const text of [
			"admin    pm",
			"online   pm, backend",
			"offline  reviewer",
			"reviewer waits for backend 6m  question  Which code?",
			"18:02:11  reviewer → backend  question  Which code?",
			"backend → ghost  question  refused: unknown role",
			"reviewer left",
			"pm removed ghost",
			"pm renamed itself boss → pm",
			"pm claimed the admin",
		]) {
			expect(words(screen)).toContain(words(text));
		}
		expect(screen.indexOf("Which code?")).toBeLessThan(screen.lastIndexOf("claimed the admin"));
	});

	test("of a member says state, focus, since when, where, and its part of the timeline", async () => {
		const ui = await open(world(BUSY));
		await ui.press("down");
		const screen = ui.screen();
		for (const text of [
			"state    working 3m",
			"focus    fix the parser",
			"cwd      /home/backend",
			"message  m writes to it",
		]) {
			expect(screen).toContain(text);
		}
		expect(words(screen)).toContain("reviewer → backend question Which code?");
		// The dashboard shows the timeline of the whole team beside it.
		if (ui.surface === "panel") expect(screen).not.toContain("pm claimed the admin");
	});

	test("of an offline member keeps the last focus with its age and says what can be sent", async () => {
		const ui = await open(world(BUSY), { columns: 160, rows: 40 });
		await ui.press("G");
		expect(ui.screen()).toContain("focus    old work  (2h ago)");
		expect(ui.screen()).toContain("send and note are queued");
	});

	test("of a message shows the whole text, its steps and its thread", async () => {
		const body = "Which code?\n\n\tindented\nlast line";
		const root = message("shop", "reviewer", "backend", "question", "Which code?");
		const ui = await open(world(BUSY), {
			columns: 140,
			rows: 40,
			messages: [
				{
					...root,
					body,
					origin: "person",
					state: {
						id: root.id,
						place: "answered",
						receipts: [
							{ state: "surfaced", at: 0, code: undefined, outcome: undefined, reply: undefined, inferred: undefined },
							{ state: "answered", at: 0, code: undefined, outcome: undefined, reply: "x", inferred: true },
						],
					},
				},
			],
		});
		await ui.press("right", "home");
		while (!/▌.*Which code/.test(ui.screen())) await ui.press("down");
		await ui.press("enter");
		const screen = ui.screen();
		expect(screen).toContain("question  reviewer (by hand) → backend");
		expect(screen).toContain("    indented");
		expect(screen).toContain("last line");
		expect(screen).toMatch(/submitted .* → surfaced .* → answered \(inferred\)/);
		await ui.press("escape");
		expect(ui.screen()).toMatch(/▌.*Which code/);
	});

	test("follows the timeline until you go up, and again when you go to its end", async () => {
		const before = world("shop: pm*(you)\n18:00:00 pm joined /a\n18:01:00 pm left");
		const ui = await open(before);
		await ui.press("right", "up");
		await ui.change(world("shop: pm*(you)\n18:00:00 pm joined /a\n18:01:00 pm left\n18:02:00 pm back /b"));
		expect(ui.screen()).toMatch(/▌18:00:00 +pm joined/);
		await ui.press("end");
		expect(ui.screen()).toMatch(/▌18:02:00 +pm is back/);
		await ui.change(world("shop: pm*(you)\n18:00:00 pm joined /a\n18:02:00 pm back /b\n18:03:00 pm left"));
		expect(ui.screen()).toMatch(/▌18:03:00 +pm left/);
	});

	test("f leaves only what holds every word: member, kind or text", async () => {
		const ui = await open(world(BUSY));
		await ui.press("f");
		await ui.type("backend INFO");
		expect(ui.screen()).toContain("The one in src");
		expect(ui.screen()).not.toContain("claimed the admin");
		await ui.press("enter");
		expect(ui.screen()).toContain('timeline with "backend INFO"');
		await ui.press("escape");
		expect(ui.screen()).toContain("claimed the admin");
	});

	test("folds a long run of one member's working and idle to one line", async () => {
		const run = Array.from(
			{ length: 8 },
			(_, index) => `18:0${index}:00 backend ${index % 2 ? "idle" : "working step"}`,
		);
		const ui = await open(world(`shop: pm*(you) backend\n17:00:00 backend joined /b\n${run.join("\n")}`));
		expect(ui.screen()).toContain("backend idle  (8 changes since 18:00:00)");
		expect(ui.screen().match(/working {2}step/g)).toBeNull();
	});

	test("says that older lines exist and asks for them when you go up once more", async () => {
		const shown = world("shop: pm*(you)\n18:00:00 pm joined /a");
		const teams = shown.snapshot.teams.map((team) => ({ ...team, hasOlder: true }));
		const ui = await open({ ...shown, snapshot: { ...shown.snapshot, teams } });
		expect(ui.screen()).toContain("older lines are not loaded");
	});

	test("an event of a newer version is one plain line", async () => {
		const ui = await open(world("shop: pm*(you)\n18:00:00 pm celebrated something"));
		expect(ui.screen()).toContain("pm celebrated");
	});

	test("what a peer wrote cannot draw, hide or reorder anything", async () => {
		const ui = await open(world("shop: pm*(you) backend\n18:00:00 backend → pm info \u001b[2Jboo\u202e\u0007 {bold}"));
		expect(words(ui.screen())).toContain("info boo· {bold}");
	});
});

describe.each(frontEnds)("leaving and helping in the %s", (_name, open) => {
	test("Esc goes one level back: question, message, detail, search, filter, and at the top out or nowhere", async () => {
		const ui = await open(world(BUSY));
		await ui.press("f");
		await ui.type("src");
		await ui.press("enter", "/");
		await ui.type("shop");
		await ui.press("enter", "right", "enter", "m");
		await ui.press("escape");
		expect(ui.screen()).not.toContain("Enter go");
		expect(ui.screen()).toContain("info  backend → reviewer");
		await ui.press("escape", "escape");
		expect(ui.screen()).toContain('timeline with "src"');
		await ui.press("escape");
		expect(ui.screen()).toContain('timeline with "src"');
		await ui.press("escape");
		expect(ui.screen()).not.toContain('timeline with "src"');
		await ui.press("escape");
		if (ui.surface === "panel") expect(ui.standing()).toBe("closed");
		else expect(ui.screen()).toContain("q quits");
	});

	test("? lists every key with the reason for those that do nothing here; any other key closes it", async () => {
		const ui = await open(world("shop: boss* pm(you)"), { columns: 120, rows: 60 });
		await ui.press("?");
		expect(ui.screen()).toContain("not now: Only the admin may delete the team; that is boss.");
		expect(ui.screen()).toContain("not now: Choose a member to write to.");
		await ui.press("pageDown");
		expect(ui.screen()).toContain("not now: You are in the list.");
		await ui.press("escape");
		expect(ui.screen()).not.toContain("not now");
		expect(ui.standing()).toBe("here");
	});

	test("the hints name only what can be done on the row", async () => {
		const ui = await open(world("shop: boss* pm(you) writer-"));
		expect(ui.screen()).not.toContain("d delete");
		expect(ui.screen()).toContain("Enter detail");
		await ui.press("G");
		expect(ui.screen()).toContain("x remove");
		expect(ui.screen()).toContain("Enter message");
	});

	test("q closes it", async () => {
		const ui = await open(world("shop: pm*(you)"));
		await ui.press("q");
		expect(ui.standing()).toBe("closed");
	});
});
