// Where the panel's lines go: how high it is, what stands where, and how much room each pane gets. Pure; never colours, never the host.

import { limits } from "../core/limits.ts";
import type { Message } from "../core/model.ts";
import { detailLines, detailTitle, lastEvents } from "../core/view/detail.ts";
import { countsLine, glanceLines } from "../core/view/glance.ts";
import { helpLines, keyLabel } from "../core/view/help.ts";
import { confirmLines, hintLine, noticeLines, promptLine, remarkLine, titleLine } from "../core/view/hints.ts";
import { cursorLine, listLines } from "../core/view/list.ts";
import type { Pane, Room, Scene } from "../core/view/scene.ts";
import { shapes } from "../core/view/shapes.ts";
import type { ViewState } from "../core/view/state.ts";
import { cutLine, fitLine, type Line, lineWidth, word } from "../core/view/words.ts";
import type { PanelSource } from "./source.ts";

/** A line of words, or one the text editor drew itself: it holds the cursor. */
export type Slot = { readonly what: "line"; readonly line: Line } | { readonly what: "typed"; readonly text: string };

/** How the panel stands: with the keyboard, as a live view, or as one line where there is no room. */
export type Stance = "focused" | "passive" | "one-line";

export interface Size {
	readonly stance: Stance;
	readonly keyboard: Keyboard;
	readonly columns: number;
	readonly rows: number;
}

export type Keyboard = "here" | "elsewhere";

const PANES: readonly Pane[] = ["list", "detail"];

/** Constant while focused, so that the conversation above does not jump. */
export function sizeOf(keyboard: Keyboard, columns: number, terminalRows: number): Size {
	const share = Math.floor((terminalRows * limits.panelRowsShare) / PERCENT);
	const most = Math.min(limits.panelRowsMost, share, terminalRows - limits.panelRowsLeft);
	if (most < limits.panelRowsLeast) return { stance: "one-line", keyboard, columns, rows: 1 };
	if (keyboard === "here") return { stance: "focused", keyboard, columns, rows: most };
	return { stance: "passive", keyboard, columns, rows: Math.min(most, limits.panelRowsPassive) };
}

/** What is said instead of giving the keyboard to a panel that the host has no room to show; undefined when it has. */
export function tooLow(terminalRows: number): string | undefined {
	if (terminalRows >= limits.panelTerminalRows) return undefined;
	return `The panel needs ${limits.panelTerminalRows} rows, and this terminal has ${terminalRows}; \`/team help\` lists what can be typed.`;
}

const PERCENT = 100;
const DIVIDER = ` ${shapes.divider} `;

export function isSplit(columns: number): boolean {
	return columns >= limits.splitColumns;
}

export function listColumns(columns: number): number {
	if (!isSplit(columns)) return columns;
	const share = Math.floor((columns * limits.listColumnsShare) / PERCENT);
	return Math.max(limits.listColumnsLeast, Math.min(limits.listColumnsMost, share));
}

/** The world as it is now, and the room there is for it. */
export function sceneOf(
	source: PanelSource,
	state: ViewState | undefined,
	message: Message | undefined,
	size: Size,
	typedRows: number,
): Scene {
	return {
		snapshot: source.snapshots.current(),
		actor: source.actor(),
		session: source.session,
		now: source.env.now(),
		surface: "panel",
		proposedRole: source.proposedRole,
		panes: PANES,
		room: roomFor(state, size, typedRows),
		message,
	};
}

/** What the title, the typed text or question, and the hints leave. `typedRows` is how many lines the text editor drew. */
function roomFor(state: ViewState | undefined, size: Size, typedRows: number): Scene["room"] {
	const body = Math.max(1, size.rows - FIXED_ROWS - (state === undefined ? 0 : topRows(state, size, typedRows)));
	const wide = isSplit(size.columns);
	const list: Room = { columns: listColumns(size.columns), rows: body };
	const beside = size.columns - list.columns - DIVIDER.length;
	const detail: Room = { columns: wide ? beside : size.columns, rows: Math.max(1, body - 1) };
	return { list, detail, flow: detail, help: { columns: size.columns, rows: body } };
}

const FIXED_ROWS = 2; // the title and the hints

function topRows(state: ViewState, size: Size, typedRows: number): number {
	const typing = state.question !== undefined && state.question.what !== "confirm";
	return typing ? typedRows + 1 : answerLines(state, size).length;
}

/** A question or a notice; a long one never takes more than half of the panel. */
function answerLines(state: ViewState, size: Size): readonly Line[] {
	const asked = confirmLines(state, size.columns);
	const lines = asked.length > 0 ? asked : noticeLines(state, size.columns);
	return lines.slice(0, Math.max(1, Math.floor((size.rows - FIXED_ROWS) / 2)));
}

/** The pane at a place of the panel, and the row in it; undefined on the title, a question, the divider and the hints. */
export function paneUnder(
	x: number,
	y: number,
	state: ViewState,
	scene: Scene,
	size: Size,
): { readonly pane: Pane; readonly row: number } | undefined {
	const { list, detail } = scene.room;
	const row = y - (size.rows - list.rows - 1); // Below the rows stand the hints alone.
	if (row < 0 || row >= list.rows) return undefined;
	if (!isSplit(size.columns)) return { pane: state.pane, row: state.pane === "list" ? row : row - 1 };
	if (x < list.columns) return { pane: "list", row };
	return x < size.columns - detail.columns ? undefined : { pane: "detail", row: row - 1 }; // Below its title.
}

/** Exactly size.rows slots, none wider than size.columns. `typed` holds the lines of the text editor while something is typed. */
export function slots(
	state: ViewState,
	scene: Scene,
	size: Size,
	typed: readonly string[],
	key: string,
): readonly Slot[] {
	if (size.stance === "one-line") return [oneLine(state, scene, size, typed)];
	if (size.stance === "passive") return padded(passiveLines(state, scene, size, key), size).map(asSlot);
	const { columns } = size;
	const top: readonly Slot[] =
		typed.length > 0
			? [...typed.map((text): Slot => ({ what: "typed", text })), asSlot(cutLine(remarkLine(state, scene), columns))]
			: answerLines(state, size).map((line) => asSlot(cutLine(line, columns)));
	const rows = size.rows - FIXED_ROWS - top.length;
	const body = padded(bodyLines(state, scene, columns), { ...size, rows }).map(asSlot);
	return [
		asSlot(ruled(titleLine(scene, columns - RULE_ROOM), columns)),
		...top,
		...body,
		asSlot(hintLine(state, scene, columns)),
	];
}

const RULE_ROOM = 6;

/** The title in a rule, which sets the panel off from the editor above it. */
function ruled(title: Line, columns: number): Line {
	const head: Line = [word(`${shapes.rule}${shapes.rule} `, "dim"), ...title, word(" ", "dim")];
	const rest = columns - lineWidth(head);
	return cutLine([...head, word(shapes.rule.repeat(Math.max(0, rest)), "dim")], columns);
}

function bodyLines(state: ViewState, scene: Scene, columns: number): readonly Line[] {
	if (state.help) return helpLines(state, scene);
	if (!isSplit(columns)) return state.pane === "list" ? listAlone(state, scene) : detailBlock(state, scene);
	const left = listLines(state, scene);
	const right = detailBlock(state, scene);
	const { list } = scene.room;
	return Array.from({ length: list.rows }, (_, row) => [
		...fitLine(left[row] ?? [], list.columns),
		word(DIVIDER, "dim"),
		...(right[row] ?? []),
	]);
}

/** Where the detail has no room beside the list, what the list leaves shows what happened last. */
function listAlone(state: ViewState, scene: Scene): readonly Line[] {
	const list = listLines(state, scene);
	const { columns, rows } = scene.room.list;
	const left = rows - list.length - 1;
	const events = left < EVENTS_LEAST ? [] : lastEvents(state, scene, left);
	if (events.length === 0) return list;
	return [...list, eventsRule(state, columns), ...events.map((line) => cutLine([word(" "), ...line], columns))];
}

const EVENTS_LEAST = 2;

/** A filter that was kept is named where it leaves lines out. */
function eventsRule(state: ViewState, columns: number): Line {
	const isNamed = state.filter !== "" && state.question?.what !== "filter";
	const head = isNamed ? [word(`${shapes.rule}${shapes.rule} timeline with "${state.filter}" `, "dim")] : [];
	return cutLine([...head, word(shapes.rule.repeat(Math.max(0, columns - lineWidth(head))), "dim")], columns);
}

function detailBlock(state: ViewState, scene: Scene): readonly Line[] {
	return [cutLine(detailTitle(state, scene), scene.room.detail.columns), ...detailLines(state, scene)];
}

function passiveLines(state: ViewState, scene: Scene, size: Size, key: string): readonly Line[] {
	const title = ruled(
		[
			...titleLine(scene, size.columns - RULE_ROOM),
			...(key === "" ? [] : [word(` · ${keyLabel(key)} focuses`, "dim")]),
		],
		size.columns,
	);
	const said = noticeLines(state, size.columns).slice(0, 1);
	return [title, ...said, ...glanceLines(scene, size.columns, size.rows - 1 - said.length)];
}

/** The question or typed text if there is one, else what was said, else the selected row, else counts. */
function oneLine(state: ViewState, scene: Scene, size: Size, typed: readonly string[]): Slot {
	const [first] = typed;
	if (first !== undefined) return { what: "typed", text: first };
	const [answer] = answerLines(state, { ...size, rows: limits.panelRowsLeast });
	const line = answer ?? (size.keyboard === "here" ? selectedLine(state, scene, size.columns) : countsLine(scene));
	return asSlot(cutLine(line, size.columns));
}

/** Where there is no room for the help, the keys that work here stand for it. */
function selectedLine(state: ViewState, scene: Scene, columns: number): Line {
	if (state.help) return hintLine({ ...state, help: false }, scene, columns);
	return state.pane === "list" ? cursorLine(state, scene) : (detailLines(state, scene).at(-1) ?? []);
}

/** The prompt before the typed text, leaving at least half of the line to the text. */
export function promptFor(state: ViewState, columns: number): Line {
	return cutLine(promptLine(state), Math.floor(columns / 2));
}

function padded(lines: readonly Line[], size: Size): readonly Line[] {
	return Array.from({ length: Math.max(0, size.rows) }, (_, row) => cutLine(lines[row] ?? [], size.columns));
}

function asSlot(line: Line): Slot {
	return { what: "line", line };
}
