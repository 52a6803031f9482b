// The shapes of the action table: what a row of it says. The rows are in actions.ts. Never I/O.

import type { Intent } from "../intent.ts";
import type { Team } from "../model.ts";
import type { Refusal } from "../refusal.ts";
import { clean } from "../text.ts";
import type { Found, Scene, Situation } from "./scene.ts";

export type ActName =
	| "create"
	| "join"
	| "leave"
	| "message"
	| "answer"
	| "tell"
	| "ask"
	| "handoff"
	| "send"
	| "note"
	| "nudge"
	| "wake"
	| "pause"
	| "resume"
	| "rename"
	| "rename-role"
	| "remove"
	| "admin"
	| "claim-admin"
	| "delete";

export type LookName = "teams" | "members" | "status" | "inbox" | "dash" | "doctor" | "help";

/** Keys of the dashboard alone that change what is looked at; the dashboard carries them out. */
export type DashKey =
	| "flow-1"
	| "flow-2"
	| "flow-3"
	| "flow-4"
	| "palette"
	| "zoom"
	| "copy"
	| "go-to-pane"
	| "attend"
	| "replay-back"
	| "replay-forward"
	| "replay-play"
	| "redraw";

export type MoveName =
	| "up"
	| "down"
	| "page-up"
	| "page-down"
	| "first"
	| "last"
	| "open"
	| "next-pane"
	| "previous-pane"
	| "to-list"
	| "to-detail"
	| "search"
	| "filter"
	| "help"
	| "back"
	| "close"
	| "interrupt";

/** What a person typed, by field. `choice` is what Tab goes round: the kind of a message, or the outcome of a request. */
export interface Input {
	readonly team?: string;
	readonly role?: string;
	readonly text?: string;
	readonly choice?: string;
}

export interface Choice {
	readonly value: string;
	readonly label: string;
}

export interface Field {
	readonly name: "team" | "role" | "text";
	readonly label: string;
	/** What the line starts with. */
	readonly proposal: string;
	readonly choices: readonly Choice[];
	/** Where Tab starts; undefined without choices. */
	readonly choice: string | undefined;
}

/** Names the effect and the counts. `enter` is what the Enter key means: no where it cannot be undone. */
export interface Confirmation {
	readonly question: string;
	readonly effect: string;
	readonly enter: "yes" | "no";
}

/** One word of a command line. `offers` is what a completion proposes for it. */
export interface Argument {
	readonly name: string;
	readonly needed: "needed" | "optional";
	readonly offers: "teams" | "live-roles" | "other-roles" | "roles" | "verbs" | "nothing";
	/** Takes the rest of the line as it was typed. */
	readonly rest: "word" | "rest";
	/** Which field of Input it fills; undefined where it names the target. */
	readonly fills: keyof Input | undefined;
}

export interface Verb {
	readonly name: string;
	readonly aliases: readonly string[];
	readonly arguments: readonly Argument[];
	/** Where it can be typed: `/team` inside Pi, the one-shot command line, or both. */
	readonly at: "team" | "cli" | "both";
}

interface Head {
	/** Plain names as keyName() gives them; empty for what is only typed. */
	readonly keys: readonly string[];
	/** One or two words, for the hint line. */
	readonly label: string;
	/** One sentence, for the help. */
	readonly help: string;
	readonly where: "both" | "panel" | "dashboard" | "nowhere";
	readonly verb: Verb | undefined;
}

export interface Act extends Head {
	readonly what: "act";
	readonly name: ActName;
	/** Whether the key means this row when the cursor is there; several rows share a key. */
	fits(situation: Situation, found: Found): boolean;
	/** The reason why not, before anything is asked. */
	refuse(situation: Situation, found: Found): Refusal | undefined;
	/** What has to be typed. */
	ask?(situation: Situation, found: Found): readonly Field[];
	/** A word about what will happen, while it is typed. */
	remark?(situation: Situation, found: Found, input: Input): string | undefined;
	/** Whether what was typed can be taken. */
	check?(situation: Situation, found: Found, input: Input): Refusal | undefined;
	confirm?(situation: Situation, found: Found, input: Input): Confirmation | undefined;
	/** Carried out one after the other; the first refusal ends it. */
	intents(situation: Situation, found: Found, input: Input): readonly Intent[];
}

/** A verb that only shows something; the front-end it was typed in shows it. */
export interface Look extends Head {
	readonly what: "look";
	readonly name: LookName;
}

/** A key that only moves or changes what is looked at. */
export interface Move extends Head {
	readonly what: "move";
	readonly name: MoveName;
}

export interface DashMove extends Head {
	readonly what: "dash";
	readonly name: DashKey;
	/** The reason why it does nothing here. */
	refuse(scene: Scene, found: Found): Refusal | undefined;
}

export type Action = Act | Look | Move | DashMove;

export function field(name: Field["name"], label: string, proposal = ""): Field {
	// A proposal may come from the disk, and the editors draw what they hold as it is.
	return { name, label, proposal: clean(proposal), choices: [], choice: undefined };
}

export function argument(
	name: string,
	needed: Argument["needed"],
	offers: Argument["offers"],
	fills: Argument["fills"],
	rest: Argument["rest"] = "word",
): Argument {
	return { name, needed, offers, rest, fills };
}

export function verb(name: string, at: Verb["at"], ...given: readonly Argument[]): Verb {
	return { name, aliases: [], arguments: given, at };
}

export function chooseFirst(why: string): Refusal {
	return { code: "not-here", why };
}

export function teamIn(found: Found): Team | undefined {
	return found.on === "nothing" ? undefined : found.team;
}

export function count(many: number, one: string, several: string): string {
	return `${many} ${many === 1 ? one : several}`;
}
