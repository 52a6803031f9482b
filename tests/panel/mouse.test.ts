import type { TuiMouseEvent } from "@earendil-works/pi-tui";
import { describe, expect, test } from "vitest";
import { teamPanel } from "../../src/panel/open.ts";
import { fakeHost } from "../support/panel-host.ts";
import { type World, world } from "../support/scenes.ts";
import { settled } from "../support/script.ts";
import { type PanelHarness, panelHarness, rawKey, readable } from "../support/script-panel.ts";

const LINES = Array.from(
	{ length: 60 },
	(_, index) => `18:${String(index).padStart(2, "0")}:00 backend → pm info n${index}`,
);
const MEMBERS = Array.from({ length: 40 }, (_, index) => `m${String(index).padStart(2, "0")}`);
const SHOP = world(`shop: pm*(you) backend reviewer\n${LINES.join("\n")}`, Date.UTC(2026, 10, 3, 19, 10, 0));
const CROWD = world(`shop: pm*(you) ${MEMBERS.join(" ")}\ndocs: editor`);

function event(type: TuiMouseEvent["type"], x: number, y: number, more: Partial<TuiMouseEvent> = {}): TuiMouseEvent {
	const keys = { shift: false, alt: false, ctrl: false };
	return {
		type,
		button: type === "wheel" ? "none" : "left",
		x,
		y,
		screenX: x,
		screenY: y,
		width: 0,
		height: 0,
		...keys,
		...more,
	};
}

/** What is to be read, and the row on which a text stands. */
function looking(harness: PanelHarness) {
	const { panel, terminal } = harness;
	const lines = () => panel.render(terminal.columns).map(readable);
	const place = (text: string) => {
		const y = lines().findIndex((line) => line.includes(text));
		if (y < 0) throw new Error(`no ${text} in\n${lines().join("\n")}`);
		return { x: lines()[y]?.indexOf(text) ?? 0, y };
	};
	const click = (text: string, clickCount = 1) => {
		const { x, y } = place(text);
		expect(panel.handleMouse(event("press", x, y))).toMatchObject({ handled: true });
		panel.handleMouse(event("release", x, y));
		return panel.handleMouse(event("click", x, y, { clickCount }));
	};
	const wheel = (text: string, wheelDelta: number) => {
		const { x, y } = place(text);
		return panel.handleMouse(event("wheel", x, y, { wheelDelta }));
	};
	return { lines, screen: () => lines().join("\n"), click, wheel };
}

function opened(shown: World, columns = 100, rows = 30) {
	const harness = panelHarness(shown, { columns, rows });
	return { harness, ...looking(harness) };
}

describe("a click in the panel", () => {
	test("selects the row under the pointer", () => {
		const { click, screen } = opened(SHOP);
		click("○ reviewer");
		expect(screen()).toMatch(/▌ ○ reviewer/);
		click("■ shop");
		expect(screen()).toMatch(/▌■ shop/);
	});

	test("stands on the line of the detail, which stays where it is", () => {
		const { click, lines, screen } = opened(SHOP);
		const before = lines().findIndex((line) => line.includes("n55"));
		click("n55");
		expect(lines()[before]).toMatch(/▌18:55:00 +backend → pm +info +n55/);
		click("pm (you)");
		expect(screen()).not.toMatch(/▌18:55/);
	});

	test("on the last line goes on following", () => {
		const { harness, click, screen } = opened(SHOP);
		click("n59");
		const [team] = SHOP.snapshot.teams;
		const more = world(`shop: pm*(you)\n${LINES.join("\n")}\n18:59:30 backend → pm info later`, SHOP.now);
		harness.show({
			...more,
			snapshot: { ...more.snapshot, teams: more.snapshot.teams.map((each) => ({ ...each, id: team?.id ?? "" })) },
		});
		expect(screen()).toMatch(/▌18:59:30 +backend → pm +info +later/);
	});

	test("a second one acts like Enter: writes to the member, opens the message", async () => {
		const member = opened(SHOP);
		member.click("○ reviewer");
		member.click("○ reviewer", 2);
		expect(member.screen()).toContain("tell · to reviewer >");
		const line = opened(SHOP);
		line.click("n55");
		line.click("n55", 2);
		await settled();
		expect(line.screen()).toContain("info  backend → pm");
	});

	test("a second one on something else than the first only stands there", () => {
		const { click, screen } = opened(SHOP);
		click("○ reviewer");
		click("○ backend", 2);
		expect(screen()).toMatch(/▌ ○ backend/);
		expect(screen()).not.toContain("tell ·");
	});

	test("beside the panes does nothing", () => {
		const { harness, click, screen } = opened(SHOP);
		const before = screen();
		for (const text of ["pm in shop", "? help", "│"]) expect(click(text)).toBeUndefined();
		expect(screen()).toBe(before);
		expect(harness.intents).toEqual([]);
	});

	test("while something is asked or typed changes nothing", () => {
		const { harness, click, screen } = opened(SHOP);
		for (const key of ["end", "x"]) harness.panel.handleInput(rawKey(key));
		const before = screen();
		expect(click("○ backend")).toBeUndefined();
		expect(screen()).toBe(before);
	});

	test("with another button is the host's", () => {
		const { harness } = opened(SHOP);
		expect(harness.panel.handleMouse(event("press", 2, 2, { button: "right" }))).toBeUndefined();
		expect(harness.panel.handleMouse(event("move", 2, 2, { button: "none" }))).toBeUndefined();
	});

	test("works where list and detail share the room", async () => {
		const { click, screen } = opened(SHOP, 60, 30);
		click("○ reviewer");
		expect(screen()).toMatch(/▌ ○ reviewer/);
		click("■ shop");
		click("■ shop", 2);
		expect(screen()).toContain("admin    pm");
		click("n57");
		click("n57", 2);
		await settled();
		expect(screen()).toContain("info  backend → pm");
	});
});

describe("the wheel in the panel", () => {
	test("scrolls the list, and takes the cursor along only at the edge", () => {
		const { wheel, screen } = opened(CROWD);
		wheel("○ m01", 3);
		expect(screen()).not.toContain("m00");
		expect(screen()).toMatch(/▌ ○ m02/);
		wheel("○ m10", -3);
		expect(screen()).toMatch(/ {2}○ m00/);
		expect(screen()).toMatch(/▌ ○ m02/);
	});

	test("stops at the ends", () => {
		const { wheel, screen } = opened(CROWD);
		wheel("○ m05", 500);
		expect(screen()).toContain("○ m39");
		const [list] = [screen()];
		wheel("○ m39", 3);
		expect(screen()).toBe(list);
		wheel("○ m39", -500);
		expect(screen()).toContain("■ shop  41/41");
	});

	test("scrolls the timeline, which follows again at its end", () => {
		const { harness, wheel, screen } = opened(SHOP);
		wheel("n58", -10);
		expect(screen()).not.toContain("n58");
		expect(screen()).toContain("n49");
		wheel("n49", 10);
		expect(screen()).toContain("n59");
		harness.panel.handleInput(rawKey("right"));
		expect(screen()).toMatch(/▌18:59:00/);
	});

	test("over the detail leaves the keyboard in the list", () => {
		const { harness, wheel, screen } = opened(SHOP);
		wheel("n58", -10);
		harness.panel.handleInput(rawKey("down"));
		expect(screen()).toMatch(/▌ ○ backend/);
	});

	test("asks for older lines where the line that says so is in sight, and stays where it is", () => {
		const withOlder = (shown: World): World => {
			const teams = shown.snapshot.teams.map((team) => ({ ...team, hasOlder: true }));
			return { ...shown, snapshot: { ...shown.snapshot, teams } };
		};
		const { harness, wheel, screen } = opened(withOlder(SHOP));
		wheel("n58", -20);
		expect(harness.olderAsked()).toBe(0);
		wheel("n30", -26);
		expect(screen()).toContain("older lines are not loaded");
		expect(harness.olderAsked()).toBe(0);
		wheel("n5", -1);
		expect(harness.olderAsked()).toBe(1);
	});

	test("scrolls the help", () => {
		const { harness, wheel, screen } = opened(SHOP);
		harness.panel.handleInput("?");
		expect(screen()).toContain("Writes to the member");
		wheel("Writes to", 4);
		expect(screen()).not.toContain("Writes to the member");
	});

	test("over the rest is the host's, as is everything without the keyboard", () => {
		const { harness, wheel } = opened(SHOP);
		expect(wheel("pm in shop", 3)).toBeUndefined();
		harness.panel.focused = false;
		expect(wheel("pm in shop", 3)).toBeUndefined();
	});
});

describe("a click on the panel without the keyboard", () => {
	function docked() {
		const host = fakeHost();
		const harness = panelHarness(world("shop: pm*(you) backend"));
		const panel = teamPanel(harness.source);
		panel.open(host.ui);
		host.press("f6");
		return { host, panel };
	}

	test("takes it, and the way out gives it back to the editor", () => {
		const { host } = docked();
		host.click(2);
		host.press("down");
		expect(readable(host.screen())).toMatch(/▌ ○ backend/);
		host.press("escape", "h");
		expect(host.editor.text).toBe("h");
	});

	test("never takes it from a dialog, and says so in the live view", () => {
		const { host } = docked();
		const dialog = host.openDialog();
		host.click(2);
		host.press("y");
		expect(dialog.text).toBe("y");
		expect(readable(host.screen())).toContain("A dialog has the keyboard: answer it first.");
		host.closeDialog();
		host.click(2);
		expect(readable(host.screen())).not.toContain("A dialog has the keyboard");
		host.press("down");
		expect(readable(host.screen())).toMatch(/▌ ○ backend/);
	});
});
