// What a person reads in a world without teams: where was looked, why nothing can be there, and what to type next. Pure.

import type { Snapshot } from "../core/model.ts";
import { explain } from "../core/refusal.ts";
import type { Access } from "../core/store.ts";
import { clean, wrap } from "../core/text.ts";
import { unusable } from "../core/view/unusable.ts";
import { type Line, word } from "../core/view/words.ts";

/** `access` says whether a team could be made here. */
export function welcomeLines(snapshot: Snapshot, access: Access, columns: number): readonly Line[] {
	const inside = Math.max(1, columns - 2);
	const said = (text: string, tone: "plain" | "dim" | "accent" | "warn" = "plain"): readonly Line[] =>
		wrap(text, inside).map((part) => [word(" "), word(part, tone)]);
	return [
		[],
		...standing(snapshot, access, said),
		[],
		...said("To see one alive, with nothing of your own:"),
		...said("  pi-team-dash --demo", "accent"),
		...said("Another place to look at:"),
		...said("  pi-team-dash --root <directory>", "accent"),
		...said("or the variable PI_TEAM_ROOT, for Pi and dashboard alike.", "dim"),
	];
}

type Said = (text: string, tone?: "plain" | "dim" | "accent" | "warn") => readonly Line[];

/** How it stands with this place: it cannot be used, only be looked at, or made the first team in. */
function standing(snapshot: Snapshot, access: Access, said: Said): readonly Line[] {
	const refusal = unusable(snapshot);
	if (refusal !== undefined) {
		const { message, next } = explain(refusal);
		return [...said(clean(message), "warn"), ...(next === undefined ? [] : said(clean(next)))];
	}
	const none = [
		...said(snapshot.exists ? "There is no team here yet." : "There is no team yet: nobody has made one."),
		...said(clean(snapshot.root), "dim"),
		[],
	];
	if (access.at === "read-only")
		return [...none, ...said(clean(`None can be made from here: ${access.reason}.`), "warn")];
	return [
		...none,
		...said("n makes a team here, and you are its first member."),
		...said("In a Pi terminal the same is:"),
		...said("  /team create <team> <role>", "accent"),
	];
}
