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
	const found = offered.filter((item) => item.label.startsWith(typed.toLowerCase()) && item.label !== typed);
	// A completion keeps the words before it.
	return found.length === 0 ? null : found.map((item) => ({ ...item, value: before + item.label }));
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
	const action = actionNamed((words[0] ?? "").toLowerCase());
	const argument = action?.verb?.arguments[words.length - 2];
	return argument === undefined ? [] : offersFor(argument.offers, situation);
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
