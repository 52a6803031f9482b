// The team document: one file a revision, the highest is current, the link decides who was first. Never deletes a revision.

import { isTeamDocument } from "../checks.generated.ts";
import type { TeamId } from "../model.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { TeamDocument } from "../schema.ts";
import { StoreError } from "../store.ts";
import type { Ground } from "./ground.ts";
import { revisionOf } from "./layout.ts";
import type { Held } from "./lock.ts";
import { encodeRecord, publishNew } from "./publish.ts";
import { readNames, readRecord } from "./read.ts";

export type Edit = (document: TeamDocument) => Outcome<Omit<TeamDocument, "revision">>;

export const teamGone = refuse({ code: "gone", what: "That team" });

// Each conflict means that somebody else's edit went through, so this many in a row is a loop, not a crowd.
const MOST_CONFLICTS = 1_000;

/** undefined = no such team. A broken current revision is never replaced by the one before: that would undo an edit silently. */
export function readDocument(ground: Ground, teamId: TeamId): TeamDocument | undefined {
	const { disk, layout } = ground;
	const names = readNames(ground, layout.docs(teamId));
	if (names === undefined) return undefined;
	const revision = highestRevision(names);
	if (revision === 0) return undefined;
	const path = layout.revision(teamId, revision);
	const file = readRecord(ground, path, isTeamDocument);
	if (file === undefined) {
		if (disk.lstat(layout.team(teamId)) === undefined) return undefined;
		throw new StoreError("corrupt", path, "went away while it was read; revisions are never removed");
	}
	if (file.value.teamId !== teamId || file.value.revision !== revision) {
		throw new StoreError("corrupt", path, "says it is another revision or team than its name");
	}
	return file.value;
}

/** Reads, lets `edit` decide and links the next revision; when another edit was first, all again. */
export async function linkRevision(
	ground: Ground,
	teamId: TeamId,
	edit: Edit,
	held: Held,
): Promise<Outcome<TeamDocument>> {
	for (let conflict = 0; conflict < MOST_CONFLICTS; conflict += 1) {
		const current = readDocument(ground, teamId);
		if (current === undefined) return teamGone;
		const wanted = edit(current);
		if (!wanted.ok) return wanted;
		const next: TeamDocument = { ...wanted.value, teamId, revision: current.revision + 1 };
		const path = ground.layout.revision(teamId, next.revision);
		const bytes = encodeRecord(path, next, isTeamDocument);
		held.assert();
		if ((await publishNew(ground, path, bytes, "synced")) === "written") return done(next);
	}
	throw new StoreError("io", ground.layout.docs(teamId), "every revision was taken by somebody else");
}

function highestRevision(names: readonly string[]): number {
	return names.reduce((highest, name) => Math.max(highest, revisionOf(name) ?? 0), 0);
}
