// Reads a timeline: on from a cursor, and the latest lines backwards. Cursor = (segment, offset after a newline). Never writes.

import { dirname } from "node:path";
import { limits } from "../../limits.ts";
import type { Position, TeamId, TimelineEvent, Trouble } from "../../model.ts";
import type { TimelinePage } from "../../store.ts";
import { type Disk, flags } from "../disk.ts";
import { asReadError, isMissing } from "../errors.ts";
import type { Ground } from "../ground.ts";
import { assertSafe } from "../read.ts";
import { type Line, NEWLINE, readLine, wholeLines } from "./lines.ts";
import { listSegments, type Segment } from "./segments.ts";

/** Bigger than the longest line, so a piece without a newline is no line of ours. */
const PIECE = 16 * limits.eventLineBytes;

/**
 * A position with the ends of the segments before it, ascending: a writer that was suspended between opening and writing may add
 * a line to one of them after newer ones were begun.
 */
interface Cursor extends Position {
	readonly older?: readonly Position[];
}

/** How many older segments are looked at again: how far behind a suspended writer may be and still be heard at once. */
const LATE_SEGMENTS = 8;

export function readEvents(ground: Ground, teamId: TeamId, cursor: Position, most: number): TimelinePage {
	const segments = listSegments(ground, teamId);
	const events: TimelineEvent[] = [];
	const troubles: Trouble[] = [];
	const ends = new Map([...((cursor as Cursor).older ?? []), cursor].map((end) => [end.segment, end.offset]));
	const first = Math.min(...ends.keys());
	let gap = false;
	if (segments === undefined || segments.length === 0)
		return { events, cursor, gap: cursor.segment > 0, trouble: troubles };
	const gone = cursor.segment > 0 && !segments.some((segment) => segment.number === cursor.segment);
	if (gone) gap = true;
	// Nothing newer than what is gone either: whoever reads on starts over.
	if (gone && !segments.some(({ number }) => number > first)) ends.clear();
	for (const segment of segments.filter(({ number }) => number >= first)) {
		if (events.length >= most) break;
		const read = readForward(ground, segment, ends.get(segment.number) ?? 0, most - events.length);
		if (read === undefined) continue;
		if (read.gap) gap = true;
		events.push(...read.events);
		for (const each of read.trouble) note(troubles, each);
		ends.set(segment.number, read.end);
	}
	return { events, cursor: cursorOf(ends), gap, trouble: troubles };
}

/** From where each segment was read to; only those at the end can still grow. */
function cursorOf(ends: ReadonlyMap<number, number>): Cursor {
	const positions = [...ends].map(([segment, offset]) => ({ segment, offset })).sort((a, b) => a.segment - b.segment);
	const newest = positions.at(-1);
	if (newest === undefined) return { segment: 0, offset: 0 };
	const older = positions
		.slice(0, -1)
		.slice(-LATE_SEGMENTS)
		.filter(({ segment }) => segment > 0);
	return older.length === 0 ? newest : { ...newest, older };
}

interface ForwardRead {
	readonly events: readonly TimelineEvent[];
	readonly trouble: readonly Trouble[];
	readonly end: number;
	readonly gap: boolean;
}

/** From a byte offset to the end of one segment, or to so many events. */
export function readForward(ground: Ground, segment: Segment, from: number, most: number): ForwardRead | undefined {
	const { disk } = ground;
	return withSegment(ground, segment, (fd, size) => {
		const events: TimelineEvent[] = [];
		const troubles: Trouble[] = [];
		let end = from;
		if (from > size) return { events, trouble: troubles, end: size, gap: true };
		while (end < size && events.length < most) {
			const bytes = readPiece(disk, fd, end, Math.min(PIECE, size - end));
			const whole = wholeLines(bytes, end);
			if (whole.end === end) {
				if (bytes.length < PIECE) break; // A line that is still being written.
				end += bytes.length;
				continue;
			}
			end = collect(segment, whole, most, events, troubles);
		}
		return { events, trouble: troubles, end, gap: false };
	});
}

/** Adds events until there are enough; answers where the next read goes on. */
function collect(
	segment: Segment,
	whole: { readonly lines: readonly Line[]; readonly end: number },
	most: number,
	events: TimelineEvent[],
	troubles: Trouble[],
): number {
	for (const line of whole.lines) {
		if (events.length >= most) return line.offset;
		const read = readLine(line, segment.number, segment.path);
		if (read.ok) events.push(read.event);
		else note(troubles, read.trouble);
	}
	return whole.end;
}

export function latestEvents(
	ground: Ground,
	teamId: TeamId,
	most: number,
	before: Position | undefined,
): TimelinePage & { readonly hasOlder: boolean } {
	const segments = listSegments(ground, teamId) ?? [];
	const newestFirst: TimelineEvent[] = [];
	const troubles: Trouble[] = [];
	const ends: Position[] = [];
	for (const segment of [...segments].reverse()) {
		if (before !== undefined && segment.number > before.segment) continue;
		const until = before?.segment === segment.number ? before.offset : undefined;
		// One more than asked for tells whether there are older ones.
		const read = readBackward(ground, segment, until, most + 1 - newestFirst.length);
		if (read === undefined) continue;
		ends.push({ segment: segment.number, offset: read.end });
		newestFirst.push(...read.newestFirst);
		for (const each of read.trouble) note(troubles, each);
		if (newestFirst.length > most) break;
	}
	const events = newestFirst.slice(0, most).reverse();
	return {
		events,
		cursor: before ?? cursorAt(ground, segments, ends),
		gap: false,
		trouble: troubles,
		hasOlder: newestFirst.length > most,
	};
}

/** `ends` are those just read, newest first; of the segments before them only the end is looked for. */
function cursorAt(ground: Ground, segments: readonly Segment[], read: readonly Position[]): Position {
	const ends = new Map(read.map(({ segment, offset }) => [segment, offset]));
	for (const segment of segments.slice(-1 - LATE_SEGMENTS)) {
		if (ends.has(segment.number)) continue;
		const end = readBackward(ground, segment, undefined, 0)?.end;
		if (end !== undefined) ends.set(segment.number, end);
	}
	return cursorOf(ends);
}

interface BackwardRead {
	readonly newestFirst: readonly TimelineEvent[];
	readonly trouble: readonly Trouble[];
	/** After the last whole line. */
	readonly end: number;
}

function readBackward(
	ground: Ground,
	segment: Segment,
	until: number | undefined,
	most: number,
): BackwardRead | undefined {
	const { disk } = ground;
	return withSegment(ground, segment, (fd, size) => {
		const newestFirst: TimelineEvent[] = [];
		const troubles: Trouble[] = [];
		let carry: Uint8Array = new Uint8Array();
		let end: number | undefined;
		let from = Math.min(until ?? size, size);
		while (from > 0 && (newestFirst.length < most || end === undefined)) {
			const start = Math.max(0, from - PIECE);
			const bytes = Buffer.concat([readPiece(disk, fd, start, from - start), carry]);
			from = start;
			const firstBreak = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
			const whole = wholeLines(bytes.subarray(firstBreak), start + firstBreak);
			if (start > 0 && firstBreak === 0) {
				carry = bytes.length > PIECE ? new Uint8Array() : bytes;
				continue;
			}
			if (bytes.includes(NEWLINE)) end ??= whole.end;
			carry = bytes.subarray(0, firstBreak);
			for (const line of [...whole.lines].reverse()) {
				if (newestFirst.length >= most) break;
				const read = readLine(line, segment.number, segment.path);
				if (read.ok) newestFirst.push(read.event);
				else note(troubles, read.trouble);
			}
		}
		return { newestFirst, trouble: troubles, end: end ?? 0 };
	});
}

/** Enough to be noticed: a segment full of rubbish must not become a list as long. */
function note(troubles: Trouble[], found: Trouble): void {
	if (troubles.length < limits.listItems) troubles.push(found);
}

function readPiece(disk: Disk, fd: number, position: number, length: number): Uint8Array {
	const bytes = new Uint8Array(length);
	const got = disk.read(fd, bytes, length, position);
	return got === length ? bytes : bytes.subarray(0, got);
}

/** undefined when the segment was removed between listing and opening. */
function withSegment<T>(ground: Ground, segment: Segment, run: (fd: number, size: number) => T): T | undefined {
	const { disk } = ground;
	const fd = openFirst(ground, [segment.path, segment.archived]);
	if (fd === undefined) return undefined;
	try {
		const stat = disk.fstat(fd);
		assertSafe(disk, stat, segment.path);
		// Writers move on at limits.segmentBytes, so what lies far beyond was not written by the store.
		return run(fd, Math.min(Number(stat.size), 2 * limits.segmentBytes));
	} catch (error) {
		throw asReadError(error, segment.path);
	} finally {
		disk.close(fd);
	}
}

function openFirst({ disk, guard }: Ground, paths: readonly string[]): number | undefined {
	for (const path of paths) {
		try {
			guard.enter(dirname(path));
			return disk.open(path, flags.read);
		} catch (error) {
			if (!isMissing(error)) throw asReadError(error, path);
		}
	}
	return undefined;
}
