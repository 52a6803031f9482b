// Questions of a typed command, in Pi's own dialogs. They are ours, so they hold no delivery. Where no dialog can be shown the answer is no.

import type { Confirmation } from "../core/view/act.ts";
import type { Here } from "./here.ts";

const NO = "No, change nothing";

/** What can be undone is confirmed; what cannot is chosen from a list that starts with No, so that a stray Enter keeps everything. */
export async function agreed(here: Here, { question, effect, enter }: Confirmation): Promise<boolean> {
	const context = here.context();
	if (!context.hasUI) return false;
	if (enter === "yes") return here.run.asking(() => context.ui.confirm(question, effect));
	const yes = `Yes: ${question.replace(/\?$/, "")}`;
	const chosen = await here.run.asking(() => context.ui.select(`${question} ${effect}`, [NO, yes]));
	return chosen === yes;
}

/** undefined = cancelled, or nobody to ask. */
export async function chosen(here: Here, title: string, options: readonly string[]): Promise<string | undefined> {
	const context = here.context();
	if (!context.hasUI) return undefined;
	return here.run.asking(() => context.ui.select(title, [...options]));
}

export async function typedAnswer(here: Here, title: string, proposal: string): Promise<string | undefined> {
	const context = here.context();
	if (!context.hasUI) return undefined;
	const answer = await here.run.asking(() => context.ui.input(title, proposal));
	return answer === undefined || answer.trim() === "" ? undefined : answer.trim();
}
