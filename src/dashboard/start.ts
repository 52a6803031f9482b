// Starts the dashboard from its command line: where the store is, which terminal this is, full screen or one frame of text. Never runs a verb.

import { readlinkSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Env, realEnv } from "../core/env.ts";
import { openStore } from "../core/files/store.ts";
import { limits } from "../core/limits.ts";
import { done, exitCodeOf, explain, type Outcome, type Refusal } from "../core/refusal.ts";
import { storeRoot } from "../core/root.ts";
import type { Terminal as SeatTerminal } from "../core/seat.ts";
import { StoreError } from "../core/store.ts";
import { appVersion } from "../core/version.ts";
import { configPath, type ReadConfig, readConfig } from "./config.ts";
import { type DashFlags, helpText, readFlags } from "./flags.ts";

/** Resolves with an exit code where nothing is left to run, and with undefined while the full screen runs: it ends the process itself. */
export async function startDashboard(argv: readonly string[]): Promise<number | undefined> {
	const flags = readFlags(argv);
	if (!flags.ok) return refused(flags.refusal);
	if (flags.value.version) return print(`${appVersion}\n`);
	if (flags.value.help) return print(await wholeHelp());
	const home = homedir();
	const read = readConfig(configPath(process.env, home));
	const env = realEnv();
	const place = await openPlace(env, flags.value, home);
	if (!place.ok) return refused(place.refusal);
	try {
		if (!isFullScreen()) return await printFrame(env, flags.value, read, place.value);
		await openFullScreen(env, flags.value, read, place.value);
		return undefined;
	} catch (error) {
		// A place of which not even the path can be followed; what is met inside one is shown, not thrown.
		if (!(error instanceof StoreError)) throw error;
		return refused({ code: "store-trouble", what: error.code, path: error.path, hint: error.hint });
	}
}

interface Place {
	readonly root: string;
	readonly mode: string | undefined;
	readonly ended: () => Promise<void>;
}

async function openPlace(env: Env, flags: DashFlags, home: string): Promise<Outcome<Place>> {
	if (flags.demo) {
		const { startDemo } = await import("./demo/start.ts");
		const demo = await startDemo(env, { seed: flags.seed ?? env.random(limits.demoSeeds) });
		return done({ root: demo.root, mode: "demo", ended: demo.stop });
	}
	const mode = flags.readOnly ? "read only" : undefined;
	const ended = async () => {};
	if (flags.root !== undefined) return done({ root: resolve(flags.root), mode, ended });
	const root = storeRoot(process.env, home);
	return root.ok ? done({ root: root.value, mode, ended }) : root;
}

/** Where nobody can press a key, or the terminal cannot place a cursor, one frame of text says what there is. */
function isFullScreen(): boolean {
	const { TERM } = process.env;
	return process.stdout.isTTY === true && process.stdin.isTTY === true && TERM !== "dumb" && TERM !== "";
}

async function printFrame(env: Env, flags: DashFlags, { config }: ReadConfig, place: Place): Promise<number> {
	const [{ stillFrame }, { chooseLook }] = await Promise.all([import("./still.ts"), import("./theme.ts")]);
	const look = chooseLook({ ...lookRequest(flags, config), noColor: true }, process.env);
	const store = openStore(env, place.root, { visitor: "only looks" });
	const { columns = limits.unknownColumns, rows = limits.unknownRows } = process.stdout;
	const size = { columns: columns || limits.unknownColumns, rows: rows || limits.unknownRows };
	const frame = stillFrame(env, store, { size, characters: look.characters, mode: place.mode, team: flags.team });
	store.close();
	await place.ended();
	return frame.ok ? print(frame.value) : refused(frame.refusal);
}

async function openFullScreen(
	env: Env,
	flags: DashFlags,
	{ config, problem }: ReadConfig,
	place: Place,
): Promise<void> {
	const [{ openApp }, { realPrograms }, { chooseLook }] = await Promise.all([
		import("./app.ts"),
		import("./programs.ts"),
		import("./theme.ts"),
	]);
	openApp({
		env,
		store: openStore(env, place.root, flags.readOnly ? { visitor: "only looks" } : {}),
		input: process.stdin,
		output: process.stdout,
		host: process,
		programs: realPrograms(),
		seat: ownSeat(env),
		look: chooseLook(lookRequest(flags, config), process.env),
		mouse: flags.noMouse || !config.mouse ? "no mouse" : "mouse",
		mode: place.mode,
		bell: flags.bell || config.bell ? "rings" : "silent",
		hook: config.hook,
		team: flags.team,
		greeting: problem,
		where: process.env.TMUX === undefined ? "in a terminal" : "in tmux",
		ended: place.ended,
	});
}

function lookRequest(flags: DashFlags, config: ReadConfig["config"]) {
	return {
		noColor: flags.noColor,
		ascii: flags.ascii || config.characters === "ascii",
		theme: config.theme,
	};
}

function ownSeat(env: Env): SeatTerminal {
	return {
		client: "dash",
		session: env.newToken(),
		cwd: process.cwd(),
		tty: ownTty(),
		tmuxPane: process.env.TMUX_PANE,
		sessionName: undefined,
		appVersion,
	};
}

function ownTty(): string | undefined {
	try {
		return readlinkSync("/proc/self/fd/0");
	} catch {
		return undefined; // Not Linux.
	}
}

async function wholeHelp(): Promise<string> {
	const [{ helpOfAll }, { verbs }] = await Promise.all([import("./cli/help.ts"), import("./cli/verbs.ts")]);
	return helpText(helpOfAll(verbs, process.stdout.columns).text ?? "");
}

function print(text: string): number {
	process.stdout.write(text);
	return 0;
}

function refused(refusal: Refusal): number {
	const { message, next } = explain(refusal);
	process.stderr.write(next === undefined ? `${message}\n` : `${message}\n${next}\n`);
	return exitCodeOf(refusal);
}
