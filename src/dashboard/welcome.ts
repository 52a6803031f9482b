// What a person reads in a world without teams: where was looked, and what to type next. Pure.

import type { Snapshot } from "../core/model.ts";
import { clean, wrap } from "../core/text.ts";
import { type Line, word } from "../core/view/words.ts";

export function welcomeLines(snapshot: Snapshot, columns: number): readonly Line[] {
	const inside = Math.max(1, columns - 2);
	const said = (text: string, tone: "plain" | "dim" | "accent" = "plain"): readonly Line[] =>
		wrap(text, inside).map((part) => [word(" "), word(part, tone)]);
	return [
		[],
		...said(snapshot.exists ? "There is no team here yet." : "There is no team yet: nobody has made one."),
		...said(clean(snapshot.root), "dim"),
		[],
		...said("n makes a team here, and you are its first member."),
		...said("In a Pi terminal the same is:"),
		...said("  /team create <team> <role>", "accent"),
		[],
		...said("To see one alive, with nothing of your own:"),
		...said("  pi-team-dash --demo", "accent"),
		...said("Another place to look at:"),
		...said("  pi-team-dash --root <directory>", "accent"),
		...said("or the variable PI_TEAM_ROOT, for Pi and dashboard alike.", "dim"),
	];
}
