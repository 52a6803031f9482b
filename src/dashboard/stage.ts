// Puts together what the views need to look at: the situation, the layout that follows from it, and the rooms. Pure.

import type { Team } from "../core/model.ts";
import { flowHead } from "../core/view/flow-views.ts";
import { rowsOf, teamOfKey } from "../core/view/rows.ts";
import { type Pane, type Room, type Scene, type Situation, teamOf } from "../core/view/scene.ts";
import type { ViewState } from "../core/view/state.ts";
import { type Layout, layOut, listWidth, type Wishes } from "./layout.ts";
import { matters } from "./matters.ts";
import { askedRows } from "./question.ts";
import type { ReadSoFar } from "./reader.ts";
import { sideOf } from "./side.ts";
import type { DashState } from "./state.ts";
import type { Size } from "./terminal/screen.ts";

export interface Stage {
	readonly scene: Scene;
	readonly layout: Layout;
}

const PANES: readonly Pane[] = ["list", "flow", "detail"];

export function setStage(
	situation: Situation,
	view: ViewState | undefined,
	dash: DashState,
	size: Size,
	{ message, reading }: ReadSoFar,
): Stage {
	const layout = layOut(size, wishesOf(situation, view, dash, size));
	const body = bodyOf(layout);
	const scene: Scene = {
		...situation,
		panes: PANES,
		room: { list: roomOf(layout, "list"), flow: roomOf(layout, "flow"), detail: roomOf(layout, "detail"), help: body },
		flowView: dash.flowView,
		replaying: dash.replay === undefined ? "present" : "past",
		message,
		reading,
	};
	return { layout, scene: withoutHead(scene, view) };
}

/** The names over the lanes take a row from them. */
function withoutHead(scene: Scene, view: ViewState | undefined): Scene {
	const team = teamOf(scene, teamOfKey(view?.cursor));
	if (team === undefined || flowHead(team, view?.filter ?? "", scene) === undefined) return scene;
	const { flow } = scene.room;
	return { ...scene, room: { ...scene.room, flow: { ...flow, rows: Math.max(0, flow.rows - 1) } } };
}

function wishesOf(situation: Situation, view: ViewState | undefined, dash: DashState, size: Size): Wishes {
	const pane = view?.pane ?? "list";
	const team = teamOf(situation, teamOfKey(view?.cursor));
	const listRows = rowsOf(situation, view?.search ?? "").length;
	return {
		pane,
		beside: pane === "list" ? dash.beside : pane,
		zoom: dash.zoom === "one pane" ? pane : undefined,
		listRows,
		ledgerRows: sideRows(situation, team, dash, size, listRows),
		questionRows: view === undefined ? 0 : askedRows(view, size),
		attention: matters(situation).length > 0 ? "something" : "nothing",
	};
}

/** Rows of what stands under the list, where it can stand there at all. */
function sideRows(situation: Situation, team: Team | undefined, dash: DashState, size: Size, listRows: number): number {
	// The pulse shows the same at the right.
	if (team === undefined || dash.flowView === "pulse" || listRows >= size.rows) return 0;
	return sideOf(team, situation.now, listWidth(size.columns))?.lines.length ?? 0;
}

/** Where two panes share a place, both have its room. */
function roomOf(layout: Layout, pane: Pane): Room {
	const own = layout.panes.find((each) => each.pane === pane);
	const shared = layout.panes.findLast((each) => each.pane !== "list") ?? layout.panes[0];
	const box = (own ?? shared)?.box;
	return { columns: box?.columns ?? layout.size.columns, rows: Math.max(1, box?.rows ?? 1) };
}

/** Everything between the fixed lines: where the help and the palette stand. */
export function bodyOf(layout: Layout): Room & { readonly top: number } {
	const top = (layout.attention ?? layout.state ?? -1) + 1;
	const end = layout.hint ?? layout.size.rows;
	return { top, columns: layout.size.columns, rows: Math.max(1, end - top) };
}
