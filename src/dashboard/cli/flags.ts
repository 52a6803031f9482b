// Every flag of every one-shot verb, once. Owns their spelling and help; never what a verb does with them.

export interface FlagRow {
	/** The word for its value in a usage line; undefined = a switch. */
	readonly value: string | undefined;
	readonly short: string | undefined;
	readonly help: string;
}

export const flagTable = {
	team: valued("<name>", "the team, where there is more than one"),
	root: valued("<directory>", "where the teams are kept"),
	json: onOff("one JSON object on standard output instead of text"),
	help: onOff("this text", "h"),
	as: valued("<role>", "the role this command acts as; taken for its run"),
	yes: onOff("do what a person would be asked about first", "y"),
	follow: onOff("go on with what happens from now on", "f"),
	lines: valued("<n>", "how many lines to begin with", "n"),
	subject: valued("<line>", "the subject; without it the start of the text"),
	"reply-to": valued("<message>", "the message this answers"),
	timeout: valued("<time>", "how long to wait: 30s, 10m, 2h"),
	format: valued("md|jsonl", "for people or for programs"),
	member: valued("<role>", "only what this member did or received"),
	kind: valued("<kind>", "only messages of this kind"),
	since: valued("<time>", "only what is newer: 2h, 3d, 2026-01-31 or a whole time"),
	text: valued("<words>", "only what contains these words; a word with a leading ! leaves out"),
	thread: valued("<message>", "only the thread of this message"),
	fix: onOff("repair what can be repaired without losing anything; with a path that file alone, whatever goes with it"),
	before: valued("<date>", "everything older than this date or age: 2026-01-31, 90d"),
	above: valued("<size>", "the oldest, until no more than this size is left: 500MB, 2GB"),
} as const satisfies Record<string, FlagRow>;

export type FlagName = keyof typeof flagTable;

/** What was given: a string for a flag with a value, true for a switch; absent = not given. */
export type Flags = {
	readonly [Name in FlagName]?: (typeof flagTable)[Name]["value"] extends string ? string : true;
};

/** Understood by every verb. */
export const commonFlags: readonly FlagName[] = ["root", "json", "help"];

/** `--as <role>`, `-f`: how a flag stands in a usage line. */
export function flagUsage(name: FlagName): string {
	const { value, short } = flagTable[name];
	if (value === undefined) return short === undefined || name === "yes" ? `--${name}` : `-${short}`;
	return `--${name} ${value}`;
}

function valued(value: string, help: string, short?: string) {
	return { value, short, help } as const;
}

function onOff(help: string, short?: string) {
	return { value: undefined, short, help } as const;
}
