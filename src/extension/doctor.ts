// `/team doctor`: the doctor's findings as text. Looks; mends nothing.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMendable } from "../core/doctor/finding.ts";
import { examine } from "../core/doctor.ts";
import { clean } from "../core/text.ts";
import { shapes } from "../core/view/shapes.ts";
import type { Here } from "./here.ts";

const MARKS = { broken: shapes.stuck, attention: shapes.needsYou, note: shapes.offline } as const;

export async function doctorText(here: Here): Promise<string> {
	const { findings, facts } = await examine(here.env, here.store, { packageDirectory: packageDirectory() });
	const known = facts.map(({ name, value }) => `${name}: ${clean(value)}`);
	const found = findings.map(
		({ weight, what, meaning, mend }) => `${MARKS[weight]} ${clean(what)}\n  ${clean(meaning)} ${clean(mend)}`,
	);
	const verdict = findings.some(({ weight }) => weight === "broken") ? [] : ["Nothing is broken."];
	const mendable = findings.filter(isMendable).length;
	const hint = mendable === 0 ? [] : [`\`pi-team-dash doctor --fix\` mends ${mendable} of these and loses nothing.`];
	return [...known, ...found, ...verdict, ...hint].join("\n");
}

function packageDirectory(): string | undefined {
	const start = dirname(fileURLToPath(import.meta.url));
	for (let directory = start; directory !== dirname(directory); directory = dirname(directory)) {
		if (existsSync(join(directory, "package.json"))) return directory;
	}
	return undefined;
}
