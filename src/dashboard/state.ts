// What only the dashboard knows beside the common view state: the flow's view, zoom, palette, replay and the cursor in typed text. Plain data, pure steps.

import { isFollowed } from "../core/view/flow-views.ts";
import { teamOfKey } from "../core/view/rows.ts";
import type { FlowView, Pane } from "../core/view/scene.ts";
import { FOLLOW, isProposal, START, type ViewState } from "../core/view/state.ts";
import type { Further } from "./further.ts";
import { NOTHING_TYPED, type TypedText, textOf, typedText } from "./terminal/line-editor.ts";

export interface DashState {
	readonly flowView: FlowView;
	readonly zoom: "one pane" | "all panes";
	/** The last of the two that had the keyboard; shown where there is room for one of them. */
	readonly beside: Exclude<Pane, "list">;
	/** Cursor in the text the common state asks for. */
	readonly typed: TypedText;
	readonly palette: PaletteState | undefined;
	readonly replay: ReplayState | undefined;
	/** Key of the last line of the flow when it was last followed: what came after it is new. */
	readonly followedTo: string | undefined;
	/** What was found beyond the loaded lines, for the filter that is set. */
	readonly further: Further | undefined;
}

export interface PaletteState {
	readonly typed: TypedText;
	readonly index: number;
}

/** The world as it was at one event of a team. */
export interface ReplayState {
	readonly teamId: string;
	/** How many of the team's loaded events are shown. */
	readonly shown: number;
	readonly playing: "playing" | "standing";
}

export const INITIAL: DashState = {
	flowView: "timeline",
	zoom: "all panes",
	beside: "flow",
	typed: NOTHING_TYPED,
	palette: undefined,
	replay: undefined,
	followedTo: undefined,
	further: undefined,
};

export interface Both {
	readonly view: ViewState;
	readonly dash: DashState;
}

/** After every change: what one half must know of the other. */
export function settle({ view, dash }: Both): Both {
	const beside = view.pane === "list" ? dash.beside : view.pane;
	const typed =
		textOf(dash.typed) === view.text ? dash.typed : typedText(view.text, isProposal(view) ? "proposed" : "typed");
	// The timeline has its own pane: the detail begins with the facts.
	const detail = view.pane !== "detail" && view.detail.at === "end" ? START : view.detail;
	const further = isFor(dash.further, view) ? dash.further : undefined;
	return { view: detail === view.detail ? view : { ...view, detail }, dash: { ...dash, beside, typed, further } };
}

function isFor(further: Further | undefined, { cursor, filter }: ViewState): boolean {
	return further?.filter === filter && further.teamId === teamOfKey(cursor);
}

/** A view that grows is followed from its end, one that does not is read from its start. */
export function showFlow({ view, dash }: Both, flowView: FlowView): Both {
	const flow = isFollowed(flowView) ? FOLLOW : START;
	return { view: { ...view, flow }, dash: { ...dash, flowView, followedTo: undefined } };
}

/** What Esc closes before it ends a replay. */
export function hasToClose({ help, opened, question }: ViewState): boolean {
	return help || opened !== undefined || question !== undefined;
}
