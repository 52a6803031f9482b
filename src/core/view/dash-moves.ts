// Rows of the action table that change what the dashboard alone looks at, with the reason where one does nothing. Never carries one out.

import type { Member } from "../model.ts";
import type { Refusal } from "../refusal.ts";
import { chooseFirst, type DashMove, teamIn } from "./act.ts";
import { attention } from "./attention.ts";
import { type Found, memberOf, type Scene } from "./scene.ts";

export const dashMoves: readonly DashMove[] = [
	row("flow-1", ["1"], "timeline", "The flow as a timeline."),
	row("flow-2", ["2"], "lanes", "The flow as one column per member, with arrows between them."),
	row("flow-3", ["3"], "matrix", "Who wrote to whom, how often and when last."),
	row("flow-4", ["4"], "pulse", "Messages a minute, time at work, how fast each answers, open questions by age."),
	row("palette", [":", "ctrl+p"], "palette", "Every action by name."),
	row("zoom", ["z"], "zoom", "The pane alone, and back."),
	row("copy", ["y"], "copy", "Copies the message or the name under the cursor.", (_scene, found) =>
		found.on === "nothing" ? { code: "not-here", why: "There is nothing to copy here." } : undefined,
	),
	row("go-to-pane", ["o"], "go to pane", "Jumps to the tmux pane of the member.", noPane),
	row("attend", ["!"], "what needs you", "To the member that needs you most; again: to the next one.", (scene) =>
		attention(scene).length === 0 ? { code: "not-here", why: "Nothing needs you." } : undefined,
	),
	row("replay-back", ["["], "replay back", "One event back in time.", (scene, found) => {
		if (eventsOf(found) > 1) return undefined;
		const why = scene.replaying === "past" ? "This is the first event that is loaded." : NOTHING_PAST;
		return { code: "not-here", why };
	}),
	row("replay-forward", ["]"], "replay forward", "One event forward.", (scene) =>
		scene.replaying === "past" ? undefined : { code: "not-here", why: "This is the present; [ goes back." },
	),
	row("replay-play", ["space"], "play", "Plays from there, and stops.", (scene, found) =>
		scene.replaying === "past" || eventsOf(found) > 1 ? undefined : { code: "not-here", why: NOTHING_PAST },
	),
	row("redraw", ["R", "ctrl+l"], "redraw", "Draws the whole screen again."),
];

const NOTHING_PAST = "There is nothing to play yet.";

function eventsOf(found: Found): number {
	return teamIn(found)?.timeline.length ?? 0;
}

/** The member whose terminal is meant: on a message its sender. */
export function memberMeant(found: Found): Member | undefined {
	if (found.on === "member") return found.member;
	return found.on === "message" ? memberOf(found.team, found.message.from) : undefined;
}

/** Why there is no pane to go to. */
function noPane(scene: Scene, found: Found): Refusal | undefined {
	const member = memberMeant(found);
	if (member === undefined) return chooseFirst("Choose a member to go to.");
	const { presence, role } = member;
	const why = (text: string): Refusal => ({ code: "not-here", why: text });
	if (presence.at === "offline") return why(`${role} is offline: there is no terminal to go to.`);
	const { tmuxPane } = presence.holder;
	if (tmuxPane === undefined) return why(`${role} does not run in tmux.`);
	if (scene.terminal === "in tmux") return undefined;
	return why(`This dashboard does not run in tmux; ${role} is in its pane ${tmuxPane}.`);
}

function row(
	name: DashMove["name"],
	keys: readonly string[],
	label: string,
	help: string,
	refuse: DashMove["refuse"] = () => undefined,
): DashMove {
	return { what: "dash", name, keys, label, help, where: "dashboard", verb: undefined, refuse };
}
