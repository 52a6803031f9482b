// Creates a team: its name by link, its directory whole in one rename. The only place where a team directory comes into being.

import { isTeamDocument } from "../checks.generated.ts";
import type { TeamId } from "../model.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { TeamDocument } from "../schema.ts";
import { flags, PRIVATE_DIRECTORY } from "./disk.ts";
import { readDocument } from "./documents.ts";
import { quietly } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { newTeamAt } from "./layout.ts";
import { busy, withLock } from "./lock.ts";
import { releaseName, replaceVoidName, standingOf, takeName } from "./names.ts";
import { encodeRecord, syncDirectory, syncs } from "./publish.ts";
import { stagingName, writeWhole } from "./staging.ts";
import { removeTree } from "./trash.ts";

export async function createTeam(
	ground: Ground,
	wanted: Omit<TeamDocument, "revision">,
): Promise<Outcome<TeamDocument>> {
	const document: TeamDocument = { ...wanted, revision: 1 };
	const { disk, gate, layout } = ground;
	const { name, teamId } = document;
	const freeBytes = gate.shortOf("new team");
	if (freeBytes !== undefined) return refuse({ code: "low-space", freeBytes });
	await ground.format.prepare();
	const bytes = encodeRecord(layout.revision(teamId, 1), document, isTeamDocument);
	const taken = await takeOrReplaceName(ground, name, teamId);
	if (!taken.ok) return taken;
	const there = readDocument(ground, teamId);
	if (there !== undefined) return done(there); // A repeat of a call that was cut off after its last step.
	try {
		await buildTeam(ground, teamId, bytes);
	} catch (error) {
		if (disk.lstat(layout.docs(teamId)) === undefined) await releaseName(ground, name, teamId);
		throw error;
	}
	return done(document);
}

async function takeOrReplaceName(ground: Ground, name: string, teamId: TeamId): Promise<Outcome<null>> {
	const exists = refuse({ code: "team-exists", team: name });
	if ((await takeName(ground, name, teamId)) !== "of another team") return done(null);
	if (standingOf(ground, name) === "held") return exists;
	const locked = await withLock(ground, "store", "fail", (held) => replaceVoidName(ground, name, teamId, held));
	if (locked.at === "busy") return busy(locked);
	return locked.value === "of another team" ? exists : done(null);
}

/** Whole in staging, then one rename: nobody ever sees half a team. */
async function buildTeam(ground: Ground, teamId: TeamId, document: Uint8Array): Promise<void> {
	const { disk, layout } = ground;
	const staged = layout.staging(stagingName(ground));
	const team = newTeamAt(staged);
	try {
		for (const path of team.directories) disk.mkdir(path, PRIVATE_DIRECTORY);
		await writeSynced(ground, team.firstRevision, document);
		await writeSynced(ground, team.firstSegment, new Uint8Array());
		for (const path of team.listings) await syncDirectory(ground, path);
		disk.rename(staged, layout.team(teamId));
	} catch (error) {
		quietly(() => removeTree(disk, staged));
		throw error;
	}
	await syncDirectory(ground, layout.root);
}

async function writeSynced(ground: Ground, path: string, bytes: Uint8Array): Promise<void> {
	const { disk } = ground;
	const fd = disk.open(path, flags.create);
	try {
		if (bytes.length > 0) writeWhole(disk, fd, path, bytes);
		if (syncs(ground)) await disk.sync(fd);
	} finally {
		disk.close(fd);
	}
}
