// Which segments a timeline has and where each lies: the newest in events/, retired ones in archive/. Makes the next one, never writes into one.

import type { TeamId } from "../../model.ts";
import { type Disk, flags } from "../disk.ts";
import { isTaken, quietly } from "../errors.ts";
import type { Ground } from "../ground.ts";
import { segmentOf } from "../layout.ts";
import { setAside } from "../quarantine.ts";
import { readNames } from "../read.ts";

export interface Segment {
	readonly number: number;
	readonly path: string;
	/** Where it lies once it is retired: that may happen between listing and opening. */
	readonly archived: string;
}

/** So a watcher holds two files, and a late line of the older one is still seen. */
const KEPT_OPEN = 2;

/** Ascending; undefined = no such team. A segment that is being retired is in both lists for a moment: it is taken once. */
export function listSegments(ground: Ground, teamId: TeamId): readonly Segment[] | undefined {
	const { layout } = ground;
	const live = numbersIn(readNames(ground, layout.events(teamId)));
	if (live === undefined) return undefined;
	const archived = numbersIn(readNames(ground, layout.archive(teamId))) ?? [];
	const paths = new Map<number, string>();
	for (const number of archived) paths.set(number, layout.archived(teamId, number));
	// Listed before the archive, so a path in it may be outdated: the archived one is right then.
	for (const number of live) if (!paths.has(number)) paths.set(number, layout.segment(teamId, number));
	const segments = [...paths].map(([number, path]) => ({ number, path, archived: layout.archived(teamId, number) }));
	return segments.sort((a, b) => a.number - b.number);
}

/** Of those in events/ only; 0 = none; undefined = no such team. */
export function newestSegment(ground: Ground, teamId: TeamId): number | undefined {
	const numbers = numbersIn(readNames(ground, ground.layout.events(teamId)));
	return numbers?.reduce((newest, number) => Math.max(newest, number), 0);
}

/** Makes the segment exclusively; another writer's is as good. Retires all but the newest two. */
export function makeSegment(ground: Ground, teamId: TeamId, number: number): void {
	const { disk, layout } = ground;
	try {
		disk.close(disk.open(layout.segment(teamId, number), flags.newSegment));
	} catch (error) {
		if (!isTaken(error)) throw error;
		return;
	}
	// A writer that was suspended before this finds that others made it long ago: then it is among the old ones here.
	const live = (numbersIn(readNames(ground, layout.events(teamId))) ?? []).sort((a, b) => b - a);
	for (const old of live.slice(KEPT_OPEN)) quietly(() => retire(ground, teamId, old));
}

/** By link, so that a segment made twice never replaces the one with the history. A writer that has it open still writes into it. */
function retire(ground: Ground, teamId: TeamId, number: number): void {
	const { disk, layout } = ground;
	const [path, archived] = [layout.segment(teamId, number), layout.archived(teamId, number)];
	try {
		disk.link(path, archived);
	} catch (error) {
		if (!isTaken(error)) throw error;
		if (!isSame(disk, path, archived) && !isEmpty(disk, path)) {
			setAside(ground, path, "a second segment of this number; the first one was retired before");
			return;
		}
	}
	disk.unlink(path);
}

function isEmpty(disk: Disk, path: string): boolean {
	return disk.lstat(path)?.size === 0n;
}

function isSame(disk: Disk, one: string, other: string): boolean {
	return disk.lstat(one)?.ino === disk.lstat(other)?.ino;
}

function numbersIn(names: readonly string[] | undefined): number[] | undefined {
	return names?.flatMap((name) => segmentOf(name) ?? []);
}
