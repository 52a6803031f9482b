// Turns bytes into a checked record, bounded before anything is parsed. Never I/O, never a throw for bad input.

import { limits } from "./limits.ts";

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** A value of the record's shape, or the reason why not in a few words. A byte order mark is accepted; invalid UTF-8 is not. */
export function parseRecord<T>(bytes: Uint8Array, check: (value: unknown) => value is T): Parsed<T> {
	const parsed = parseBounded(bytes);
	if (!parsed.ok) return parsed;
	if (!check(parsed.value)) return no("does not have the shape of its record");
	return { ok: true, value: withSafeExtension(parsed.value) };
}

export interface Bounds {
	readonly depth: number;
	readonly nodes: number;
}

const usual: Bounds = { depth: limits.jsonDepth, nodes: limits.jsonNodes };

/** Any JSON within the bounds, for what is only looked at. */
export function parseBounded(bytes: Uint8Array, bounds: Bounds = usual): Parsed<unknown> {
	if (bytes.length === 0) return no("is empty");
	const excess = excessOf(bytes, bounds);
	if (excess !== undefined) return no(excess);
	try {
		return { ok: true, value: JSON.parse(decoder.decode(bytes)) };
	} catch (error) {
		if (error instanceof SyntaxError) return no("is no JSON");
		if (error instanceof TypeError) return no("is no UTF-8");
		throw error;
	}
}

/** Counted on the bytes: JSON.parse itself takes a million levels, and what walks the result afterwards would overflow. */
export function excessOf(bytes: Uint8Array, most: Bounds = usual): string | undefined {
	let depth = 0;
	let nodes = 1;
	for (let at = 0; at < bytes.length; at += 1) {
		const byte = bytes[at];
		if (byte === QUOTE) at = endOfString(bytes, at);
		else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
			depth += 1;
			nodes += 1;
			if (depth > most.depth) return `is nested deeper than ${most.depth}`;
		} else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
		else if (byte === COMMA) nodes += 1;
		if (nodes > most.nodes) return `holds more than ${most.nodes} values`;
	}
	return undefined;
}

function endOfString(bytes: Uint8Array, start: number): number {
	for (let at = start + 1; at < bytes.length; at += 1) {
		const byte = bytes[at];
		if (byte === BACKSLASH) at += 1;
		else if (byte === QUOTE) return at;
	}
	return bytes.length;
}

/** `ext` alone may hold keys nobody checked; "__proto__" in it would become a prototype in the first copy anybody makes. */
function withSafeExtension<T>(record: T): T {
	if (typeof record !== "object" || record === null || !Object.hasOwn(record, "ext")) return record;
	return { ...record, ext: safeCopy((record as { readonly ext?: unknown }).ext) };
}

function safeCopy(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(safeCopy);
	if (typeof value !== "object" || value === null) return value;
	const copy: Record<string, unknown> = Object.create(null);
	for (const [key, inner] of Object.entries(value)) if (!UNSAFE_KEYS.has(key)) copy[key] = safeCopy(inner);
	return copy;
}

function no(why: string): { readonly ok: false; readonly why: string } {
	return { ok: false, why };
}
