// Which team has a name: one file a name, taken by link. A name whose team is missing or called otherwise is void and may be replaced.

import { isTeamName as isTeamNameRecord } from "../checks.generated.ts";
import { limits } from "../limits.ts";
import type { TeamId } from "../model.ts";
import type { TeamName } from "../schema.ts";
import { StoreError } from "../store.ts";
import { readDocument } from "./documents.ts";
import { unlessMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { isTeamName } from "./layout.ts";
import type { Held } from "./lock.ts";
import { encodeRecord, publishNew, syncDirectory } from "./publish.ts";
import { setAside } from "./quarantine.ts";
import { readRecord } from "./read.ts";

export type Taken = "taken" | "mine already" | "of another team";

/** The team that has this name and agrees to it. */
export function teamNamed(ground: Ground, name: string): TeamId | undefined {
	if (!isTeamName(name)) return undefined;
	const record = readName(ground, name);
	if (record === undefined) return undefined;
	return readDocument(ground, record.teamId)?.name === name ? record.teamId : undefined;
}

export async function takeName(ground: Ground, name: string, teamId: TeamId): Promise<Taken> {
	const path = ground.layout.name(name);
	const record: TeamName = { v: 1, at: ground.env.now(), by: null, name, teamId };
	const bytes = encodeRecord(path, record, isTeamNameRecord);
	if ((await publishNew(ground, path, bytes, "synced", () => ground.format.prepare())) === "written") return "taken";
	return teamOf(ground, name) === teamId ? "mine already" : "of another team";
}

export function standingOf(ground: Ground, name: string): "free" | "held" | "void" {
	const record = unlessUnreadable(() => readName(ground, name));
	if (record === undefined) return "free";
	// What cannot be read names no team; it is kept in quarantine when somebody takes the name.
	if (record === "unreadable") return "void";
	const old = Math.abs(ground.env.now() - record.at) > limits.nameVoidMs;
	if (ground.disk.lstat(ground.layout.docs(record.teamId)) === undefined) return old ? "void" : "held";
	const document = unlessUnreadable(() => readDocument(ground, record.teamId));
	// A team whose document is broken keeps its name until somebody repaired it. And a rename takes the new name a moment before
	// the document says it, so a young one stands.
	return document === "unreadable" || document?.name === name || !old ? "held" : "void";
}

/** Under the lock `store`: moves a void name out of the way. The link that follows decides who gets it. */
export async function replaceVoidName(ground: Ground, name: string, teamId: TeamId, held: Held): Promise<Taken> {
	held.assert();
	if (standingOf(ground, name) === "void") {
		unlessMissing(() => setAside(ground, ground.layout.name(name), "no team agreed to have this name"));
	}
	return takeName(ground, name, teamId);
}

/** Only if it still names this team. */
export async function releaseName(ground: Ground, name: string, teamId: TeamId): Promise<void> {
	if (!isTeamName(name) || teamOf(ground, name) !== teamId) return;
	unlessMissing(() => ground.disk.unlink(ground.layout.name(name)));
	await syncDirectory(ground, ground.layout.names);
}

/** undefined also for one nobody can read: it is no team's, and never stands in anybody's way for good. */
function teamOf(ground: Ground, name: string): TeamId | undefined {
	const record = unlessUnreadable(() => readName(ground, name));
	return record === "unreadable" ? undefined : record?.teamId;
}

function unlessUnreadable<T>(read: () => T): T | "unreadable" {
	try {
		return read();
	} catch (error) {
		if (error instanceof StoreError && UNREADABLE.has(error.code)) return "unreadable";
		throw error;
	}
}

const UNREADABLE: ReadonlySet<string> = new Set(["corrupt", "too-large", "unsafe"]);

function readName(ground: Ground, name: string): TeamName | undefined {
	const path = ground.layout.name(name);
	const record = readRecord(ground, path, isTeamNameRecord)?.value;
	if (record !== undefined && record.name !== name)
		throw new StoreError("corrupt", path, "is the name of something else");
	return record;
}
