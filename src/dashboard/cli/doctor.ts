// `doctor [path] [--fix]`: what is wrong with the store and what to do about it. Looks; with --fix it first says what it will do, then does it. What would be lost is done only where its path is named.

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fact, type Finding, fixWords, isMendable, lossOf, type Weight } from "../../core/doctor/finding.ts";
import { examine, type Mended, mend, plannedFixes } from "../../core/doctor.ts";
import { done } from "../../core/refusal.ts";
import { clean } from "../../core/text.ts";
import { shapes } from "../../core/view/shapes.ts";
import type { ReplyOf } from "./contract.ts";
import { hanging, paragraph, table } from "./layout.ts";
import { lookAnyway } from "./look.ts";
import { usageError } from "./parse.ts";
import type { Call, Run } from "./verb.ts";

const SOMETHING_BROKEN = 6;
const INDENT = "  ";

const marks: Readonly<Record<Weight, string>> = {
	broken: shapes.stuck,
	attention: shapes.needsYou,
	note: shapes.offline,
};

export const runDoctor: Run = async (call) => {
	const { columns, flags, io, verb, words } = call;
	const world = lookAnyway(call, flags.fix === undefined ? "looks" : "writes");
	if (!world.ok) return world;
	const { store } = world.value;
	const report = await examine(io.env, store, { packageDirectory: packageDirectory() });
	const named = words.map((path) => resolve(io.cwd, path));
	const findings = named.length === 0 ? report.findings : report.findings.filter(({ path }) => isAmong(path, named));
	if (named.length > 0 && findings.length === 0) return usageError(verb, `Nothing is wrong with ${named[0]}.`);
	const looked = [
		...table(report.facts.map(factFields), columns),
		"",
		...findings.flatMap((finding) => findingLines(finding, columns)),
	];
	const planned = flags.fix === undefined ? [] : plannedFixes(findings, named);
	if (planned.length > 0) await announce(call, [...looked, ...planned.map((each) => planLine(each, columns))]);
	const mended = planned.length === 0 ? [] : mend(io.env, store, findings, named);
	const fixed = new Set(mended.filter(({ failed }) => failed === undefined).map(({ finding }) => finding));
	const left = findings.filter((finding) => !fixed.has(finding));
	const text = [
		...(mended.length === 0 ? looked : ["", ...mended.map((each) => hanging(mendedText(each), INDENT, columns)), ""]),
		...summary(left).map((line) => paragraph(line, "", columns)),
	].join("\n");
	const value = {
		findings: findings.map((finding) => findingJson(finding, mended)),
		facts: report.facts.map(({ name, value }) => ({ name, value })),
	} satisfies ReplyOf<"doctor">;
	return done({ value, text, code: left.some(({ weight }) => weight === "broken") ? SOMETHING_BROKEN : 0 });
};

function isAmong(path: string | undefined, named: readonly string[]): boolean {
	return path !== undefined && named.includes(path);
}

/** People read what will be done before it is done. A program gets its one object afterwards; it could have looked first. */
async function announce({ emit, style }: Call, lines: readonly string[]): Promise<void> {
	if (style === "text") await emit({ value: {}, text: lines.join("\n") });
}

function planLine({ fix }: Finding, columns: number | undefined): string {
	return fix === undefined ? "" : hanging(`will ${clean(fixWords(fix))}`, INDENT, columns);
}

function factFields({ name, value }: Fact): readonly string[] {
	return [name, clean(value)];
}

function findingLines(
	{ weight, what, meaning, mend: advice, path, fix }: Finding,
	columns: number | undefined,
): readonly string[] {
	const loses = fix === undefined ? undefined : lossOf(fix);
	return [
		hanging(`${marks[weight]} ${clean(what)}`, INDENT, columns),
		paragraph(clean(meaning), INDENT, columns),
		paragraph(clean(advice), INDENT, columns),
		...(loses === undefined
			? []
			: [
					paragraph(`With it goes ${loses}; its bytes are kept in quarantine/.`, INDENT, columns),
					hanging(
						`${INDENT}Only where it is named: \`pi-team-dash doctor --fix ${clean(path ?? "")}\``,
						INDENT,
						columns,
					),
				]),
		"",
	];
}

function mendedText({ finding, failed }: Mended): string {
	const what = clean(finding.path ?? finding.what);
	return failed === undefined ? `mended: ${what}` : `not mended: ${what}: ${clean(failed)}`;
}

function summary(left: readonly Finding[]): readonly string[] {
	const count = (weight: Weight) => left.filter((finding) => finding.weight === weight).length;
	const parts = [
		count("broken") > 0 ? `${count("broken")} broken` : "Nothing is broken",
		...(count("attention") > 0 ? [`${count("attention")} to look at`] : []),
		...(count("note") > 0 ? [`${count("note")} good to know`] : []),
	];
	const mendable = left.filter(isMendable).length;
	const hint = mendable === 0 ? "" : ` \`pi-team-dash doctor --fix\` mends ${mendable} of them and loses nothing.`;
	return [`${parts.join(", ")}.${hint}`];
}

function findingJson(finding: Finding, mended: readonly Mended[]) {
	const { code, weight, what, meaning, mend: advice, path } = finding;
	const tried = mended.find((each) => each.finding === finding);
	return {
		code,
		weight,
		what,
		meaning,
		mend: advice,
		path: path ?? null,
		fixable: isMendable(finding),
		loses: finding.fix === undefined ? null : (lossOf(finding.fix) ?? null),
		fixed: tried !== undefined && tried.failed === undefined,
		failed: tried?.failed ?? null,
	};
}

/** Of the running program: sources and the published file lie at different depths. */
function packageDirectory(): string | undefined {
	const start = dirname(fileURLToPath(import.meta.url));
	for (let directory = start; directory !== dirname(directory); directory = dirname(directory)) {
		if (existsSync(join(directory, "package.json"))) return directory;
	}
	return undefined;
}
