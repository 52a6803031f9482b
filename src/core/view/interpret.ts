// What a key means: the next state and one step for the UI. Pure; the UI carries the step out. A paste never acts.

import type { Intent } from "../intent.ts";
import type { TeamId } from "../model.ts";
import type { DashKey, MoveName } from "./act.ts";
import { acts, moves } from "./actions.ts";
import { dashMoves } from "./dash-moves.ts";
import { helpCount } from "./help.ts";
import { isMotion, type Moved, moveBy, neighbour, oneBack, readMessage, target, toPane } from "./moving.ts";
import { type Answered, answerConfirm, answerFill, answerSearch, begin } from "./questions.ts";
import { rowKey, rowsOf } from "./rows.ts";
import type { Scene, Target } from "./scene.ts";
import { isTyping, onRow, reconcile, type ViewState, withRefusal } from "./state.ts";
import { enterMeaning, meantBy, nearest } from "./targets.ts";

export type Step =
	| { readonly do: "nothing" }
	/** The key belongs to the text editor of the UI; afterwards: typed(). */
	| { readonly do: "edit" }
	/** One after the other, the first refusal ends it; afterwards: finished(). */
	| { readonly do: "perform"; readonly intents: readonly Intent[] }
	| { readonly do: "load-older"; readonly teamId: TeamId }
	/** The keyboard goes back to where it came from; the panel stays in sight. */
	| { readonly do: "release" }
	| { readonly do: "close" }
	| { readonly do: "quit" }
	| { readonly do: "dash"; readonly key: DashKey; readonly target: Target };

export interface Interpreted {
	readonly state: ViewState;
	readonly step: Step;
}

/** One name per key: what a printable key prints ("L", "?"), else words ("up", "pageDown", "enter", "escape", "ctrl+c", "shift+tab"). */
export function keyName(name: string): string {
	const shifted = /^shift\+([a-z])$/.exec(name)?.[1];
	if (shifted !== undefined) return shifted.toUpperCase();
	if (name === "esc") return "escape";
	return name === "return" ? "enter" : name;
}

export function interpret(state: ViewState, key: string, scene: Scene): Interpreted {
	if (key === "ctrl+c") return interrupted(state, scene);
	if (state.help) return stay(inHelp(state, key, scene));
	const { question } = state;
	if (question !== undefined) return afterAnswer(answered(question, key, state, scene));
	const calm: ViewState = state.notice === undefined ? state : { ...state, notice: undefined };
	const move = moves.find((each) => each.keys.includes(key));
	if (move !== undefined) return moved(move.name, calm, scene);
	const dash = scene.surface === "dashboard" ? dashMoves.find((each) => each.keys.includes(key)) : undefined;
	if (dash !== undefined) {
		const { target, found } = nearest(calm, scene);
		const refusal = dash.refuse(scene, found);
		if (refusal !== undefined) return stay(withRefusal(calm, refusal));
		return { state: calm, step: { do: "dash", key: dash.name, target } };
	}
	const meant = acts.some((each) => each.keys.includes(key)) ? meantBy(key, calm, scene) : undefined;
	return meant === undefined ? stay(calm) : afterAnswer(begin(meant.act, meant.target, calm, scene));
}

/** A paste goes to the typed text or nowhere: what is pasted may hold line breaks and letters that would act. */
export function pasted(state: ViewState, text: string, scene: Scene): Interpreted {
	const { question } = state;
	if (!isTyping(state) || question === undefined) {
		const hint =
			scene.surface === "dashboard"
				? "Pasted text does nothing here."
				: "Pasted text does nothing here; Esc goes to the editor.";
		return stay({ ...state, notice: { text: hint, tone: "plain" } });
	}
	const several =
		question.what === "fill" && question.fields[question.index]?.name === "text" && /[\r\n]/.test(text.trim());
	return { state: several ? { ...state, question: { ...question, shape: "lines" } } : state, step: { do: "edit" } };
}

function answered(question: NonNullable<ViewState["question"]>, key: string, state: ViewState, scene: Scene): Answered {
	if (question.what === "confirm") return answerConfirm(question, key, state, scene);
	if (question.what === "fill") return answerFill(question, key, state, scene);
	// Arrows move in what a search leaves, while it is typed.
	if (question.what === "search" && (key === "up" || key === "down")) {
		return { state: moveBy(key, { ...state, pane: "list" }, scene).state, next: "nothing" };
	}
	return answerSearch(question.what, key, state, scene);
}

function afterAnswer({ state, next }: Answered): Interpreted {
	if (next === "nothing") return stay(state);
	if (next === "edit") return { state, step: { do: "edit" } };
	return next.length === 0 ? stay({ ...state, running: undefined }) : { state, step: { do: "perform", intents: next } };
}

function moved(name: MoveName, state: ViewState, scene: Scene): Interpreted {
	switch (name) {
		case "up":
		case "down":
		case "page-up":
		case "page-down":
		case "first":
		case "last":
			return afterMove(moveBy(name, state, scene));
		case "open":
			return entered(state, scene);
		case "next-pane":
			return nextPane(state, scene);
		case "previous-pane":
			return stay(toPane(state, neighbour(state, scene, -1) ?? scene.panes.at(-1) ?? state.pane));
		case "to-detail":
			return stay(toPane(state, neighbour(state, scene, 1) ?? state.pane));
		case "to-list":
			return stay(toPane(state, neighbour(state, scene, -1) ?? state.pane));
		case "search":
			return stay({ ...state, question: { what: "search" }, text: state.search });
		case "filter":
			return stay({ ...state, question: { what: "filter" }, text: state.filter });
		case "help":
			return stay({ ...state, help: true, helpTop: 0 });
		case "back":
			return goBack(state, scene);
		case "close":
			return { state, step: { do: scene.surface === "dashboard" ? "quit" : "close" } };
		case "interrupt":
			return interrupted(state, scene);
		default:
			return name satisfies never;
	}
}

function afterMove({ state, older }: Moved): Interpreted {
	return older === undefined ? stay(state) : { state, step: { do: "load-older", teamId: older } };
}

function entered(state: ViewState, scene: Scene): Interpreted {
	const meaning = enterMeaning(state, scene);
	switch (meaning.do) {
		case "act":
			return afterAnswer(begin(meaning.act, meaning.target, state, scene));
		case "read":
			return stay(readMessage(state, meaning.target));
		case "row":
			return stay(toRow(state, meaning.target, scene));
		case "detail":
			return stay(toPane(state, "detail"));
		case "nothing":
			return stay(state);
		default:
			return meaning satisfies never;
	}
}

function toRow(state: ViewState, target: Target, scene: Scene): ViewState {
	if (target.on !== "team" && target.on !== "member") return state;
	const key = rowKey(target.teamId, target.on === "member" ? target.member : undefined);
	return onRow({ ...state, search: "" }, key, rowsOf(scene, ""), scene);
}

/** In the panel Tab past the last pane gives the keyboard back; the dashboard has nowhere to give it. */
function nextPane(state: ViewState, scene: Scene): Interpreted {
	const pane = neighbour(state, scene, 1);
	if (pane !== undefined) return stay(toPane(state, pane));
	const first = toPane(state, scene.panes[0] ?? "list");
	return scene.surface === "dashboard" ? stay(first) : { state: first, step: { do: "release" } };
}

function goBack(state: ViewState, scene: Scene): Interpreted {
	const back = oneBack(state);
	if (back !== undefined) return stay(reconcile(back, scene));
	if (scene.surface !== "dashboard") return { state, step: { do: "close" } };
	return stay({ ...state, notice: { text: "q quits.", tone: "plain" } });
}

/** The panel gives the keyboard back and keeps what was typed; the dashboard drops what is typed first, then quits. */
function interrupted(state: ViewState, scene: Scene): Interpreted {
	if (scene.surface !== "dashboard") return { state, step: { do: "release" } };
	if (state.question !== undefined) return stay({ ...state, question: undefined, text: "" });
	return { state, step: { do: "quit" } };
}

/** Moves scroll the help, any other key closes it. */
function inHelp(state: ViewState, key: string, scene: Scene): ViewState {
	const move = moves.find((each) => each.keys.includes(key))?.name;
	if (move === undefined || !isMotion(move)) return { ...state, help: false };
	const { rows } = scene.room.help;
	const count = helpCount(state, scene);
	return { ...state, helpTop: Math.max(0, Math.min(count - rows, target(move, state.helpTop, count, rows))) };
}

function stay(state: ViewState): Interpreted {
	return { state, step: { do: "nothing" } };
}
