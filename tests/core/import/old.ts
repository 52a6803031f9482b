// A store's root with teams of earlier programs in it, an hour after their last sign of life. Decides nothing.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../src/core/files/store.ts";
import { carryOutImport, planImport } from "../../../src/core/import.ts";
import type { Team } from "../../../src/core/model.ts";
import { readOnce } from "../../../src/core/snapshot.ts";
import type { Store } from "../../../src/core/store.ts";
import { machine } from "../../support/env.ts";

const HOUR = 3_600_000;
// The files carry the real time.
export const host = machine(Date.now() + HOUR);
export const env = host.process();
export const earlier = host.now() - HOUR;

export interface Old {
	readonly root: string;
	readonly store: Store;
	remove(): void;
}

export function oldRoot(): Old {
	const root = join(mkdtempSync(join(tmpdir(), "pi-team-import-")), "teams");
	mkdirSync(root, { mode: 0o700 });
	const store = openStore(env, root, { format: { sync: false }, watch: "polling" });
	return { root, store, remove: () => rmSync(join(root, ".."), { recursive: true, force: true }) };
}

export function member(alias: string, more: object = {}) {
	return {
		team: "shop",
		alias,
		session: `s-${alias}`,
		token: `t-${alias}`,
		cwd: "/work",
		pid: 1,
		seen: earlier,
		...more,
	};
}

export function message(id: string, from: string, to: string, kind: string, state: string, more: object = {}) {
	const body = `body of ${id}`;
	return {
		id,
		team: "shop",
		from,
		to,
		subject: `about ${id}`,
		body,
		kind,
		state,
		created: earlier,
		rootId: id,
		...more,
	};
}

export const record = {
	version: 1,
	members: [member("pm", { status: "offline" }), member("backend", { status: "idle" }), member("Front End", {})],
	messages: [
		message("a", "pm", "backend", "request", "completed"),
		message("b", "backend", "pm", "result", "seen", { parentId: "a", rootId: "a", created: earlier + 1 }),
		message("c", "pm", "backend", "request", "processing", { created: earlier + 2 }),
		message("d", "pm", "backend", "request", "pending", { created: earlier + 3 }),
		message("e", "backend", "pm", "note", "pending", { created: earlier + 4 }),
		message("f", "pm", "Front End", "request", "interrupted", { created: earlier + 5 }),
	],
};

export function writeState({ root }: Old, name: string, document: unknown): string {
	mkdirSync(join(root, name), { mode: 0o700 });
	writeFileSync(join(root, name, "state.json"), JSON.stringify(document), { mode: 0o600 });
	return join(root, name);
}

export function writeProfile({ root }: Old, profile: object, events: readonly object[]): string {
	const directory = join(root, "t-0f0f0f0f-1111-4111-8111-00000000cafe");
	mkdirSync(join(directory, "activity"), { recursive: true, mode: 0o700 });
	writeFileSync(join(directory, "profile.json"), JSON.stringify(profile));
	writeFileSync(join(directory, "events.json"), JSON.stringify(events));
	return directory;
}

/** Names, bytes and times of everything under a directory. */
export function pictureOf(directory: string): string {
	return readdirSync(directory, { recursive: true, encoding: "utf8" })
		.sort()
		.map((name) => {
			const path = join(directory, name);
			const stat = statSync(path);
			return `${name} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.isFile() ? readFileSync(path, "utf8") : ""}`;
		})
		.join("\n");
}

export async function imported({ store }: Old, given: string): Promise<Team> {
	const plan = planImport(env, store, given);
	if (!plan.ok) throw new Error(plan.refusal.code);
	const outcome = await carryOutImport(env, store, plan.value);
	if (!outcome.ok) throw new Error(outcome.refusal.code);
	const team = readOnce(env, store).teams.find((each) => each.id === outcome.value.teamId);
	if (team === undefined) throw new Error("it is not there");
	return team;
}
