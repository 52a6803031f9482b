// The command line of the dashboard itself: its flags, its help, and one line about what is wrong. Never those of the one-shot verbs.

import { parseArgs } from "node:util";
import { done, type Outcome, refuse } from "../core/refusal.ts";

export interface DashFlags {
	readonly root: string | undefined;
	readonly team: string | undefined;
	readonly demo: boolean;
	/** Which story the demo tells; undefined = any. */
	readonly seed: number | undefined;
	readonly ascii: boolean;
	readonly noColor: boolean;
	readonly noMouse: boolean;
	readonly readOnly: boolean;
	readonly bell: boolean;
	readonly version: boolean;
	readonly help: boolean;
}

/** Name, the word for its value or none, what it does. */
export const dashboardFlags = [
	["root", "<directory>", "where the teams are kept"],
	["team", "<name>", "opens on this team"],
	["demo", "", "a live, simulated team in a temporary directory"],
	["seed", "<number>", "with --demo: the story of this number, the same each time"],
	["ascii", "", "nothing but ASCII characters, also where the locale has more"],
	["no-color", "", "no colours; so does NO_COLOR"],
	["no-mouse", "", "leaves the mouse to the terminal"],
	["read-only", "", "looks and never writes: joining and every action are refused"],
	["bell", "", "rings once when somebody needs you"],
	["version", "", "the version, and nothing else"],
	["help", "", "this text"],
] as const;

export const USAGE = "pi-team-dash [--root <directory>] [--team <name>] [--demo] …; see pi-team-dash --help";

/** What was asked for, or a usage refusal. */
export function readFlags(argv: readonly string[]): Outcome<DashFlags> {
	try {
		const { values } = parseArgs({
			args: [...argv],
			strict: true,
			allowPositionals: false,
			options: {
				root: { type: "string" },
				team: { type: "string" },
				demo: { type: "boolean", default: false },
				seed: { type: "string" },
				ascii: { type: "boolean", default: false },
				"no-color": { type: "boolean", default: false },
				"no-mouse": { type: "boolean", default: false },
				"read-only": { type: "boolean", default: false },
				bell: { type: "boolean", default: false },
				version: { type: "boolean", short: "V", default: false },
				help: { type: "boolean", short: "h", default: false },
			},
		});
		const seed = seedOf(values.seed);
		if (seed === "no seed")
			return refuse({ code: "usage", problem: `"${values.seed}" is no number of a story.`, usage: USAGE });
		if (seed !== undefined && !values.demo) {
			return refuse({ code: "usage", problem: "Only a demo has a seed.", usage: USAGE });
		}
		return done({
			root: values.root,
			team: values.team,
			demo: values.demo,
			seed,
			ascii: values.ascii,
			noColor: values["no-color"],
			noMouse: values["no-mouse"],
			readOnly: values["read-only"],
			bell: values.bell,
			version: values.version,
			help: values.help,
		});
	} catch (error) {
		if (!isUsageError(error)) throw error;
		const [problem = ""] = error.message.split(". ");
		return refuse({ code: "usage", problem: `${problem.replace(/\.$/, "")}.`, usage: USAGE });
	}
}

function seedOf(given: string | undefined): number | "no seed" | undefined {
	if (given === undefined) return undefined;
	return /^\d{1,9}$/.test(given) ? Number(given) : "no seed";
}

function isUsageError(error: unknown): error is Error {
	return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

/** `verbs` is the list of the one-shot verbs, made elsewhere. */
export function helpText(verbs: string): string {
	const flags = dashboardFlags.map(
		([name, value, meaning]) => [`--${name}${value === "" ? "" : ` ${value}`}`, meaning] as const,
	);
	const widest = Math.max(...flags.map(([flag]) => flag.length));
	return [
		"Usage: pi-team-dash [flags]            the dashboard of your teams",
		"       pi-team-dash <verb> …           one thing, then done",
		"",
		...flags.map(([flag, meaning]) => `  ${flag.padEnd(widest)}  ${meaning}`),
		"",
		"Inside, ? lists every key. The teams are in the directory PI_TEAM_ROOT names, else in Pi's own.",
		"",
		verbs.trimEnd(),
		"",
	].join("\n");
}
