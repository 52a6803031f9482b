// Whatever bytes lie in a timeline or in a record of an earlier program: events or a reason, never an exception of another kind, and never a change.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isEventRecord } from "../../../src/core/checks.generated.ts";
import { importable, planImport } from "../../../src/core/import.ts";
import { StoreError } from "../../../src/core/store.ts";
import { cleanDisks, type DiskWorld } from "../../support/disk-world.ts";
import { earlier, env, type Old, oldRoot, record, writeProfile, writeState } from "../import/old.ts";
import type { Team } from "./operations.ts";
import { brokenBytes, brokenForms } from "./parse-broken.ts";
import { soundStore } from "./parse-readers.ts";

cleanDisks();

describe("a timeline", () => {
	let world: DiskWorld;
	let team: Team;
	let path: string;
	let lines: readonly Uint8Array[];

	beforeEach(async () => {
		({ world, team } = await soundStore());
		path = join(world.root, `t-${team.teamId}`, "events", "s00000001.jsonl");
		lines = readFileSync(path, "utf8")
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => Buffer.from(line));
	});

	/** The numbers of the lines before and after one that was broken. */
	function readWith(middle: Uint8Array): readonly (number | undefined)[] {
		const newline = Buffer.from("\n");
		const [first = newline, , last = newline] = lines;
		const bytes = Buffer.concat([first, newline, newline, middle, newline, newline, last, newline]);
		writeFileSync(path, bytes, { mode: 0o600 });
		const store = world.store();
		const forward = store.readEvents(team.teamId, { segment: 0, offset: 0 }, 100);
		const backward = store.latestEvents(team.teamId, 100);
		expect(backward.events).toEqual(forward.events);
		expect(backward.trouble.map(({ code }) => code)).toEqual(forward.trouble.map(({ code }) => code));
		for (const { record } of forward.events) if (record !== undefined) expect(isEventRecord(record)).toBe(true);
		expect(Buffer.compare(readFileSync(path), bytes)).toBe(0);
		return forward.events.map(({ record }) => record?.n);
	}

	test("with one line of any other form still has the lines around it", () => {
		for (const [form, bytes] of brokenForms(lines[1] ?? Buffer.alloc(0))) {
			const read = readWith(bytes);
			expect([read[0], read.at(-1)], form).toEqual([1, 3]);
		}
	});

	test("with a line that was cut at any byte has the lines around it, and not that one", () => {
		const [, middle = Buffer.alloc(0)] = lines;
		for (let length = 0; length < middle.length; length += 1) {
			expect(readWith(middle.subarray(0, length)), `${length} bytes`).toEqual([1, 3]);
		}
	});

	test("with any change of one line has the lines around it", () => {
		fc.assert(
			fc.property(brokenBytes(lines[1] ?? Buffer.alloc(0)), (bytes) => {
				const read = readWith(bytes);
				return read[0] === 1 && read.at(-1) === 3;
			}),
			{ numRuns: 200, verbose: true },
		);
	});
});

describe.each([
	["a plain record", "state.json", (old: Old) => writeState(old, "shop", record)],
	["a record in its envelope", "state.json", (old: Old) => writeState(old, "shop", enveloped())],
	["a profile", "profile.json", profileIn],
	["the events of a profile", "events.json", profileIn],
] as const)("an import of %s", (_, file, write) => {
	let old: Old;
	let path: string;
	let entry: string;
	let sound: Uint8Array;

	beforeEach(() => {
		old = oldRoot();
		const directory = write(old);
		entry = file === "state.json" ? "shop" : "0000cafe";
		path = join(directory, file);
		sound = readFileSync(path);
	});
	afterEach(() => old.remove());

	function outcomeOf(bytes: Uint8Array): string {
		writeFileSync(path, bytes);
		let outcome: string;
		try {
			importable(env, old.store);
			const plan = planImport(env, old.store, entry);
			outcome = plan.ok ? "plan" : plan.refusal.code;
		} catch (error) {
			if (!(error instanceof StoreError) || !["corrupt", "too-large"].includes(error.code)) throw error;
			outcome = error.code;
		}
		expect(Buffer.compare(readFileSync(path), bytes)).toBe(0);
		return outcome;
	}

	test("plans what is sound, and nothing that was cut at any byte", () => {
		expect(outcomeOf(sound)).toBe("plan");
		for (let length = 0; length < sound.length; length += 1) {
			expect(outcomeOf(sound.subarray(0, length)), `${length} bytes`).toBe("corrupt");
		}
	});

	test("survives every form of what is no record, and any change of its bytes", () => {
		for (const [, bytes] of brokenForms(sound)) outcomeOf(bytes);
		fc.assert(
			fc.property(brokenBytes(sound), (bytes) => {
				outcomeOf(bytes);
			}),
			{ numRuns: 100, verbose: true },
		);
		expect(({} as Record<string, unknown>).admin).toBeUndefined();
	});
});

function enveloped(): object {
	const contentHash = createHash("sha256").update(JSON.stringify(record)).digest("hex");
	return { schemaVersion: 1, revision: 7, contentHash, payload: record };
}

function profileIn(old: Old): string {
	const admin = "11111111-1111-4111-8111-111111111111";
	const events = [{ at: earlier, type: "joined", by: admin, text: "/home/pm" }];
	return writeProfile(old, { name: "bakery", adminId: admin, createdAt: earlier - 5 }, events);
}
