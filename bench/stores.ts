// Stores to measure on: teams, members, leases, activities and long histories, written the way terminals write them. Never measures.

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Env, realEnv } from "../src/core/env.ts";
import { openStore } from "../src/core/files/store.ts";
import { lineOf } from "../src/core/files/timeline/append.ts";
import { limits } from "../src/core/limits.ts";
import type { MemberId, TeamId } from "../src/core/model.ts";
import { done } from "../src/core/refusal.ts";
import type { EventRecord, MessageRecord } from "../src/core/schema.ts";
import type { Holding, Store } from "../src/core/store.ts";

type StoreOptions = NonNullable<Parameters<typeof openStore>[2]>;

export interface Ground {
	readonly env: Env;
	readonly root: string;
	readonly store: Store;
	/** Another handle of the same store. */
	open(options?: StoreOptions): Store;
	remove(): void;
}

/** On the real disk, in a temporary directory. */
export function newStore(sync: "synced" | "not synced", options: StoreOptions = {}): Ground {
	const env = realEnv();
	const folder = mkdtempSync(join(tmpdir(), "pi-team-bench-"));
	const root = join(folder, "teams");
	const open = (more: StoreOptions = {}) =>
		openStore(env, root, { watch: "polling", format: { sync: sync === "synced" }, ...options, ...more });
	return { env, root, store: open(), open, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Crew {
	readonly teamId: TeamId;
	readonly members: readonly MemberId[];
	/** Of the members that are online. */
	readonly holdings: readonly Holding[];
}

/** A team whose members all had a terminal once; the first `online` still have. */
export async function crew(ground: Ground, name: string, members: number, online: number): Promise<Crew> {
	const { env, store } = ground;
	const teamId = env.newToken();
	const ids = Array.from({ length: members }, () => env.newToken());
	const now = env.now();
	const made = await store.createTeam({
		...{ v: 1, at: now, by: null, teamId, name, createdAt: now, admin: ids[0] ?? null, formerRoles: [] },
		members: ids.map((id, index) => ({ id, role: `role-${index}`, joinedAt: now, state: "member" })),
	});
	if (!made.ok) throw new Error(made.refusal.code);
	const holdings: Holding[] = [];
	for (const [index, member] of ids.entries()) {
		const holding = await seat(ground, teamId, member, `role-${index}`);
		store.writeActivity(teamId, activityOf(env, member, `the task of role-${index}`));
		if (index < online) holdings.push(holding);
		else store.releaseLease(holding);
	}
	return { teamId, members: ids, holdings };
}

async function seat({ env, store }: Ground, teamId: TeamId, member: MemberId, role: string): Promise<Holding> {
	const { pid, startTime, bootId, pidNamespace } = env.self;
	const holding = await store.takeLease(teamId, {
		...{ v: 1, at: env.now(), by: { member, generation: 1 }, member, generation: 1, token: env.newToken() },
		...{ client: "pi", session: `session-of-${role}`, pid, startTime, bootId, pidNamespace },
		...{ cwd: `/home/${role}`, appVersion: "0.1.0" },
	});
	if (holding === undefined) throw new Error(`${role} could not take its seat`);
	return holding;
}

export function activityOf(env: Env, member: MemberId, focus: string) {
	const at = env.now();
	return {
		...{ v: 1 as const, at, by: { member, generation: 1 }, member, generation: 1, state: "working" as const },
		...{ since: at, focus, focusSince: at, paused: "no" as const, holds: [], edits: [] },
	};
}

export function messageOf(env: Env, teamId: TeamId, from: MemberId, to: MemberId, body: string): MessageRecord {
	const id = env.newId();
	return {
		...{ v: 1, at: env.now(), by: { member: from, generation: 1 }, id, teamId, kind: "info" },
		...{ from, fromGeneration: 1, to, origin: "agent", body, rootId: id, expiresAt: env.now() + limits.messageTtlMs },
	};
}

export function messageEvent(message: MessageRecord, n: number): EventRecord {
	const { id, to, kind, origin, body, rootId } = message;
	return {
		...{ v: 1, at: message.at, by: message.from, g: 1, n, type: "message", id, to, kind, origin, text: body, rootId },
	};
}

/** A history of `events` messages of about `bytes` each, in whole segments, written past the store for speed. */
export function writeHistory(ground: Ground, team: Crew, events: number, bytes: number): void {
	const { env, root } = ground;
	const { teamId, members } = team;
	const text = "word ".repeat(Math.ceil(bytes / "word ".length)).slice(0, Math.max(1, bytes - EVENT_HEAD_BYTES));
	const directory = join(root, `t-${teamId}`, "events");
	const count = Math.ceil((events * bytes) / limits.segmentBytes);
	const each = Math.ceil(events / Math.max(1, count));
	let written = 0;
	for (let segment = 1; written < events; segment += 1) {
		const lines: Uint8Array[] = [];
		for (let line = 0; line < each && written < events; line += 1) {
			const from = members[written % members.length] ?? "";
			const to = members[(written + 1) % members.length] ?? "";
			const message = messageOf(env, teamId, from, to, written % NEEDLE_EVERY === 0 ? `needle ${text}` : text);
			lines.push(lineOf(messageEvent(message, written)));
			written += 1;
		}
		const isLive = written >= events - each;
		const name = `s${String(segment).padStart(8, "0")}.jsonl`;
		appendFileSync(join(directory, isLive ? "" : "archive", name), Buffer.concat(lines), { mode: 0o600 });
	}
}

const EVENT_HEAD_BYTES = 330;
/** Every so many messages hold the word "needle". */
export const NEEDLE_EVERY = 1_000;

export async function rename(store: Store, teamId: TeamId, name: string): Promise<void> {
	const edited = await store.editDocument(teamId, (document) => done({ ...document, name }));
	if (!edited.ok) throw new Error(edited.refusal.code);
}
