// The program from its command line, where nobody sits at a terminal: one frame of text, the version, the help, one line about a mistake.

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

const MAIN = new URL("../../src/dashboard/main.ts", import.meta.url).pathname;
let home: string;
let variables: Readonly<Record<string, string>>;

beforeEach(() => {
	variables = {};
	home = mkdtempSync(join(tmpdir(), "dash-start-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Result {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

function run(...args: readonly string[]): Promise<Result> {
	const env = { PATH: process.env.PATH ?? "", HOME: home, LANG: "C.UTF-8", TERM: "xterm", TMPDIR: home, ...variables };
	const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
	const { promise, resolve } = Promise.withResolvers<Result>();
	let out = "";
	let err = "";
	child.stdout.on("data", (text: Buffer) => {
		out += text.toString();
	});
	child.stderr.on("data", (text: Buffer) => {
		err += text.toString();
	});
	child.on("close", (code) => resolve({ code, out, err }));
	return promise;
}

/** What the program left in its home; the runtime's cache of compiled code is not its own. */
function left(): readonly string[] {
	return readdirSync(home).filter((name) => name !== "node-compile-cache");
}

test("--version is the bare number", async () => {
	expect(await run("--version")).toEqual({ code: 0, out: `${packageFile.version}\n`, err: "" });
});

test("--help lists the flags and the verbs", async () => {
	const { code, out, err } = await run("--help");
	expect([code, err]).toEqual([0, ""]);
	for (const flag of ["--root <directory>", "--team <name>", "--demo", "--read-only", "--no-mouse", "--ascii"]) {
		expect(out).toContain(flag);
	}
	expect(out).toMatch(/^ +tell <role> <text>/m);
});

test("a mistake is one line, and how it is used", async () => {
	const { code, out, err } = await run("--colour");
	expect([code, out]).toEqual([2, ""]);
	expect(err).toMatch(/^Unknown option '--colour'\.\nUsage: pi-team-dash .*\n$/);
});

test("a root that depends on where one stands is refused", async () => {
	variables = { PI_TEAM_ROOT: "relative" };
	const { code, out, err } = await run();
	expect([code, out]).toEqual([2, ""]);
	expect(err).toContain("PI_TEAM_ROOT must be an absolute path");
});

test("without a terminal it prints one frame, makes nothing, and is done", async () => {
	const { code, out, err } = await run();
	expect([code, err]).toEqual([0, ""]);
	expect(out).toContain("There is no team yet");
	expect(out).toContain(join(home, ".pi/agent/teams"));
	expect(out).not.toContain("\x1b");
	expect(left()).toEqual([]);
});

test("the demo without a terminal prints a team at work, and leaves nothing behind", async () => {
	const { code, out, err } = await run("--demo");
	expect([code, err]).toEqual([0, ""]);
	expect(out).toMatch(/■ shop +\d\/\d online/);
	expect(out).toContain("demo");
	expect(out).not.toContain("\x1b");
	expect(left()).toEqual([]);
});

test("the demo tells the story of its seed", async () => {
	const story = async (...args: readonly string[]) => {
		const { code, out } = await run("--demo", ...args);
		expect(code).toBe(0);
		// Who said what to whom; ages and times are those of the moment.
		return out.match(/(?:→|>) \S+ .*/g)?.map((line) => line.replaceAll(/\d/g, "").trimEnd());
	};
	expect(await story("--seed", "7")).toEqual(await story("--seed=7"));
	expect(await story("--seed", "7")).not.toEqual(await story("--seed", "8"));
});

test.each([
	[["--demo", "--seed", "x"], '"x" is no number of a story.'],
	[["--seed", "7"], "Only a demo has a seed."],
])("%j is a mistake", async (args, problem) => {
	const { code, err } = await run(...args);
	expect(code).toBe(2);
	expect(err.split("\n")[0]).toBe(problem);
});

describe("a place that cannot be used", () => {
	const file = () => join(home, "file");
	beforeEach(() => {
		writeFileSync(file(), "no store");
		mkdirSync(join(home, "open"));
		chmodSync(join(home, "open"), 0o755);
	});

	test("is never shown as an empty one: the frame says why, and what to do", async () => {
		const { code, out } = await run("--root", file());
		expect(code).toBe(0);
		expect(out).not.toMatch(/no team|makes a(?: team|nother)|makes the first/);
		expect(flat(out)).toContain("The store could not be used (unsafe)");
		expect(flat(out)).toContain("`pi-team-dash doctor`");
		expect(flat(out)).toContain("pi-team-dash --root <directory>");
	});

	test("says how a directory that others may use is closed", async () => {
		const { out } = await run("--root", join(home, "open"));
		expect(out).not.toContain("no team");
		expect(flat(out)).toMatch(/open to other users.*`chmod 700`/);
	});

	test("is a sentence and exit code 6 where a team was asked for", async () => {
		for (const place of [file(), join(file(), "below")]) {
			const { code, out, err } = await run("--root", place, "--team", "shop");
			expect([code, out]).toEqual([6, ""]);
			expect(err).toMatch(/^The store could not be used \(unsafe\).*\nLook at .*\n$/);
		}
	});
});

/** The words of the right pane, as if they were one line. */
function flat(screen: string): string {
	return screen
		.split("\n")
		.map((line) => (line.split("│")[1] ?? "").trim())
		.join(" ");
}

test("a team that is not there is said, and exit code 4", async () => {
	const none = await run("--team", "shop");
	expect([none.code, none.out]).toEqual([4, ""]);
	const other = await run("--demo", "--team", "shpo");
	expect([other.code, other.out]).toEqual([4, ""]);
	expect(other.err).toBe("There is no team shpo.\nClose to it: shop.\n");
	expect(left()).toEqual([]);
});
