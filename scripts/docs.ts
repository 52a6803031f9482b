// Writes the generated pages and the generated parts of the README. `--check` writes nothing and fails when one is stale. What they say is in pages.ts.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pages, parts } from "./pages.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Every generated file, by its path in the repository, as it has to be. `read` gives a file as it is, or undefined. */
export function generated(read: (path: string) => string | undefined): ReadonlyMap<string, string> {
	const files = new Map(Object.entries(pages).map(([path, page]) => [path, page()]));
	const readme = read("README.md");
	if (readme !== undefined) files.set("README.md", withParts(readme));
	return files;
}

export function readFile(path: string): string | undefined {
	try {
		return readFileSync(join(root, path), "utf8");
	} catch {
		return undefined; // Not written yet.
	}
}

/** Throws when a part has no place in the text. */
export function withParts(text: string): string {
	return Object.entries(parts).reduce((whole, [name, part]) => {
		const place = new RegExp(`(<!-- generated: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
		if (!place.test(whole)) throw new Error(`README.md has no place for the generated part "${name}"`);
		return whole.replace(place, (_, begin: string, end: string) => `${begin}${part()}${end}`);
	}, text);
}

/** Paths of the files that are not as they have to be. */
export function stale(read: (path: string) => string | undefined): readonly string[] {
	return [...generated(read)].filter(([path, wanted]) => read(path) !== wanted).map(([path]) => path);
}

if (import.meta.main) {
	const checking = process.argv.includes("--check");
	const flags = checking ? ["--check"] : [];
	execFileSync(process.execPath, [join(root, "scripts/checks.ts"), ...flags], { stdio: "inherit" });
	for (const path of stale(readFile)) {
		if (checking) {
			console.error(`${path} is stale: run \`npm run docs\``);
			process.exitCode = 1;
		} else writeFileSync(join(root, path), generated(readFile).get(path) ?? "");
	}
}
