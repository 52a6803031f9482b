// The layout at every size: boxes inside the screen, none over another, and what gives way first.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pane } from "../../src/core/view/scene.ts";
import { type Box, type Layout, layOut, paneAt, type Wishes } from "../../src/dashboard/layout.ts";

const CALM: Wishes = {
	pane: "list",
	beside: "flow",
	zoom: undefined,
	listRows: 8,
	ledgerRows: 4,
	questionRows: 0,
	attention: "nothing",
};

const panes = fc.constantFrom<Pane>("list", "flow", "detail");
const wishes: fc.Arbitrary<Wishes> = fc.record({
	pane: panes,
	beside: fc.constantFrom("flow", "detail"),
	zoom: fc.option(panes, { nil: undefined }),
	listRows: fc.nat(40),
	ledgerRows: fc.nat(12),
	questionRows: fc.nat(8),
	attention: fc.constantFrom("something", "nothing"),
});
const sizes = fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 70 }) });

/** Every rectangle anything is put into. */
function boxes(layout: Layout): readonly Box[] {
	const { columns } = layout.size;
	const wholeRow = (top: number | undefined): readonly Box[] =>
		top === undefined ? [] : [{ left: 0, top, columns, rows: 1 }];
	const lines = [layout.state, layout.attention, layout.hint].flatMap(wholeRow);
	const asked = layout.question;
	// A question stands instead of the detail where the detail has its own rows.
	const shown = layout.panes.filter(({ box }) => box !== asked);
	const titles = layout.panes.flatMap(({ box, title }) =>
		title === undefined ? [] : [{ ...box, top: title, rows: 1 }],
	);
	const { divider, ledger } = layout;
	return [
		...lines,
		...shown.map(({ box }) => box),
		...titles,
		...(asked === undefined ? [] : [asked]),
		...(divider === undefined ? [] : [{ left: divider.column, top: divider.top, columns: 1, rows: divider.rows }]),
		...(ledger === undefined ? [] : [ledger, { ...ledger, top: ledger.title, rows: 1 }]),
	];
}

function overlap(a: Box, b: Box): boolean {
	const apart =
		a.left + a.columns <= b.left || b.left + b.columns <= a.left || a.top + a.rows <= b.top || b.top + b.rows <= a.top;
	return !apart;
}

test("at every size everything stands on the screen and nothing over another thing", () => {
	fc.assert(
		fc.property(sizes, wishes, (size, wanted) => {
			const all = boxes(layOut(size, wanted)).filter((box) => box.rows > 0);
			for (const box of all) {
				expect(box.left).toBeGreaterThanOrEqual(0);
				expect(box.top).toBeGreaterThanOrEqual(0);
				expect(box.columns).toBeGreaterThan(0);
				expect(box.left + box.columns).toBeLessThanOrEqual(size.columns);
				expect(box.top + box.rows).toBeLessThanOrEqual(size.rows);
			}
			all.forEach((box, at) => {
				for (const other of all.slice(at + 1)) expect([box, other, overlap(box, other)]).toEqual([box, other, false]);
			});
		}),
		{ numRuns: 2_000 },
	);
});

test("at every size the pane with the keyboard or what is asked is in sight", () => {
	fc.assert(
		fc.property(sizes, wishes, (size, wanted) => {
			const layout = layOut(size, {
				...wanted,
				zoom: undefined,
				beside: wanted.pane === "list" ? "flow" : wanted.pane,
			});
			const pane = layout.panes.find((each) => each.pane === wanted.pane);
			if (wanted.questionRows > 0) expect(layout.question?.rows).toBeGreaterThan(0);
			else expect(pane?.box.rows).toBeGreaterThan(0);
		}),
		{ numRuns: 2_000 },
	);
});

describe("what gives way as the screen gets smaller", () => {
	const shown = (columns: number, rows: number, more: Partial<Wishes> = {}) =>
		layOut({ columns, rows }, { ...CALM, ...more }).panes.map(({ pane }) => pane);

	test.each([
		[120, 40, ["list", "flow", "detail"]],
		[80, 24, ["list", "flow", "detail"]],
		[80, 19, ["list", "flow"]],
		[79, 24, ["list", "flow"]],
		[60, 24, ["list", "flow"]],
		[59, 24, ["list", "flow"]],
		[40, 12, ["list", "flow"]],
		[39, 24, ["list"]],
		[80, 9, ["list"]],
	])("%ix%i shows %j", (columns, rows, panes) => {
		expect(shown(columns, rows)).toEqual(panes);
	});

	test("the detail takes the place of the flow where both do not fit", () => {
		expect(shown(70, 24, { pane: "detail", beside: "detail" })).toEqual(["list", "detail"]);
		expect(shown(45, 24, { pane: "detail", beside: "detail" })).toEqual(["list", "detail"]);
		expect(shown(30, 24, { pane: "flow" })).toEqual(["flow"]);
	});

	test("list and flow stand one above the other below 60 columns", () => {
		expect(layOut({ columns: 59, rows: 24 }, CALM).divider).toBeUndefined();
		expect(layOut({ columns: 60, rows: 24 }, CALM).divider).toBeDefined();
	});

	test("the hints go before the state, and the list goes last", () => {
		expect(layOut({ columns: 80, rows: 3 }, CALM)).toMatchObject({ state: 0, hint: undefined });
		expect(layOut({ columns: 80, rows: 2 }, CALM)).toMatchObject({ state: undefined, hint: undefined });
		expect(shown(80, 1)).toEqual(["list"]);
	});
});

test("zoom gives the whole body to one pane", () => {
	const layout = layOut({ columns: 120, rows: 40 }, { ...CALM, zoom: "flow" });
	expect(layout.panes.map(({ pane }) => pane)).toEqual(["flow"]);
	expect(layout.panes[0]?.box.columns).toBe(120);
});

test("the ledger takes only rows the list does not need", () => {
	const tall = layOut({ columns: 120, rows: 40 }, { ...CALM, listRows: 10, ledgerRows: 6 });
	expect(tall.ledger?.rows).toBe(6);
	expect(tall.panes[0]?.box.rows).toBeGreaterThanOrEqual(10);
	expect(layOut({ columns: 120, rows: 40 }, { ...CALM, listRows: 60, ledgerRows: 6 }).ledger).toBeUndefined();
});

test("a cell of the screen belongs to the pane drawn there", () => {
	const layout = layOut({ columns: 120, rows: 40 }, CALM);
	const list = layout.panes[0];
	const top = list?.box.top ?? 0;
	expect(paneAt(layout, 3, top + 2)).toEqual({ pane: "list", row: 2 });
	expect(paneAt(layout, 100, top)).toEqual({ pane: "flow", row: 0 });
	expect(paneAt(layout, 3, 38)?.pane).toBe("detail");
	expect(paneAt(layout, 3, 39)).toBeUndefined();
	expect(paneAt(layout, layout.divider?.column ?? 0, top)).toBeUndefined();
});
