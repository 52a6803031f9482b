// The title, the line of keys that work here, and what stands between them and the list: question, typed text, notice. Never colours.

import { sentence } from "../refusal.ts";
import { wrap } from "../text.ts";
import { count, type Field, type Input } from "./act.ts";
import { act } from "./actions.ts";
import { oneBack } from "./moving.ts";
import { find, ownSeat, type Scene } from "./scene.ts";
import type { Question, ViewState } from "./state.ts";
import { enterMeaning, usableActs } from "./targets.ts";
import { cutLine, foreign, joined, type Line, lineWidth, spread, word } from "./words.ts";

/** `backend in shop · 3 teams`, and at the right what is wrong with the store. */
export function titleLine(scene: Scene, columns: number): Line {
	const { snapshot } = scene;
	const seat = ownSeat(scene);
	const teams = count(snapshot.teams.length, "team", "teams");
	const who: Line =
		seat === undefined
			? [word("not in a team", "strong"), word(` · ${teams}`, "dim")]
			: [
					foreign(seat.self.role, "accent"),
					word(" in ", "dim"),
					foreign(seat.team.name, "accent"),
					word(` · ${teams}`, "dim"),
				];
	const broken = snapshot.trouble.length;
	const trouble: Line =
		broken === 0 ? [] : [word(`! ${count(broken, "broken file", "broken files")} (doctor)`, "warn")];
	return trouble.length === 0 ? cutLine(who, columns) : spread(who, trouble, columns);
}

/** What a field asks, before what is typed: `tell · to backend ›`. */
export function promptLine(state: ViewState): Line {
	const { question } = state;
	if (question === undefined || question.what === "confirm") return [];
	if (question.what === "search") return [word("search ", "accent")];
	if (question.what === "filter") return [word("filter ", "accent")];
	const field = question.fields[question.index];
	return field === undefined
		? []
		: [...choiceWords(field, question.input), word(`${field.label} `, "dim"), word("> ", "accent")];
}

function choiceWords(field: Field, input: Input): Line {
	if (field.choices.length === 0) return [];
	const chosen = field.choices.find((each) => each.value === input.choice) ?? field.choices[0];
	return [word(chosen?.label ?? "", "accent"), word(" · ", "dim")];
}

/** A word below the typed line: why it was not taken, what will happen, which keys there are. */
export function remarkLine(state: ViewState, scene: Scene): Line {
	const { question } = state;
	if (question === undefined || question.what === "confirm") return [];
	if (question.what !== "fill") {
		const fields = question.what === "filter" ? " · member: kind: thread: since:2h !not" : "";
		return [word(`Enter keeps it, Esc clears it${fields}`, "dim")];
	}
	if (question.problem !== undefined) return [foreign(sentence(question.problem), "warn")];
	const found = find(scene, question.target);
	const remark = found === undefined ? undefined : act(question.act).remark?.(scene, found, question.input);
	if (remark !== undefined) return [foreign(remark, "warn")];
	return [word(typingKeys(question), "dim")];
}

function typingKeys(question: Extract<Question, { what: "fill" }>): string {
	const field = question.fields[question.index];
	const tab = (field?.choices.length ?? 0) > 0 ? "Tab kind · " : "";
	if (question.shape === "lines") return `${tab}Enter new line · Ctrl+S send · Esc cancel`;
	const several = field?.name === "text" ? " · Ctrl+E several lines" : "";
	return `${tab}Enter ${question.index + 1 < question.fields.length ? "next" : "go"}${several} · Esc cancel`;
}

/** The question in words, its effect, and the answers; the answer Enter gives is the capital one. */
export function confirmLines(state: ViewState, columns: number): readonly Line[] {
	const { question } = state;
	if (question === undefined || question.what !== "confirm") return [];
	const { confirmation } = question;
	const answers = word(confirmation.enter === "yes" ? " Y/n" : " y/N", "accent");
	const asked = cutLine([foreign(confirmation.question, "warn")], columns - lineWidth([answers]));
	return [
		[...asked, answers],
		...wrap(foreign(confirmation.effect).text, columns).map((part): Line => [word(part, "dim")]),
	];
}

export function noticeLines(state: ViewState, columns: number): readonly Line[] {
	if (state.running !== undefined) return [[word(`${state.running} …`, "dim")]];
	const { notice } = state;
	if (notice === undefined) return [];
	return wrap(foreign(notice.text).text, columns).map((part): Line => [word(part, notice.tone)]);
}

/** The keys that do something here, as many as fit. */
export function hintLine(state: ViewState, scene: Scene, columns: number): Line {
	const last = lastHints(state, scene).map(hint);
	const room = columns - last.reduce((sum, part) => sum + lineWidth(part) + HINT_GAP.length, 0);
	const shown: Line[] = [];
	let used = 0;
	for (const part of [...hintParts(state, scene)].map(hint)) {
		used += lineWidth(part) + HINT_GAP.length;
		if (used > room) break;
		shown.push(part);
	}
	return cutLine(joined([...shown, ...last], word(HINT_GAP)), columns);
}

const HINT_GAP = "  ";

function hint([key, label]: readonly [string, string]): Line {
	return [word(key, "accent"), word(` ${label}`, "dim")];
}

/** Shown whatever else has to go: how to learn the rest, and the way out. */
function lastHints(state: ViewState, scene: Scene): readonly (readonly [string, string])[] {
	if (state.help || state.question !== undefined) return [];
	const top = oneBack(state) === undefined;
	if (scene.surface === "dashboard")
		return top
			? [
					["?", "help"],
					["q", "quit"],
				]
			: [
					["?", "help"],
					["Esc", "back"],
				];
	return [
		["?", "help"],
		["Esc", top ? "close" : "back"],
	];
}

function* hintParts(state: ViewState, scene: Scene): Generator<readonly [string, string]> {
	if (state.help) {
		yield ["↑↓", "scroll"];
		yield ["any other key", "closes the help"];
		return;
	}
	if (state.question?.what === "confirm") {
		yield ["y", "yes"];
		yield ["n", "no"];
		return;
	}
	if (state.question !== undefined) return;
	const enter = enterLabel(state, scene);
	if (enter !== undefined) yield ["Enter", enter];
	for (const { act: each } of usableActs(state, scene)) {
		if (each.label !== enter) yield [each.keys[0] ?? "", each.label];
	}
	yield ["/", "search"];
}

function enterLabel(state: ViewState, scene: Scene): string | undefined {
	const meaning = enterMeaning(state, scene);
	switch (meaning.do) {
		case "act":
			return meaning.act.label;
		case "read":
			return "read";
		case "row":
			return "go to it";
		case "detail":
			return "detail";
		case "nothing":
			return undefined;
		default:
			return meaning satisfies never;
	}
}
