// The lines between the panes: what each pane shows, whether it follows, and where the keyboard is. Pure.

import type { Team } from "../core/model.ts";
import { act } from "../core/view/actions.ts";
import { detailOf, flowKeyedLines } from "../core/view/detail.ts";
import { isFollowed } from "../core/view/flow-views.ts";
import type { Pane, Scene } from "../core/view/scene.ts";
import { shapes } from "../core/view/shapes.ts";
import type { ViewState } from "../core/view/state.ts";
import { cutLine, foreign, type Line, lineWidth, underCursor, word } from "../core/view/words.ts";
import type { DashState } from "./state.ts";

/** Exactly as wide as its pane. The title of the pane with the keyboard stands out without colour too. */
export function paneTitle(
	pane: Pane,
	view: ViewState,
	dash: DashState,
	scene: Scene,
	team: Team | undefined,
	columns: number,
): Line {
	const right: Line = pane === "flow" ? flowStanding(view, dash, scene) : [];
	const standing: Line = right.length === 0 ? [] : [word(" "), ...right, word(" ")];
	const room = Math.max(1, columns - lineWidth(standing) - EDGES);
	const head = marked(
		cutLine(titleOf(pane, view, dash, scene, team), room),
		view.pane === pane ? "keyboard" : "no keyboard",
	);
	const left: Line = [word(shapes.rule, "dim"), ...head, word(" ")];
	const rest = columns - lineWidth(left) - lineWidth(standing);
	return cutLine([...left, word(shapes.rule.repeat(Math.max(0, rest)), "dim"), ...standing], columns);
}

/** A rule and a space at the left, a space and at least one piece of the rule at the right. */
const EDGES = 4;

/** Where the keyboard is, the first word stands out without colour too. */
function marked([first, ...rest]: Line, holds: "keyboard" | "no keyboard"): Line {
	if (first === undefined) return [];
	if (holds === "keyboard") return [word(" "), ...underCursor([{ ...first, tone: "strong" }]), ...rest];
	return [word(" "), { ...first, tone: first.tone === "plain" ? "dim" : first.tone }, ...rest];
}

function titleOf(pane: Pane, view: ViewState, dash: DashState, scene: Scene, team: Team | undefined): Line {
	switch (pane) {
		case "list":
			return view.search === "" ? [word("teams")] : [word("teams"), ...quoted(view.search)];
		case "flow": {
			const filter: Line = view.filter === "" ? [] : quoted(view.filter);
			const of: Line = team === undefined ? [] : [foreign(team.name, "strong"), word(" · ", "dim")];
			return [word("flow"), word(" · ", "dim"), ...of, word(dash.flowView, "dim"), ...filter];
		}
		case "detail":
			return view.question === undefined ? detailOf(view, scene).title : questionTitle(view.question);
		default:
			return pane satisfies never;
	}
}

function quoted(text: string): Line {
	return [word(' with "', "dim"), foreign(text, "accent"), word('"', "dim")];
}

/** What the answer is for, where the question stands instead of the detail. */
function questionTitle(question: NonNullable<ViewState["question"]>): Line {
	return [
		word(question.what === "search" || question.what === "filter" ? question.what : act(question.act).label, "strong"),
	];
}

/** `following`, or how much came since the person looked away from the end. */
function flowStanding(view: ViewState, dash: DashState, scene: Scene): Line {
	if (!isFollowed(dash.flowView)) return [];
	if (view.flow.at === "end") return [word("following", "good")];
	const fresh = newLines(view, dash, scene);
	return fresh === 0 ? [word("G follows", "dim")] : [word(`${fresh} new, G follows`, "warn")];
}

function newLines(view: ViewState, dash: DashState, scene: Scene): number {
	if (dash.followedTo === undefined) return 0;
	const lines = flowKeyedLines(view, scene);
	const index = lines.findLastIndex((each) => each.key === dash.followedTo);
	return index < 0 ? 0 : lines.length - 1 - index;
}
