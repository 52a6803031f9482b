// Where everything stands on a screen of any size. Pure arithmetic; never looks at what is shown there.

import { limits } from "../core/limits.ts";
import type { Pane } from "../core/view/scene.ts";
import type { Size } from "./terminal/screen.ts";

/** A rectangle of lines; rows and columns count from 0. */
export interface Box {
	readonly left: number;
	readonly top: number;
	readonly columns: number;
	readonly rows: number;
}

export interface PaneBox {
	readonly pane: Pane;
	readonly box: Box;
	/** The row with its title; undefined where there is no room for one. */
	readonly title: number | undefined;
}

export interface Layout {
	readonly size: Size;
	/** Rows of the fixed lines; undefined where they give way. */
	readonly state: number | undefined;
	readonly attention: number | undefined;
	readonly hint: number | undefined;
	/** What is shown now, from left to right and from top to bottom. */
	readonly panes: readonly PaneBox[];
	/** Under the list: what waits for whom, if the list leaves rows for it. */
	readonly ledger: (Box & { readonly title: number }) | undefined;
	/** Where a question and its typed text stand: instead of the detail, or above the hints. */
	readonly question: Box | undefined;
	/** Column of the line between list and flow, and its rows. */
	readonly divider: { readonly column: number; readonly top: number; readonly rows: number } | undefined;
}

export interface Wishes {
	/** The pane with the keyboard. */
	readonly pane: Pane;
	/** The last of flow and detail that had it: where they share a place, that one is shown. */
	readonly beside: Exclude<Pane, "list">;
	readonly zoom: Pane | undefined;
	/** Rows the list needs for all it has, and the ledger. */
	readonly listRows: number;
	readonly ledgerRows: number;
	/** Rows a question needs; 0 = nothing is asked. */
	readonly questionRows: number;
	readonly attention: "something" | "nothing";
}

export function layOut(size: Size, wishes: Wishes): Layout {
	const { columns, rows } = size;
	if (columns < limits.dashStackColumns || rows < limits.dashRowsLeast) return compact(size, wishes);
	const ownAttention = rows >= limits.dashAttentionRows || wishes.attention === "something";
	const frame = { size, state: 0, attention: ownAttention ? 1 : undefined, hint: rows - 1 };
	const body: Box = { left: 0, top: ownAttention ? 2 : 1, columns, rows: rows - (ownAttention ? 3 : 2) };
	if (wishes.zoom !== undefined) return zoomed(frame, body, wishes.zoom, wishes);
	if (columns < limits.dashPairColumns) return stacked(frame, body, wishes);
	return sideBySide(frame, body, wishes);
}

type Fixed = Pick<Layout, "size" | "state" | "attention" | "hint">;

/** One pane at a time, and only the lines there is room for. */
function compact(size: Size, wishes: Wishes): Layout {
	const { columns, rows } = size;
	const hasState = rows > 2;
	const hasHint = rows > 3;
	const asked = Math.min(wishes.questionRows, Math.max(1, rows - 2));
	const top = hasState ? 1 : 0;
	const bottom = rows - (hasHint ? 1 : 0) - asked;
	return {
		size,
		state: hasState ? 0 : undefined,
		attention: undefined,
		hint: hasHint ? rows - 1 : undefined,
		panes: [{ pane: wishes.pane, box: { left: 0, top, columns, rows: Math.max(0, bottom - top) }, title: undefined }],
		ledger: undefined,
		question: asked === 0 ? undefined : { left: 0, top: Math.max(top, bottom), columns, rows: asked },
		divider: undefined,
	};
}

function zoomed(fixed: Fixed, body: Box, pane: Pane, wishes: Wishes): Layout {
	const { rest, question } = questionBelow(body, wishes);
	return { ...fixed, panes: [titled(pane, rest)], ledger: undefined, question, divider: undefined };
}

function stacked(fixed: Fixed, body: Box, wishes: Wishes): Layout {
	const { rest, question } = questionBelow(body, wishes);
	const half = Math.floor(rest.rows / 2);
	const listRows = Math.max(2, Math.min(wishes.listRows + 1, half));
	const list = titled("list", { ...rest, rows: listRows });
	const below = titled(wishes.beside, { ...rest, top: rest.top + listRows, rows: rest.rows - listRows });
	return { ...fixed, panes: [list, below], ledger: undefined, question, divider: undefined };
}

function sideBySide(fixed: Fixed, body: Box, wishes: Wishes): Layout {
	const { columns } = body;
	const hasDetail = columns >= limits.dashColumns && fixed.size.rows >= limits.dashDetailRows;
	const { rest, question } = hasDetail ? { rest: body, question: undefined } : questionBelow(body, wishes);
	const detailRows = hasDetail ? detailHeight(rest.rows, wishes.questionRows) : 0;
	const listColumns = listWidth(columns);
	const upper: Box = { ...rest, rows: rest.rows - detailRows };
	const column = listColumns;
	const left: Box = { ...upper, columns: listColumns };
	const right: Box = { ...upper, left: column + 1, columns: columns - column - 1 };
	const { list, ledger } = withLedger(left, wishes);
	const beside = titled(hasDetail ? "flow" : wishes.beside, right);
	const detail = hasDetail ? titled("detail", { ...rest, top: upper.top + upper.rows, rows: detailRows }) : undefined;
	return {
		...fixed,
		panes: detail === undefined ? [list, beside] : [list, beside, detail],
		ledger,
		question: detail !== undefined && wishes.questionRows > 0 ? detail.box : question,
		divider: { column, top: upper.top, rows: upper.rows },
	};
}

/** Columns of the list beside another pane. */
export function listWidth(columns: number): number {
	if (columns < limits.dashColumns) return limits.dashListNarrow;
	if (columns < limits.dashWideColumns) return limits.dashListColumns;
	const share = Math.floor((columns * limits.listColumnsShare) / 100);
	return Math.min(Math.max(share, limits.listColumnsLeast), limits.listColumnsMost);
}

/** A quarter of the body, and what a question needs. */
function detailHeight(bodyRows: number, questionRows: number): number {
	const usual = Math.max(4, Math.floor(bodyRows / 4));
	return Math.min(Math.max(usual, questionRows + 1), limits.dashDetailMost, Math.floor(bodyRows / 2));
}

const LIST_LEAST = 3;

/** The list keeps the rows it needs; a ledger takes from the rest as much as it needs. */
function withLedger(left: Box, wishes: Wishes): { list: PaneBox; ledger: Layout["ledger"] } {
	const spare = left.rows - 1 - Math.max(LIST_LEAST, wishes.listRows);
	const rows = Math.min(wishes.ledgerRows, spare - 1);
	if (wishes.ledgerRows === 0 || rows < 2) return { list: titled("list", left), ledger: undefined };
	const list = titled("list", { ...left, rows: left.rows - rows - 1 });
	const title = left.top + left.rows - rows - 1;
	return { list, ledger: { ...left, top: title + 1, rows, title } };
}

/** Where nothing else could give way, a question takes the lowest rows. */
function questionBelow(body: Box, wishes: Wishes): { rest: Box; question: Box | undefined } {
	if (wishes.questionRows === 0) return { rest: body, question: undefined };
	const rows = Math.min(wishes.questionRows, Math.max(1, body.rows - 3));
	const rest = { ...body, rows: body.rows - rows };
	return { rest, question: { ...body, top: rest.top + rest.rows, rows } };
}

function titled(pane: Pane, outer: Box): PaneBox {
	const box = { ...outer, top: outer.top + 1, rows: Math.max(0, outer.rows - 1) };
	return { pane, title: outer.top, box };
}

/** The pane under a cell, for the mouse; `row` counts within its lines. */
export function paneAt(layout: Layout, column: number, row: number): { pane: Pane; row: number } | undefined {
	for (const { pane, box, title } of layout.panes) {
		const inColumns = column >= box.left && column < box.left + box.columns;
		const top = title ?? box.top;
		if (inColumns && row >= top && row < box.top + box.rows) return { pane, row: row - box.top };
	}
	return undefined;
}
