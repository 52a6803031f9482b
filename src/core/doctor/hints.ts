// What doctor finds in names/ and sessions/: entries that lead nowhere. Only looks.

import { join } from "node:path";
import { isSessionSeat, isTeamName as isTeamNameRecord } from "../checks.generated.ts";
import { msOf } from "../files/disk.ts";
import type { Ground } from "../files/ground.ts";
import { isTeamName } from "../files/layout.ts";
import { standingOf } from "../files/names.ts";
import { readNames, readRecord } from "../files/read.ts";
import { limits } from "../limits.ts";
import { StoreError, type TeamListing } from "../store.ts";
import { type Finding, finding } from "./finding.ts";

const EXTENSION = ".json";

/** A name whose team is missing or called otherwise: what a creation or a rename leaves that was cut off. */
export function lookAtNames(ground: Ground): readonly Finding[] {
	const { layout, disk, env } = ground;
	return (readNames(ground, layout.names) ?? []).flatMap((file) => {
		const name = file.slice(0, -EXTENSION.length);
		if (!file.endsWith(EXTENSION) || !isTeamName(name)) return [];
		const path = layout.name(name);
		const stat = disk.lstat(path);
		const readable = records(() => readRecord(ground, path, isTeamNameRecord)) !== undefined;
		if (!readable || stat === undefined || env.now() - msOf(stat.mtimeNs) < limits.nameVoidMs) return [];
		if (records(() => standingOf(ground, name)) !== "void") return [];
		return [
			finding(
				"void-name",
				"note",
				{
					what: `The name ${name} belongs to no team.`,
					meaning: "A creation or a rename was cut off. The name is free; whoever takes it replaces the entry.",
					mend: "Nothing has to be done.",
				},
				{ path },
			),
		];
	});
}

/** Seats of sessions in teams that are gone. */
export function lookAtSessions(ground: Ground, listing: TeamListing): readonly Finding[] {
	const { layout } = ground;
	const teams = new Set(listing.teamIds);
	return (readNames(ground, layout.sessions) ?? []).flatMap((file) => {
		const path = join(layout.sessions, file);
		const seat = records(() => readRecord(ground, path, isSessionSeat))?.value;
		if (seat === undefined || teams.has(seat.teamId)) return [];
		return [
			finding(
				"stale-session",
				"note",
				{
					what: `${path} names a seat in a team that is gone.`,
					meaning: "The session of that terminal finds no seat and starts without one.",
					mend: "It can be forgotten.",
				},
				{ path, fix: { do: "forget-session", path } },
			),
		];
	});
}

/** What cannot be read is said among the broken files. */
function records<T>(read: () => T | undefined): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof StoreError) return undefined;
		throw error;
	}
}
