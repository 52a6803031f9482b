// The JSON schema as docs/CLI.md prints it, made into checks. Never the one in the code: the document is the contract.

import { readFileSync } from "node:fs";
import { Compile } from "typebox/schema";
import { page } from "../../../scripts/cli-schema.ts";

const [, text = ""] = /<!-- generated: schema -->\n```json\n([\s\S]*?)```/.exec(readFileSync(page, "utf8")) ?? [];
const schemas: Readonly<Record<string, object>> = JSON.parse(text);
const checks = new Map<string, ReturnType<typeof Compile>>();

export const schemaNames = Object.keys(schemas);

/** What is wrong with an object of that verb, one line each; empty = it is as promised. */
export function violations(name: string, value: unknown): readonly string[] {
	const schema = schemas[name];
	if (schema === undefined) return [`docs/CLI.md has no schema ${name}`];
	const check = checks.get(name) ?? Compile(schema);
	checks.set(name, check);
	if (check.Check(value)) return [];
	const [, errors] = check.Errors(value);
	return errors.map((error) => `${error.instancePath}: ${error.message}`);
}
