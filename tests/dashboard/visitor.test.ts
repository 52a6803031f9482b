// A visitor and the files of a store: nothing is made, nothing is touched; what appears, changes or breaks is shown.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../src/core/files/store.ts";
import { limits } from "../../src/core/limits.ts";
import { createTeam } from "../../src/core/teams.ts";
import type { HandEnv } from "../support/env.ts";
import { openDashboard } from "../support/front-end-dashboard.ts";
import { must, type World, world } from "../support/world.ts";

let directory: string;
let root: string;

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "visitor-"));
	root = join(directory, "teams");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function openFiles(env: HandEnv) {
	return openStore(env, root, { watch: "polling" });
}

/** Every file with its size and times, to the nanosecond. */
function everything(): readonly string[] {
	return readdirSync(directory, { recursive: true, encoding: "utf8" })
		.map((name) => {
			const { ino, mtimeNs, ctimeNs, size, mode } = statSync(join(directory, name), { bigint: true });
			return [name, ino, mtimeNs, ctimeNs, size, mode].join(" ");
		})
		.sort();
}

function onFiles(text: string): Promise<World> {
	return world(text, { open: openFiles } as unknown as Parameters<typeof world>[1]);
}

test("a root that is not there is not made, and is shown once somebody makes it", async () => {
	const w = await onFiles("shop: pm*");
	rmSync(root, { recursive: true });
	const { env, store } = w.visitor();
	const run = await openDashboard(env, store);
	await run.press("j", "\t", "2");
	await run.pass(limits.fullScanMs);
	expect(await run.screen()).toContain("There is no team yet");
	expect(everything()).toEqual([]);

	const other = w.visitor();
	must(await createTeam(other.env, other.store, "market"));
	await run.pass(limits.fullScanMs);
	expect(await run.screen()).toContain("market");
});

test("looking leaves every file and every time of it as it was", async () => {
	const w = await onFiles("shop: pm* backend; zoo: keeper");
	await w.sent("pm", "backend", "question", "Which port?");
	const before = everything();
	const { env, store } = w.visitor();
	const run = await openDashboard(env, store);
	await run.press("j", "j", "\t", "k", "\r", "2", "3", "4", "1", "/", "x", "\r", "[", "]", "z", "m");
	await run.pass(2 * limits.fullScanMs);
	await run.press("\x03", "q");
	expect(run.story).toEqual(["exit 0"]);
	expect(everything()).toEqual(before);
});

test("where no team can be made, an empty place says why instead of how", async () => {
	const w = await onFiles("shop: pm*");
	rmSync(root, { recursive: true });
	const { env } = w.visitor();
	const run = await openDashboard(env, openStore(env, root, { visitor: "only looks", watch: "polling" }));
	const screen = await run.screen();
	expect(screen).toContain("None can be made from here: this program only looks.");
	expect(screen).not.toContain("n makes a team here");
});

test("a broken file is counted and named, and the rest goes on", async () => {
	const w = await onFiles("shop: pm* backend");
	const { env, store } = w.visitor();
	w.seat("backend").setActivity({ state: "working", focus: "x", paused: "no", holds: [], edits: [] });
	for (const name of files("activity")) writeFileSync(join(root, name), "{ broken");
	const run = await openDashboard(env, store);
	await run.pass(limits.fullScanMs);
	const screen = await run.screen();
	expect(screen).toMatch(/! 1 broken file \(doctor\)/);
	expect(screen).toMatch(/corrupt file, .*doctor.*activity/);
	expect(screen).toContain("pm");
});

function files(part: string): readonly string[] {
	return readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
		(name) => name.includes(`${part}/`) && statSync(join(root, name)).isFile(),
	);
}
