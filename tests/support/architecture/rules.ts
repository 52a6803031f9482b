// What every file of the project keeps to, one rule an arrow or a habit; each with files that break it. The direction of imports is in arrows.ts.

import { kindNames } from "../../../src/core/kinds.ts";
import type { Source } from "./source.ts";

/** A file that must trip the rule: its place and its text. */
export interface Breaking {
	readonly path: string;
	readonly text: string;
}

export interface Rule {
	/** A sentence that is true of the tree. */
	readonly says: string;
	/** What is wrong with the tree, one line each, with the file's path. */
	broken(tree: readonly Source[]): readonly string[];
	readonly breaks: readonly Breaking[];
}

const MOST_LINES = 250;

/** Longer than the limit, and why splitting would make it worse. */
const longFiles: Readonly<Record<string, string>> = {
	"src/core/refusal.ts": "one switch with the words of every refusal: split, nobody could compare them",
	"src/core/schema.ts": "every stored record in one place: the format is read as a whole",
};

const FEW = 10;

/**
 * Integers of ten or more outside limits.ts: no duration, size or count that somebody may want to change. Besides these, a
 * constant named …_COLUMNS may say how wide a column of its own file's table is.
 */
const plainNumbers: readonly { readonly path: RegExp; readonly values: readonly number[]; readonly why: string }[] = [
	{ path: /./, values: [10, 16, 24, 60, 100, 1_000, 1_024], why: "bases, units of time and size, and percent" },
	{
		path: /./,
		values: [60_000, 3_600_000, 86_400_000, 1_048_576, 1_073_741_824],
		why: "an hour, a day, a gigabyte and the like",
	},
	{ path: /./, values: [128], why: "exit codes of signals are this much above the signal's number" },
	{ path: /^src\/core\/env\.ts$/, values: [12, 19], why: "digits of an id, a field of /proc" },
	{ path: /^src\/core\/text\.ts$/, values: [65, 4_096], why: "code points and the bounds of a cache" },
	{ path: /^src\/core\/work\.ts$/, values: [512], why: "room kept for the sentences about what was cut" },
	{ path: /^src\/dashboard\/cli\/io\.ts$/, values: [15], why: "the number of SIGTERM" },
	{ path: /^src\/core\/files\/disk\.ts$/, values: [13], why: "a version of the kernel" },
	{ path: /^src\/dashboard\/demo\//, values: range(10, 100), why: "the script of the simulated team" },
];

const clocks =
	/^(Date\.now|new Date|performance\.now|process\.hrtime.*|Math\.random|setTimeout|setInterval|crypto\.random.*|randomUUID|randomBytes|randomInt)$/;

/** Pi asks its extensions for one: ours, and the one that stands in for somebody else's. */
const defaultExports = new Set(["src/extension/index.ts", "tests/support/stubborn.ts"]);

export const habits: readonly Rule[] = [
	perFile({
		says: "a file has at most 250 lines, but for a listed few",
		wrong: ({ path, lines }) => (lines > MOST_LINES && !(path in longFiles) ? [`${lines} lines`] : []),
		breaks: [{ path: "src/core/long.ts", text: `${"// line\n".repeat(MOST_LINES)}// one more\n` }],
	}),
	{
		says: "the list of long files names only files that are long",
		broken: (tree) =>
			Object.keys(longFiles).filter((path) => !tree.some((file) => file.path === path && file.lines > MOST_LINES)),
		breaks: [{ path: "src/core/refusal.ts", text: "// Short by now.\n" }],
	},
	perFile({
		says: "a file begins with a line that says what it owns",
		only: /^(?!tests\/.*\.test\.ts$)/,
		wrong: ({ text }) => (/^(#!.*\n)?\/\/ \S/.test(text) ? [] : ["no comment in the first line"]),
		breaks: [{ path: "src/core/silent.ts", text: 'import { kinds } from "./kinds.ts";\nexport const all = kinds;\n' }],
	}),
	perFile({
		says: "integers of ten or more live in limits.ts, but for a listed few",
		only: /^src\/(?!core\/limits\.ts)/,
		wrong: ({ path, integers }) =>
			integers
				.filter(({ value, constant }) => value >= FEW && !/_COLUMNS$/.test(constant ?? ""))
				.filter(({ value }) => !plainNumbers.some((plain) => plain.path.test(path) && plain.values.includes(value)))
				.map(({ value, line }) => `${value} in line ${line}`),
		breaks: [{ path: "src/core/wait.ts", text: "// Waits.\nexport const patienceMs = 2_500;\n" }],
	}),
	perFile({
		says: "clock, dice and timers are those of env.ts",
		only: /^src\/(?!core\/env\.ts)/,
		wrong: ({ calls }) =>
			calls.filter(({ name }) => clocks.test(name)).map(({ name, line }) => `${name} in line ${line}`),
		breaks: [
			"Date.now()",
			"new Date()",
			"performance.now()",
			"Math.random()",
			"setTimeout(() => {}, 5)",
			"crypto.randomUUID()",
			"randomBytes(8)",
		].map((call) => ({ path: "src/core/late.ts", text: `// Late.\nexport const when = ${call};\n` })),
	}),
	perFile({
		says: "only the extension's entry has a default export",
		only: /^(src|scripts|bench|tests)\//,
		wrong: ({ path, defaultExport }) => (defaultExport && !defaultExports.has(path) ? ["a default export"] : []),
		breaks: [{ path: "src/panel/panel.ts", text: "// Panel.\nexport default function open() {}\n" }],
	}),
	perFile({
		says: "no file passes on the names of others",
		only: /^src\//,
		wrong: ({ passesOn }) => (passesOn ? ["a barrel"] : []),
		breaks: [
			{ path: "src/core/index.ts", text: '// All.\nexport * from "./model.ts";\n' },
			{ path: "src/core/index.ts", text: '// Some.\nexport { kinds } from "./kinds.ts";\n' },
		],
	}),
	perFile({
		says: "what follows from a kind is asked of the table in kinds.ts",
		only: /^src\/(?!core\/kinds\.ts)/,
		wrong: ({ comparisons }) =>
			comparisons
				.filter(({ property, word }) => property === "kind" && (kindNames as readonly string[]).includes(word))
				.map(({ word, line }) => `kind compared with "${word}" in line ${line}`),
		breaks: [
			{ path: "src/core/inbox.ts", text: '// Inbox.\nexport const late = (m: any) => m.kind === "note";\n' },
			{
				path: "src/core/inbox.ts",
				text: '// Inbox.\nexport function late(m: any) { switch (m.kind) { case "request": return 1; } }\n',
			},
		],
	}),
	perFile({
		says: "nobody branches on the text of an error",
		only: /^src\//,
		wrong: ({ calls, comparisons }) => [
			...calls
				.filter(({ name }) => /(^|\.)message\.(includes|startsWith|endsWith|match|search)$/.test(name))
				.map(({ name, line }) => `${name} in line ${line}`),
			...comparisons
				.filter(({ property }) => property === "message")
				.map(({ line }) => `message compared in line ${line}`),
		],
		breaks: [
			{ path: "src/core/fate.ts", text: '// Fate.\nexport const is = (e: any) => e.message.includes("gone");\n' },
			{ path: "src/core/fate.ts", text: '// Fate.\nexport const is = (e: any) => e.message === "gone";\n' },
		],
	}),
	perFile({
		says: "nothing is left for later, and no test is left out",
		wrong: ({ text }) => [...text.matchAll(/\b(TO[D]O|FIX[M]E|X[X]X)\b|\.(skip|only|todo)\(/g)].map(([found]) => found),
		breaks: [
			{ path: "src/core/half.ts", text: `// ${"TO"}${"DO"}: the other half\n` },
			{ path: "tests/half.test.ts", text: `// Half.\ntest${".skip"}("works", () => {});\n` },
		],
	}),
	perFile({
		says: "no test waits for time to pass",
		only: /^tests\/.*\.test\.ts$/,
		wrong: ({ calls, imports }) => [
			...calls.filter(({ name }) => /^(setTimeout|setInterval|sleep)$/.test(name)).map(({ name }) => name),
			...imports.filter(({ to }) => to === "node:timers/promises").map(({ to }) => to),
		],
		breaks: [
			{ path: "tests/slow.test.ts", text: "// Slow.\nawait new Promise((go) => setTimeout(go, 5));\n" },
			{ path: "tests/slow.test.ts", text: '// Slow.\nimport { setTimeout } from "node:timers/promises";\n' },
		],
	}),
];

function range(from: number, below: number): readonly number[] {
	return Array.from({ length: below - from }, (_, index) => from + index);
}

/** A rule that looks at one file at a time. `only` picks the files by path. */
export function perFile(rule: {
	readonly says: string;
	readonly only?: RegExp;
	readonly wrong: (file: Source) => readonly string[];
	readonly breaks: readonly Breaking[];
}): Rule {
	const concerns = (path: string) => rule.only === undefined || rule.only.test(path);
	return {
		says: rule.says,
		broken: (tree) =>
			tree
				.filter(({ path }) => concerns(path))
				.flatMap((file) => rule.wrong(file).map((problem) => `${file.path}: ${problem}`)),
		breaks: rule.breaks,
	};
}
