// The lines between the panes: what each pane shows, whether it follows, and where the keyboard is. Pure.

import type { Team } from "../core/model.ts";
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
	const name = titleOf(pane, view, dash, scene, team);
	const right = pane === "flow" ? flowStanding(view, dash, scene) : [];
	const room = columns - lineWidth(right) - 2 * EDGE;
	const [first, ...rest] = cutLine(name, Math.max(1, room));
	const head: Line = first === undefined ? [] : [...marked(first, view.pane === pane), ...rest];
	const used = EDGE + lineWidth(head) + 1 + lineWidth(right) + (right.length > 0 ? 1 : 0);
	const fill = word(shapes.rule.repeat(Math.max(0, columns - used)), "dim");
	return cutLine(
		[word(shapes.rule, "dim"), ...head, word(" "), fill, ...right, ...(right.length > 0 ? [word(" ")] : [])],
		columns,
	);
}

const EDGE = 1;

function marked(first: Line[number], hasKeyboard: boolean): Line {
	const padded = { ...first, text: ` ${first.text} ` };
	return hasKeyboard
		? underCursor([{ ...padded, tone: "strong" }])
		: [{ ...padded, tone: first.tone === "plain" ? "dim" : first.tone }];
}

function titleOf(pane: Pane, view: ViewState, dash: DashState, scene: Scene, team: Team | undefined): Line {
	switch (pane) {
		case "list":
			return view.search === ""
				? [word("teams")]
				: [word("teams"), word("with ", "dim"), foreign(view.search, "accent")];
		case "flow": {
			const filter: Line = view.filter === "" ? [] : [word(" with ", "dim"), foreign(view.filter, "accent")];
			const of: Line = team === undefined ? [] : [foreign(team.name, "strong"), word(" · ", "dim")];
			return [word("flow"), ...of, word(dash.flowView, "dim"), ...filter];
		}
		case "detail":
			return detailOf(view, scene).title;
		default:
			return pane satisfies never;
	}
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
