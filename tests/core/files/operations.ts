// Every operation of the store as the fault tests try it: what is there before, what is done, and how to see that it was done. Each may be repeated.

import type { Disk } from "../../../src/core/files/disk.ts";
import type { StoreOptions } from "../../../src/core/files/store.ts";
import type { MemberId, TeamId } from "../../../src/core/model.ts";
import { done } from "../../../src/core/refusal.ts";
import type { Activity, MessageRecord } from "../../../src/core/schema.ts";
import type { Holding, MessageName, Store } from "../../../src/core/store.ts";
import { documentOf, leaseOf, messageOf, seated, teamOfTwo } from "../../support/disk-records.ts";
import type { DiskWorld } from "../../support/disk-world.ts";
import type { HandEnv } from "../../support/env.ts";

export interface Attempt {
	/** In a process with this store on this disk; the second time in another one, as after a restart. */
	act(store: Store, env: HandEnv, disk: Disk): Promise<unknown>;
	/** The process that acts, where it must be a certain one; otherwise each time another. */
	readonly env?: HandEnv;
	/** Seen by a third process. */
	happened(store: Store): boolean;
}

export interface Operation {
	readonly name: string;
	/** How the store is opened for it. */
	readonly options?: StoreOptions;
	/** Builds what must be there, through a sound disk. */
	prepare(world: DiskWorld): Promise<Attempt>;
}

export interface Team {
	readonly env: HandEnv;
	readonly store: Store;
	readonly teamId: TeamId;
	readonly from: MemberId;
	readonly to: MemberId;
}

export async function teamIn(world: DiskWorld): Promise<Team> {
	const env = world.process();
	const store = world.storeOf(env);
	return { env, store, ...(await teamOfTwo(env, store)) };
}

/** A message that lies in `to`'s inbox. */
export async function withMessage(team: Team, more: Partial<MessageRecord> = {}) {
	const message = messageOf(team.env, team.teamId, team.from, team.to, more);
	await team.store.publish(message);
	return message;
}

export function firstWaiting(store: Store, { teamId, to }: Pick<Team, "teamId" | "to">): MessageName | undefined {
	return store.listInbox(teamId, to).waiting[0];
}

/** The seat of `to` as this process would hold it: adopted where it is still the newest, taken anew after a restart. */
export async function seatOf(store: Store, env: HandEnv, { teamId, to }: Team): Promise<Holding> {
	return seated(env, store, teamId, to);
}

const activity = (team: Team): Activity => ({
	v: 1,
	at: 1,
	by: null,
	member: team.from,
	generation: 1,
	state: "working",
	since: 1,
	paused: "no",
	holds: [],
	edits: [],
});

export function operation(name: string, prepare: Operation["prepare"]): Operation {
	return { name, prepare };
}

export const documentOperations: readonly Operation[] = [
	operation("create the first team", async (world) => {
		const teamId = world.process().newToken();
		const { revision: _, ...document } = documentOf(teamId, "shop");
		return {
			act: (store) => store.createTeam(document),
			happened: (store) => store.teamNamed("shop") === teamId && store.listTeams().teamIds.includes(teamId),
		};
	}),
	operation("create one more team", async (world) => {
		const { env } = await teamIn(world);
		const teamId = env.newToken();
		const { revision: _, ...document } = documentOf(teamId, "store");
		return { act: (store) => store.createTeam(document), happened: (store) => store.teamNamed("store") === teamId };
	}),
	operation("edit a document", async (world) => {
		const { teamId, from } = await teamIn(world);
		return {
			act: (store) => store.editDocument(teamId, (document) => done({ ...document, admin: from })),
			happened: (store) => store.readDocument(teamId)?.admin === from,
		};
	}),
	operation("rename a team", async (world) => {
		const { teamId } = await teamIn(world);
		return {
			act: (store) => store.renameTeam(teamId, "store", (document) => done({ ...document, name: "store" })),
			happened: (store) => store.teamNamed("store") === teamId && store.teamNamed("shop") === undefined,
		};
	}),
	operation("delete a team", async (world) => {
		const { teamId } = await teamIn(world);
		return {
			act: (store) => store.deleteTeam(teamId, () => done(null)),
			happened: (store) => store.readDocument(teamId) === undefined && store.teamNamed("shop") === undefined,
		};
	}),
];

export const seatOperations: readonly Operation[] = [
	operation("take a new seat", async (world) => {
		const { teamId, to } = await teamIn(world);
		return {
			async act(store, env) {
				const generation = (store.readLease(teamId, to)?.lease.generation ?? 0) + 1;
				if ((await store.takeLease(teamId, leaseOf(env, to, generation))) === undefined) throw new Error("not taken");
			},
			happened: (store) => store.readLease(teamId, to) !== undefined,
		};
	}),
	operation("take over a seat", async (world) => {
		const team = await teamIn(world);
		const old = await seatOf(team.store, team.env, team);
		return {
			async act(store, env) {
				await seatOf(store, env, team);
			},
			happened: (store) =>
				team.store.beat(old) === "fenced" && (store.readLease(team.teamId, team.to)?.lease.generation ?? 0) > 1,
		};
	}),
	operation("beat and release", async (world) => {
		const team = await teamIn(world);
		return {
			async act(store, env) {
				const holding = await seatOf(store, env, team);
				store.beat(holding);
				store.releaseLease(holding);
			},
			happened: (store) => store.readLease(team.teamId, team.to)?.beatAt === 0,
		};
	}),
	operation("adopt a lease", async (world) => {
		const team = await teamIn(world);
		const holding = await seatOf(team.store, team.env, team);
		team.store.dropLease(holding);
		const beatAt = team.store.readLease(team.teamId, team.to)?.beatAt ?? 0;
		world.host.advance(1_000);
		return {
			// The same process goes on: its identity is that of the lease.
			env: team.env,
			async act(store) {
				const adopted = store.adoptLease(team.teamId, team.to, holding.lease.token);
				if (adopted === undefined || store.beat(adopted) === "fenced") throw new Error("not adopted");
			},
			happened(store) {
				const read = store.readLease(team.teamId, team.to);
				return read !== undefined && read.lease.token === holding.lease.token && read.beatAt > beatAt;
			},
		};
	}),
	operation("write activity", async (world) => {
		const team = await teamIn(world);
		return {
			act: async (store) => store.writeActivity(team.teamId, activity(team)),
			happened: (store) => store.readActivity(team.teamId, team.from)?.state === "working",
		};
	}),
	operation("remember and forget a session", async (world) => {
		const { teamId, from } = await teamIn(world);
		return {
			async act(store) {
				store.writeSession({ v: 1, at: 1, by: null, session: "one", teamId, member: from });
				store.removeSession("one");
				store.writeSession({ v: 1, at: 1, by: null, session: "two", teamId, member: from });
			},
			happened: (store) => store.readSession("two") !== undefined && store.readSession("one") === undefined,
		};
	}),
];
