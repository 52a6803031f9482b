// Whatever bytes lie in a file of the store: its reader gives a value of the right shape or a typed error, and leaves the bytes as they are.

import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../../src/core/store.ts";
import { cleanDisks, type DiskWorld } from "../../support/disk-world.ts";
import type { Team } from "./operations.ts";
import { brokenBytes, brokenForms } from "./parse-broken.ts";
import { type ReaderOf, readers, soundStore } from "./parse-readers.ts";

cleanDisks();

let world: DiskWorld;
let team: Team;

beforeEach(async () => {
	({ world, team } = await soundStore());
});

const CODES = new Set(["corrupt", "too-large", "newer"]);

/** "value", "nothing" or the code of the error; throws for anything else. */
function outcomeOf(reader: ReaderOf, path: string, bytes: Uint8Array): string {
	writeFileSync(path, bytes, { mode: 0o600 });
	let outcome: string;
	try {
		const value = reader.read(world.store(), team);
		outcome = value === undefined ? "nothing" : "value";
		if (value !== undefined && !reader.valid(value)) throw new Error(`it came out as ${JSON.stringify(value)}`);
	} catch (error) {
		if (!(error instanceof StoreError) || !CODES.has(error.code)) throw error;
		expect(error.path.length * error.hint.length).toBeGreaterThan(0);
		outcome = error.code;
	}
	expect(Buffer.compare(readFileSync(path), bytes)).toBe(0);
	expect(({} as Record<string, unknown>).admin).toBeUndefined();
	return outcome;
}

describe.each(readers)("the reader of $name", (reader) => {
	test("reads what was written, also with a byte order mark, other line ends and blanks", () => {
		const path = reader.path(world.root, team);
		const sound = readFileSync(path);
		expect(outcomeOf(reader, path, sound)).toBe("value");
		const forms = new Map(brokenForms(sound));
		for (const form of ["a byte order mark", "the line ends of another system", "blanks around it"]) {
			expect(outcomeOf(reader, path, forms.get(form) ?? sound), form).toBe("value");
		}
	});

	test("takes no record that was cut, at whichever byte", () => {
		const path = reader.path(world.root, team);
		const sound = readFileSync(path);
		for (let length = 0; length < sound.length; length += 1) {
			expect(outcomeOf(reader, path, sound.subarray(0, length)), `${length} bytes`).not.toBe("value");
		}
	});

	test("survives every form of what is no record", () => {
		const path = reader.path(world.root, team);
		const sound = readFileSync(path);
		const taken = brokenForms(sound).filter(([, bytes]) => outcomeOf(reader, path, bytes) === "value");
		// Of a key that is there twice the last one counts, for every reader of JSON.
		const harmless = /a key twice|byte order mark|line ends|blanks|surrogate|NUL in a text|beyond the exact/;
		expect(taken.map(([form]) => form).filter((form) => !harmless.test(form))).toEqual([]);
	});

	test("survives any change of its bytes", () => {
		const path = reader.path(world.root, team);
		const sound = readFileSync(path);
		fc.assert(
			fc.property(brokenBytes(sound), (bytes) => {
				outcomeOf(reader, path, bytes);
			}),
			{ numRuns: 150, verbose: true },
		);
	});
});
