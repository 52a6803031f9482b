// The smallest world a test needs: teams and terminals from one line of text, on one hand-turned machine. `world("shop: pm* backend-")`: * is the admin, - is offline.

import type { Kind } from "../../src/core/kinds.ts";
import { limits } from "../../src/core/limits.ts";
import type { Actor, MessageId, TeamId } from "../../src/core/model.ts";
import type { Outcome } from "../../src/core/refusal.ts";
import type { EventRecord, TeamDocument } from "../../src/core/schema.ts";
import type { Draft, Incoming, Seat, Sent, Terminal } from "../../src/core/seat.ts";
import { joinTeam } from "../../src/core/seat-join.ts";
import { restoreSeat } from "../../src/core/seat-restore.ts";
import type { Store } from "../../src/core/store.ts";
import { createTeam } from "../../src/core/teams.ts";
import type { Writer } from "../../src/core/timeline.ts";
import { type HandEnv, type Machine, machine } from "./env.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { memoryStore } from "./memory-store.ts";

/** One terminal: a process with its own store handle, its session, and what its conversation holds on disk. */
export interface Player {
	env: HandEnv;
	store: Store;
	terminal: Terminal;
	seat: Seat;
	readonly conversation: Set<MessageId>;
	running: "yes" | "no";
}

export interface World {
	readonly machine: Machine;
	/** Of the first team. */
	readonly teamId: TeamId;
	/** Where there is a store in memory. */
	readonly disk: MemoryDisk;
	/** A new process without a seat, for somebody outside. */
	visitor(): { readonly env: HandEnv; readonly store: Store };
	open(env: HandEnv): Store;
	of(role: string): Player;
	seat(role: string): Seat;
	id(role: string): string;
	/** Joins as another terminal; the outcome as it is. */
	join(role: string, options?: JoinOptions): Promise<Outcome<Seat>>;
	/** Both clocks go on; every living terminal beats and looks at the store as its loop would. */
	advance(ms: number): Promise<void>;
	/** Every living terminal renews its lease now. */
	beatAll(): void;
	/** SIGKILL. */
	crash(role: string): void;
	/** Pi quits in order. */
	close(role: string): Promise<void>;
	/** The same session in a new process. */
	restart(role: string): Promise<Outcome<Seat>>;
	/** `/reload`: the same process, a new extension. */
	reload(role: string): Promise<Outcome<Seat>>;
	send(from: string, to: string, kind: Kind, body: string, extra?: Partial<Draft>): Promise<Outcome<Sent>>;
	/** Sends, and fails the test when that is refused. */
	sent(from: string, to: string, kind: Kind, body: string, extra?: Partial<Draft>): Promise<Sent>;
	receive(role: string): Promise<readonly Incoming[]>;
	/** Receives, puts everything into the conversation and says so; the bodies. */
	read(role: string): Promise<readonly string[]>;
	events(): readonly EventRecord[];
}

export interface JoinOptions {
	readonly session?: string;
	readonly client?: Terminal["client"];
	readonly force?: "ask" | "confirmed";
	readonly teamId?: TeamId;
	/** What this terminal is called in the test, where its role is not enough. */
	readonly key?: string;
}

export interface Backend {
	readonly disk: MemoryDisk;
	open(env: HandEnv): Store;
}

export function memoryBackend(): Backend {
	const disk = new MemoryDisk();
	return { disk, open: (env) => memoryStore(env, disk) };
}

export async function world(
	text: string,
	backend: Backend = memoryBackend(),
	turned: Machine = machine(),
): Promise<World> {
	const players = new Map<string, Player>();
	let teamId = "";
	let sessions = 0;

	const self: World = {
		machine: turned,
		get teamId() {
			return teamId;
		},
		disk: backend.disk,
		visitor() {
			const env = turned.process();
			return { env, store: backend.open(env) };
		},
		open: (env) => backend.open(env),
		of(role) {
			const player = players.get(role);
			if (player === undefined) throw new Error(`nobody plays ${role}`);
			return player;
		},
		seat: (role) => self.of(role).seat,
		id: (role) => self.of(role).seat.member,
		async join(role, options = {}) {
			const { env, store } = self.visitor();
			sessions += 1;
			const terminal = terminalOf(options.session ?? `session-${sessions}`, options.client ?? "pi", role);
			const force = options.force ?? "ask";
			const request = { teamId: options.teamId ?? teamId, role, force, by: "person" } as const;
			const outcome = await joinTeam(env, store, terminal, request);
			if (outcome.ok) {
				const player = { env, store, terminal, seat: outcome.value, conversation: new Set<string>(), running: "yes" };
				players.set(options.key ?? role, player as Player);
			}
			return outcome;
		},
		async advance(ms) {
			for (let left = ms; left > 0; left -= limits.beatMs) {
				turned.advance(Math.min(left, limits.beatMs));
				self.beatAll();
			}
		},
		beatAll() {
			for (const player of players.values()) if (player.running === "yes") player.seat.beat();
		},
		crash(role) {
			const player = self.of(role);
			player.running = "no";
			turned.kill(player.env);
		},
		async close(role) {
			const player = self.of(role);
			await player.seat.end("closed");
			player.running = "no";
			turned.kill(player.env);
		},
		async restart(role) {
			const player = self.of(role);
			const { env, store } = self.visitor();
			const outcome = await restoreSeat(env, store, player.terminal);
			if (outcome.ok) Object.assign(player, { env, store, seat: outcome.value, running: "yes" });
			return outcome;
		},
		async reload(role) {
			const player = self.of(role);
			await player.seat.end("reloading");
			const store = backend.open(player.env);
			const outcome = await restoreSeat(player.env, store, player.terminal);
			if (outcome.ok) Object.assign(player, { store, seat: outcome.value });
			return outcome;
		},
		send(from, to, kind, body, extra = {}) {
			const subject = kind === "request" ? body.slice(0, limits.subjectFromText) : undefined;
			return self.seat(from).send({
				to: self.id(to),
				kind,
				body,
				subject,
				replyTo: undefined,
				parentId: undefined,
				origin: "agent",
				...extra,
			});
		},
		async sent(from, to, kind, body, extra) {
			return must(await self.send(from, to, kind, body, extra));
		},
		receive(role) {
			const { seat, conversation } = self.of(role);
			return seat.receive((id) => conversation.has(id));
		},
		async read(role) {
			const incoming = await self.receive(role);
			const { seat, conversation } = self.of(role);
			for (const { message } of incoming) conversation.add(message.id);
			await seat.surfaced(incoming);
			return incoming.map(({ message }) => message.body);
		},
		events() {
			const { store } = self.visitor();
			return store.latestEvents(teamId, limits.threadEvents).events.flatMap(({ record }) => record ?? []);
		},
	};

	for (const team of text.split(";").reverse()) teamId = await build(self, team.trim());
	return self;
}

async function build(self: World, team: string): Promise<TeamId> {
	const [name = "", roles = ""] = team.split(":").map((part) => part.trim());
	const { env, store } = self.visitor();
	const { teamId } = must(await createTeam(env, store, name));
	const marks = roles.split(" ").filter((role) => role !== "");
	const inOrder = [...marks].sort((a, b) => Number(b.includes("*")) - Number(a.includes("*")));
	for (const mark of inOrder) must(await self.join(bare(mark), { teamId }));
	for (const mark of inOrder) if (mark.includes("-")) await self.close(bare(mark));
	return teamId;
}

function bare(mark: string): string {
	return mark.replace(/[*-]+$/, "");
}

export function terminalOf(session: string, client: Terminal["client"], role: string): Terminal {
	const nothing = { tty: undefined, tmuxPane: undefined, sessionName: undefined };
	return { client, session, cwd: `/home/${role}`, ...nothing, appVersion: "0.1.0" };
}

/** Runs an operation of the policy as the terminal of `role`, by its person's hand. */
export async function administer<T>(
	w: World,
	role: string,
	run: (writer: Writer, actor: Joined, document: TeamDocument) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
	const { env, store, seat } = w.of(role);
	const { teamId, member, generation } = seat;
	const document = store.readDocument(teamId);
	if (document === undefined) throw new Error("no team");
	const writer = { env, store, teamId, by: { member, generation }, trace: seat.trace };
	return run(writer, { at: "joined", teamId, member, by: "person" }, document);
}

type Joined = Extract<Actor, { readonly at: "joined" }>;

/** The value, or a failed test that shows the refusal. */
export function must<T>(outcome: Outcome<T>): T {
	if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
	return outcome.value;
}

/** The refusal's code, or a failed test. */
export function refusedWith<T>(outcome: Outcome<T>): string {
	if (outcome.ok) throw new Error(`not refused: ${JSON.stringify(outcome.value)}`);
	return outcome.refusal.code;
}
