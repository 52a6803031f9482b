// Arguments of a one-shot verb: words and flags, or one line about what is wrong with them. Never runs anything.

import { type ParseArgsConfig, parseArgs } from "node:util";
import { closestNames } from "../../core/names.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { commonFlags, type FlagName, type Flags, flagTable, flagUsage } from "./flags.ts";
import type { Verb } from "./verb.ts";

export interface Parsed {
	readonly flags: Flags;
	readonly words: readonly string[];
}

type Token = Extract<ReturnType<typeof tokensOf>[number], { kind: "option" }>;

/** The first argument that is neither a flag nor the value of one, and where it stands. */
export function firstWord(argv: readonly string[]): { readonly word: string; readonly index: number } | undefined {
	const token = tokensOf(argv).find((each) => each.kind === "positional");
	return token?.kind === "positional" ? { word: token.value, index: token.index } : undefined;
}

/** `argv` without the verb itself. */
export function parse(verb: Verb, argv: readonly string[]): Outcome<Parsed> {
	const flags: Record<string, string | true> = {};
	const words: string[] = [];
	const known = [...verb.flags, ...verb.needs, ...commonFlags];
	for (const token of tokensOf(argv)) {
		if (token.kind === "positional") words.push(token.value);
		if (token.kind !== "option") continue;
		const problem = problemWith(token, known);
		if (problem !== undefined) return usageError(verb, problem);
		flags[token.name] = token.value ?? true;
	}
	if (flags.help === undefined) {
		const problem = missing(verb, flags, words);
		if (problem !== undefined) return usageError(verb, problem);
	}
	return done({ flags: flags as Flags, words });
}

export function usageError(verb: Pick<Verb, UsageParts>, problem: string): ReturnType<typeof refuse> {
	return refuse({ code: "usage", problem, usage: usageOf(verb) });
}

type UsageParts = "name" | "words" | "needs" | "flags";

/** `pi-team-dash tell <role> <text> --as <role> [--subject <line>] [--team <name>]`, without what all verbs take. */
export function usageOf(verb: Pick<Verb, UsageParts>): string {
	const needed = verb.needs.map(flagUsage);
	const optional = verb.flags.map((name) => `[${flagUsage(name)}]`);
	return ["pi-team-dash", verb.name, verb.words, ...needed, ...optional].filter((part) => part !== "").join(" ");
}

// Not strict: node's own words for a mistake run over several lines and know no near misses.
function tokensOf(argv: readonly string[]) {
	// A flag of the dashboard alone: what follows it is its value and no verb.
	const options: NonNullable<ParseArgsConfig["options"]> = { seed: { type: "string" } };
	for (const [name, row] of Object.entries(flagTable)) {
		options[name] = {
			type: row.value === undefined ? "boolean" : "string",
			...(row.short === undefined ? {} : { short: row.short }),
		};
	}
	return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function problemWith(token: Token, known: readonly FlagName[]): string | undefined {
	const name = known.find((each) => each === token.name);
	if (name === undefined) return `Unknown flag ${token.rawName}${near(token.name, known)}`;
	if (flagTable[name].value === undefined) {
		return token.value === undefined ? undefined : `The flag ${token.rawName} takes no value.`;
	}
	if (token.value === undefined || token.value === "")
		return `The flag ${token.rawName} needs ${flagTable[name].value}.`;
	// `--as --json` is a forgotten value; `--text=-5` says that the dash is meant.
	return token.value.startsWith("-") && token.inlineValue === false
		? `The flag ${token.rawName} needs ${flagTable[name].value}; write ${token.rawName}=${token.value} if that is it.`
		: undefined;
}

function near(name: string, known: readonly FlagName[]): string {
	const [first] = closestNames(name, known);
	return first === undefined ? "." : `; did you mean --${first}?`;
}

function missing(verb: Verb, flags: Flags, words: readonly string[]): string | undefined {
	if (words.length < verb.least) {
		const word = verb.words.match(/<[^>]+>/g)?.[words.length] ?? verb.words;
		return `Missing: ${word}.`;
	}
	if (words.length > verb.most) return `One word too many: "${words[verb.most]}".`;
	const flag = verb.needs.find((name) => name !== "as" && flags[name] === undefined);
	return flag === undefined ? undefined : `Missing: ${flagUsage(flag)}.`;
}
