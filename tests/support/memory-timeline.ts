// The timeline of the store in memory: segments of lines with byte offsets, as positions of the files have them.

import type { Position, TeamId, TimelineEvent } from "../../src/core/model.ts";
import type { EventRecord } from "../../src/core/schema.ts";
import { type Store, StoreError } from "../../src/core/store.ts";
import { type EventLine, type MemoryDisk, stored, valid } from "./memory-disk.ts";

const LINES_PER_SEGMENT = 1_000;

type TimelinePart = Pick<Store, "append" | "readEvents" | "latestEvents" | "syncEvents">;

export function memoryTimeline(disk: MemoryDisk, mayWrite: (path: string) => void): TimelinePart {
	return {
		append(teamId, event) {
			mayWrite("events");
			const team = disk.team(teamId);
			if (team === undefined) throw new StoreError("vanished", teamId, "the team was deleted");
			const record = stored<EventRecord>(valid.isEventRecord, event);
			let segment = team.segments.at(-1);
			if (segment === undefined || segment.length >= LINES_PER_SEGMENT) {
				segment = [];
				team.segments.push(segment);
			}
			const last = segment.at(-1);
			const offset = (last === undefined ? 0 : last.offset + last.bytes) + 1;
			segment.push({ offset, bytes: Buffer.byteLength(JSON.stringify(record)) + 1, record });
			disk.changed(teamId, "events");
		},
		readEvents(teamId, cursor, most) {
			const after = all(disk, teamId).filter((event) => compare(event.position, cursor) >= 0);
			const events = after.slice(0, most);
			return { events, cursor: endOf(disk, teamId, events) ?? cursor, gap: false, trouble: [] };
		},
		latestEvents(teamId, most, before) {
			const older = all(disk, teamId).filter((event) => before === undefined || compare(event.position, before) < 0);
			const events = older.slice(-most);
			const cursor = endOf(disk, teamId, events) ?? before ?? { segment: 1, offset: 0 };
			return { events, cursor, gap: false, trouble: [], hasOlder: older.length > events.length };
		},
		async syncEvents() {},
	};
}

function all(disk: MemoryDisk, teamId: TeamId): readonly TimelineEvent[] {
	return (disk.team(teamId)?.segments ?? []).flatMap((lines, index) =>
		lines.map((line) => seen(line, { segment: index + 1, offset: line.offset })),
	);
}

function seen(line: EventLine, position: Position): TimelineEvent {
	const { record } = line;
	const known = valid.isEventRecord(record) ? record : undefined;
	return { position, at: record.at, by: record.by, type: record.type, record: known };
}

function endOf(disk: MemoryDisk, teamId: TeamId, events: readonly TimelineEvent[]): Position | undefined {
	const last = events.at(-1)?.position;
	if (last === undefined) return undefined;
	const line = disk.team(teamId)?.segments[last.segment - 1]?.find((each) => each.offset === last.offset);
	return line === undefined ? undefined : { segment: last.segment, offset: line.offset + line.bytes };
}

function compare(a: Position, b: Position): number {
	return a.segment - b.segment || a.offset - b.offset;
}
