// Whatever lies in the store's directories: it is passed over or refused with a typed error, said, and never touched.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Disk, realDisk } from "../../../src/core/files/disk.ts";
import { documentOf, idle, messageOf, seated } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, temporary } from "../../support/disk-world.ts";
import { hostileScene, type Scene } from "./hostile-scene.ts";
import type { Team } from "./operations.ts";

cleanDisks();

let world: DiskWorld;
let team: Team;
let inside: Scene["inside"];

beforeEach(async () => {
	({ world, team, inside } = await hostileScene());
});

describe("directories and names", () => {
	test("a link in the place of a directory is not entered, neither to read nor to write", async () => {
		const elsewhere = temporary();
		renameSync(inside("inbox"), join(elsewhere, "inbox"));
		symlinkSync(join(elsewhere, "inbox"), inside("inbox"));
		const store = world.store();
		expect(() => store.listInbox(team.teamId, team.to)).toThrow(expect.objectContaining({ code: "unsafe" }));
		await expect(store.publish(messageOf(team.env, team.teamId, team.from, team.to))).rejects.toMatchObject({
			code: "unsafe",
		});
		expect(realDisk().readdir(join(elsewhere, "inbox", team.to, "new"))).toHaveLength(1);
	});

	test("a linked team directory is no team, and said so", () => {
		const elsewhere = temporary();
		renameSync(inside(), join(elsewhere, "team"));
		symlinkSync(join(elsewhere, "team"), inside());
		const listing = world.store().listTeams();
		expect(listing.teamIds).toEqual([]);
		expect(listing.trouble).toMatchObject([{ code: "unsafe" }]);
	});

	test("names the store does not give are passed over, also those a terminal would obey", () => {
		const names = ["\u001b]0;owned\u0007", "a\nb", "..json", `${"n".repeat(250)}`, "r99.json", ".hidden", "%s%n"];
		for (const directory of ["doc", "leases", "events", `inbox/${team.to}/new`, "activity"]) {
			for (const name of names) writeFileSync(join(inside(directory), name), "{}", { mode: 0o600 });
		}
		const store = world.store();
		expect(store.readDocument(team.teamId)?.revision).toBe(1);
		expect(store.readLeases(team.teamId)).toEqual([]);
		expect(store.listInbox(team.teamId, team.to).waiting).toHaveLength(1);
		expect(store.latestEvents(team.teamId, 10).events).toEqual([]);
		const told = store.inspect();
		expect(told.length).toBeGreaterThan(names.length);
		expect(JSON.stringify(told.map(({ path, text }) => path + text))).not.toMatch(/\\u001b|\\u0007|\\n/);
	});

	test("an id that is no id names no file", () => {
		for (const id of ["..", "../../etc/passwd", "", "a/b", "\0"]) {
			expect(() => team.store.readDocument(id)).toThrow(expect.objectContaining({ code: "unsafe" }));
			expect(() => team.store.findMessage(team.teamId, team.to, id)).toThrow(
				expect.objectContaining({ code: "unsafe" }),
			);
		}
		expect(team.store.teamNamed("../x")).toBeUndefined();
		expect(() => team.store.setAside("/etc/passwd", "no")).toThrow(expect.objectContaining({ code: "unsafe" }));
		expect(() => team.store.setAside(`${world.root}/../x`, "no")).toThrow(expect.objectContaining({ code: "unsafe" }));
	});

	test("a kind that would lead elsewhere is not published", async () => {
		for (const kind of ["../../x", "a/b", "", "Request", "x.y"]) {
			const message = messageOf(team.env, team.teamId, team.from, team.to, { kind });
			await expect(team.store.publish(message)).rejects.toMatchObject({ code: "unsafe" });
		}
		expect(team.store.listInbox(team.teamId, team.to).waiting).toHaveLength(1);
	});

	test("what other programs left in the root is told apart, never listed as a team and never touched", () => {
		const uuid = (digit: string) => `t-${digit.repeat(8)}-0000-4000-8000-000000000000`;
		const plant = (path: string) => {
			mkdirSync(dirname(join(world.root, path)), { recursive: true });
			writeFileSync(join(world.root, path), "{}");
		};
		plant(`${uuid("a")}/profile.json`);
		plant("shop/state.json");
		plant(".locks/x");
		plant(".deleted-shop-1/state.json");
		plant("orchestration-v2/x");
		plant("notes.txt");
		plant(`${uuid("b")}/empty`);
		const { teamIds, foreign } = world.store().listTeams();
		expect(teamIds).toEqual([team.teamId]);
		expect(foreign).toEqual([
			{ name: ".deleted-shop-1", kind: "tombstone" },
			{ name: ".locks", kind: "locks" },
			{ name: "notes.txt", kind: "unknown" },
			{ name: "orchestration-v2", kind: "orchestration" },
			{ name: "shop", kind: "state-json" },
			{ name: uuid("a"), kind: "earlier-teams" },
			{ name: uuid("b"), kind: "unknown" },
		]);
	});

	test("a root or team that is open to others is said, and left as it is", () => {
		chmodSync(inside(), 0o755);
		const { teamIds, trouble } = world.store().listTeams();
		expect(teamIds).toEqual([team.teamId]);
		expect(trouble).toMatchObject([{ code: "unsafe", path: inside(), hint: expect.stringContaining("chmod 700") }]);
	});

	test("a root or team that belongs to somebody else is said", () => {
		const disk = realDisk();
		const strange: Disk = {
			...disk,
			lstat(path) {
				const stat = disk.lstat(path);
				const isOurs = path !== inside() && path !== world.root;
				return stat === undefined || isOurs ? stat : { ...stat, uid: stat.uid + 1n };
			},
		};
		const { trouble } = world.store({ disk: strange }).listTeams();
		expect(trouble.map(({ code, path, text }) => [code, path, text])).toEqual([
			["unsafe", world.root, `${world.root} belongs to another user`],
			["unsafe", inside(), `${inside()} belongs to another user`],
		]);
	});
});

describe("a broken document", () => {
	test("is an error, never the revision before and never a team without members", () => {
		writeFileSync(inside("doc", "r00000002.json"), "", { mode: 0o600 });
		expect(() => team.store.readDocument(team.teamId)).toThrow(expect.objectContaining({ code: "corrupt" }));
		expect(() => team.store.teamNamed("shop")).toThrow(expect.objectContaining({ code: "corrupt" }));
	});

	test("keeps the team's name from being given to another", async () => {
		writeFileSync(inside("doc", "r00000002.json"), "{", { mode: 0o600 });
		world.host.advance(600_000);
		const { revision: _, ...document } = documentOf(team.env.newToken(), "shop");
		expect(await team.store.createTeam(document)).toMatchObject({ ok: false, refusal: { code: "team-exists" } });
	});

	test("is never edited over", async () => {
		writeFileSync(inside("doc", "r00000002.json"), "{", { mode: 0o600 });
		const edit = team.store.editDocument(team.teamId, (document) => ({ ok: true, value: document }));
		await expect(edit).rejects.toMatchObject({ code: "corrupt" });
		expect(realDisk().readdir(inside("doc"))).toHaveLength(2);
	});
});

describe("a broken lease", () => {
	test("holds no seat, hides no other, and the next generation takes its place", async () => {
		const other = await seated(team.env, team.store, team.teamId, team.to);
		writeFileSync(inside("leases", `${team.from}.g00000003.json`), "rubbish", { mode: 0o600 });
		const store = world.store();
		expect(store.readLeases(team.teamId).map(({ lease }) => lease.token)).toEqual([other.lease.token]);
		expect(() => store.readLease(team.teamId, team.from)).toThrow(expect.objectContaining({ code: "corrupt" }));
		const process = world.process();
		const holding = await world.storeOf(process).takeLease(team.teamId, {
			...other.lease,
			by: null,
			member: team.from,
			generation: 1,
			token: process.newToken(),
		});
		expect(holding?.lease.generation).toBe(4);
	});
});

describe("a timeline", () => {
	test("goes on behind rubbish of any kind, and says where it lies", () => {
		const segment = inside("events", "s00000001.jsonl");
		team.store.append(team.teamId, idle(team.from, 1));
		const rubbish = [
			"{torn",
			"\n\n\n",
			"null\n",
			"[]\n",
			"\0\0\0\n",
			"\r\n",
			`${"x".repeat(40_000)}\n`,
			`${"[".repeat(5_000)}\n`,
		];
		for (const bytes of rubbish) writeFileSync(segment, bytes, { flag: "a" });
		writeFileSync(segment, Buffer.from([0xff, 0xfe, 0x0a]), { flag: "a" });
		writeFileSync(segment, `{"v":1,"at":1,"by":null,"g":1,"n":1,"type":"of tomorrow","wonder":1}\n`, { flag: "a" });
		writeFileSync(segment, `{"v":1,"at":1,"by":null,"g":1,"n":1,"type":"idle","extra":1}\n{torn`, { flag: "a" });
		team.store.append(team.teamId, idle(team.from, 2));
		const page = team.store.readEvents(team.teamId, { segment: 0, offset: 0 }, 100);
		expect(page.events.map(({ type, record }) => [type, record?.n])).toEqual([
			["idle", 1],
			["of tomorrow", undefined],
			["idle", 2],
		]);
		expect(page.trouble.length).toBeGreaterThan(5);
		expect(team.store.latestEvents(team.teamId, 100).events).toEqual(page.events);
	});

	test.each([
		["a link", (path: string) => symlinkSync(join(world.root, "STORE.json"), path), "unsafe"],
		["a pipe", (path: string) => execFileSync("mkfifo", ["-m", "600", path]), "unsafe"],
		["a directory", (path: string) => mkdirSync(path), "unsafe"],
	] as const)("%s in the place of a segment is neither written nor read", (_, plant, code) => {
		const path = inside("events", "s00000001.jsonl");
		rmSync(path);
		plant(path);
		const before = readFileSync(join(world.root, "STORE.json"), "utf8");
		expect(() => world.store().append(team.teamId, idle(team.from, 1))).toThrow(expect.objectContaining({ code }));
		expect(() => world.store().latestEvents(team.teamId, 10)).toThrow(expect.objectContaining({ code }));
		expect(readFileSync(join(world.root, "STORE.json"), "utf8")).toBe(before);
	});
});
