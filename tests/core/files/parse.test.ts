// Bytes become a checked record or a reason, never an exception, whatever they are.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMessageRecord, isTeamDocument } from "../../../src/core/checks.generated.ts";
import { limits } from "../../../src/core/limits.ts";
import { excessOf, parseBounded, parseRecord } from "../../../src/core/parse.ts";
import { documentOf, messageOf } from "../../support/disk-records.ts";
import { handEnv } from "../../support/env.ts";

const env = handEnv();
const message = messageOf(env, env.newToken(), env.newToken(), env.newToken(), { body: 'a "quoted" \\ body\n{[' });
const bytes = Buffer.from(JSON.stringify(message));

describe("parsing a record", () => {
	test("gives back what was written", () => {
		expect(parseRecord(bytes, isMessageRecord)).toEqual({ ok: true, value: message });
	});

	test("of a record cut anywhere says so", () => {
		for (let length = 0; length < bytes.length; length += 1) {
			expect(parseRecord(bytes.subarray(0, length), isMessageRecord).ok).toBe(false);
		}
	});

	test("of a record with any byte changed gives a valid record or a reason", () => {
		fc.assert(
			fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
				const changed = Buffer.from(bytes);
				changed[at] = byte;
				const parsed = parseRecord(changed, isMessageRecord);
				return parsed.ok ? isMessageRecord(parsed.value) : parsed.why.length > 0;
			}),
			{ numRuns: 2_000, verbose: true },
		);
	});

	test("of any bytes and any JSON never throws, and takes nothing of another shape", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (any) => !parseRecord(any, isTeamDocument).ok),
			{ numRuns: 1_000, verbose: true },
		);
		fc.assert(
			fc.property(fc.json({ maxDepth: 5 }), (text) => {
				const parsed = parseBounded(Buffer.from(text));
				return parsed.ok ? JSON.stringify(parsed.value) === JSON.stringify(JSON.parse(text)) : parsed.why.length > 0;
			}),
			{ numRuns: 1_000, verbose: true },
		);
	});

	test("refuses what no field of the record is, however it is spelled", () => {
		for (const key of ["__proto__", "constructor", "toString", "extra", "\\u005f_proto__"]) {
			const text = JSON.stringify(message).replace("{", `{"${key}":{"v":1},`);
			expect(parseRecord(Buffer.from(text), isMessageRecord).ok).toBe(false);
		}
	});

	test("counts levels and values outside of texts only", () => {
		const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));
		expect(excessOf(nested(limits.jsonDepth))).toBeUndefined();
		expect(excessOf(nested(limits.jsonDepth + 1))).toBe("is nested deeper than 32");
		expect(excessOf(Buffer.from(JSON.stringify("[{,".repeat(10_000))))).toBeUndefined();
		expect(excessOf(Buffer.from(JSON.stringify(`\\"${"[".repeat(100)}`)))).toBeUndefined();
		const many = (count: number) => Buffer.from(JSON.stringify(Array.from({ length: count }, () => 0)));
		expect(excessOf(many(limits.jsonNodes - 1))).toBeUndefined();
		expect(excessOf(many(limits.jsonNodes))).toBe("holds more than 4096 values");
	});

	test("takes a team with as many members as a team may have", () => {
		const members = Array.from({ length: limits.teamMembers }, () => env.newToken());
		const document = documentOf(env.newToken(), "shop", members);
		expect(parseRecord(Buffer.from(JSON.stringify(document)), isTeamDocument).ok).toBe(true);
	});
});
