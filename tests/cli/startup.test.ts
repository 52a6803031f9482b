import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { start } from "../support/cli/child.ts";
import { send, shop, temporary } from "../support/cli/world.ts";

const recorder = fileURLToPath(new URL("../support/cli/record-modules.ts", import.meta.url));
const sources = fileURLToPath(new URL("../../src/", import.meta.url));

/** Paths below src/ as they are, those of packages without what stands before. */
async function modulesOf(root: string, argv: readonly string[]): Promise<readonly string[]> {
	const file = join(temporary("modules"), "loaded");
	const child = start([...argv, "--root", root], ["--import", recorder], { MODULES_LOADED: file });
	expect(await child.ended, child.err()).toBe(0);
	return readFileSync(file, "utf8")
		.split("\n")
		.map((url) => (url.startsWith("file:") ? fileURLToPath(url) : url))
		.map((path) => path.replace(/^.*\/node_modules\//, "").replace(sources, "src/"));
}

/** Of typebox the compiled checks use a few guards, which know nothing of schemas. */
const screens = /^(blessed|chokidar|@earendil-works|typebox\/build\/(?!guard\/))/;
const userInterface = /^src\/(panel|extension)\/|^src\/dashboard\/(?!(main|program)\.ts$|cli\/)/;

function tooMuch(modules: readonly string[]): readonly string[] {
	return modules.filter((module) => screens.test(module) || userInterface.test(module));
}

describe("a one-shot verb", () => {
	it.each(["teams", "members", "status", "tail", "export", "help"])(
		"that looks loads no screen, no watcher, no lock and no schema compiler: %s",
		async (verb) => {
			const { root } = await shop();
			const modules = await modulesOf(root, [verb]);
			expect(modules).toContain("src/core/refusal.ts");
			expect(tooMuch(modules)).toEqual([]);
			expect(modules).not.toContainEqual(expect.stringMatching(/^proper-lockfile/));
			expect(modules.filter((module) => module.startsWith("src/core/seat-"))).toEqual([]);
		},
	);

	it("that writes loads a lock at most", async () => {
		const { root } = await shop();
		const modules = await modulesOf(root, ["send", "backend", "hello", "--as", "bot"]);
		expect(modules).toContain("src/core/seat-join.ts");
		expect(tooMuch(modules)).toEqual([]);
	});

	it("would be caught loading a screen, a watcher or a schema compiler", () => {
		const forbidden = [
			"blessed/lib/blessed.js",
			"chokidar/index.js",
			"@earendil-works/pi-tui/dist/index.js",
			"typebox/build/compile/index.mjs",
			"src/dashboard/terminal/screen.ts",
			"src/panel/panel.ts",
		];
		expect(tooMuch([...forbidden, "src/dashboard/cli/tail.ts", "typebox/build/guard/guard.mjs"])).toEqual(forbidden);
	});

	it("loads no other verb with it", async () => {
		const { root, planner, backend } = await shop();
		const id = await send(planner, backend, "info", "hello");
		const modules = await modulesOf(root, ["show", id]);
		const verbs = ["teams", "tail", "export", "doctor", "prune", "import", "send", "administer"];
		expect(modules.filter((module) => verbs.some((verb) => module === `src/dashboard/cli/${verb}.ts`))).toEqual([]);
	});
});
