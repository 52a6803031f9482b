// Looking at a real store: the whole program changes nothing there, and with --read-only nothing can be made to.

import { spawn } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../src/core/files/store.ts";
import { limits } from "../../src/core/limits.ts";
import type { HandEnv } from "../support/env.ts";
import { ENTER, ESCAPE, openDashboard } from "../support/front-end-dashboard.ts";
import { type World, world } from "../support/world.ts";

const MAIN = new URL("../../src/dashboard/main.ts", import.meta.url).pathname;
let directory: string;
let root: string;
let w: World;

/** A team with every sort of file in it, on a real disk. */
beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "read-only-"));
	root = join(directory, "teams");
	const open = (env: HandEnv) => openStore(env, root, { watch: "polling" });
	w = await world("shop: pm* backend writer-; zoo: keeper-", { open } as unknown as Parameters<typeof world>[1]);
	w.seat("backend").setActivity({ state: "working", focus: "the parser", paused: "no", holds: [], edits: [] });
	await w.sent("pm", "backend", "question", "Which port?");
	await w.read("backend");
	await w.sent("pm", "writer", "request", "Write it down");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Every name with what the disk says of it, to the nanosecond; the root too. */
function everything(): readonly string[] {
	return ["", ...readdirSync(root, { recursive: true, encoding: "utf8" })]
		.map((name) => {
			const { ino, mode, uid, nlink, size, mtimeNs, ctimeNs } = lstatSync(join(root, name), { bigint: true });
			return [name, ino, mode, uid, nlink, size, mtimeNs, ctimeNs].join(" ");
		})
		.sort();
}

function frame(...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
	const env = { PATH: process.env.PATH ?? "", HOME: directory, LANG: "C.UTF-8", TMPDIR: directory };
	const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "pipe", "ignore"] });
	const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string }>();
	let out = "";
	child.stdout.on("data", (text: Buffer) => {
		out += text.toString();
	});
	child.on("close", (code) => resolve({ code, out }));
	return promise;
}

test("one frame of text leaves every name, inode and time as it was", async () => {
	const before = everything();
	const { code, out } = await frame("--root", root, "--team", "shop");
	expect([code, out]).toEqual([0, expect.stringContaining("Which port?")]);
	expect(everything()).toEqual(before);
});

test("so does the full screen, whatever is looked at, as long as nobody joins", async () => {
	const before = everything();
	const { env, store } = w.visitor();
	const run = await openDashboard(env, store);
	await run.press("j", "j", "k", "\t", "g", "G", ENTER, ESCAPE, "2", "3", "4", "1", "/", "pm", ENTER, ESCAPE);
	await run.press(
		"f",
		"port !x",
		ENTER,
		"g",
		"k",
		ESCAPE,
		"[",
		"[",
		" ",
		ESCAPE,
		"z",
		"z",
		"?",
		"x",
		":",
		"join",
		ESCAPE,
	);
	await run.press(
		"y",
		"!",
		"o",
		"m",
		ESCAPE,
		"n",
		ESCAPE,
		"a",
		ESCAPE,
		"w",
		"d",
		ESCAPE,
		"\x1b[<64;100;10M",
		"\x1b[<0;90;10M",
	);
	await run.pass(3 * limits.fullScanMs);
	await run.press("q");
	expect(run.story).toEqual(["exit 0"]);
	expect(everything()).toEqual(before);
});

describe("--read-only", () => {
	const look = async () => {
		const { env } = w.visitor();
		const store = openStore(env, root, { watch: "polling", visitor: "only looks" });
		return openDashboard(env, store, { mode: "read only" });
	};

	test("says so in the first line, shows everything, and goes on following", async () => {
		const run = await look();
		expect((await run.screen()).split("\n")[0]).toContain("read only");
		await w.sent("backend", "pm", "info", "8080");
		await run.pass(2 * limits.pollMs);
		expect(await run.screen()).toContain("8080");
	});

	test.each([
		["joining", ["a", ENTER]],
		["taking an offline role", ["G", "a", "y"]],
		["making a team", ["n", "market", ENTER, ENTER]],
		["writing to a member", ["j", "m", ENTER, "hello", ENTER]],
		["removing a member", ["G", "x", "y"]],
		["deleting a team", ["G", "k", "d", "y"]],
	])("refuses %s with the reason, and writes nothing", async (_what, keys) => {
		const run = await look();
		const before = everything();
		await run.press(...keys);
		await run.pass(limits.pollMs);
		expect(await run.screen()).toContain("The store cannot be written: this program only looks.");
		await run.press("q");
		expect(everything()).toEqual(before);
	});
});
