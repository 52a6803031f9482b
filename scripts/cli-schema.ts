// Writes the JSON schema of the one-shot verbs into docs/CLI.md. What it says is in src/dashboard/cli/contract.ts.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Failure, replies } from "../src/dashboard/cli/contract.ts";

export const page = fileURLToPath(new URL("../docs/CLI.md", import.meta.url));

const PLACE = /<!-- generated: schema -->\n[\s\S]*?<!-- end -->/;

/** One line a verb, so that a change shows where it is. */
export function schemaText(): string {
	const lines = Object.entries({ failure: Failure, ...replies }).map(
		([name, schema]) => `  ${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
	);
	return ["```json", "{", lines.join(",\n"), "}", "```"].join("\n");
}

/** The page as it has to be. */
export function withSchema(text: string): string {
	if (!PLACE.test(text)) throw new Error("docs/CLI.md has no place for the schema");
	return text.replace(PLACE, () => `<!-- generated: schema -->\n${schemaText()}\n<!-- end -->`);
}

if (import.meta.main) writeFileSync(page, withSchema(readFileSync(page, "utf8")));
