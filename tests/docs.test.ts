// The documents are true: generated parts are fresh, linked files exist and are published, commands exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generated, readFile, root, stale, withParts } from "../scripts/docs.ts";
import { pages } from "../scripts/pages.ts";
import { brokenLinks, unknownCommands } from "./support/documents.ts";

const { scripts, files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
	scripts: Record<string, string>;
	files: readonly string[];
};
const documents = [...readdirSync(root), ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter(
	(path) => path.endsWith(".md"),
);
const published = (path: string) =>
	existsSync(join(root, path)) &&
	(path === "package.json" || files.some((file) => path === file || path.startsWith(`${file}/`)));

describe("generated pages", () => {
	test("are as the tables in the code say", () => {
		expect(stale(readFile)).toEqual([]);
	});

	test.each([...Object.keys(pages), "README.md"])("%s is noticed when it is stale", (path) => {
		const fresh = generated(readFile);
		const end = path === "README.md" ? "<!-- end -->" : /$/;
		const touched = (each: string) => (each === path ? fresh.get(each)?.replace(end, "stale\n$&") : fresh.get(each));
		expect(stale(touched)).toEqual([path]);
	});

	test("a README without a place for a table is refused", () => {
		expect(() => withParts("# Nothing\n")).toThrow("commands");
	});
});

describe.each(documents)("%s", (path) => {
	const text = readFileSync(join(root, path), "utf8");

	test("links only to files that exist and are published", () => {
		expect(brokenLinks(path, text, published)).toEqual([]);
	});

	test("names only commands that exist", () => {
		expect(unknownCommands(text, Object.keys(scripts))).toEqual([]);
	});
});

describe("the checks of documents", () => {
	test("notice a link to a missing file", () => {
		const links = "[a](docs/NONE.md) [b](README.md#install) [c](https://example.org/x.md)";
		expect(brokenLinks("README.md", links, published)).toEqual(["docs/NONE.md"]);
		expect(brokenLinks("docs/STYLE.md", "[up](../NONE.md)", published)).toEqual(["NONE.md"]);
	});

	test("notice a file that exists but is not published", () => {
		expect(brokenLinks("README.md", "[the config](vitest.config.ts)", published)).toEqual(["vitest.config.ts"]);
	});

	test.each([
		["/team fly", "`/team fly shop`"],
		["pi-team-dash fly", "```sh\npi-team-dash fly\n```"],
		["pi-team-dash -- fly", "`pi-team-dash teams --fly`"],
		["npm run fly", "```sh\nnpm run fly\n```"],
		["npm fly", "`npm fly`"],
	])("notice that %s does not exist", (found, text) => {
		expect(unknownCommands(text, ["test"])).toEqual([found]);
	});
});
