// Whether the package Pi loads is complete: Pi says nothing when a file its manifest names is missing. Only looks.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "./finding.ts";

/** `directory` holds the package.json. */
export function lookAtPackage(directory: string): readonly Finding[] {
	return filesNamedBy(join(directory, "package.json"))
		.map((file) => join(directory, file))
		.filter((path) => !existsSync(path))
		.map((path) =>
			finding(
				"missing-build",
				"broken",
				{
					what: `${path} is missing.`,
					meaning: "Pi loads the package without a word and has no /team, or the command does not start.",
					mend: `Run \`npm install\` in ${directory}, or install the package again.`,
				},
				{ path },
			),
		);
}

interface Manifest {
	readonly bin?: Readonly<Record<string, string>>;
	readonly pi?: { readonly extensions?: readonly string[] };
}

function filesNamedBy(path: string): readonly string[] {
	if (!existsSync(path)) return [];
	const manifest: Manifest = JSON.parse(readFileSync(path, "utf8"));
	return [...(manifest.pi?.extensions ?? []), ...Object.values(manifest.bin ?? {})];
}
