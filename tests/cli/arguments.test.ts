import { describe, expect, it } from "vitest";
import { closestNames } from "../../src/core/names.ts";
import { exitCodeOf, explain, type Refusal } from "../../src/core/refusal.ts";
import { momentMs, spanMs } from "../../src/core/view/typed-time.ts";
import { firstWord, parse, usageOf } from "../../src/dashboard/cli/parse.ts";
import { findVerb, unknownVerb, verbs } from "../../src/dashboard/cli/verbs.ts";

const rows = verbs.map((verb) => [verb.name, verb] as const);

function problem(name: string, argv: readonly string[]): Refusal {
	const verb = findVerb(name);
	if (verb === undefined) throw new Error(`no verb ${name}`);
	const parsed = parse(verb, argv);
	if (parsed.ok) throw new Error(`accepted: ${argv.join(" ")}`);
	return parsed.refusal;
}

function words(refusal: Refusal): string {
	return explain(refusal).message;
}

describe("the arguments of a one-shot verb", () => {
	it.each(rows)("of %s: an unknown flag is one line and the usage of that verb", (name, verb) => {
		const refusal = problem(name, ["--nonsense"]);
		expect(words(refusal)).toMatch(/^Unknown flag --nonsense\b.*$/);
		expect(refusal).toMatchObject({ code: "usage", usage: usageOf(verb) });
		expect(exitCodeOf(refusal)).toBe(2);
	});

	it.each(rows.filter(([, verb]) => verb.least > 0))("of %s: a missing word is named", (name, verb) => {
		const first = verb.words.match(/<[^>]+>/)?.[0];
		expect(words(problem(name, []))).toBe(`Missing: ${first}.`);
	});

	it.each(rows.filter(([, verb]) => Number.isFinite(verb.most)))("of %s: a word too many is named", (name, verb) => {
		const given = Array.from({ length: verb.most }, () => "word");
		expect(words(problem(name, [...given, "surplus"]))).toContain("surplus");
	});

	it.each(rows)("of %s: a value is not swallowed by the flag before it", (name) => {
		expect(words(problem(name, ["--root", "--json"]))).toContain("--root needs <directory>");
	});

	it.each(rows)("of %s: a switch with a value is refused", (name) => {
		expect(words(problem(name, ["--json=yes"]))).toBe("The flag --json takes no value.");
	});

	it.each(rows)("of %s: help is given whatever else is missing", (_name, verb) => {
		expect(parse(verb, ["--help"])).toMatchObject({ ok: true, value: { flags: { help: true } } });
	});

	it("offers the flag that was meant", () => {
		expect(words(problem("tail", ["--folow"]))).toBe("Unknown flag --folow; did you mean --follow?");
	});

	it("keeps words that look like flags after --", () => {
		const verb = findVerb("tell");
		const parsed = verb && parse(verb, ["backend", "--as", "bot", "--", "--force", "is", "-f"]);
		expect(parsed).toMatchObject({
			ok: true,
			value: { words: ["backend", "--force", "is", "-f"], flags: { as: "bot" } },
		});
	});

	it("takes the value after = even when it begins with a dash", () => {
		const verb = findVerb("export");
		expect(verb && parse(verb, ["--text=-f"])).toMatchObject({ ok: true, value: { flags: { text: "-f" } } });
	});

	it("finds the verb behind flags that take a value", () => {
		expect(firstWord(["--team", "shop", "--root=/tmp/x", "tail", "-f"])).toEqual({ word: "tail", index: 3 });
		expect(firstWord(["--team", "shop", "--json"])).toBeUndefined();
		expect(firstWord(["--demo", "--seed", "7"])).toBeUndefined();
	});

	it("offers the verbs that were meant", () => {
		expect(words(unknownVerb("membrs"))).toBe("There is no verb membrs; did you mean members?");
		expect(words(unknownVerb("zzz"))).toBe("There is no verb zzz.");
	});

	it("has a verb for each alias", () => {
		expect(findVerb("list")).toBe(findVerb("teams"));
		expect(findVerb("rename-member")).toBe(findVerb("rename-role"));
	});

	it("says something of every verb, and every word it takes stands in its usage", () => {
		for (const verb of verbs) {
			expect(verb.help, verb.name).toMatch(/^[A-Z].*\.$/);
			expect(usageOf(verb)).toContain(`pi-team-dash ${verb.name}`);
			expect(verb.least, verb.name).toBeLessThanOrEqual(verb.most);
		}
		expect(new Set(verbs.flatMap((verb) => [verb.name, ...verb.aliases])).size).toBe(
			verbs.reduce((sum, verb) => sum + 1 + verb.aliases.length, 0),
		);
	});

	it("offers near names only", () => {
		expect(closestNames("backnd", ["backend", "frontend"])).toEqual(["backend"]);
	});
});

describe("times as a person types them", () => {
	const now = Date.parse("2026-03-10T12:00:00");

	it.each([
		["30", 30_000],
		["30s", 30_000],
		["10m", 600_000],
		["2h", 7_200_000],
		["3d", 259_200_000],
		["soon", undefined],
		["-1s", undefined],
		["", undefined],
	])("reads the span %j", (given, ms) => {
		expect(spanMs(given)).toBe(ms);
	});

	it("reads an age, a day here, and a whole time", () => {
		expect(momentMs("2h", now)).toBe(now - 7_200_000);
		expect(momentMs("2026-01-31", now)).toBe(new Date(2026, 0, 31).getTime());
		expect(momentMs("2026-01-31T10:00:00Z", now)).toBe(Date.UTC(2026, 0, 31, 10));
	});

	it.each(["yesterday", "2026-13-40", "31.01.2026", "20260131", "7"])("refuses %j", (given) => {
		expect(momentMs(given, now)).toBeUndefined();
	});
});
