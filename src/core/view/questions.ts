// Asking: what is typed, what is confirmed, and what becomes of the answers. The rule is asked again at every step, since rows vanish meanwhile.

import type { Intent } from "../intent.ts";
import { limits } from "../limits.ts";
import type { Refusal } from "../refusal.ts";
import type { Act, Field, Input } from "./act.ts";
import { act as rowOf } from "./actions.ts";
import { writtenKinds } from "./acts-message.ts";
import { find, type Scene, type Target } from "./scene.ts";
import { type Question, reconcile, type ViewState, withRefusal } from "./state.ts";

type Filling = Extract<Question, { what: "fill" }>;
type Confirming = Extract<Question, { what: "confirm" }>;

/** What comes of a key: the state, and intents when everything is answered; "edit" hands the key to the UI's text editor. */
export interface Answered {
	readonly state: ViewState;
	readonly next: "nothing" | "edit" | readonly Intent[];
}

/** Refuses, asks, confirms or goes ahead, in this order. */
export function begin(act: Act, target: Target, state: ViewState, scene: Scene): Answered {
	const found = find(scene, target);
	if (found === undefined) return still(withRefusal(state, GONE));
	if (state.running !== undefined)
		return still({ ...state, notice: { text: `${state.running} is still going on.`, tone: "warn" } });
	const refusal = act.refuse(scene, found);
	if (refusal !== undefined) return still(withRefusal(state, refusal));
	const fields = act.ask?.(scene, found) ?? [];
	const [first] = fields;
	if (first === undefined) return conclude(act, target, {}, state, scene);
	const input = withChoice({}, first, state);
	const question: Filling = {
		what: "fill",
		act: act.name,
		target,
		fields,
		index: 0,
		input,
		problem: undefined,
		shape: "line",
	};
	return still({ ...state, question, text: first.proposal });
}

const GONE: Refusal = { code: "gone", what: "That row" };

function withChoice(input: Input, field: Field, state: ViewState): Input {
	if (field.choices.length === 0) return input;
	const remembered = field.choices.find((each) => each.value === state.kind)?.value;
	const choice = field.choice ?? remembered ?? field.choices[0]?.value;
	return choice === undefined ? input : { ...input, choice };
}

/** Everything is typed: confirm where the table says so, else carry it out. */
function conclude(act: Act, target: Target, input: Input, state: ViewState, scene: Scene): Answered {
	const found = find(scene, target);
	if (found === undefined) return still(withRefusal(closed(state), GONE));
	const confirmation = act.confirm?.(scene, found, input);
	if (confirmation === undefined) return carryOut(act, target, input, state, scene);
	return still({ ...closed(state), question: { what: "confirm", act: act.name, target, input, confirmation } });
}

function carryOut(act: Act, target: Target, input: Input, state: ViewState, scene: Scene): Answered {
	const found = find(scene, target);
	if (found === undefined) return still(withRefusal(closed(state), GONE));
	const refusal = act.refuse(scene, found);
	if (refusal !== undefined) return still(withRefusal(closed(state), refusal));
	const kind = act.name === "message" ? writtenKinds.find((each) => each === input.choice) : undefined;
	const remembered = kind === undefined ? closed(state) : { ...closed(state), kind };
	return { state: { ...remembered, running: act.label }, next: act.intents(scene, found, input) };
}

/** `y` and `n`; Enter means what the confirmation says; Esc is no. */
export function answerConfirm(question: Confirming, key: string, state: ViewState, scene: Scene): Answered {
	const says = key === "enter" ? question.confirmation.enter : key.toLowerCase();
	if (says === "y" || says === "yes") return confirmed(question, state, scene);
	if (says === "n" || says === "no" || key === "escape") {
		return still({ ...closed(state), notice: { text: "Nothing was changed.", tone: "plain" } });
	}
	return still(state);
}

/** A yes to what was asked: when that became another question meanwhile, it is asked anew. */
function confirmed(question: Confirming, state: ViewState, scene: Scene): Answered {
	const { target, input } = question;
	const act = rowOf(question.act);
	const found = find(scene, target);
	if (found !== undefined && act.refuse(scene, found) === undefined) {
		const confirmation = act.confirm?.(scene, found, input);
		if (confirmation !== undefined && confirmation.question !== question.confirmation.question) {
			return still({ ...state, question: { ...question, confirmation } });
		}
	}
	return carryOut(act, target, input, state, scene);
}

export function answerFill(question: Filling, key: string, state: ViewState, scene: Scene): Answered {
	const field = question.fields[question.index];
	if (field === undefined || key === "escape") return still(closed(state));
	if (key === "tab" || key === "shift+tab")
		return still({ ...state, question: turned(question, field, key === "tab" ? 1 : -1) });
	if (question.shape === "lines")
		return key === "ctrl+s" || key === "ctrl+enter" ? submit(question, field, state, scene) : edit(state);
	if (key === "ctrl+e" && field.name === "text") return still({ ...state, question: { ...question, shape: "lines" } });
	return key === "enter" || key === "ctrl+s" ? submit(question, field, state, scene) : edit(state);
}

function turned(question: Filling, field: Field, step: 1 | -1): Filling {
	const { choices } = field;
	if (choices.length === 0) return question;
	const index = choices.findIndex((each) => each.value === question.input.choice);
	const next = choices[(index + step + choices.length) % choices.length];
	return next === undefined
		? question
		: { ...question, input: { ...question.input, choice: next.value }, problem: undefined };
}

function submit(question: Filling, field: Field, state: ViewState, scene: Scene): Answered {
	const act = rowOf(question.act);
	const found = find(scene, question.target);
	if (found === undefined) return still(withRefusal(closed(state), GONE));
	const input: Input = { ...question.input, [field.name]: state.text };
	const problem = act.check?.(scene, found, input);
	// A name left as it was is no mistake: there is just nothing to do.
	if (problem?.code === "same-name") return still(closed(state));
	if (problem !== undefined) return still({ ...state, question: { ...question, problem } });
	const next = question.fields[question.index + 1];
	if (next === undefined) return conclude(act, question.target, input, state, scene);
	const asked: Filling = {
		...question,
		index: question.index + 1,
		input: withChoice(input, next, state),
		problem: undefined,
	};
	return still({ ...state, question: asked, text: next.proposal });
}

/** A search or a filter works while it is typed; Enter keeps it, Esc clears it. */
export function answerSearch(what: "search" | "filter", key: string, state: ViewState, scene: Scene): Answered {
	if (key === "enter") return still(closed(state));
	if (key === "escape") return still(reconcile({ ...closed(state), [what]: "" }, scene));
	return edit(state);
}

/** The text of the open question changed in the UI's editor. */
export function typed(state: ViewState, text: string, scene: Scene): ViewState {
	const { question } = state;
	if (question === undefined || question.what === "confirm" || text === state.text) return state;
	if (question.what === "fill") return { ...state, text, question: { ...question, problem: undefined } };
	const kept = text.slice(0, limits.searchLength);
	return reconcile({ ...state, text: kept, [question.what]: kept }, scene);
}

function closed(state: ViewState): ViewState {
	return { ...state, question: undefined, text: "" };
}

function still(state: ViewState): Answered {
	return { state, next: "nothing" };
}

function edit(state: ViewState): Answered {
	return { state, next: "edit" };
}
