// `doctor [--fix]`: what is wrong with the store and what to do about it. Looks; with --fix it first says what it found, then mends what loses nothing.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Fact, Finding, Weight } from "../../core/doctor/finding.ts";
import { examine, type Mended, mend } from "../../core/doctor.ts";
import { done } from "../../core/refusal.ts";
import { clean } from "../../core/text.ts";
import { shapes } from "../../core/view/shapes.ts";
import type { ReplyOf } from "./contract.ts";
import { hanging, paragraph, table } from "./layout.ts";
import { lookAnyway } from "./look.ts";
import type { Run } from "./verb.ts";

const SOMETHING_BROKEN = 6;
const INDENT = "  ";

const marks: Readonly<Record<Weight, string>> = {
	broken: shapes.stuck,
	attention: shapes.needsYou,
	note: shapes.offline,
};

export const runDoctor: Run = async (call) => {
	const { columns, flags, io } = call;
	const world = lookAnyway(call, flags.fix === undefined ? "looks" : "writes");
	if (!world.ok) return world;
	const { store } = world.value;
	const { findings, facts } = await examine(io.env, store, { packageDirectory: packageDirectory() });
	const mended = flags.fix === undefined ? [] : mend(io.env, store, findings);
	const fixed = new Set(mended.filter(({ failed }) => failed === undefined).map(({ finding }) => finding));
	const left = findings.filter((finding) => !fixed.has(finding));
	const text = [
		...table(facts.map(factFields), columns),
		"",
		...findings.flatMap((finding) => findingLines(finding, columns)),
		...mended.map((each) => hanging(mendedText(each), INDENT, columns)),
		...(mended.length > 0 ? [""] : []),
		summary(left),
	].join("\n");
	const value = {
		findings: findings.map((finding) => findingJson(finding, mended)),
		facts: facts.map(({ name, value }) => ({ name, value })),
	} satisfies ReplyOf<"doctor">;
	return done({ value, text, code: left.some(({ weight }) => weight === "broken") ? SOMETHING_BROKEN : 0 });
};

function factFields({ name, value }: Fact): readonly string[] {
	return [name, clean(value)];
}

function findingLines(
	{ weight, what, meaning, mend: advice }: Finding,
	columns: number | undefined,
): readonly string[] {
	return [
		hanging(`${marks[weight]} ${clean(what)}`, INDENT, columns),
		paragraph(clean(meaning), INDENT, columns),
		paragraph(clean(advice), INDENT, columns),
		"",
	];
}

function mendedText({ finding, failed }: Mended): string {
	const what = clean(finding.path ?? finding.what);
	return failed === undefined ? `mended: ${what}` : `not mended: ${what}: ${clean(failed)}`;
}

function summary(left: readonly Finding[]): string {
	const count = (weight: Weight) => left.filter((finding) => finding.weight === weight).length;
	const parts = [
		count("broken") > 0 ? `${count("broken")} broken` : "Nothing is broken",
		...(count("attention") > 0 ? [`${count("attention")} to look at`] : []),
		...(count("note") > 0 ? [`${count("note")} good to know`] : []),
	];
	const mendable = left.filter(({ fix }) => fix !== undefined).length;
	const hint = mendable === 0 ? "" : ` \`pi-team-dash doctor --fix\` mends ${mendable} of them and loses nothing.`;
	return `${parts.join(", ")}.${hint}`;
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
		fixable: finding.fix !== undefined,
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
