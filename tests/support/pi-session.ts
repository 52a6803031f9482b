// Real Pi sessions in this process, with a scripted model and the extension under test: no network, no terminal, a clock turned by hand.

import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
	AgentSession,
	ExtensionAPI,
	ExtensionContext,
	SessionEntry,
	SessionStartEvent,
} from "@earendil-works/pi-coding-agent";
import type { Store, Watching } from "../../src/core/store.ts";
import { install, type Machine } from "../../src/extension/index.ts";
import type { Machine as Clock, HandEnv } from "./env.ts";
import type { MemoryDisk } from "./memory-disk.ts";
import { memoryStore } from "./memory-store.ts";
import { type Brain, createModel, loadFaux, type ModelRequest } from "./pi-model.ts";
import { type RecordedUi, recordedUi } from "./pi-ui.ts";

// Read when Pi's modules load.
process.env.PI_OFFLINE = "1";
process.env.PI_CODING_AGENT_DIR ??= mkdtempSync(join(tmpdir(), "pi-agent-"));

export interface SessionOptions {
	readonly brain?: Brain;
	readonly cwd?: string;
	readonly mode?: ExtensionContext["mode"];
	/** "disk": a session file; a function of it is opened again with `file`. */
	readonly keep?: "memory" | "disk";
	/** A session file to open again. */
	readonly file?: string;
	readonly start?: SessionStartEvent["reason"];
	/** The same process as another session had. */
	readonly env?: HandEnv;
	readonly variables?: Readonly<Record<string, string>>;
	/** Other extensions, loaded before ours. */
	readonly before?: readonly ((pi: ExtensionAPI) => void)[];
	readonly withoutModel?: true;
	/** Another store than the one in memory that all share, as one that breaks. */
	readonly open?: (env: HandEnv) => Store;
	/** Plain files under this root instead of the store in memory. */
	readonly files?: string;
}

export interface PiSession {
	readonly name: string;
	readonly session: AgentSession;
	readonly ui: RecordedUi;
	readonly env: HandEnv;
	readonly store: Store;
	readonly requests: readonly ModelRequest[];
	readonly errors: readonly unknown[];
	/** Typed into the editor; resolves when Pi has taken it and any run it started has ended. */
	type(text: string): Promise<void>;
	/** Typed, and not waited for. */
	start(text: string): void;
	entries(): readonly SessionEntry[];
	/** Texts of our messages in the conversation, in order. */
	delivered(): readonly string[];
	lastNotice(): string;
	activeTools(): readonly string[];
	/** As the editor does it: what Pi has queued is taken out, then the run is aborted. */
	escape(): Promise<void>;
	reload(): Promise<void>;
	/** Ends as Pi does it on quit, or when another session takes its place. */
	end(reason?: "quit" | "new" | "fork" | "resume"): Promise<void>;
	/** It is there and does nothing: no timer, no hint. */
	hang(): void;
	/** SIGKILL: no event, no timer, no more. */
	kill(): void;
}

const TURNS = 25;

/** The Pi the sessions run in: the newest, or the oldest that is supported. */
export type PiVersion = "current" | "0.85";
export const piVersions: readonly PiVersion[] = ["current", "0.85"];

/** Lets everything run that waits for nothing but its turn. */
export async function turns(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export interface Place {
	readonly clock: Clock;
	readonly disk: MemoryDisk;
	readonly directory: string;
	readonly version: PiVersion;
}

type PiModule = typeof import("@earendil-works/pi-coding-agent");

/** The older one has the parts used here under the same names. */
async function loadPi(version: PiVersion): Promise<PiModule> {
	if (version === "current") return import("@earendil-works/pi-coding-agent");
	return (await import("pi-0.85")) as unknown as PiModule;
}

export async function openSession(name: string, options: SessionOptions, place: Place): Promise<PiSession> {
	const pi = await loadPi(place.version);
	pi.initTheme("dark");
	const cwd = options.cwd ?? join(place.directory, "work", name);
	const agentDir = join(place.directory, "agent", name);
	mkdirSync(cwd, { recursive: true });
	mkdirSync(agentDir, { recursive: true });

	const env = options.env ?? place.clock.process();
	const hints: Watching[] = [];
	const plain = options.open?.(env) ?? memoryStore(env, place.disk);
	const store: Store = {
		...plain,
		watch(targets, poke) {
			const watching = plain.watch(targets, poke);
			hints.push(watching);
			return watching;
		},
	};
	const machineParts: Machine = {
		env,
		variables: { PI_TEAM_ROOT: options.files ?? "/teams", ...options.variables },
		home: "/home/person",
		openStore: options.files === undefined ? () => store : undefined,
	};
	const model = createModel(await loadFaux(place.version), name, options.brain ?? (() => "ok"));
	const settingsManager = pi.SettingsManager.inMemory({
		retry: { enabled: false },
		compaction: { enabled: false },
	});
	const modelRuntime = await pi.ModelRuntime.create({
		authPath: join(agentDir, "auth.json"),
		modelsPath: null,
		modelsStorePath: join(agentDir, "models-store.json"),
		refreshOnCreate: false,
	});
	if (options.withoutModel === undefined) modelRuntime.registerNativeProvider(model.provider);
	const resourceLoader = new pi.DefaultResourceLoader({
		cwd,
		agentDir,
		settingsManager,
		extensionFactories: [...(options.before ?? []), (api: ExtensionAPI) => install(api, machineParts)],
		noSkills: true,
		noPromptTemplates: true,
		noThemes: true,
		noContextFiles: true,
	});
	await resourceLoader.reload();
	const sessionManager =
		options.file !== undefined
			? pi.SessionManager.open(options.file)
			: options.keep === "disk"
				? pi.SessionManager.create(cwd, join(agentDir, "sessions"))
				: pi.SessionManager.inMemory(cwd);
	const { session, extensionsResult } = await pi.createAgentSession({
		cwd,
		agentDir,
		...(options.withoutModel === undefined ? { model: model.model } : {}),
		thinkingLevel: "off",
		modelRuntime,
		resourceLoader,
		settingsManager,
		sessionManager,
		sessionStartEvent: { type: "session_start", reason: options.start ?? "startup" },
	});
	const ui = recordedUi();
	const errors: unknown[] = [...extensionsResult.errors];
	let ended = false;
	const cancelled = async () => ({ cancelled: true });
	await session.bindExtensions({
		uiContext: ui.context,
		mode: options.mode ?? "tui",
		onError: (error) => errors.push(error),
		commandContextActions: {
			waitForIdle: () => session.waitForIdle(),
			newSession: cancelled,
			fork: cancelled,
			navigateTree: cancelled,
			switchSession: cancelled,
			reload: () => session.reload(),
		},
	});

	const self: PiSession = {
		name,
		session,
		ui,
		env,
		store,
		requests: model.requests,
		errors,
		type: (text) => session.prompt(text, { source: "interactive" }),
		start: (text) => void session.prompt(text, { source: "interactive", streamingBehavior: "steer" }),
		entries: () => session.sessionManager.getEntries(),
		delivered: () =>
			session.sessionManager
				.getEntries()
				.flatMap((entry) =>
					entry.type === "custom_message" && entry.customType === "team-message" ? [String(entry.content)] : [],
				),
		lastNotice: () => ui.notices.at(-1)?.text ?? "",
		activeTools: () => session.getActiveToolNames(),
		async escape() {
			session.clearQueue();
			await session.abort();
		},
		reload: () => session.reload(),
		async end(reason = "quit") {
			if (ended) return;
			ended = true;
			// Not waited for: what the extension says when the run settles may open another turn.
			void session.abort();
			await turns();
			await session.extensionRunner.emit({ type: "session_shutdown", reason });
			session.dispose();
		},
		hang() {
			place.clock.stop(env);
			place.clock.pretend(env.self.pid, "there");
			for (const watching of hints) watching.close();
		},
		kill() {
			ended = true;
			place.clock.kill(env);
			for (const watching of hints) watching.close();
		},
	};
	return self;
}
