// Every file of the store somebody may have broken, with the call that reads it. What is read must be a value or a StoreError; nothing judges here.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as checks from "../../../src/core/checks.generated.ts";
import type { TeamId } from "../../../src/core/model.ts";
import type { Activity } from "../../../src/core/schema.ts";
import type { Store } from "../../../src/core/store.ts";
import { idle, messageOf, seated, settled } from "../../support/disk-records.ts";
import { type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { type Team, teamIn } from "./operations.ts";

export interface ReaderOf {
	readonly name: string;
	/** Where its file lies in the team's directory or, from a slash on, in the root. */
	path(root: string, team: Team): string;
	/** In a process that comes later. */
	read(store: Store, team: Team): unknown;
	/** Whether a value may have come out of it; undefined = "nothing there" is a value of every reader. */
	valid(value: unknown): boolean;
}

const inTeam = (root: string, teamId: TeamId, ...parts: readonly string[]) => join(root, `t-${teamId}`, ...parts);

function only(directory: string): string {
	const [file = ""] = readdirSync(directory, { withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);
	return join(directory, file);
}

export const readers: readonly ReaderOf[] = [
	{
		name: "STORE.json",
		path: (root) => join(root, "STORE.json"),
		read: (store) => store.format(),
		valid: checks.isStoreFormat,
	},
	{
		name: "a team's name",
		path: (root) => only(join(root, "names")),
		read: (store) => store.teamNamed("shop"),
		valid: (value) => typeof value === "string",
	},
	{
		name: "a session",
		path: (root) => only(join(root, "sessions")),
		read: (store) => store.readSession("one"),
		valid: checks.isSessionSeat,
	},
	{
		name: "a document",
		path: (root, { teamId }) => only(inTeam(root, teamId, "doc")),
		read: (store, { teamId }) => store.readDocument(teamId),
		valid: checks.isTeamDocument,
	},
	{
		name: "a lease",
		path: (root, { teamId }) => only(inTeam(root, teamId, "leases")),
		read: (store, { teamId, to }) => store.readLease(teamId, to)?.lease,
		valid: checks.isLease,
	},
	{
		name: "all leases",
		path: (root, { teamId }) => only(inTeam(root, teamId, "leases")),
		read: (store, { teamId }) => store.readLeases(teamId)[0]?.lease,
		valid: checks.isLease,
	},
	{
		name: "an activity",
		path: (root, { teamId }) => only(inTeam(root, teamId, "activity")),
		read: (store, { teamId, to }) => store.readActivity(teamId, to),
		valid: checks.isActivity,
	},
	{
		name: "a message",
		path: (root, { teamId, to }) => only(inTeam(root, teamId, "inbox", to, "new")),
		read: (store, { teamId, to }) => {
			const [name] = store.listInbox(teamId, to).waiting;
			return name && store.readMessage(teamId, to, name);
		},
		valid: checks.isMessageRecord,
	},
	{
		name: "a receipt",
		path: (root, { teamId, from }) => {
			const days = inTeam(root, teamId, "receipts", from);
			return only(join(days, readdirSync(days)[0] ?? ""));
		},
		read: (store, { teamId, from, to }) => {
			const [name] = store.listInbox(teamId, to).waiting;
			return name && store.readReceipts(teamId, from, name.id)[0];
		},
		valid: checks.isReceipt,
	},
];

/** A store in which each of these files is there once, and a timeline of three lines. */
export async function soundStore(): Promise<{ readonly world: DiskWorld; readonly team: Team }> {
	const world = diskWorld();
	const team = await teamIn(world);
	const { store, env, teamId, from, to } = team;
	await seated(env, store, teamId, to);
	const request = messageOf(env, teamId, from, to, { kind: "request", subject: "s", body: 'a "quoted" \\ body\n{[ ä' });
	await store.publish(request);
	await store.putReceipt(teamId, settled(request, env.newId()));
	store.writeSession({ v: 1, at: 1, by: null, session: "one", teamId, member: to });
	store.writeActivity(teamId, activityOf(to));
	for (const n of [1, 2, 3]) store.append(teamId, idle(from, n));
	return { world, team };
}

function activityOf(member: string): Activity {
	const nothing = { holds: [], edits: [] };
	return {
		v: 1,
		at: 1,
		by: null,
		member,
		generation: 1,
		state: "idle",
		since: 1,
		paused: "no",
		focus: "ä",
		...nothing,
	};
}
