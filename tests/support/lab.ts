// Whole Pi terminals, isolated from the machine's own: a tmux server, a home, an agent directory and a scripted model of their own. Never a real account.

import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type ModelServer, startModelServer, terminalHeader } from "./model-server.ts";
import { type Terminal, terminal } from "./terminal.ts";
import { startSession, stopServer, type TmuxServer } from "./tmux.ts";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(repository, "node_modules/.bin");
export const currentPi = join(repository, "node_modules/@earendil-works/pi-coding-agent");
export const oldestPi = join(repository, "node_modules/pi-0.85");

export interface TerminalOptions {
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: Readonly<Record<string, string>>;
	/** A name: terminals with the same one work in the same directory. Default: the terminal's own name. */
	readonly project?: string;
	/** What Pi shows once it is up. Default: the name of the scripted model. */
	readonly shows?: string;
}

export interface Lab {
	readonly directory: string;
	readonly agentDirectory: string;
	readonly model: ModelServer;
	/** Starts Pi in a new terminal and waits until it takes prompts. */
	pi(name: string, args: readonly string[], options?: TerminalOptions): Promise<Terminal>;
	/** Runs Pi without a terminal, to its end. */
	run(args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
	/** Starts any other program. */
	program(name: string, command: readonly string[], options?: TerminalOptions): Promise<Terminal>;
	/** The session file a Pi terminal of this project wrote last. */
	sessionOf(project: string): string;
	/** What a program in this lab gets to see of the machine. */
	env(name: string): Readonly<Record<string, string>>;
	close(): Promise<void>;
}

/** `pi` is the directory of the Pi to run; default: the current one. */
export async function openLab(pi: string = currentPi): Promise<Lab> {
	const directory = mkdtempSync(join(tmpdir(), "team-lab-"));
	const home = join(directory, "home");
	const agentDirectory = join(home, ".pi", "agent");
	const cli = join(pi, "dist/bundle/cli.js");
	const model = await startModelServer();
	const version = (JSON.parse(readFileSync(join(pi, "package.json"), "utf8")) as { version: string }).version;
	setUpPi(agentDirectory, model, version);
	const stubs = stubTools(directory);
	const server = tmuxServer(directory);
	const terminals: Terminal[] = [];
	let lastStart: Promise<unknown> = Promise.resolve();

	const env = (name: string) => ({
		PATH: `${stubs}:${bin}:/usr/local/bin:/usr/bin:/bin`,
		HOME: home,
		PI_CODING_AGENT_DIR: agentDirectory,
		LAB_TERMINAL: name,
		PI_OFFLINE: "1",
		PI_SKIP_VERSION_CHECK: "1",
		PI_TELEMETRY: "0",
		NO_PROXY: "127.0.0.1",
		LANG: "C.UTF-8",
		TERM: "tmux-256color",
		SHELL: "/bin/sh",
		TMPDIR: join(directory, "tmp"),
	});

	async function program(name: string, command: readonly string[], options: TerminalOptions = {}): Promise<Terminal> {
		const run = { pidFile: join(directory, `${name}.pid`), errorFile: join(directory, `${name}.err`) };
		const project = join(directory, "projects", options.project ?? name);
		mkdirSync(project, { recursive: true });
		const script = join(directory, `${name}.sh`);
		writeFileSync(script, scriptFor(project, { ...env(name), ...options.env }, command, run));
		const size = { columns: options.columns ?? 120, rows: options.rows ?? 40 };
		// One after the other: two first clients would each start the server, and one of them fails.
		const starting = lastStart.then(() => startSession(server, name, size, ["/bin/sh", script]));
		lastStart = starting;
		const session = await starting;
		const opened = terminal(name, session, run);
		terminals.push(opened);
		return opened;
	}

	return {
		directory,
		agentDirectory,
		model,
		env,
		program,
		pi: async (name, args, options) => {
			const started = await program(name, ["node", cli, ...args], options);
			await started.see(options?.shows ?? "scripted-1"); // The footer names the model once Pi is up.
			return started;
		},
		sessionOf: (project) => lastSession(join(agentDirectory, "sessions"), project),
		run: async (args) => {
			const running = promisify(execFile)("node", [cli, ...args], { cwd: directory, env: env("run"), timeout: 30_000 });
			running.child.stdin?.end(); // Pi reads a piped input to its end before it starts.
			return running;
		},
		close: async () => {
			for (const open of terminals) await open.close();
			await stopServer(server);
			await model.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

function setUpPi(agentDirectory: string, model: ModelServer, version: string): void {
	mkdirSync(agentDirectory, { recursive: true });
	const scripted = {
		baseUrl: model.baseUrl,
		api: "openai-completions",
		apiKey: "none",
		headers: { [terminalHeader]: "$LAB_TERMINAL" },
		compat: { supportsDeveloperRole: false, supportsReasoningEffort: false, supportsStore: false },
		models: [{ id: "scripted-1", name: "scripted-1", contextWindow: 200_000, maxTokens: 8_192 }],
	};
	const settings = {
		defaultProvider: "scripted",
		defaultModel: "scripted-1",
		defaultThinkingLevel: "off",
		defaultProjectTrust: "always",
		quietStartup: true,
		theme: "dark",
		enableInstallTelemetry: false,
		enableAnalytics: false,
		cacheWarming: "off",
		collapseChangelog: true,
		lastChangelogVersion: version,
		retry: { enabled: false },
	};
	writeFileSync(join(agentDirectory, "models.json"), JSON.stringify({ providers: { scripted } }));
	writeFileSync(join(agentDirectory, "settings.json"), JSON.stringify(settings));
}

/** Pi keeps the sessions of a directory in a folder named after its path; their names begin with the time. */
function lastSession(folder: string, project: string): string {
	const own = readdirSync(folder).filter((name) => name.includes(`projects-${project}-`));
	const files = own.flatMap((name) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)));
	const last = files.sort().at(-1);
	if (last === undefined) throw new Error(`no session of ${project} below ${folder}`);
	return last;
}

/** Pi says so at every start when it finds neither fd nor rg; these keep its screen quiet on a machine without them. */
function stubTools(directory: string): string {
	const stubs = join(directory, "bin");
	mkdirSync(stubs);
	mkdirSync(join(directory, "tmp"));
	for (const [name, version] of [
		["fd", "fd 10.2.0"],
		["rg", "ripgrep 14.1.1"],
	] as const) {
		writeFileSync(join(stubs, name), `#!/bin/sh\n[ "$1" = --version ] && echo '${version}'\nexit 0\n`);
		chmodSync(join(stubs, name), 0o755);
	}
	return stubs;
}

function tmuxServer(directory: string): TmuxServer {
	const config = join(directory, "tmux.conf");
	writeFileSync(
		config,
		[
			"set -g status off",
			// A test run that is killed takes its terminals with it.
			"set -g destroy-unattached on",
			"set -g default-terminal tmux-256color",
			"set -s escape-time 0",
			"set -s extended-keys on",
			"set -g focus-events on",
			"",
		].join("\n"),
	);
	const env = { PATH: process.env.PATH ?? "", HOME: directory, LANG: "C.UTF-8", TERM: "xterm-256color" };
	return { socket: basename(directory), config, env: { ...env, SHELL: "/bin/sh", TMUX_TMPDIR: directory } };
}

// `env -i` keeps the host's variables out. The shell stays behind the program, so that its end is on the screen and the pane stays.
function scriptFor(
	project: string,
	env: Readonly<Record<string, string>>,
	command: readonly string[],
	{ pidFile, errorFile }: { readonly pidFile: string; readonly errorFile: string },
): string {
	const variables = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`));
	const clean = `env -i TMUX="$TMUX" TMUX_PANE="$TMUX_PANE" ${variables.join(" ")}`;
	return [
		`cd ${quoted(project)}`,
		`sh -c 'echo $$ >"$0"; exec "$@"' ${quoted(pidFile)} ${clean} ${command.map(quoted).join(" ")} 2>${quoted(errorFile)}`,
		"printf '\\n[ended %s]\\n' $?",
		"exec cat >/dev/null",
		"",
	].join("\n");
}

function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}
