// Whatever lies under the name of a record: reading it ends at once with a typed error, nothing hangs, grows or is changed.

import { execFileSync } from "node:child_process";
import {
	chmodSync,
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { realDisk } from "../../../src/core/files/disk.ts";
import { messageName } from "../../../src/core/files/layout.ts";
import { limits } from "../../../src/core/limits.ts";
import type { MessageName } from "../../../src/core/store.ts";
import { messageOf } from "../../support/disk-records.ts";
import { cleanDisks, type DiskWorld, temporary } from "../../support/disk-world.ts";
import { hostileScene, type Scene } from "./hostile-scene.ts";
import type { Team } from "./operations.ts";

cleanDisks();

let world: DiskWorld;
let team: Team;
let inside: Scene["inside"];
let name: MessageName;
let path: string;
let readingOver: Scene["readingOver"];

beforeEach(async () => {
	({ world, team, inside, name, path, readingOver } = await hostileScene());
});

describe("a file that is none", () => {
	test.each([
		["a link to a sound file", "unsafe", (path: string) => symlinkSync(join(world.root, "STORE.json"), path)],
		["a link to nothing", "unsafe", (path: string) => symlinkSync("/nowhere/at/all", path)],
		["a link to itself", "unsafe", (path: string) => symlinkSync(path, path)],
		["a pipe nobody writes to", "unsafe", (path: string) => execFileSync("mkfifo", ["-m", "600", path])],
		["a directory", "unsafe", (path: string) => mkdirSync(path)],
		["a link to a device that never ends", "unsafe", (path: string) => symlinkSync("/dev/zero", path)],
	] as const)("%s is refused as %s", (_, code, plant) => {
		expect(readingOver(plant)).toThrow(expect.objectContaining({ code }));
	});

	test("a huge sparse file is refused without being read", () => {
		const read = readingOver((path) => {
			writeFileSync(path, "", { mode: 0o600 });
			truncateSync(path, 3_000_000_000);
		});
		expect(read).toThrow(expect.objectContaining({ code: "too-large" }));
	});

	test("a file with a name outside the store is refused, since somebody else can write it", () => {
		const elsewhere = temporary();
		const read = readingOver((path) => {
			writeFileSync(join(elsewhere, "one"), "{}", { mode: 0o600 });
			linkSync(join(elsewhere, "one"), path);
			linkSync(path, join(elsewhere, "two"));
		});
		expect(read).toThrow(expect.objectContaining({ code: "unsafe" }));
	});

	test("a file others may write is refused", () => {
		const read = readingOver((path) => {
			writeFileSync(path, "{}");
			chmodSync(path, 0o666);
		});
		expect(read).toThrow(expect.objectContaining({ code: "unsafe" }));
	});

	test("a file of another user is refused", () => {
		const stranger = world.store({ disk: { ...realDisk(), uid: 4_242 } });
		expect(() => stranger.readMessage(team.teamId, team.to, name)).toThrow(expect.objectContaining({ code: "unsafe" }));
	});
});

describe("a record that is none", () => {
	const deep = `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`;
	test.each([
		["nothing", ""],
		["null", "null"],
		["a list", "[]"],
		["a number", "0"],
		["a text", '""'],
		["half a record", '{"v":1,"at":1,'],
		["two records", '{"v":1}{"v":1}'],
		["zeros", "\0".repeat(500)],
		["a newline", "\n"],
		["a number without end", `{"v":1,"at":1e400}`],
		["a prototype", `{"__proto__":{"v":1},"v":1}`],
		["a constructor", `{"constructor":{"prototype":{"v":1}}}`],
		["many values", JSON.stringify(Array.from({ length: limits.jsonNodes + 1 }, () => 0))],
	])("%s is corrupt, whoever reads it", (_, text) => {
		expect(readingOver((path) => writeFileSync(path, text, { mode: 0o600 }))).toThrow(
			expect.objectContaining({ code: "corrupt" }),
		);
	});

	test("a million levels of nesting are refused before anything is parsed", () => {
		const read = readingOver((path) => writeFileSync(path, deep.slice(0, limits.recordBytes), { mode: 0o600 }));
		expect(read).toThrow(expect.objectContaining({ code: "corrupt" }));
		expect(readingOverSession(deep)).toThrow(expect.objectContaining({ code: "too-large" }));
	});

	function readingOverSession(text: string): () => unknown {
		team.store.writeSession({ v: 1, at: 1, by: null, session: "s", teamId: team.teamId, member: team.to });
		const [file = ""] = realDisk().readdir(join(world.root, "sessions"));
		writeFileSync(join(world.root, "sessions", file), text, { mode: 0o600 });
		return () => team.store.readSession("s");
	}

	test("bytes that are no UTF-8 are corrupt, never silently replaced", () => {
		const bytes = readFileSync(path);
		bytes[bytes.indexOf("the first")] = 0xff;
		expect(readingOver((at) => writeFileSync(at, bytes, { mode: 0o600 }))).toThrow(
			expect.objectContaining({ code: "corrupt" }),
		);
	});

	test("a byte order mark is accepted", () => {
		writeFileSync(path, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), readFileSync(path)]));
		expect(team.store.readMessage(team.teamId, team.to, name)?.body).toBe("the first");
	});

	test("a record under the name of another is corrupt", () => {
		const other = messageName(team.env.newId(), name.kind, team.from, 0);
		renameSync(path, inside("inbox", team.to, "new", other.file));
		expect(() => team.store.readMessage(team.teamId, team.to, other)).toThrow(
			expect.objectContaining({ code: "corrupt" }),
		);
	});

	test("what nobody checked inside ext cannot become a prototype", async () => {
		const message = messageOf(team.env, team.teamId, team.from, team.to);
		const name = messageName(message.id, message.kind, message.from, 0);
		const text = JSON.stringify(message).replace(
			/}$/,
			',"ext":{"__proto__":{"admin":true},"more":{"constructor":1,"kept":2}}}',
		);
		writeFileSync(inside("inbox", team.to, "new", name.file), text, { mode: 0o600 });
		const read = team.store.readMessage(team.teamId, team.to, name);
		expect(read?.ext).toEqual({ more: { kept: 2 } });
		expect(Object.assign({}, read?.ext)).not.toHaveProperty("admin");
	});
});
