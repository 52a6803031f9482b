// What Pi's editor proposes while `/team …` is typed: from the action table and the snapshot. Pure.

import { hears, isHeld } from "../core/rules.ts";
import type { Argument } from "../core/view/act.ts";
import { isYou, ownSeat, type Situation } from "../core/view/scene.ts";
import { stateWords } from "../core/view/status.ts";
import type { AutocompleteItem } from "./host.ts";
import { actionNamed, typedActions } from "./parse.ts";

/** Null where there is nothing to add: while an item is offered, Enter takes it instead of running the command. */
export function completions(prefix: string, situation: Situation): AutocompleteItem[] | null {
	const words = prefix.split(/\s+/);
	const typed = words.at(-1) ?? "";
	const before = prefix.slice(0, prefix.length - typed.length);
	const offered = words.length === 1 ? verbItems() : argumentItems(words, situation);
	if (isComplete(words, typed.toLowerCase(), offered)) return null;
	const found = offered.filter((item) => item.label.startsWith(typed.toLowerCase()));
	// A completion keeps the words before it.
	return found.length === 0 ? null : found.map((item) => ({ ...item, value: before + item.label }));
}

/** What stands there can be run as it is, even where more could follow. */
function isComplete(words: readonly string[], typed: string, offered: readonly Offer[]): boolean {
	if (words.length === 1) return actionNamed(typed) !== undefined;
	if (typed === "") return argumentOf(words)?.needed === "optional";
	return offered.some((item) => item.label === typed);
}

interface Offer {
	readonly label: string;
	readonly description: string;
}

function verbItems(): readonly Offer[] {
	return typedActions.flatMap((action) =>
		action.verb === undefined ? [] : [{ label: action.verb.name, description: action.help }],
	);
}

function argumentItems(words: readonly string[], situation: Situation): readonly Offer[] {
	const argument = argumentOf(words);
	return argument === undefined ? [] : offersFor(argument.offers, situation);
}

function argumentOf(words: readonly string[]): Argument | undefined {
	return actionNamed((words[0] ?? "").toLowerCase())?.verb?.arguments[words.length - 2];
}

function offersFor(offers: Argument["offers"], situation: Situation): readonly Offer[] {
	switch (offers) {
		case "verbs":
			return verbItems();
		case "teams":
			return situation.snapshot.teams.map((team) => {
				const online = team.members.filter(isHeld).length;
				return { label: team.name, description: `${online}/${team.members.length} online` };
			});
		case "live-roles":
			return roles(situation, "live", "others");
		case "other-roles":
			return roles(situation, "all", "others");
		case "roles":
			return roles(situation, "all", "everybody");
		case "nothing":
			return [];
		default:
			return offers satisfies never;
	}
}

function roles(situation: Situation, which: "live" | "all", who: "others" | "everybody"): readonly Offer[] {
	const seat = ownSeat(situation);
	if (seat === undefined) return [];
	return seat.team.members
		.filter((member) => which === "all" || hears(member))
		.filter((member) => who === "everybody" || !isYou(situation, seat.team, member.id))
		.map((member) => ({ label: member.role, description: stateWords(member, situation.now) }));
}
