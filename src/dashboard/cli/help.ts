// The help of the one-shot verbs, made from their table. Pure; never help of the dashboard's keys.

import type { ReplyOf } from "./contract.ts";
import { commonFlags, type FlagName, flagTable } from "./flags.ts";
import { hangingTable, paragraph } from "./layout.ts";
import { usageOf } from "./parse.ts";
import type { Reply, Verb } from "./verb.ts";

/** One verb: usage, what it does, its flags. */
export function helpOf(verb: Verb, columns: number | undefined): Reply {
	const flags = [...verb.needs, ...verb.flags, ...commonFlags];
	const aliases = verb.aliases.length === 0 ? [] : ["", `Also called ${verb.aliases.join(", ")}.`];
	const text = [
		paragraph(`Usage: ${usageOf(verb)}`, "", columns),
		"",
		paragraph(verb.help, "", columns),
		...aliases,
		"",
		...hangingTable(flags.map(flagLine), columns),
	].join("\n");
	return {
		text,
		value: {
			verb: verb.name,
			usage: usageOf(verb),
			help: verb.help,
			flags: flags.map((name) => `--${name}`),
		} satisfies ReplyOf<"help">,
	};
}

/** All verbs, one line each. */
export function helpOfAll(verbs: readonly Verb[], columns: number | undefined): Reply {
	const lines = hangingTable(
		verbs.map((verb): readonly [string, string] => [`  ${[verb.name, verb.words].join(" ").trimEnd()}`, verb.help]),
		columns,
	);
	const text = [
		"Usage: pi-team-dash [flags]            the dashboard; `pi-team-dash --help` says more",
		"       pi-team-dash <verb> …           one thing, then done",
		"",
		...lines,
		"",
		"`pi-team-dash help <verb>` shows its flags. All take --root and --json.",
	].join("\n");
	return { text, value: { verbs: verbs.map((verb) => ({ verb: verb.name, usage: usageOf(verb), help: verb.help })) } };
}

function flagLine(name: FlagName): readonly [string, string] {
	const { value, short, help } = flagTable[name];
	const long = value === undefined ? `--${name}` : `--${name} ${value}`;
	return [`  ${short === undefined ? long : `-${short}, ${long}`}`, help];
}
