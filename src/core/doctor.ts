// Finds and explains what is wrong with a store, its surroundings and its work. Never destroys anything; only mend() changes, and only what was listed.

import { accessSync, chmodSync, constants } from "node:fs";
import { lookAtFiles } from "./doctor/files.ts";
import { type Fact, type Finding, type Fix, finding, isMendable, type Report, sizeWords } from "./doctor/finding.ts";
import { lookAtForeign } from "./doctor/foreign.ts";
import { groundAt } from "./doctor/ground.ts";
import { lookAtNames, lookAtSessions } from "./doctor/hints.ts";
import { lookAtPackage } from "./doctor/package.ts";
import { lookAtDisk, lookAtLeftovers, lookAtLocks, lookAtPermissions } from "./doctor/root.ts";
import { historyOf, lookAtTeam } from "./doctor/team.ts";
import { lookAtWatching } from "./doctor/watching.ts";
import type { Env } from "./env.ts";
import { PRIVATE_DIRECTORY } from "./files/disk.ts";
import type { Ground } from "./files/ground.ts";
import { revisionOf } from "./files/layout.ts";
import { readNames } from "./files/read.ts";
import { sweep } from "./files/trash.ts";
import type { Snapshot } from "./model.ts";
import { readOnce } from "./snapshot.ts";
import { type Store, StoreError, type TeamListing } from "./store.ts";

export interface Surroundings {
	/** Where the package.json of the running program lies; undefined = not looked at. */
	readonly packageDirectory?: string | undefined;
}

/** Looks at every file, so it is slow in a store with a long history. Writes nothing. */
export async function examine(env: Env, store: Store, surroundings: Surroundings = {}): Promise<Report> {
	const snapshot = readOnce(env, store);
	const ground = groundAt(env, store.root, "visitor");
	const built = surroundings.packageDirectory === undefined ? [] : lookAtPackage(surroundings.packageDirectory);
	if (!snapshot.exists) return { findings: [...built, noStore(store.root)], facts: [rootFact(store)] };
	const watching = await lookAtWatching(env, store.root);
	const disk = lookAtDisk(ground);
	const listing = store.listTeams();
	const permissions = lookAtPermissions(ground, listing);
	// The store names open directories too; they are said once, with the way to mend them.
	const said = new Set(permissions.map((each) => each.path));
	const troubles = store.inspect().filter((trouble) => !said.has(trouble.path));
	const findings = [
		...built,
		...lookAtFormat(env, store, snapshot),
		...disk.findings,
		...permissions,
		...lookAtFiles(troubles, snapshot, newestDocuments(ground, listing)),
		...clockFindings(snapshot),
		...lookAtLocks(ground),
		...lookAtNames(ground),
		...lookAtSessions(ground, listing),
		...snapshot.teams.flatMap((team) => lookAtTeam(env, store, ground, team)),
		...watching.findings,
		...lookAtLeftovers(ground),
		...lookAtForeign(store.root, listing),
	];
	const facts = [rootFact(store), ...watching.facts, ...disk.facts, ...sizes(ground, snapshot)];
	return { findings: inOrder(findings), facts };
}

export interface Mended {
	readonly finding: Finding;
	/** Undefined = done; otherwise why not. */
	readonly failed: string | undefined;
}

/** What mend() would do: every fix that loses nothing, or only those whose paths a person names, whatever goes with them. */
export function plannedFixes(findings: readonly Finding[], named: readonly string[] = []): readonly Finding[] {
	if (named.length === 0) return findings.filter(isMendable);
	return findings.filter(({ fix, path }) => fix !== undefined && path !== undefined && named.includes(path));
}

/** Carries out the planned fixes, each once. The caller has shown them before. */
export function mend(
	env: Env,
	store: Store,
	findings: readonly Finding[],
	named: readonly string[] = [],
): readonly Mended[] {
	const ground = groundAt(env, store.root, "writer");
	return plannedFixes(findings, named).flatMap((each) => {
		const { fix } = each;
		return fix === undefined ? [] : [{ finding: each, failed: attempt(() => carryOut(ground, store, fix)) }];
	});
}

function carryOut(ground: Ground, store: Store, fix: Fix): void {
	switch (fix.do) {
		case "quarantine":
			store.setAside(fix.path, fix.reason);
			return;
		case "make-private":
			chmodSync(fix.path, PRIVATE_DIRECTORY);
			return;
		case "remove-lock":
			ground.disk.rmdir(fix.path);
			return;
		case "sweep":
			sweep(ground);
			return;
		case "forget-session":
			ground.disk.unlink(fix.path);
			return;
		default:
			fix satisfies never;
	}
}

function attempt(run: () => void): string | undefined {
	try {
		run();
		return undefined;
	} catch (error) {
		if (error instanceof StoreError) return error.hint;
		// The system's own words, such as ENOENT: somebody else mended it meanwhile.
		if (error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string") return error.message;
		throw error;
	}
}

/** Where a team's next reader begins: what is broken there is a change that is lost. */
function newestDocuments(ground: Ground, { teamIds }: TeamListing): ReadonlySet<string> {
	const { layout } = ground;
	return new Set(
		teamIds.flatMap((teamId) => {
			const newest = (readNames(ground, layout.docs(teamId)) ?? [])
				.filter((name) => revisionOf(name))
				.sort()
				.at(-1);
			return newest === undefined ? [] : [`${layout.docs(teamId)}/${newest}`];
		}),
	);
}

function noStore(root: string): Finding {
	return finding("no-store", "note", {
		what: `There is no store at ${root} yet.`,
		meaning: "Nobody created a team there.",
		mend: "`/team create <team> <role>` in a Pi terminal makes it; PI_TEAM_ROOT points elsewhere.",
	});
}

function lookAtFormat(env: Env, store: Store, { trouble }: Snapshot): readonly Finding[] {
	const newer = trouble.find((each) => each.code === "newer");
	if (newer !== undefined) {
		return [
			finding("newer-format", "broken", {
				what: `${newer.path} was made by a newer version.`,
				meaning: "This version does not read it, so that nothing is misunderstood.",
				mend: "Update pi-team-dash.",
			}),
		];
	}
	// The store in hand may be one that only looks, so the gate of a writer is asked.
	const access = groundAt(env, store.root, "writer").gate.access();
	const reason = access.at === "read-only" ? access.reason : denied(store.root);
	if (reason === undefined) return [];
	return [
		finding("read-only", "broken", {
			what: `The store cannot be written: ${reason}.`,
			meaning: "Everything is shown, but nobody can send, join or change anything.",
			mend: "Make the directory writable for you, or point PI_TEAM_ROOT elsewhere.",
		}),
	];
}

function denied(path: string): string | undefined {
	try {
		accessSync(path, constants.W_OK);
		return undefined;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		return code === "EROFS" ? "the file system is mounted read-only" : `${path} may not be written by this user`;
	}
}

function clockFindings({ trouble }: Snapshot): readonly Finding[] {
	return trouble
		.filter((each) => each.code === "clock")
		.map((each) =>
			finding("clock", "attention", {
				what: `${each.text} (${each.path}).`,
				meaning: "Such a beat is no proof of life, so that member counts as offline.",
				mend: each.hint,
			}),
		);
}

function rootFact(store: Store): Fact {
	return { name: "store", value: store.root };
}

function sizes(ground: Ground, { teams }: Snapshot): readonly Fact[] {
	return teams.map((team) => {
		const { bytes, segments } = historyOf(ground, team.id);
		return {
			name: `timeline of ${team.name}`,
			value: `${sizeWords(bytes)} in ${segments === 1 ? "one segment" : `${segments} segments`}`,
		};
	});
}

const WEIGHTS = ["broken", "attention", "note"];

function inOrder(findings: readonly Finding[]): readonly Finding[] {
	return findings.toSorted((a, b) => WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight));
}
