import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/doctor/finding.ts";
import { lookAtPackage } from "../../../src/core/doctor/package.ts";
import { examine, mend } from "../../../src/core/doctor.ts";
import { type Env, realEnv } from "../../../src/core/env.ts";
import { openStore } from "../../../src/core/files/store.ts";
import { limits } from "../../../src/core/limits.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import { fileTerminals, type Seat, type Terminals } from "../snapshot/world.ts";

let folder: string;
let root: string;
let terminals: Terminals;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "pi-team-doctor-"));
	root = join(folder, "teams");
	terminals = fileTerminals(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// Watching is looked at with real timers, so the doctor has the real clock; the terminals' clock starts with it. Of the
// simulated terminals' processes it knows nothing, as if they ran elsewhere: the leases alone tell.
const env: Env = { ...realEnv(), processState: () => "unknown" };

async function examined(): Promise<readonly Finding[]> {
	const report = await examine(env, openStore(env, root, { visitor: "only looks" }));
	return report.findings;
}

function codes(findings: readonly Finding[]): readonly string[] {
	return findings.map((finding) => finding.code);
}

async function pair(): Promise<{ readonly shop: string; readonly backend: Seat; readonly reviewer: Seat }> {
	const shop = await terminals.createTeam("shop");
	const backend = await terminals.join(shop, "backend");
	return { shop, backend, reviewer: await terminals.join(shop, "reviewer") };
}

function inTeam(teamId: string, ...path: readonly string[]): string {
	return join(root, `t-${teamId}`, ...path);
}

/** Names and times of everything: what a look must not change. */
function picture(): string {
	return readdirSync(root, { recursive: true, encoding: "utf8" })
		.sort()
		.map((name) => {
			const { ino, mtimeMs, ctimeMs } = statSync(join(root, name));
			return `${name} ${ino} ${mtimeMs} ${ctimeMs}`;
		})
		.join("\n");
}

describe("a look at a store", () => {
	test("finds nothing in a sound one, tells how it works, and changes nothing", async () => {
		const { backend, reviewer } = await pair();
		await backend.send(reviewer.member, "request", "review the cart");
		const before = picture();
		const report = await examine(env, openStore(env, root, { visitor: "only looks" }));
		const unusual = report.findings.filter(({ code }) => code !== "not-durable" && code !== "polling");
		expect(unusual).toEqual([]);
		expect(report.facts.map((fact) => fact.name)).toEqual([
			"store",
			"changes are noticed",
			"free space",
			"timeline of shop",
		]);
		expect(picture()).toBe(before);
	});

	test("says that there is none, and makes none", async () => {
		expect(codes(await examined())).toEqual(["no-store"]);
		expect(existsSync(root)).toBe(false);
	});

	test("names directories that others may read, and makes them private on demand", async () => {
		const { shop } = await pair();
		chmodSync(inTeam(shop, "inbox"), 0o755);
		chmodSync(root, 0o750);
		const found = await examined();
		expect(found.filter((each) => each.code === "permissions").map((each) => each.path)).toEqual([
			root,
			inTeam(shop, "inbox"),
		]);
		mend(env, openStore(env, root), found);
		expect(statSync(root).mode & 0o777).toBe(0o700);
		expect(codes(await examined())).not.toContain("permissions");
	});

	test("tells the earlier programs' teams and unknown entries apart, and touches neither", async () => {
		await pair();
		mkdirSync(join(root, "bakery"));
		writeFileSync(join(root, "bakery", "state.json"), "{}");
		mkdirSync(join(root, ".deleted-bakery"));
		writeFileSync(join(root, "notes.txt"), "mine");
		const found = (await examined()).filter((each) => each.code === "earlier-team" || each.code === "foreign");
		expect(found.map((each) => [each.code, each.path?.slice(root.length + 1), each.fix])).toEqual([
			["foreign", ".deleted-bakery", undefined],
			["earlier-team", "bakery", undefined],
			["foreign", "notes.txt", undefined],
		]);
		expect(found[1]?.mend).toContain("pi-team-dash import bakery");
	});

	test("finds locks whose holder died and things that stand in a lock's place", async () => {
		await pair();
		const stuck = join(root, "locks", "store");
		mkdirSync(stuck, { recursive: true });
		const old = new Date(Date.now() - 2 * limits.lockStaleMs);
		utimesSync(stuck, old, old);
		writeFileSync(join(root, "locks", "t-blocked"), "");
		const found = await examined();
		expect(codes(found)).toEqual(expect.arrayContaining(["stuck-lock", "blocked-lock"]));
		expect(mend(env, openStore(env, root), found).every((each) => each.failed === undefined)).toBe(true);
		expect(existsSync(stuck)).toBe(false);
		expect(codes(await examined())).not.toContain("blocked-lock");
	});

	test("finds names and sessions that lead nowhere", async () => {
		await pair();
		const gone = "00000000-0000-4000-8000-000000000000";
		const head = { v: 1, at: 1, by: null, teamId: gone };
		const file = join(root, "names", "bakery.json");
		writeFileSync(file, JSON.stringify({ ...head, name: "bakery" }));
		const old = new Date(Date.now() - 2 * limits.nameVoidMs);
		utimesSync(file, old, old);
		const session = join(root, "sessions", `${"a".repeat(32)}.json`);
		writeFileSync(session, JSON.stringify({ ...head, session: "s", member: gone }));
		const found = await examined();
		expect(codes(found)).toEqual(expect.arrayContaining(["void-name", "stale-session"]));
		mend(env, openStore(env, root), found);
		expect(existsSync(session)).toBe(false);
		expect(existsSync(file)).toBe(true);
	});

	test("says when the build is missing that Pi loads", () => {
		const directory = join(folder, "package");
		mkdirSync(join(directory, "dist"), { recursive: true });
		const manifest = { bin: { "pi-team-dash": "dist/pi-team-dash.js" }, pi: { extensions: ["./dist/extension.js"] } };
		writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
		writeFileSync(join(directory, "dist", "pi-team-dash.js"), "");
		expect(lookAtPackage(directory).map((each) => [each.code, each.path])).toEqual([
			["missing-build", join(directory, "dist", "extension.js")],
		]);
		writeFileSync(join(directory, "dist", "extension.js"), "");
		expect(lookAtPackage(directory)).toEqual([]);
	});
});

describe("broken files", () => {
	test("are named with what follows, and set aside one by one without touching their neighbours", async () => {
		const { shop, backend, reviewer } = await pair();
		await backend.send(reviewer.member, "info", "sound");
		const broken = await backend.send(reviewer.member, "info", "torn");
		reviewer.does("idle");
		backend.leave();
		reviewer.leave();
		const directory = inTeam(shop, "inbox", reviewer.member, "new");
		const file = readdirSync(directory).find((name) => name.startsWith(broken));
		if (file === undefined) throw new Error("it was not sent");
		const paths = [join(directory, file), inTeam(shop, "activity", `${reviewer.member}.json`)];
		for (const path of paths) writeFileSync(path, "");
		const found = (await examined()).filter((each) => each.code === "broken-file");
		expect(found.map((each) => each.path).sort()).toEqual(paths.toSorted());
		for (const each of found) expect(each.fix).toMatchObject({ do: "quarantine", path: each.path });
		expect(found.every((each) => each.meaning !== "" && each.mend !== "")).toBe(true);
		mend(env, openStore(env, root), found);
		for (const path of paths) expect(existsSync(path)).toBe(false);
		expect(readdirSync(directory)).toHaveLength(1);
		const after = await examined();
		expect(codes(after)).not.toContain("broken-file");
		expect(codes(after)).toContain("quarantined");
		expect(readdirSync(join(root, "quarantine"))).toHaveLength(4);
	});

	test("of a terminal that runs are left to it", async () => {
		const { shop, backend } = await pair();
		backend.does("idle");
		writeFileSync(inTeam(shop, "activity", `${backend.member}.json`), "{");
		const [found] = (await examined()).filter((each) => each.code === "broken-file");
		expect(found).toMatchObject({ fix: undefined });
		expect(found?.mend).toContain("running");
	});

	test("a broken newest document brings the team back as it was before, once set aside", async () => {
		const { shop, backend, reviewer } = await pair();
		backend.leave();
		reviewer.leave();
		const newest = readdirSync(inTeam(shop, "doc")).sort().at(-1) ?? "";
		writeFileSync(inTeam(shop, "doc", newest), "not json");
		expect(readOnce(env, openStore(env, root)).teams).toEqual([]);
		const found = await examined();
		expect(found[0]).toMatchObject({ code: "broken-file", weight: "broken" });
		mend(env, openStore(env, root), found);
		const [team] = readOnce(env, openStore(env, root)).teams;
		expect(team?.members.map((member) => member.role)).toEqual(["backend"]);
	});

	test("broken lines of the timeline are counted and never moved", async () => {
		const { shop, backend } = await pair();
		const [segment] = readdirSync(inTeam(shop, "events")).filter((name) => name.endsWith(".jsonl"));
		const path = inTeam(shop, "events", segment ?? "");
		writeFileSync(path, '\n{"v":1,"torn\n{"v":1,"again\n', { flag: "a" });
		backend.does("idle", "after the tear");
		const found = (await examined()).filter((each) => each.code === "broken-line");
		expect(found).toMatchObject([{ path, fix: undefined }]);
		expect(found[0]?.what).toContain("2 lines");
	});

	test("a name the store does not give is passed over", async () => {
		const { shop } = await pair();
		writeFileSync(inTeam(shop, "leases", "notes.txt"), "mine");
		const found = (await examined()).filter((each) => each.code === "stray-file");
		expect(found).toMatchObject([{ path: inTeam(shop, "leases", "notes.txt"), fix: undefined, weight: "note" }]);
	});
});

describe("people and work", () => {
	test("a member that never had a terminal is named once it is old enough", async () => {
		const { shop } = await pair();
		const ghost = terminals.office.newToken();
		const joinedAt = Date.now() - 2 * limits.adminClaimMs;
		await terminals.edit(shop, (document) => ({
			members: [...document.members, { id: ghost, role: "ghost", joinedAt, state: "member" }],
		}));
		const found = (await examined()).filter((each) => each.code === "never-seated");
		expect(found.map((each) => each.what)).toEqual(["ghost in shop never had a terminal."]);
	});

	test("a request whose claimer is gone is told from one that is being worked on", async () => {
		const { backend, reviewer } = await pair();
		const request = await backend.send(reviewer.member, "request", "review the cart");
		reviewer.claim(request);
		await reviewer.surface(request);
		reviewer.leave();
		const found = (await examined()).filter((each) => each.code === "orphaned-request");
		expect(found).toHaveLength(1);
		expect(found[0]?.what).toContain("1 request to reviewer in shop");
	});

	test("mail of a removed member that was not settled is named", async () => {
		const { shop, backend, reviewer } = await pair();
		await backend.send(reviewer.member, "request", "review the cart");
		reviewer.leave();
		await terminals.edit(shop, (document) => ({
			members: document.members.map((each) => (each.id === reviewer.member ? { ...each, state: "removed" } : each)),
		}));
		expect(codes(await examined())).toContain("removed-mail");
	});

	test("files of a member no document knows are named", async () => {
		const { shop } = await pair();
		mkdirSync(inTeam(shop, "inbox", "00000000-0000-4000-8000-00000000beef"));
		const found = (await examined()).filter((each) => each.code === "unknown-owner");
		expect(found[0]?.what).toContain("0000beef");
	});

	test("messages of the future are named", async () => {
		const { backend, reviewer } = await pair();
		terminals.host.stepWall(3_600_000);
		await backend.send(reviewer.member, "info", "from tomorrow");
		expect(codes(await examined())).toContain("clock");
	});
});
