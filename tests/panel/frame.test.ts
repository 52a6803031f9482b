import { describe, expect, test } from "vitest";
import { sizeOf } from "../../src/panel/frame.ts";
import { NOW, world } from "../support/scenes.ts";
import { settled } from "../support/script.ts";
import { panelHarness, rawKey, readable } from "../support/script-panel.ts";

const SHOP = `shop: pm*(you) backend(working 3m, on fix the parser) reviewer(waiting 20s)
	18:00:00 pm joined /work
	18:01:00 backend → pm info first
	18:02:00 backend → pm info second`;

describe("the panel's height", () => {
	test.each([
		[100, 24],
		[40, 24],
		[30, 18],
		[24, 14],
		[20, 10],
		[15, 5],
	])("in a terminal of %i rows it takes %i with the keyboard", (rows, expected) => {
		expect(sizeOf("here", 100, rows)).toMatchObject({ stance: "focused", rows: expected });
	});

	test("without the keyboard it takes six rows, and where five do not fit it is one line", () => {
		expect(sizeOf("elsewhere", 100, 40)).toMatchObject({ stance: "passive", rows: 6 });
		expect(sizeOf("elsewhere", 100, 15)).toMatchObject({ stance: "passive", rows: 5 });
		expect(sizeOf("here", 100, 14)).toMatchObject({ stance: "one-line", rows: 1 });
		expect(sizeOf("elsewhere", 100, 3)).toMatchObject({ stance: "one-line", rows: 1 });
	});

	test("stays the same whatever is asked, typed or said", async () => {
		const harness = panelHarness(world(SHOP), { columns: 100, rows: 30 });
		const height = harness.panel.render(100).length;
		for (const key of [
			"down",
			"m",
			"tab",
			"ctrl+e",
			"enter",
			"escape",
			"x",
			"n",
			"d",
			"?",
			"j",
			"escape",
			"right",
			"home",
			"enter",
		]) {
			harness.panel.handleInput(rawKey(key));
			await settled();
			expect(harness.panel.render(100)).toHaveLength(height);
		}
		harness.show(world("docs: editor"));
		expect(harness.panel.render(100)).toHaveLength(height);
	});
});

describe("what the host may cut off at the bottom", () => {
	test("is the list, never the title, the question or what is typed", async () => {
		const harness = panelHarness(world(SHOP), { columns: 100, rows: 30 });
		for (const key of ["down", "down", "x"]) harness.panel.handleInput(rawKey(key));
		const [title, question] = harness.panel.render(100).map(readable);
		expect(title).toContain("pm in shop");
		expect(question).toContain("Remove backend from shop? y/N");
		for (const key of ["n", "m"]) harness.panel.handleInput(rawKey(key));
		expect(readable(harness.panel.render(100)[1] ?? "")).toContain("tell · to backend >");
	});
});

describe("the live view without the keyboard", () => {
	test("shows who needs you, your team and the last events, and how to get in", () => {
		const harness = panelHarness(world(SHOP), { columns: 100, rows: 30 });
		harness.panel.focused = false;
		const lines = harness.panel.render(100).map(readable);
		expect(lines).toHaveLength(6);
		expect(lines[0]).toContain("F6 focuses");
		expect(lines[1]).toContain("▲ reviewer needs you");
		expect(lines[2]).toContain("backend working 3m");
		expect(lines.at(-1)).toContain("second");
	});

	test("outside of a team lists the teams", () => {
		const harness = panelHarness(world("docs: editor(working 3m)"), { columns: 100, rows: 30 });
		harness.panel.focused = false;
		expect(readable(harness.panel.render(100).join("\n"))).toContain("docs  1/1 online · 1 working");
	});
});

describe("the panel as one line", () => {
	const one = (...keys: readonly string[]) => {
		const harness = panelHarness(world(SHOP), { columns: 60, rows: 12 });
		for (const key of keys)
			harness.panel.handleInput(key.length > 1 && key.startsWith("=") ? key.slice(1) : rawKey(key));
		return harness;
	};
	const text = (harness: ReturnType<typeof one>) => harness.panel.render(60).map(readable);

	test("shows the selected row", () => {
		expect(text(one("down", "down"))).toEqual([expect.stringMatching(/^▌ ● backend.*working 3m/)]);
	});

	test("shows the line under the cursor of the detail, and the keys that work for help", () => {
		expect(text(one("right"))).toEqual([expect.stringMatching(/^▌18:02 +backend → pm +info +second/)]);
		expect(text(one("right", "up"))).toEqual([expect.stringMatching(/^▌18:01 +backend → pm +info +first/)]);
		expect(text(one("?"))).toEqual([expect.stringMatching(/^Enter detail {2}n new team/)]);
	});

	test("shows a question, what is typed, and what was said instead", () => {
		expect(text(one("L"))).toEqual(["Leave shop? Y/n"]);
		expect(text(one("down", "m", "=h", "=i"))).toEqual([expect.stringContaining("tell · to reviewer > hi")]);
		expect(text(one("m"))).toEqual(["Choose a member to write to."]);
	});

	test("shows counts without the keyboard", () => {
		const harness = one();
		harness.panel.focused = false;
		expect(text(harness)).toEqual(["shop  3/3 online · 1 working"]);
	});

	test("obeys all keys", async () => {
		const harness = one("down", "down", "m", "=h", "enter");
		await settled();
		expect(harness.intents).toMatchObject([{ do: "send", body: "h" }]);
	});
});

describe("drawing", () => {
	test("gives the host the same lines while nothing changed", () => {
		const harness = panelHarness(world(SHOP));
		const lines = harness.panel.render(140);
		expect(harness.panel.render(140)).toBe(lines);
		harness.panel.handleInput(rawKey("k"));
		expect(harness.panel.render(140)).toBe(lines);
		harness.panel.handleInput(rawKey("j"));
		expect(harness.panel.render(140)).not.toBe(lines);
	});

	test("asks for a frame when an age changed its word, and only then", () => {
		const idle = panelHarness(world("shop: pm*(you, idle 10m) backend(idle 10m)"));
		idle.panel.render(140);
		const before = idle.frames();
		idle.pass(50_000);
		expect(idle.frames()).toBe(before);
		idle.pass(20_000);
		expect(idle.frames()).toBe(before + 1);

		const moving = panelHarness(world("shop: pm*(you, working 10s)"));
		moving.panel.render(140);
		for (const _second of [1, 2, 3]) {
			const frames = moving.frames();
			moving.pass(1_000);
			expect(moving.frames()).toBe(frames + 1);
			moving.panel.render(140);
		}
	});

	test("draws a change of the store at once, and a burst of changes as one more frame", () => {
		const harness = panelHarness(world(SHOP));
		harness.panel.render(140);
		harness.pass(500);
		const before = harness.frames();
		harness.show(world("shop: pm*(you) anna"));
		expect(harness.frames()).toBe(before + 1);
		for (const role of ["bert", "carl", "dora"]) harness.show(world(`shop: pm*(you) ${role}`));
		expect(harness.frames()).toBe(before + 1);
		harness.pass(150);
		expect(harness.frames()).toBe(before + 2);
		expect(readable(harness.panel.render(140).join("\n"))).toContain("dora");
	});

	test("an error while drawing is reported and never thrown into the host", () => {
		const harness = panelHarness(world(SHOP), {}, { actor: () => ({ at: "outside", by: "person" }) });
		harness.panel.render(140);
		const broken = world(SHOP);
		harness.show({ ...broken, snapshot: { ...broken.snapshot, teams: undefined as never } });
		expect(() => harness.panel.render(140)).not.toThrow();
		expect(harness.errors).not.toEqual([]);
		harness.show(world(SHOP, NOW));
		expect(readable(harness.panel.render(140).join("\n"))).toContain("■ shop");
	});

	test("stops every timer and listener when it goes", () => {
		const harness = panelHarness(world(SHOP));
		expect(harness.timers()).toBe(1);
		harness.panel.dispose();
		expect(harness.timers()).toBe(0);
		const frames = harness.frames();
		harness.show(world("shop: pm*(you)"));
		harness.panel.handleInput("x");
		harness.pass(5_000);
		expect(harness.frames()).toBe(frames);
	});

	test("says in the title how many files are broken, and where to ask", () => {
		const plain = world(SHOP);
		const trouble = [{ code: "corrupt", path: "/x", text: "does not parse", hint: "look" }];
		const harness = panelHarness({ ...plain, snapshot: { ...plain.snapshot, trouble } }, { columns: 100, rows: 30 });
		expect(readable(harness.panel.render(100)[0] ?? "")).toContain("! 1 broken file (doctor)");
	});

	test("a message that is read keeps its place while the store changes, and is left when its team is gone", async () => {
		const harness = panelHarness(world(SHOP), { columns: 100, rows: 30 });
		for (const key of ["right", "enter"]) harness.panel.handleInput(rawKey(key));
		await settled();
		harness.show(world(`${SHOP}\n18:03:00 backend → pm info third`));
		expect(readable(harness.panel.render(100).join("\n"))).toContain("info  backend → pm");
		harness.show(world("docs: editor"));
		harness.pass(150);
		expect(readable(harness.panel.render(100).join("\n"))).not.toContain("backend → pm");
		expect(harness.errors).toEqual([]);
	});

	test("in ASCII nothing else is drawn, column for column", () => {
		const harness = panelHarness(world(SHOP), { columns: 100, rows: 30 }, { glyphs: "ascii" });
		for (const line of harness.panel.render(100).map(readable)) expect(line).toMatch(/^[\x20-\x7e]*$/);
		expect(readable(harness.panel.render(100).join("\n"))).toContain("># shop  3/3 online");
	});
});

describe("older lines", () => {
	test("are asked for when the cursor is on the line that says so and goes up once more", () => {
		const shown = world("shop: pm*(you)\n18:00:00 pm joined /a");
		const teams = shown.snapshot.teams.map((team) => ({ ...team, hasOlder: true }));
		const harness = panelHarness({ ...shown, snapshot: { ...shown.snapshot, teams } });
		for (const key of ["right", "up"]) harness.panel.handleInput(rawKey(key));
		expect(harness.olderAsked()).toBe(0);
		harness.panel.handleInput(rawKey("up"));
		expect(harness.olderAsked()).toBe(1);
	});
});
