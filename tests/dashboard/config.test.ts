// A person's own settings: what is used, what is said about the rest, and that nothing keeps the dashboard from starting.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configPath, parseConfig, readConfig } from "../../src/dashboard/config.ts";

const DEFAULTS = { theme: undefined, characters: undefined, mouse: true, bell: false, hook: undefined };

test("stands in the directory for settings, wherever that is", () => {
	expect(configPath({}, "/home/me")).toBe("/home/me/.config/pi-team/dash.json");
	expect(configPath({ XDG_CONFIG_HOME: "/etc/mine" }, "/home/me")).toBe("/etc/mine/pi-team/dash.json");
	expect(configPath({ XDG_CONFIG_HOME: "relative" }, "/home/me")).toBe("/home/me/.config/pi-team/dash.json");
});

test("takes what it knows", () => {
	const all = { theme: "light", characters: "ascii", mouse: false, bell: true, hook: "notify-send team" };
	expect(parseConfig("dash.json", JSON.stringify(all))).toEqual({ config: all, problem: undefined });
	expect(parseConfig("dash.json", "{}")).toEqual({ config: DEFAULTS, problem: undefined });
});

test.each([
	["an unknown name", '{"colour": "red", "bell": true}', '"colour" is not used', { ...DEFAULTS, bell: true }],
	["a value it cannot be", '{"theme": "pink", "bell": true}', '"theme" is not used', { ...DEFAULTS, bell: true }],
	["no object", "[1]", "is not an object", DEFAULTS],
	["no JSON", "{theme: light}", "is not JSON", DEFAULTS],
])("says what is wrong and goes on: %s", (_, text, problem, config) => {
	const read = parseConfig("dash.json", text);
	expect(read.problem).toContain(problem);
	expect(read.config).toEqual(config);
});

test("says nothing when there is none, and says when it cannot be read", () => {
	const directory = mkdtempSync(join(tmpdir(), "dash-config-"));
	try {
		expect(readConfig(join(directory, "none.json"))).toEqual({ config: DEFAULTS, problem: undefined });
		expect(readConfig(directory).problem).toContain("cannot be read (EISDIR)");
		const file = join(directory, "dash.json");
		writeFileSync(file, '{"bell": true}');
		expect(readConfig(file).config.bell).toBe(true);
	} finally {
		rmSync(directory, { recursive: true });
	}
});
