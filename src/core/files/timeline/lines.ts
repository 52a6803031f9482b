// Splits bytes of a segment into events: blank lines skipped, torn or foreign ones reported and passed over. Pure.

import { isEventRecord } from "../../checks.generated.ts";
import { limits } from "../../limits.ts";
import type { TimelineEvent, Trouble } from "../../model.ts";
import { parseBounded } from "../../parse.ts";
import type { EventType } from "../../schema.ts";
import { trouble } from "../ground.ts";

export const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface Line {
	/** Byte offset of its first character in the segment. */
	readonly offset: number;
	readonly bytes: Uint8Array;
}

/** Only whole lines: what follows the last newline is still being written. `start` is the offset of the first byte. */
export function wholeLines(
	bytes: Uint8Array,
	start: number,
): { readonly lines: readonly Line[]; readonly end: number } {
	const lines: Line[] = [];
	let from = 0;
	for (let to = bytes.indexOf(NEWLINE, from); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
		if (!isBlank(bytes, from, to)) lines.push({ offset: start + from, bytes: bytes.subarray(from, to) });
		from = to + 1;
	}
	return { lines, end: start + from };
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
	return from === to || (to - from === 1 && bytes[from] === CARRIAGE_RETURN);
}

export type ReadLine =
	| { readonly ok: true; readonly event: TimelineEvent }
	| { readonly ok: false; readonly trouble: Trouble };

export function readLine(line: Line, segment: number, path: string): ReadLine {
	if (line.bytes.length > limits.eventLineBytes) return bad(line, path, "is longer than a line may be");
	const parsed = parseBounded(line.bytes);
	if (!parsed.ok) return bad(line, path, parsed.why);
	const position = { segment, offset: line.offset };
	const { value } = parsed;
	if (isEventRecord(value)) {
		return { ok: true, event: { position, at: value.at, by: value.by, type: value.type, record: value } };
	}
	if (!isNewerEvent(value)) return bad(line, path, "does not have the shape of an event");
	return { ok: true, event: { position, at: value.at, by: value.by, type: value.type, record: undefined } };
}

interface EventHead {
	readonly v: number;
	readonly at: number;
	readonly by: string | null;
	readonly type: string;
}

/** Written by a newer version: a type this one does not know, or a newer record version. */
function isNewerEvent(value: unknown): value is EventHead {
	if (typeof value !== "object" || value === null) return false;
	const { v, at, by, type } = value as Partial<Record<keyof EventHead, unknown>>;
	const head =
		Number.isSafeInteger(v) &&
		Number.isSafeInteger(at) &&
		(by === null || (typeof by === "string" && by.length <= limits.nameLength)) &&
		typeof type === "string" &&
		type.length <= limits.nameLength;
	return head && ((v as number) > 1 || !knownTypes.has(type as EventType));
}

const knownTypes: ReadonlySet<EventType> = new Set([
	"created",
	"team-renamed",
	"joined",
	"back",
	"left",
	"closed",
	"taken-over",
	"working",
	"waiting",
	"idle",
	"message",
	"refused",
	"receipt",
	"role-renamed",
	"removed",
	"admin",
	"pruned",
]);

function bad(line: Line, path: string, why: string): ReadLine {
	const place = `${path} at byte ${line.offset}`;
	return {
		ok: false,
		trouble: trouble(
			"corrupt",
			place,
			`a line of the timeline ${why}`,
			"it is kept and passed over; others are not affected",
		),
	};
}
