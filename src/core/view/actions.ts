// THE action table: every key and every verb, once. Both views, the hints, the help, `/team`, the command line and the docs read it. Never I/O.

import { type Act, type Action, type ActName, type Argument, argument, type Look, type Move, verb } from "./act.ts";
import { handAdmin, nudge, pause, remove, renameRole, resume, wake } from "./acts-member.ts";
import { answer, message, sendVerbs } from "./acts-message.ts";
import { create, join, leave } from "./acts-seat.ts";
import { claimAdmin, deleteTeam, rename } from "./acts-team.ts";
import { dashMoves } from "./dash-moves.ts";
import type { Found, Situation } from "./scene.ts";

/** In the order hints and help show them. Where several rows share a key, the first that fits the row under the cursor is meant. */
export const acts: readonly Act[] = [
	answer,
	message,
	join,
	create,
	nudge,
	wake,
	renameRole,
	rename,
	remove,
	handAdmin,
	claimAdmin,
	pause,
	resume,
	leave,
	deleteTeam,
	...sendVerbs,
];

export const looks: readonly Look[] = [
	look("teams", "Lists the teams with who is online.", "both", ["list"]),
	look("members", "Lists the roles with state, focus and directory.", "both", []),
	look("status", "Members, and every open request: who waits for whom, how long.", "team", []),
	look("inbox", "The latest messages you sent or received, with their states.", "team", []),
	look("dash", "How to open the dashboard; opens it in a split where the terminal has one.", "team", []),
	look("doctor", "Finds and explains what is wrong with the store.", "both", []),
	look("help", "Every verb, or one of them.", "team", [], argument("verb", "optional", "verbs", undefined)),
];

export const moves: readonly Move[] = [
	move("up", ["up", "k"], "up", "One line up."),
	move("down", ["down", "j"], "down", "One line down."),
	move("page-up", ["pageUp", "ctrl+u"], "page up", "One page up."),
	move("page-down", ["pageDown", "ctrl+d"], "page down", "One page down."),
	move("first", ["home", "g"], "first", "To the first line."),
	move("last", ["end", "G"], "last", "To the last line; a timeline follows again."),
	move(
		"open",
		["enter"],
		"open",
		"Acts on the row: joins a team, writes to a member, opens a message, else shows the detail.",
	),
	move("next-pane", ["tab"], "next pane", "To the next pane; in the panel, past the last one back to the editor."),
	move("previous-pane", ["shift+tab"], "previous pane", "To the pane before."),
	move("to-detail", ["right", "l"], "detail", "From the list to the detail."),
	move("to-list", ["left", "h"], "list", "From the detail to the list."),
	move("search", ["/"], "search", "Shows only rows in which every word occurs."),
	move(
		"filter",
		["f"],
		"filter",
		"Shows only what has every word; member:, kind:, thread: and since:2h narrow it further, a leading ! leaves out.",
	),
	move("help", ["?", "f1"], "help", "Every key, with the reason for those that do nothing here."),
	move(
		"back",
		["escape"],
		"back",
		"One level back: question, detail, list, search, filter; at the top it closes the panel.",
	),
	move("close", ["q"], "close", "Closes the panel, quits the dashboard."),
	move("interrupt", ["ctrl+c"], "leave", "Gives the keyboard back in the panel, quits the dashboard."),
];

export const actions: readonly Action[] = [...acts, ...moves, ...dashMoves, ...looks];

export function act(name: ActName): Act {
	const row = acts.find((each) => each.name === name);
	if (row === undefined) throw new Error(`no row ${name} in the action table`);
	return row;
}

/** The act a key means on a row: the first that fits; else the first at all, whose refusal says what to choose. */
export function actFor(key: string, situation: Situation, found: Found): Act | undefined {
	const candidates = acts.filter((each) => each.keys.includes(key));
	return candidates.find((each) => each.fits(situation, found)) ?? candidates.find((each) => each.where === "both");
}

/** `join [team] [role]` */
export function usageOf(action: Action): string {
	const { verb: given } = action;
	if (given === undefined) return "";
	return [given.name, ...given.arguments.map(argumentText)].join(" ");
}

function argumentText(given: Argument): string {
	return given.needed === "needed" ? `<${given.name}>` : `[${given.name}]`;
}

function look(
	name: Look["name"],
	help: string,
	at: "team" | "both",
	aliases: readonly string[],
	...given: readonly Argument[]
): Look {
	return {
		what: "look",
		name,
		keys: [],
		label: name,
		help,
		where: "nowhere",
		verb: { ...verb(name, at, ...given), aliases },
	};
}

function move(name: Move["name"], keys: readonly string[], label: string, help: string): Move {
	return { what: "move", name, keys, label, help, where: "both", verb: undefined };
}
