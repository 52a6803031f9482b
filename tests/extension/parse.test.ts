// What is typed after `/team`: verbs, aliases, words, the closest verb, the usage line, and what the editor proposes.

import { describe, expect, test } from "vitest";
import { usageOf } from "../../src/core/view/actions.ts";
import { helpText } from "../../src/extension/help.ts";
import { actionNamed, parseCommand, typedActions } from "../../src/extension/parse.ts";

function read(text: string): unknown {
	const parsed = parseCommand(text);
	if (parsed === undefined) return "panel";
	if (!parsed.ok)
		return parsed.refusal.code === "usage" ? `${parsed.refusal.problem} ${parsed.refusal.usage}` : parsed.refusal;
	return [parsed.value.action.name, parsed.value.words];
}

describe("the words", () => {
	test.each([
		["", "panel"],
		["   ", "panel"],
		["teams", ["teams", {}]],
		["list", ["teams", {}]],
		["TEAMS", ["teams", {}]],
		["create shop", ["create", { team: "shop" }]],
		["create shop planner", ["create", { team: "shop", role: "planner" }]],
		["join", ["join", {}]],
		["join shop", ["join", { team: "shop" }]],
		["rename store", ["rename", { new: "store" }]],
		["rename shop store", ["rename", { team: "shop", new: "store" }]],
		["rename-team shop store", ["rename", { team: "shop", new: "store" }]],
		["rename-member backend api", ["rename-role", { role: "backend", new: "api" }]],
		["tell backend hi", ["tell", { role: "backend", text: "hi" }]],
		["ask  backend   two  blanks stay ", ["ask", { role: "backend", text: "two  blanks stay" }]],
		["send backend first line\n\n  second", ["send", { role: "backend", text: "first line\n\n  second" }]],
		["wake", ["wake", {}]],
		["wake we ship at noon", ["wake", { text: "we ship at noon" }]],
		["help join", ["help", { verb: "join" }]],
	])("of %j", (text, meant) => {
		expect(read(text)).toEqual(meant);
	});

	test.each([
		["create", "/team create <team> [role]"],
		["create a b c", "/team create <team> [role]"],
		["tell backend", "/team tell <role> <text>"],
		["ask", "/team ask <role> <text>"],
		["rename", "/team rename [team] <new>"],
		["leave now", "/team leave"],
		["remove", "/team remove <role>"],
	])("%j is answered with the usage of that verb", (text, usage) => {
		expect(read(text)).toContain(usage);
	});

	test.each([
		["jion", "Did you mean join?"],
		["staus", "Did you mean status?"],
		["tel backend hi", "Did you mean tell?"],
		["xyzzy", "There is no `/team xyzzy`."],
	])("%j is answered with the closest verb", (text, words) => {
		expect(read(text)).toContain(words);
		expect(read(text)).toContain("/team help");
	});
});

describe("the help", () => {
	test("lists every verb with its usage and one sentence", () => {
		const help = helpText(undefined);
		const text = help.ok ? help.value : "";
		for (const action of typedActions) expect(text).toContain(`  ${usageOf(action)}`);
		expect(text.split("\n").every((line) => line.length > 0)).toBe(true);
	});

	test("of one verb names its aliases", () => {
		const help = helpText("teams");
		expect(help.ok && help.value).toContain("Also: list.");
	});

	test("of an unknown verb names the closest", () => {
		const help = helpText("jion");
		expect(help.ok).toBe(false);
	});
});

describe("the table", () => {
	test("gives every verb people can type here one row", () => {
		const names = typedActions.flatMap((action) => [action.verb?.name ?? "", ...(action.verb?.aliases ?? [])]);
		expect(new Set(names).size).toBe(names.length);
		for (const verb of [
			"create",
			"join",
			"leave",
			"teams",
			"members",
			"status",
			"send",
			"tell",
			"ask",
			"handoff",
			"note",
			"wake",
			"inbox",
			"pause",
			"resume",
			"rename",
			"rename-role",
			"remove",
			"admin",
			"delete",
			"dash",
			"doctor",
			"help",
		]) {
			expect(actionNamed(verb)?.verb?.name).toBe(verb);
		}
	});
});
