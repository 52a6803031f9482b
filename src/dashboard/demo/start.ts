// Starts and ends the demo: a live simulated team in a directory of its own, through the real store and real seats. Owns that directory; never touches another.

import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Env } from "../../core/env.ts";
import { openStore } from "../../core/files/store.ts";
import { joinTeam } from "../../core/seat-join.ts";
import { type Store, StoreError } from "../../core/store.ts";
import { createTeam } from "../../core/teams.ts";
import { appVersion } from "../../core/version.ts";
import { type Agenda, agenda } from "./agenda.ts";
import { parts, quietParts, quietTeamName, teamName } from "./cast.ts";
import { type DemoClock, demoClock, dice } from "./clock.ts";
import { director } from "./director.ts";
import { type Player, player, type Stage } from "./player.ts";
import type { Cast } from "./scenes.ts";
import { open, openQuiet, pastSeconds } from "./story.ts";

export interface Demo {
	/** Where the team is: what `--root` would name. */
	readonly root: string;
	/** Everybody closes, and the directory goes. Safe to call twice. */
	stop(): Promise<void>;
}

export interface DemoOptions {
	/** The same seed tells the same story. */
	readonly seed: number;
	/** A directory that does not exist yet; without it one under the system's temporary directory. */
	readonly root?: string;
	/** A bug in the story; without it, it is thrown where a timer throws. */
	readonly failed?: (error: unknown) => void;
}

const SECOND = 1_000;

/** Resolves with a few minutes of history told and the next line about to come. */
export async function startDemo(env: Env, { seed, root: given, failed }: DemoOptions): Promise<Demo> {
	const root = await ownDirectory(given);
	const removeNow = () => rmSync(root, { recursive: true, force: true });
	// Also when the program ends without stop(): nobody would ever clean up after it.
	process.once("exit", removeNow);
	const clock = demoClock(env, seed);
	const store = openStore(clock.env, root, { watch: "polling", format: { sync: false } });
	const now = env.now();
	const begun = now - pastSeconds * SECOND;
	clock.moveTo(begun);
	const show = await rehearse(clock, store, seed, begun);
	await show.agenda.tell(now, clock.moveTo);
	clock.goLive();
	show.goLive();
	show.agenda.play(env, (error) => {
		if (isOver(error)) return;
		if (failed === undefined) throw error;
		failed(error);
	});
	return { root, stop: once(stop) };

	async function stop(): Promise<void> {
		await show.agenda.stop();
		for (const member of show.everybody) await leaveQuietly(member);
		store.close();
		await rm(root, { recursive: true, force: true });
		process.off("exit", removeNow);
	}
}

async function ownDirectory(given: string | undefined): Promise<string> {
	if (given === undefined) return mkdtemp(join(tmpdir(), "pi-team-demo-"));
	// Not recursive: an existing directory is somebody's, and stop() would remove it.
	await mkdir(given, { mode: 0o700 });
	return given;
}

interface Show {
	readonly agenda: Agenda;
	readonly everybody: readonly Player[];
	goLive(): void;
}

/** Makes the teams and plans the opening; nothing of it has happened yet. */
async function rehearse(clock: DemoClock, store: Store, seed: number, begun: number): Promise<Show> {
	const { env } = clock;
	const plan = agenda(begun);
	const busy = await stageFor(env, store, teamName);
	const quiet = await stageFor(env, store, quietTeamName);
	const cast: Cast = {
		planner: player(busy, parts.planner),
		backend: player(busy, parts.backend),
		frontend: player(busy, parts.frontend),
		reviewer: player(busy, parts.reviewer),
		tester: player(busy, parts.tester),
		writer: player(busy, parts.writer),
	};
	const others = quietParts.map((part) => player(quiet, part));
	const everybody = [...Object.values(cast), ...others];
	const story = director(plan, dice(seed), everybody);
	open(story, cast);
	openQuiet(story, others);
	return { agenda: plan, everybody, goLive: story.goLive };
}

async function stageFor(env: Env, store: Store, name: string): Promise<Stage> {
	const team = await createTeam(env, store, name);
	if (!team.ok) throw new Error(`The demo cannot make its team ${name}: ${team.refusal.code}`);
	const { teamId } = team.value;
	return { env, teamId, appVersion, take: (terminal, request) => joinTeam(env, store, terminal, request) };
}

/** Whoever watches may delete the team: then the story is over, which is no error. */
function isOver(error: unknown): boolean {
	return error instanceof StoreError && error.code === "vanished";
}

async function leaveQuietly(member: Player): Promise<void> {
	try {
		await member.close();
	} catch (error) {
		// The directory goes next; a lease that cannot be released any more goes with it.
		if (!(error instanceof StoreError)) throw error;
	}
}

function once(run: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined;
	return () => {
		running ??= run();
		return running;
	};
}
