// The tree keeps every rule of its architecture, and every rule notices a file that breaks it.

import { describe, expect, test } from "vitest";
import { arrows } from "./support/architecture/arrows.ts";
import { habits } from "./support/architecture/rules.ts";
import { readSource, readTree } from "./support/architecture/source.ts";

const tree = readTree(["src", "scripts", "bench", "tests"]);

describe.each([...arrows, ...habits])("$says", ({ broken, breaks }) => {
	test("holds for the tree", () => {
		expect(broken(tree)).toEqual([]);
	});

	test.each(breaks)("is broken by $path: $text", ({ path, text }) => {
		const others = tree.filter((file) => file.path !== path);
		const before = new Set(broken(tree));
		expect(broken([...others, readSource(path, text)]).filter((problem) => !before.has(problem))).not.toEqual([]);
	});
});
