// Plants one bug at a time into a copy of the store and runs the tests that must notice it. `npm run mutants [word]` tries those whose name holds the word.

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { moreMutants } from "./mutants/more.ts";
import { type Mutant, mutants } from "./mutants/table.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
/** A mutant that hangs its tests is noticed too. */
const PATIENCE_MS = 120_000;

interface Verdict {
	readonly mutant: Mutant;
	readonly outcome: "noticed" | "survived" | "does not apply";
	readonly seconds: number;
}

const wanted = process.argv[2] ?? "";
const all = [...mutants, ...moreMutants].filter(({ name }) => name.includes(wanted));
const copies = Array.from({ length: Math.max(1, Math.min(4, availableParallelism())) }, copyOfTree);
const verdicts: Verdict[] = [];
const [first = ""] = copies;
try {
	const everyTest = [...new Set(all.flatMap(({ tests }) => tests))];
	if (!(await passes(first, everyTest))) throw new Error("the tests fail without any planted bug");
	const queue = [...all];
	await Promise.all(copies.map((copy) => work(copy, queue)));
} finally {
	for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
const alive = verdicts.filter(({ outcome }) => outcome !== "noticed");
console.log(`${verdicts.length - alive.length} of ${verdicts.length} planted bugs were noticed`);
if (alive.length > 0) process.exitCode = 1;

async function work(copy: string, queue: Mutant[]): Promise<void> {
	for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
		const verdict = await tried(copy, mutant);
		verdicts.push(verdict);
		console.log(`${verdict.outcome.padEnd(14)} ${verdict.seconds.toFixed(1).padStart(5)} s  ${mutant.name}`);
	}
}

async function tried(copy: string, mutant: Mutant): Promise<Verdict> {
	const path = join(copy, "src/core", mutant.file);
	const source = readFileSync(path, "utf8");
	if (source.split(mutant.find).length !== 2) return { mutant, outcome: "does not apply", seconds: 0 };
	const start = performance.now();
	writeFileSync(
		path,
		source.replace(mutant.find, () => mutant.replace),
	);
	const survived = await passes(copy, mutant.tests);
	writeFileSync(path, source);
	return { mutant, outcome: survived ? "survived" : "noticed", seconds: (performance.now() - start) / 1_000 };
}

function copyOfTree(): string {
	const copy = mkdtempSync(join(tmpdir(), "pi-team-mutants-"));
	for (const part of [
		"src/core",
		"tests/core/files",
		"tests/core/conformance",
		"tests/support",
		"package.json",
		"tsconfig.json",
		"vitest.config.ts",
	]) {
		cpSync(join(repository, part), join(copy, part), { recursive: true });
	}
	symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));
	return copy;
}

function passes(copy: string, tests: readonly string[]): Promise<boolean> {
	const paths = tests.map((test) => join("tests/core", test));
	const vitest = join(repository, "node_modules/vitest/vitest.mjs");
	const run = spawn(
		process.execPath,
		[vitest, "run", "--project", "quick", "--bail", "1", "--reporter", "dot", ...paths],
		{
			cwd: copy,
			stdio: "ignore",
			timeout: PATIENCE_MS,
			killSignal: "SIGKILL",
		},
	);
	return new Promise((resolve) => run.on("exit", (code) => resolve(code === 0)));
}
