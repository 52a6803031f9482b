// Which segments a timeline has and where each lies: the newest in events/, retired ones in archive/. Only looks, but for makeNext.

import type { TeamId } from "../../model.ts";
import { flags } from "../disk.ts";
import { isTaken, quietly } from "../errors.ts";
import type { Ground } from "../ground.ts";
import { segmentOf } from "../layout.ts";
import { readNames } from "../read.ts";

export interface Segment {
	readonly number: number;
	readonly path: string;
	/** Where it lies once it is retired: that may happen between listing and opening. */
	readonly archived: string;
}

/** So a watcher holds two files, and a late line of the older one is still seen. */
const KEPT_OPEN = 2;

/** Ascending; undefined = no such team. A segment that is being retired may be in both lists: it is taken once. */
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
	const live = numbersIn(readNames(ground, layout.events(teamId))) ?? [];
	for (const old of live.sort((a, b) => b - a).slice(KEPT_OPEN)) {
		// A rename keeps the inode, so a writer that holds it open still writes into the history.
		quietly(() => disk.rename(layout.segment(teamId, old), layout.archived(teamId, old)));
	}
}

function numbersIn(names: readonly string[] | undefined): number[] | undefined {
	return names?.flatMap((name) => segmentOf(name) ?? []);
}
