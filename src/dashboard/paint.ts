// One frame of the dashboard: every line of the views in its place. Pure; the same state gives the same frame.

import type { Access } from "../core/store.ts";
import { detailLines, flowLines } from "../core/view/detail.ts";
import { flowHead } from "../core/view/flow-views.ts";
import { helpLines } from "../core/view/help.ts";
import { hintLine } from "../core/view/hints.ts";
import { listLines } from "../core/view/list.ts";
import { teamOfKey } from "../core/view/rows.ts";
import { type Pane, teamOf } from "../core/view/scene.ts";
import { shapes } from "../core/view/shapes.ts";
import { isTyping } from "../core/view/state.ts";
import { cutLine, type Line, word } from "../core/view/words.ts";
import { attentionLine, stateLine } from "./header.ts";
import type { Box } from "./layout.ts";
import { paletteLines } from "./palette.ts";
import { askedLines, noticeForHints, typingCell } from "./question.ts";
import { openSheet, rule, type Sheet } from "./sheet.ts";
import { sideOf } from "./side.ts";
import { bodyOf, type Stage } from "./stage.ts";
import type { Both } from "./state.ts";
import type { Frame } from "./terminal/canvas.ts";
import type { Cell } from "./terminal/screen.ts";
import type { Look } from "./theme.ts";
import { paneTitle } from "./titles.ts";
import { welcomeLines } from "./welcome.ts";

export interface Painting {
	readonly look: Look;
	/** Said in the first line: `read only`, `demo`. */
	readonly mode: string | undefined;
	readonly replayAt: number | undefined;
	/** Whether the store can be written; asked only where no team is. */
	access(): Access;
}

/** The cell that text is typed into; undefined while none is. */
export function typingAt(stage: Stage, both: Both): Cell | undefined {
	const { layout, scene } = stage;
	const { view, dash } = both;
	const body = bodyOf(layout);
	const isPalette = dash.palette !== undefined;
	const box = isPalette ? { left: 0, ...body } : layout.question;
	if (box === undefined || (!isPalette && !isTyping(view))) return undefined;
	const lines =
		dash.palette === undefined
			? askedLines(view, dash.typed, scene, box.columns, box.rows)
			: paletteLines(dash.palette, view, scene, body).slice(0, 1);
	const cell = typingCell(lines);
	return cell === undefined ? undefined : { row: box.top + cell.row, column: box.left + cell.column };
}

export function paint(stage: Stage, both: Both, painting: Painting): Frame {
	const { layout, scene } = stage;
	const { view, dash } = both;
	const { columns } = layout.size;
	const sheet = openSheet(layout.size, painting.look);
	const team = teamOf(scene, teamOfKey(view.cursor));
	const { mode, replayAt } = painting;
	row(sheet, layout.state, columns, () => stateLine(scene, { team, mode, replayAt }, columns));
	row(sheet, layout.attention, columns, () => attentionLine(scene, columns));
	row(sheet, layout.hint, columns, () => bottomLine(stage, both));
	if (view.help || dash.palette !== undefined) {
		const body = bodyOf(layout);
		const lines = dash.palette === undefined ? helpLines(view, scene) : paletteLines(dash.palette, view, scene, body);
		sheet.place({ left: 0, ...body }, lines, "focused");
		return sheet.finish();
	}
	for (const { pane, box, title } of layout.panes) {
		if (title !== undefined) {
			sheet.place({ ...box, top: title, rows: 1 }, [paneTitle(pane, view, dash, scene, team, box.columns)], "focused");
		}
		if (box !== layout.question)
			sheet.place(box, paneLines(pane, stage, both, painting), pane === view.pane ? "focused" : "elsewhere");
	}
	paintLedger(sheet, stage, team);
	paintDivider(sheet, stage);
	const asked = layout.question;
	if (asked !== undefined) {
		sheet.place(asked, askedLines(view, dash.typed, scene, asked.columns, asked.rows), "focused");
	}
	return sheet.finish();
}

function row(sheet: Sheet, at: number | undefined, columns: number, line: () => Line): void {
	if (at !== undefined) sheet.place({ left: 0, top: at, columns, rows: 1 }, [line()], "focused");
}

function paneLines(pane: Pane, { scene }: Stage, { view }: Both, { access }: Painting): readonly Line[] {
	switch (pane) {
		case "list":
			return listLines(view, scene);
		case "flow": {
			if (scene.snapshot.teams.length === 0) return welcomeLines(scene.snapshot, access(), scene.room.flow.columns);
			const team = teamOf(scene, teamOfKey(view.cursor));
			const head = team === undefined ? undefined : flowHead(team, view.filter, scene);
			return head === undefined ? flowLines(view, scene) : [[word(" "), ...head], ...flowLines(view, scene)];
		}
		case "detail":
			return detailLines(view, scene);
		default:
			return pane satisfies never;
	}
}

function bottomLine({ scene, layout }: Stage, { view, dash }: Both): Line {
	const columns = layout.size.columns - 1;
	if (dash.palette !== undefined) return cutLine([word(" "), ...PALETTE_HINTS], columns + 1);
	return [word(" "), ...(noticeForHints(view, layout.size) ?? hintLine(view, scene, columns))];
}

const PALETTE_HINTS: Line = [
	word("Enter", "accent"),
	word(" does it  ", "dim"),
	word("↑↓", "accent"),
	word(" choose  ", "dim"),
	word("Esc", "accent"),
	word(" back", "dim"),
];

function paintLedger(sheet: Sheet, { layout, scene }: Stage, team: ReturnType<typeof teamOf>): void {
	const { ledger } = layout;
	if (ledger === undefined || team === undefined) return;
	const { columns } = ledger;
	const side = sideOf(team, scene.now, columns);
	if (side === undefined) return;
	sheet.place({ ...ledger, top: ledger.title, rows: 1 }, [rule([word(side.title, "dim")], columns)], "elsewhere");
	sheet.place(ledger, side.lines, "elsewhere");
}

/** The line between list and flow, joined to the rules it starts from and ends at. */
function paintDivider(sheet: Sheet, { layout }: Stage): void {
	const { divider } = layout;
	if (divider === undefined) return;
	const box: Box = { left: divider.column, top: divider.top, columns: 1, rows: divider.rows };
	const line = (text: string): Line => [word(text, "dim")];
	const lines = Array.from({ length: divider.rows }, (_, at) => line(at === 0 ? "┬" : shapes.divider));
	sheet.place(box, lines, "elsewhere");
}
