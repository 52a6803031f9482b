// Builds what is published: dist/extension/index.js with program.cjs, and dist/pi-team-dash.js with dash-verbs.js and dash-screen.js. `--watch` builds again on change. Never builds from anything but src/.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, type BuildResult, build, context, type Plugin } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

// Few files with constant names: a program that loads parts of itself late breaks when an update in place takes them away.
// Inside a file a dynamic import stays lazy: esbuild wraps what only it reaches, and runs it at the first import.
const shared: BuildOptions = {
	absWorkingDir: root,
	bundle: true,
	format: "esm",
	platform: "node",
	target: "node22.19",
	outdir: dist,
	write: false,
	minifyWhitespace: true,
	legalComments: "none",
	logLevel: "silent",
};

// CommonJS packages (proper-lockfile) call require() for Node's own modules. A var, since Pi's loader has a require of its own in scope.
const requireBanner =
	'import { createRequire as __createRequire } from "node:module"; var require = __createRequire(import.meta.url);';

// What Pi itself provides: a second copy would not share its classes and themes. Deeper paths of typebox are not among it.
const insidePi: BuildOptions = { ...shared, external: ["@earendil-works/*"], banner: { js: requireBanner } };
const hosts = hostModules(["typebox", "typebox/compile", "typebox/value"]);

export const bundles = {
	// Pi reads and hashes a whole file at every start, so its entry is a small file that loads the other at the first use.
	extension: {
		...insidePi,
		entryPoints: { "extension/index": "src/extension/index.ts" },
		plugins: [hosts, freshFile("./program.ts", "./program.cjs")],
	},
	program: {
		...insidePi,
		entryPoints: { "extension/program": "src/extension/program.ts" },
		// Of this form Node lets go of a file it has loaded.
		format: "cjs",
		outExtension: { ".js": ".cjs" },
		define: { "import.meta.url": "__fileUrl" },
		banner: { js: 'const __fileUrl = require("node:url").pathToFileURL(__filename).href;' },
		plugins: [offered("@earendil-works/pi-tui"), hosts],
	},
	// A small entry that enables the compile cache before the rest is loaded, and verbs apart from the screen they never show.
	bin: {
		...shared,
		entryPoints: { "pi-team-dash": "src/dashboard/main.ts" },
		plugins: [otherFile("./program.ts", "./dash-verbs.js")],
		banner: { js: "#!/usr/bin/env node" },
	},
	verbs: {
		...shared,
		entryPoints: { "dash-verbs": "src/dashboard/program.ts" },
		plugins: [otherFile("./start.ts", "./dash-screen.js")],
		banner: { js: requireBanner },
	},
	screen: {
		...shared,
		entryPoints: { "dash-screen": "src/dashboard/start.ts" },
		plugins: [lazyPackage("blessed")],
		banner: { js: requireBanner },
	},
} as const satisfies Record<string, BuildOptions>;

/** Builds what is named, or throws and leaves the files as they were. */
export async function buildBundles(names: readonly (keyof typeof bundles)[]): Promise<void> {
	const results = await Promise.all(names.map((name) => build(bundles[name])));
	results.forEach(write);
}

/** Left to Pi, by exact name. */
function hostModules(names: readonly string[]): Plugin {
	return {
		name: "host-modules",
		setup({ onResolve }) {
			const exact = new RegExp(`^(?:${names.join("|")})$`);
			onResolve({ filter: exact }, ({ path }) => ({ path, external: true }));
		},
	};
}

/** A module of Pi that the entry has put where src/extension/host-modules.ts says: Node itself would not find it, or another copy. */
function offered(name: string): Plugin {
	return {
		name: "offered",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: new RegExp(`^${name}$`) }, ({ path }) => ({ path, namespace: "offered" }));
			onLoad({ filter: /.*/, namespace: "offered" }, ({ path }) => ({
				contents: `module.exports = globalThis[Symbol.for("pi-team-dash host modules")][${JSON.stringify(path)}];`,
				loader: "js",
			}));
		},
	};
}

/** A module in a file of its own that is read anew by each entry: else `/reload` would go on with the old one after an update. */
function freshFile(module: string, file: string): Plugin {
	return {
		name: "fresh-file",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^\./ }, ({ path }) => (path === module ? { path, namespace: "fresh-file" } : undefined));
			onLoad({ filter: /.*/, namespace: "fresh-file" }, () => ({
				contents: [
					`const file = ${JSON.stringify(file)};`,
					"const path = require.resolve(file);",
					"delete require.cache[path];",
					"module.exports = require(path);",
				].join("\n"),
				loader: "js",
			}));
		},
	};
}

/** A module that is published as a file of its own. */
function otherFile(module: string, file: string): Plugin {
	return {
		name: "other-file",
		setup({ onResolve }) {
			onResolve({ filter: /^\./ }, ({ path }) => (path === module ? { path: file, external: true } : undefined));
		},
	};
}

/** A package that stays outside and is loaded when first used: as a static import it would be loaded by every verb. */
function lazyPackage(name: string): Plugin {
	return {
		name: "lazy-package",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: new RegExp(`^${name}$`) }, ({ namespace, path }) =>
				namespace === "lazy-package" ? { path, external: true } : { path, namespace: "lazy-package" },
			);
			onLoad({ filter: /.*/, namespace: "lazy-package" }, () => ({
				contents: `module.exports = require(${JSON.stringify(name)});`,
				loader: "js",
			}));
		},
	};
}

// Node itself would load the entry of a package whose type is "module", and look in vain for what only Pi can give it, or find
// another copy of it. Of a package without a type Pi's loader takes the entry into its own hands; the program is left to Node,
// since the loader would translate it first, for seconds.
const EXTENSION_PACKAGE = JSON.stringify({ description: "Loaded by Pi alone, which is why no type stands here." });

function write(result: BuildResult): void {
	mkdirSync(join(dist, "extension"), { recursive: true });
	replace(join(dist, "extension", "package.json"), Buffer.from(EXTENSION_PACKAGE));
	for (const { path, contents } of result.outputFiles ?? []) replace(path, contents);
}

/** In one step: a Pi that starts meanwhile reads the old or the new file, never half of it. */
function replace(path: string, contents: Uint8Array): void {
	if (isSame(path, contents)) return;
	const fresh = `${path}.${process.pid}.tmp`;
	writeFileSync(fresh, contents, { mode: 0o755 });
	renameSync(fresh, path);
}

function isSame(path: string, contents: Uint8Array): boolean {
	try {
		return readFileSync(path).equals(contents);
	} catch {
		return false; // Not there yet.
	}
}

async function watchAll(): Promise<void> {
	const writer: Plugin = { name: "write", setup: ({ onEnd }) => onEnd(write) };
	for (const options of Object.values(bundles)) {
		const watcher = await context({ ...options, plugins: [...options.plugins, writer], logLevel: "info" });
		await watcher.watch();
	}
}

function explain(error: unknown): string {
	const errors = (error as { errors?: readonly { text: string; location: { file: string; line: number } | null }[] })
		.errors;
	if (errors === undefined) return String(error);
	return errors
		.map(({ text, location }) => (location === null ? text : `${location.file}:${location.line}: ${text}`))
		.join("\n");
}

if (import.meta.main) {
	if (process.argv.includes("--watch")) await watchAll();
	else
		await buildBundles(Object.keys(bundles) as (keyof typeof bundles)[]).catch((error: unknown) => {
			console.error(`The build failed; dist/ is as it was.\n${explain(error)}`);
			process.exitCode = 1;
		});
}
