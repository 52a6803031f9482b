// Reads what was typed after `/team`: which row of the action table, and its words. Pure; knows no store and no team.

import { closestNames } from "../core/names.ts";
import { done, type Outcome, refuse } from "../core/refusal.ts";
import type { Action, Argument } from "../core/view/act.ts";
import { actions, usageOf } from "../core/view/actions.ts";

export interface ParsedCommand {
	readonly action: Action;
	/** By the argument's name; absent = not given. */
	readonly words: Readonly<Record<string, string>>;
}

/** The rows that can be typed after `/team`, in the order of the table. */
export const typedActions: readonly Action[] = actions.filter(
	(action) => action.verb?.at === "team" || action.verb?.at === "both",
);

/** Undefined for nothing but white space: the panel is meant. */
export function parseCommand(text: string): Outcome<ParsedCommand> | undefined {
	const trimmed = text.trim();
	if (trimmed === "") return undefined;
	const [first = ""] = trimmed.split(/\s/, 1);
	const action = actionNamed(first.toLowerCase());
	if (action === undefined) return refuse(unknownVerb(first));
	const words = readWords(trimmed.slice(first.length), action.verb?.arguments ?? []);
	if (words === undefined) {
		return refuse({ code: "usage", usage: `/team ${usageOf(action)}`, problem: "That is too few or too many words." });
	}
	return done({ action, words });
}

/** By verb or alias. */
export function actionNamed(name: string): Action | undefined {
	return typedActions.find((action) => action.verb?.name === name || action.verb?.aliases.includes(name) === true);
}

export function unknownVerb(given: string) {
	const known = typedActions.flatMap((action) =>
		action.verb === undefined ? [] : [action.verb.name, ...action.verb.aliases],
	);
	const [closest] = closestNames(given.toLowerCase(), known);
	const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
	return {
		code: "usage",
		usage: "/team help",
		problem: `There is no \`/team ${given}\`.${meant}`,
	} as const;
}

/** Needed words are served first, so that an optional one in front may be left out. The last may take the rest as it was typed. */
function readWords(text: string, given: readonly Argument[]): Readonly<Record<string, string>> | undefined {
	let rest = text.trimStart();
	let spare = countWords(rest) - given.filter((each) => each.needed === "needed").length;
	if (spare < 0) return undefined;
	const words: Record<string, string> = {};
	for (const argument of given) {
		if (argument.needed === "optional" && spare <= 0) continue;
		if (argument.rest === "rest") {
			words[argument.name] = rest.trimEnd();
			return words;
		}
		if (argument.needed === "optional") spare -= 1;
		const [word = ""] = rest.split(/\s/, 1);
		words[argument.name] = word;
		rest = rest.slice(word.length).trimStart();
	}
	return rest === "" ? words : undefined;
}

function countWords(text: string): number {
	return text.split(/\s+/).filter((word) => word !== "").length;
}
