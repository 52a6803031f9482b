// Tells what an entry of the root is that is none of ours, by its name and what lies in it. Only looks.

import type { ForeignKind } from "../store.ts";
import { type Disk, isDirectory } from "./disk.ts";
import { unlessFailing } from "./errors.ts";
import { foreignFiles, teamIdOf } from "./layout.ts";

export function foreignKindOf(disk: Disk, root: string, name: string): ForeignKind {
	if (name === ".locks") return "locks";
	if (name.startsWith(".deleted-")) return "tombstone";
	if (name === "orchestration-v2") return "orchestration";
	// Anything may lie here: one stray file must not hide the teams beside it.
	const stat = disk.lstat(`${root}/${name}`);
	if (stat === undefined || !isDirectory(stat)) return "unknown";
	// What may not be entered is as good as unknown.
	const holds = (file: string) => unlessFailing(() => disk.lstat(`${root}/${name}/${file}`)) !== undefined;
	if (holds(foreignFiles.stateJson)) return "state-json";
	return teamIdOf(name) !== undefined && holds(foreignFiles.earlierTeam) ? "earlier-teams" : "unknown";
}
