// Finds what a document promises and the project does not have: links to files, and commands. Pure.

import { posix } from "node:path";
import { actions } from "../../src/core/view/actions.ts";
import { flagTable } from "../../src/dashboard/cli/flags.ts";
import { verbs } from "../../src/dashboard/cli/verbs.ts";
import { dashboardFlags } from "../../src/dashboard/flags.ts";

/** Targets, relative to the repository, of links to files that `exists` does not know. */
export function brokenLinks(path: string, text: string, exists: (path: string) => boolean): readonly string[] {
	return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
		.map(([, link]) => String(link))
		.filter((link) => !/^[a-z]+:/.test(link))
		.map((link) => posix.normalize(posix.join(posix.dirname(path), link)))
		.filter((target) => !exists(target));
}

/** Commands in code that nobody could run: `/team` verbs, verbs and flags of the program, npm scripts. */
export function unknownCommands(text: string, scripts: readonly string[]): readonly string[] {
	return codeOf(text).flatMap((code) => [
		...unknown(code, /\/team ([a-z-]+)/g, teamVerbs, "/team"),
		...unknown(code, /(?<![:/\w.-])pi-team-dash ([a-z][a-z-]*)/g, programVerbs, "pi-team-dash"),
		...unknown(code, /(?<![:/\w.-])pi-team-dash .*?--([a-z-]+)/g, programFlags, "pi-team-dash --"),
		...unknown(code, /npm run (?:--silent )?([a-z-]+)/g, scripts, "npm run"),
		...unknown(code, /npm ([a-z]+)/g, npmCommands, "npm"),
	]);
}

const teamVerbs = actions.flatMap(({ verb }) =>
	verb === undefined || verb.at === "cli" ? [] : [verb.name, ...verb.aliases],
);
const programVerbs = verbs.flatMap(({ name, aliases }) => [name, ...aliases]);
/** Of the verbs, and of the dashboard itself. */
const programFlags: readonly string[] = [...Object.keys(flagTable), ...dashboardFlags.map(([name]) => name)];
const npmCommands = ["ci", "cit", "start", "test", "run", "install", "uninstall", "pack", "publish"];

function unknown(code: string, pattern: RegExp, known: readonly string[], command: string): readonly string[] {
	return [...code.matchAll(pattern)]
		.map(([, name]) => String(name))
		.filter((name) => !known.includes(name))
		.map((name) => `${command} ${name}`);
}

function codeOf(text: string): readonly string[] {
	const blocks = [...text.matchAll(/^```(?:sh|text)\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
		String(block).split("\n"),
	);
	const inline = [...text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, code]) =>
		String(code),
	);
	return [...blocks, ...inline];
}
