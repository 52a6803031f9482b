// Appends one event with one write to the newest segment. Takes no lock, repairs nothing, never makes a team's directory.

import { dirname } from "node:path";
import { isEventRecord } from "../../checks.generated.ts";
import { limits } from "../../limits.ts";
import type { TeamId } from "../../model.ts";
import type { EventRecord } from "../../schema.ts";
import { StoreError } from "../../store.ts";
import { flags } from "../disk.ts";
import { isMissing, quietly, unlessMissing } from "../errors.ts";
import type { Ground } from "../ground.ts";
import { assertSafe } from "../read.ts";
import { writeWhole } from "../staging.ts";
import { listSegments, makeSegment, newestSegment } from "./segments.ts";

export interface Appender {
	append(teamId: TeamId, event: EventRecord): void;
	sync(): Promise<void>;
	/** Whether anything was appended that is not flushed yet. */
	pending(): boolean;
	close(): void;
}

// Each turn somebody else made a segment or retired one: more than this in a row is a loop.
const MOST_TURNS = 100;

export function openAppender(ground: Ground): Appender {
	const { disk, env, guard, layout } = ground;
	/** The segment last written to, a team. */
	const current = new Map<TeamId, number>();
	const unsynced = new Set<string>();
	let timer: { cancel(): void } | undefined;

	function append(teamId: TeamId, event: EventRecord): void {
		const line = lineOf(event);
		for (let turn = 0; turn < MOST_TURNS; turn += 1) {
			const segment = current.get(teamId) ?? find(teamId);
			current.set(teamId, segment);
			const outcome = appendTo(layout.segment(teamId, segment), line);
			if (outcome === "written") {
				remember(layout.segment(teamId, segment));
				return;
			}
			if (outcome === "missing") current.delete(teamId);
			else {
				makeSegment(ground, teamId, segment + 1);
				current.set(teamId, segment + 1);
			}
		}
		throw new StoreError("io", layout.events(teamId), "no segment could be appended to");
	}

	function find(teamId: TeamId): number {
		const newest = newestSegment(ground, teamId);
		if (newest === undefined)
			throw new StoreError("vanished", layout.team(teamId), "the team is gone; the event is not kept");
		if (newest > 0) return newest;
		const last = listSegments(ground, teamId)?.at(-1)?.number ?? 0;
		makeSegment(ground, teamId, last + 1);
		return last + 1;
	}

	function appendTo(path: string, line: Uint8Array): "written" | "missing" | "full" {
		let fd: number;
		try {
			guard.enter(dirname(path));
			fd = disk.open(path, flags.append);
		} catch (error) {
			if (isMissing(error)) return "missing";
			throw error;
		}
		try {
			const stat = disk.fstat(fd);
			assertSafe(disk, stat, path);
			if (stat.size >= BigInt(ground.segmentBytes)) return "full";
			writeWhole(disk, fd, path, line);
			return "written";
		} finally {
			disk.close(fd);
		}
	}

	function remember(path: string): void {
		if (ground.format.known()?.sync === false) return;
		unsynced.add(path);
		timer ??= env.after(limits.eventSyncMs, () => {
			timer = undefined;
			// Best effort: a lost line costs a look at the files, and the next append reports the disk anyway.
			sync().catch(() => undefined);
		});
	}

	async function sync(): Promise<void> {
		const paths = [...unsynced];
		unsynced.clear();
		for (const path of paths) {
			const fd = unlessMissing(() => disk.open(path, flags.read));
			if (fd === undefined) continue; // Retired meanwhile: its last lines are as old as the rotation.
			try {
				await disk.syncData(fd);
			} finally {
				quietly(() => disk.close(fd));
			}
		}
	}

	return {
		append,
		sync,
		pending: () => unsynced.size > 0,
		close() {
			timer?.cancel();
			timer = undefined;
		},
	};
}

/** The newline in front isolates whatever a killed writer left unfinished before it. */
export function lineOf(event: EventRecord): Uint8Array {
	if (!isEventRecord(event))
		throw new TypeError(`not a valid event: ${JSON.stringify(event).slice(0, limits.fieldLength)}`);
	const line = Buffer.from(`\n${JSON.stringify(event)}\n`);
	if (line.length > limits.eventLineBytes) {
		throw new StoreError(
			"too-large",
			event.type,
			`the event has ${line.length} bytes; at most ${limits.eventLineBytes} fit a line`,
		);
	}
	return line;
}
