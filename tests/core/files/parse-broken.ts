// Ways to break the bytes of a JSON record, as arbitraries and as a fixed list. Knows no record.

import fc from "fast-check";
import { limits } from "../../../src/core/limits.ts";

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** What is tried of every reader, each with a name. */
export function brokenForms(sound: Uint8Array): readonly (readonly [string, Uint8Array])[] {
	const text = Buffer.from(sound).toString();
	const first = text.indexOf("{") + 1;
	const into = (what: string) => Buffer.from(text.slice(0, first) + what + text.slice(first));
	const value = /:\s*(\d+)/.exec(text);
	const withNumber = (number: string) => Buffer.from(value === null ? number : text.replace(value[0], `:${number}`));
	return [
		["nothing", Buffer.alloc(0)],
		...["null", "[]", "0", "-1", '""', "true", "{}", "[null]", '{"v":null}'].map(
			(root) => [`the root ${root}`, Buffer.from(root)] as const,
		),
		["deep roots", Buffer.from(deep(limits.jsonDepth + 1))],
		["deep inside", into(`"ext":{"deep":${deep(limits.jsonDepth)}},`)],
		["very deep", Buffer.from(deep(100_000))],
		["a number without end", withNumber("1e400")],
		["a number below zero without end", withNumber("-1e400")],
		["a fraction", withNumber("1.5")],
		["a number beyond the exact ones", withNumber("9007199254740993")],
		["a key twice", into('"v":1,"v":2,')],
		["a prototype", into('"__proto__":{"admin":true},')],
		["a spelled prototype", into('"\\u005f_proto__":{"admin":true},')],
		["a constructor", into('"constructor":{"prototype":{"admin":true}},')],
		["half a surrogate", into('"ext":{"half":"\\ud800"},')],
		[
			"bytes of half a surrogate",
			Buffer.concat([sound.subarray(0, first), Buffer.from([0xed, 0xa0, 0x80]), sound.subarray(first)]),
		],
		["no UTF-8", Buffer.concat([sound.subarray(0, first), Buffer.from([0xff, 0xfe]), sound.subarray(first)])],
		["a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), sound])],
		["two byte order marks", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]), sound])],
		["the other byte order", Buffer.from(`\ufeff${text}`, "utf16le")],
		["a NUL behind it", Buffer.concat([sound, Buffer.from([0])])],
		["a NUL in it", into("\0")],
		["a NUL in a text", into('"ext":{"a":"\\u0000"},')],
		["zeros", Buffer.alloc(sound.length)],
		["the line ends of another system", Buffer.from(`${text.replaceAll(",", ",\r\n")}\r\n`)],
		["blanks around it", Buffer.from(` \t${text}\n\n`)],
		["itself twice", Buffer.concat([sound, sound])],
		["a comma at its end", Buffer.from(text.replace(/[}\]]\s*$/, (end) => `,${end}`))],
	];
}

/** Some bytes changed, some taken out, some doubled. */
export function brokenBytes(sound: Uint8Array): fc.Arbitrary<Uint8Array> {
	const at = fc.nat(Math.max(0, sound.length - 1));
	const flip = fc
		.tuple(at, fc.integer({ min: 1, max: 255 }))
		.map(([place, bits]) => (bytes: Uint8Array): Uint8Array => {
			const changed = Uint8Array.from(bytes);
			changed[place % Math.max(1, changed.length)] = (changed[place % Math.max(1, changed.length)] ?? 0) ^ bits;
			return changed;
		});
	const cut = fc.tuple(at, fc.integer({ min: 1, max: 40 })).map(
		([from, length]) =>
			(bytes: Uint8Array): Uint8Array =>
				Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]),
	);
	const double = fc.tuple(at, fc.integer({ min: 1, max: 40 })).map(
		([from, length]) =>
			(bytes: Uint8Array): Uint8Array =>
				Buffer.concat([bytes.subarray(0, from + length), bytes.subarray(from)]),
	);
	const steps = fc.array(fc.oneof({ arbitrary: flip, weight: 4 }, cut, double), { minLength: 1, maxLength: 4 });
	return steps.map((all) => all.reduce((bytes, step) => step(bytes), sound));
}
