// The archive that is published: installed into an empty project, its program runs and Pi loads its extension. Never the working tree.

import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, type Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundles, bundles } from "../scripts/build.ts";
import { type Lab, oldestPi, openLab, repository } from "./support/lab.ts";

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };

let lab: Lab;
let project: string;
let installed: string;
let packed: readonly string[];

beforeAll(async () => {
	await buildBundles(["extension", "program", "bin", "verbs", "screen"]);
	lab = await openLab();
	project = join(lab.directory, "empty");
	installed = join(project, "node_modules/pi-team-dash");
	mkdirSync(project);
	writeFileSync(join(project, "package.json"), "{}");
	const archive = await pack(repository);
	packed = archive.files;
	// What the registry would serve is packed from here, so that the test needs no network.
	const blessed = await pack(join(repository, "node_modules/blessed"));
	await npm(["install", "--offline", "--no-audit", "--no-fund", archive.file, blessed.file], project);
}, 60_000);
afterAll(() => lab.close());

test("the archive holds the extension, the program, the documents and nothing else", () => {
	const others = packed.filter((path) => !/^(docs\/|[A-Z]+\.md$|LICENSE$|package\.json$)/.test(path));
	expect(others.sort()).toEqual([
		"dist/dash-screen.js",
		"dist/dash-verbs.js",
		"dist/extension/index.js",
		"dist/extension/package.json",
		"dist/extension/program.cjs",
		"dist/pi-team-dash.js",
	]);
	expect(packed).toEqual(expect.arrayContaining(["README.md", "CHANGELOG.md", "LICENSE", "docs/ARCHITECTURE.md"]));
});

test("installing brings blessed and no other package", () => {
	const there = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
	expect(there.sort()).toEqual(["blessed", "pi-team-dash"]);
});

describe("the program", () => {
	test("says its bare version", async () => {
		expect(await program("--version")).toBe(`${version}\n`);
	});

	test("reads a store that does not exist yet and creates nothing", async () => {
		const root = join(lab.directory, "nowhere");
		expect(JSON.parse(await program("teams", "--json", "--root", root))).toMatchObject({ v: 1, ok: true, teams: [] });
		expect(existsSync(root)).toBe(false);
	});

	test("runs its verbs without blessed", async () => {
		const { file } = await pack(join(repository, "node_modules/blessed"));
		rmSync(join(project, "node_modules/blessed"), { recursive: true });
		expect(JSON.parse(await program("teams", "--json"))).toMatchObject({ ok: true });
		await npm(["install", "--offline", "--no-audit", "--no-fund", file], project);
	});

	test.each([
		["bin", "./dash-verbs.js"],
		["verbs", "./dash-screen.js"],
		["screen", "blessed"],
	] as const)("contains in %s all it needs but %s", async (name, rest) => {
		const { imports } = await bundle(name);
		expect(imports.filter((name) => !isBuiltin(name))).toEqual([rest]);
	});
});

describe.each([
	{ name: "the current Pi", pi: undefined },
	{ name: "the oldest supported Pi", pi: oldestPi },
])("the extension, installed in $name", ({ name, pi }) => {
	test("loads, answers a prompt and leaves no trace", async () => {
		const own = await openLab(pi);
		try {
			own.model.rules([{ when: /hello/, answers: ["good morning"] }]);
			await own.run(["-p", "hello"]);
			await own.run(["install", installed]);
			const { stdout, stderr } = await own.run(["-p", "hello"]);
			expect({ name, stdout, stderr }).toEqual({ name, stdout: "good morning\n", stderr: "" });
			const [without, asked] = own.model.requests;
			expect(asked?.tools).toEqual(without?.tools);
			expect(asked?.messages).toEqual(without?.messages);
			expect(readdirSync(own.agentDirectory)).not.toContain("teams");
		} finally {
			await own.close();
		}
	});

	test("makes a team and shows the panel, with what Pi provides and nothing else in reach", async () => {
		const own = await openLab(pi);
		try {
			await own.run(["install", installed]);
			writeFileSync(join(own.agentDirectory, "keybindings.json"), JSON.stringify({ "tui.select.down": "ctrl+y" }));
			const terminal = await own.pi("backend", []);
			await terminal.submit("/team create shop backend");
			await terminal.see("shop · backend");
			await terminal.press("F6");
			await terminal.see("▌■ shop");
			// Another copy of Pi's packages would not know which keys the person chose.
			await terminal.press("C-y");
			await terminal.see(/▌ ◇ backend/);
		} finally {
			await own.close();
		}
	});

	test("goes on with the new program after an update and a reload", async () => {
		const own = await openLab(pi);
		try {
			const copy = join(own.directory, "package");
			cpSync(installed, copy, { recursive: true });
			const terminal = await own.pi("backend", ["-e", copy]);
			await terminal.submit("/team create shop backend");
			await terminal.see("shop · backend");
			const file = join(copy, "dist/extension/program.cjs");
			writeFileSync(file, readFileSync(file, "utf8").replaceAll("There is a team", "Behold, a team"));
			await terminal.submit("/reload");
			await terminal.see("Reloaded");
			await terminal.see("shop · backend");
			await terminal.submit("/team create bakery");
			await terminal.see("Behold, a team bakery");
		} finally {
			await own.close();
		}
	});
});

test.each(["extension", "program"] as const)("the %s brings no second copy of what Pi provides", async (name) => {
	const { imports, inputs } = await bundle(name);
	const fromPi = /^(@earendil-works\/.*|typebox(\/compile|\/value)?)$/;
	const others = imports.filter((path) => !isBuiltin(path) && !fromPi.test(path));
	expect(others).toEqual([]);
	expect(inputs.filter((path) => path.includes("node_modules/@earendil-works/"))).toEqual([]);
	expect(inputs.filter((path) => /node_modules\/typebox\/build\/(?!guard|system)/.test(path))).toEqual([]);
});

async function bundle(
	name: keyof typeof bundles,
): Promise<{ readonly imports: readonly string[]; readonly inputs: readonly string[] }> {
	const { metafile } = (await build({ ...bundles[name], metafile: true })) as { metafile: Metafile };
	const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
	return { imports: [...new Set(imports)], inputs: Object.keys(metafile.inputs) };
}

async function pack(directory: string): Promise<{ readonly file: string; readonly files: readonly string[] }> {
	const { stdout } = await npm(["pack", "--json", "--ignore-scripts", "--pack-destination", lab.directory], directory);
	const [archive] = JSON.parse(stdout) as [{ filename: string; files: readonly { path: string }[] }];
	return { file: join(lab.directory, archive.filename), files: archive.files.map(({ path }) => path) };
}

async function npm(args: readonly string[], cwd: string): Promise<{ readonly stdout: string }> {
	return run("npm", args, { cwd, env: { ...lab.env("npm"), npm_config_cache: join(lab.directory, "npm-cache") } });
}

async function program(...args: readonly string[]): Promise<string> {
	const { stdout } = await run(join(project, "node_modules/.bin/pi-team-dash"), args, { env: lab.env("program") });
	return stdout;
}
