// Directories an import looks into were written by other programs, or by nobody it knows: whatever lies there is refused in words, and never in another's way.

import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Disk, realDisk } from "../../../src/core/files/disk.ts";
import { openStore } from "../../../src/core/files/store.ts";
import { importable, planImport } from "../../../src/core/import.ts";
import { limits } from "../../../src/core/limits.ts";
import { StoreError } from "../../../src/core/store.ts";
import { type DiskCall, systemError } from "../../support/disk.ts";
import { env, type Old, oldRoot, record, writeProfile, writeState } from "./old.ts";

let old: Old;
beforeEach(() => {
	old = oldRoot();
});
afterEach(() => old.remove());

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

function corruption(run: () => unknown): string {
	try {
		run();
	} catch (error) {
		if (error instanceof StoreError) return `${error.code}: ${error.hint}`;
		throw error;
	}
	throw new Error("it was read");
}

test.each([
	[
		"nested a million levels deep in its envelope",
		`{"schemaVersion":1,"contentHash":"x","payload":${deep(1_000_000)}}`,
	],
	["nested a little too deep", `{"version":1,"members":[],"messages":[],"more":${deep(limits.jsonDepth)}}`],
	["of more values than anybody wrote", `{"version":1,"more":[${"0,".repeat(limits.earlierNodes)}0]}`],
	["no UTF-8", Buffer.concat([Buffer.from('{"version":1,"x":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
	["empty", ""],
])("a record that is %s is corrupt, in words", (_what, text) => {
	const source = writeState(old, "shop", {});
	writeFileSync(join(source, "state.json"), text);
	expect(corruption(() => planImport(env, old.store, "shop"))).toMatch(/^corrupt: .*nothing was taken over/);
});

test("a record with as many messages as the earlier program kept is read", () => {
	const [first] = record.messages;
	const messages = Array.from({ length: 500 }, (_, index) => ({ ...first, id: `m-${index}`, rootId: `m-${index}` }));
	const payload = { ...record, messages };
	const contentHash = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
	writeState(old, "shop", { schemaVersion: 1, revision: 1, contentHash, payload });
	expect(planImport(env, old.store, "shop")).toMatchObject({
		ok: true,
		value: { members: ["pm", "backend", "front-end"] },
	});
});

describe("a neighbour", () => {
	/** Every call into this directory is refused by the system. */
	function refusing(path: string): Disk {
		const disk = realDisk();
		const wrapped: Record<string, unknown> = { ...disk };
		for (const [name, method] of Object.entries(disk)) {
			if (typeof method !== "function") continue;
			wrapped[name] = (...args: readonly unknown[]) => {
				const [given] = args;
				if (typeof given === "string" && given.startsWith(`${path}/`)) {
					throw systemError("EACCES", { name: name as DiskCall, path: given });
				}
				return Reflect.apply(method, disk, args);
			};
		}
		return wrapped as unknown as Disk;
	}

	test.each([
		["a team of a mailbox", () => writeState(old, "bakery", record)],
		["a team with a profile", () => writeProfile(old, { name: "bakery" }, [])],
	])("that may not be read (%s) does not stop another name, and is refused in words itself", (_what, write) => {
		const bad = write();
		writeState(old, "shop", record);
		const disk = refusing(bad);
		const store = openStore(env, old.root, { watch: "polling", disk });
		expect(planImport(env, store, "Shop", disk).ok).toBe(true);
		expect(importable(env, store, disk)).toEqual([{ entry: "shop", name: "shop" }]);
	});

	test("whose files alone may not be read is refused in words", () => {
		const bad = writeState(old, "bakery", record);
		mkdirSync(join(bad, "presence"));
		writeState(old, "shop", record);
		const disk = realDisk();
		const refused = (path: string) => path === join(bad, "state.json") || path.startsWith(join(bad, "presence"));
		const picky: Disk = {
			...disk,
			open(path, ...rest) {
				if (refused(path)) throw systemError("EACCES", { name: "open", path });
				return disk.open(path, ...rest);
			},
			readdir(path) {
				if (refused(path)) throw systemError("EACCES", { name: "readdir", path });
				return disk.readdir(path);
			},
		};
		expect(corruption(() => planImport(env, old.store, "bakery", picky))).toMatch(/^io: may not be read by this user/);
		expect(planImport(env, old.store, "Shop", picky).ok).toBe(true);
	});

	test("that is a link to elsewhere is not followed", () => {
		const elsewhere = writeState(old, "shop", record);
		symlinkSync(elsewhere, join(old.root, "bakery"));
		expect(() => planImport(env, old.store, "bakery")).not.toThrow();
		expect(planImport(env, old.store, "bakery").ok).toBe(false);
	});
});
