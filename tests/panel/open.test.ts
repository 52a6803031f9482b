import { describe, expect, test } from "vitest";
import { teamPanel } from "../../src/panel/open.ts";
import { fakeHost } from "../support/panel-host.ts";
import { world } from "../support/scenes.ts";
import { panelHarness, readable } from "../support/script-panel.ts";

function opened(lacks: Parameters<typeof fakeHost>[0] = "nothing") {
	const host = fakeHost(lacks);
	const { source, errors } = panelHarness(world("shop: pm*(you) backend"));
	const panel = teamPanel(source);
	panel.open(host.ui);
	return { host, panel, errors, screen: () => readable(host.screen()) };
}

describe("opening the panel", () => {
	test("docks it below the editor and takes the keyboard", () => {
		const { host, panel, screen } = opened();
		expect(screen()).toContain("▌■ shop");
		host.press("down");
		expect(screen()).toMatch(/▌ ○ backend/);
		expect(host.editor.text).toBe("");
		expect(panel.isOpen).toBe(true);
	});

	test("again shows the row that is asked for", () => {
		const { host, panel, screen } = opened();
		const shop = panelHarness(world("shop: pm*(you) backend")).source.snapshots.current().teams[0];
		if (shop === undefined) throw new Error("no team");
		panel.open(host.ui, { teamId: shop.id, member: shop.members[1]?.id });
		expect(screen()).toMatch(/▌ ○ backend/);
	});

	test("says which team is looked at, before any key and after the cursor was moved on by what others did", () => {
		const harness = panelHarness(world("shop: pm*(you) backend"));
		const shown: unknown[] = [];
		const show = (teamId: unknown) => void shown.push(teamId);
		teamPanel({ ...harness.source, snapshots: { ...harness.source.snapshots, show } }).open(fakeHost().ui);
		const [shop] = harness.source.snapshots.current().teams;
		expect(shown).toEqual([shop?.id]);
		harness.show(world("docs: editor"));
		const [docs] = harness.source.snapshots.current().teams;
		expect(shown.at(-1)).toBe(docs?.id);
		expect(docs?.id).not.toBe(shop?.id);
	});

	test("while a dialog has the keyboard leaves it there and says so", () => {
		const host = fakeHost();
		const dialog = host.openDialog();
		const panel = teamPanel(panelHarness(world("shop: pm*(you)")).source);
		panel.open(host.ui);
		host.press("y");
		expect(dialog.text).toBe("y");
		expect(readable(host.screen())).toContain("A dialog has the keyboard");
		host.closeDialog();
		panel.open(host.ui);
		expect(readable(host.screen())).not.toContain("A dialog has the keyboard");
	});
});

describe("in a terminal too low to show the panel", () => {
	test("leaves the keyboard with the editor and says why", () => {
		const host = fakeHost();
		host.resize(20, 5);
		const harness = panelHarness(world("shop: pm*(you) backend"));
		teamPanel(harness.source).open(host.ui);
		host.press("L");
		expect(host.editor.text).toBe("L");
		expect(harness.said).toEqual([expect.stringContaining("needs 8 rows, and this terminal has 5")]);
	});

	test("gives it back at the first key when the terminal became too low", () => {
		const host = fakeHost();
		const harness = panelHarness(world("shop: pm*(you) backend"));
		teamPanel(harness.source).open(host.ui);
		host.resize(20, 5);
		host.press("L", "L");
		expect(host.editor.text).toBe("L");
		expect(harness.said).toHaveLength(1);
		expect(harness.errors).toEqual([]);
	});
});

describe("every way out gives the keyboard back to the editor first", () => {
	test.each([
		["Esc", ["escape"], "gone"],
		["q", ["q"], "gone"],
		["the shortcut", ["f6"], "live"],
		["Ctrl+C", ["ctrl+c"], "live"],
		["Tab past the last pane", ["tab", "tab"], "live"],
	] as const)("%s", (_what, keys, after) => {
		const { host, panel, screen } = opened();
		host.press(...keys);
		host.press("h", "i");
		expect(host.editor.text).toBe("hi");
		expect(panel.isOpen).toBe(after === "live");
		if (after === "live") expect(screen()).toContain("F6 focuses");
		else expect(screen()).toBe("");
	});

	test("closing it from outside: leaving, removal, shutdown", () => {
		const { host, panel } = opened();
		panel.close();
		host.press("h");
		expect(host.editor.text).toBe("h");
		panel.close();
		expect(host.screen()).toBe("");
	});

	test("the host taking it away by itself", () => {
		const { host, panel } = opened();
		host.clearWidgets();
		host.press("h");
		expect(host.editor.text).toBe("h");
		expect(panel.isOpen).toBe(false);
		panel.open(host.ui);
		expect(readable(host.screen())).toContain("▌■ shop");
	});

	test("an editor that was replaced meanwhile", () => {
		const { host } = opened();
		const editor = host.replaceEditor();
		host.press("escape");
		host.press("h");
		expect(editor.text).toBe("h");
	});

	test("a dialog that took the keyboard keeps it when the panel closes", () => {
		const { host, panel } = opened();
		const dialog = host.openDialog();
		panel.close();
		host.press("y");
		expect(dialog.text).toBe("y");
	});
});

describe("the shortcut", () => {
	test("opens, gives the keyboard back, and takes it again with everything as it was", () => {
		const host = fakeHost();
		const panel = teamPanel(panelHarness(world("shop: pm*(you) backend")).source);
		panel.toggle(host.ui);
		host.press("down", "m");
		host.press("a", "b", "f6");
		expect(host.editor.focused).toBe(true);
		panel.toggle(host.ui);
		expect(readable(host.screen())).toContain("tell · to backend > ab");
	});
});

describe("a host that cannot dock it", () => {
	test.each(["setWidget", "setFocus"] as const)(
		"because it lacks %s shows it in the editor's place, and closes it there",
		(lacks) => {
			const { host, panel, errors } = opened(lacks);
			const inline = host.inline();
			expect(readable(inline?.render(100).join("\n") ?? "")).toContain("▌■ shop");
			inline?.handleInput?.("\x1b");
			expect(host.inline()).toBeUndefined();
			expect(panel.isOpen).toBe(false);
			expect(host.editor.focused).toBe(true);
			expect(errors).toEqual([]);
		},
	);
});
