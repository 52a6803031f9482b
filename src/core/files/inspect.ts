// Looks at every file of the store and says what is wrong with it, for `doctor`. Slow, and changes nothing.

import {
	isActivity,
	isLease,
	isMessageRecord,
	isReceipt,
	isSessionSeat,
	isTeamDocument,
	isTeamName as isTeamNameRecord,
} from "../checks.generated.ts";
import { limits } from "../limits.ts";
import type { TeamId, Trouble } from "../model.ts";
import { StoreError } from "../store.ts";
import type { Disk } from "./disk.ts";
import { judgeMounts, judgeType } from "./filesystems.ts";
import { type Ground, trouble, troubleFrom } from "./ground.ts";
import {
	ARCHIVE,
	claimsNameOf,
	isDay,
	isId,
	isIdFile,
	leaseNameOf,
	messageNameOf,
	receiptNameOf,
	revisionOf,
	segmentOf,
} from "./layout.ts";
import { readNames, readRecord } from "./read.ts";
import { listTeams } from "./teams.ts";
import { inspectSegment } from "./timeline/inspect.ts";

/** What a directory may hold: a record under a name, or further directories. */
interface Shape {
	/** Whether a name belongs here. */
	readonly names: (name: string) => boolean;
	readonly holds: ((value: unknown) => value is unknown) | "segments" | Shape;
}

const json = (name: string) => name.endsWith(".json");
const messages: Shape = { names: (name) => messageNameOf(name) !== undefined, holds: isMessageRecord };
const receipts: Shape = { names: (name) => receiptNameOf(name) !== undefined, holds: isReceipt };
const day = (holds: Shape): Shape => ({ names: isDay, holds });
const claims: Shape = { names: (name) => claimsNameOf(name) !== undefined, holds: messages };

/** Quick enough for a person who waits: history that was archived or finished is counted as sound. */
export function inspectStore(ground: Ground): readonly Trouble[] {
	const { disk, layout } = ground;
	if (disk.lstat(layout.root) === undefined) return [];
	const listing = listTeams(ground);
	return [
		...listing.trouble,
		...fileSystem(disk, layout.root),
		...look(ground, layout.names, { names: json, holds: isTeamNameRecord }),
		...look(ground, layout.sessions, { names: json, holds: isSessionSeat }),
		...quarantined(ground),
		...listing.teamIds.flatMap((teamId) => inspectTeam(ground, teamId)),
	];
}

function inspectTeam(ground: Ground, teamId: TeamId): readonly Trouble[] {
	const { layout } = ground;
	const inboxes = readNames(ground, layout.inboxes(teamId)) ?? [];
	return [
		...look(ground, layout.docs(teamId), { names: (name) => revisionOf(name) !== undefined, holds: isTeamDocument }),
		...look(ground, layout.leases(teamId), { names: (name) => leaseNameOf(name) !== undefined, holds: isLease }),
		...look(ground, layout.activities(teamId), { names: isIdFile, holds: isActivity }),
		...inboxes
			.filter(isId)
			.flatMap((member) => [
				...look(ground, layout.inboxNew(teamId, member), messages),
				...look(ground, layout.inboxClaimed(teamId, member), claims),
				...look(ground, layout.inboxDoneDays(teamId, member), day(messages)),
			]),
		...look(ground, layout.allReceipts(teamId), { names: isId, holds: day(receipts) }),
		...look(ground, layout.events(teamId), { names: (name) => segmentOf(name) !== undefined, holds: "segments" }),
	];
}

function look(ground: Ground, directory: string, shape: Shape): readonly Trouble[] {
	return caught(() => {
		const names = [...(readNames(ground, directory) ?? [])].sort();
		const found = names.slice(0, limits.directoryEntries).flatMap((name) => {
			const path = `${directory}/${name}`;
			if (!shape.names(name)) return shape.holds === "segments" && name === ARCHIVE ? [] : [stray(path)];
			return typeof shape.holds === "object" ? look(ground, path, shape.holds) : inspectFile(ground, path, shape.holds);
		});
		return names.length > limits.directoryEntries ? [crowded(directory, names.length), ...found] : found;
	});
}

function crowded(path: string, count: number): Trouble {
	const text = `${count} names, of which ${limits.directoryEntries} are looked at`;
	return trouble("crowded", path, text, "see who writes so many; nothing is lost");
}

function inspectFile(ground: Ground, path: string, holds: Exclude<Shape["holds"], Shape>): readonly Trouble[] {
	return caught(() => {
		if (holds === "segments") return inspectSegment(ground, path);
		readRecord(ground, path, holds);
		return [];
	});
}

function stray(path: string): Trouble {
	return trouble(
		"unknown",
		path,
		"a name the store does not give",
		"it is left alone; move it away if it is not yours",
	);
}

function quarantined({ disk, layout }: Ground): readonly Trouble[] {
	const kept = disk.lstat(layout.quarantine) === undefined ? [] : disk.readdir(layout.quarantine);
	return kept
		.filter((name) => name.endsWith(".kept"))
		.map((name) =>
			trouble("quarantined", layout.quarantined(name), "a broken file that was set aside", "its reason lies beside it"),
		);
}

function fileSystem(disk: Disk, root: string): readonly Trouble[] {
	const mounts = disk.mounts();
	const verdict = mounts === undefined ? judgeType(disk.statfs(root).type) : judgeMounts(mounts, root);
	if (verdict.at === "good") return [];
	const text =
		verdict.at === "refused"
			? `${root} lies on ${verdict.name}, where several processes cannot write safely`
			: `${root} lies on ${verdict.name}, which does not outlive a restart of the machine`;
	return [
		trouble(
			verdict.at === "refused" ? "unsupported" : "not-durable",
			root,
			text,
			"set PI_TEAM_ROOT to a directory on a local disk",
		),
	];
}

function caught(run: () => readonly Trouble[]): readonly Trouble[] {
	try {
		return run();
	} catch (error) {
		if (error instanceof StoreError) return [troubleFrom(error)];
		throw error;
	}
}
