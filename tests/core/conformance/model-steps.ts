// The steps of the random sequences: what several processes may do to one place, written once for every kind of store.

import { done } from "../../../src/core/refusal.ts";
import type { Activity, MemberRecord } from "../../../src/core/schema.ts";
import type { Holding, Store } from "../../../src/core/store.ts";
import { documentOf, idle, leaseOf, messageOf, settled, surfaced } from "../../support/disk-records.ts";
import type { HandEnv, Machine } from "../../support/env.ts";

export const NAMES = ["shop", "store", "office"];
const PROCESSES = 3;

/** One kind of place with its processes; both kinds see the same clock, ids and tokens. */
export interface Side {
	readonly host: Machine;
	readonly envs: HandEnv[];
	readonly stores: Store[];
	readonly open: (env: HandEnv) => Store;
	readonly holdings: Map<string, Holding>;
	readonly teams: string[];
	readonly messages: ReturnType<typeof messageOf>[];
	/** Ids of the test's own: a store uses up as many of its Env's as it likes. */
	readonly newId: () => string;
}

export function side(host: Machine, open: (env: HandEnv) => Store): Side {
	const envs = Array.from({ length: PROCESSES }, () => host.process());
	let ids = 0;
	const newId = () => {
		ids += 1;
		return `019bc186-de00-7${String(ids).padStart(3, "0")}-8000-${String(ids).padStart(12, "0")}`;
	};
	return { host, envs, stores: envs.map(open), open, holdings: new Map(), teams: [], messages: [], newId };
}

/** A member is of one team only. */
export function membersOf(teamId: string): readonly string[] {
	return ["1", "2", "3"].map((digit) => digit.repeat(8) + teamId.slice(8));
}

export type Step = (side: Side) => Promise<unknown>;
export type Pick3 = readonly [number, number, number];

const at = <T>(all: readonly T[], index: number): T => {
	const value = all[index % Math.max(1, all.length)];
	if (value === undefined) throw new Skip();
	return value;
};
export class Skip extends Error {}

function actors(world: Side, [who, team, member]: Pick3) {
	const env = at(world.envs, who);
	const teamId = at(world.teams, team);
	const seat = `${who % PROCESSES}/${team}/${member}`;
	return {
		env,
		store: at(world.stores, who),
		teamId,
		member: at(membersOf(teamId), member),
		other: at(membersOf(teamId), member + 1),
		seat,
	};
}

/** One of the seats that were taken, with the process that took it. */
function held(world: Side, [who]: Pick3) {
	const [seat, holding] = at([...world.holdings], who);
	const { teamId, lease } = holding;
	const store = at(world.stores, Number(seat.split("/")[0]));
	return { store, holding, teamId, member: lease.member, generation: lease.generation };
}

const activity = (member: string, generation: number): Activity => ({
	v: 1,
	at: 1,
	by: null,
	member,
	generation,
	state: "idle",
	since: 1,
	paused: "no",
	holds: [],
	edits: [],
});

export const steps: Readonly<Record<string, (pick: Pick3) => Step>> = {
	create:
		([who, name]) =>
		async (world) => {
			const teamId = world.newId();
			const { revision: _, ...document } = documentOf(teamId, at(NAMES, name));
			const outcome = await at(world.stores, who).createTeam(document);
			if (outcome.ok) world.teams.push(teamId);
			return outcome;
		},
	edit: (pick) => (world) => {
		const { store, teamId } = actors(world, pick);
		const id = world.newId();
		return store.editDocument(teamId, (document) => {
			const member: MemberRecord = { id, role: `role-${document.revision}`, joinedAt: 1, state: "member" };
			return done({ ...document, members: [...document.members, member] });
		});
	},
	rename: (pick) => (world) => {
		const { store, teamId } = actors(world, pick);
		const name = at(NAMES, pick[2]);
		if (store.readDocument(teamId)?.name === name) throw new Skip();
		return store.renameTeam(teamId, name, (document) => done({ ...document, name }));
	},
	remove: (pick) => (world) => actors(world, pick).store.deleteTeam(actors(world, pick).teamId, () => done(null)),
	take: (pick) => async (world) => {
		const { store, teamId, member, env, seat } = actors(world, pick);
		const generation = (store.leaseGenerations(teamId).get(member) ?? 0) + 1 - (pick[0] > 5 ? 1 : 0);
		const identity = { pid: 1, startTime: "1", session: "s", token: world.newId() };
		const lease = { ...leaseOf(env, member, Math.max(1, generation)), ...identity };
		const taken = await store.takeLease(teamId, lease);
		if (taken !== undefined) world.holdings.set(seat, taken);
		return taken?.lease;
	},
	beats: (pick) => async (world) => {
		const { store, holding } = held(world, pick);
		world.host.advance(1_000);
		// A team that is gone is noticed within four beats.
		return [1, 2, 3, 4].map(() => store.beat(holding)).at(-1);
	},
	leave: (pick) => async (world) => held(world, pick).store.releaseLease(held(world, pick).holding),
	activity: (pick) => async (world) => {
		const { store, teamId, member } = actors(world, pick);
		store.writeActivity(teamId, activity(member, 1 + pick[0]));
	},
	publish: (pick) => async (world) => {
		const { store, teamId, member, other, env } = actors(world, pick);
		const message = messageOf(env, teamId, other, member, {
			id: world.newId(),
			kind: pick[0] > 3 ? "request" : "info",
		});
		await store.publish(message);
		world.messages.push(message);
	},
	claim: (pick) => async (world) => {
		const { store, teamId, member, holding } = held(world, pick);
		return store.claim(holding, at(store.listInbox(teamId, member).waiting, pick[1]));
	},
	reclaim: (pick) => async (world) => {
		const { store, teamId, member, holding, generation } = held(world, pick);
		const { claimed } = store.listInbox(teamId, member);
		return store.reclaim(
			holding,
			at(
				claimed.filter((name) => name.generation < generation),
				pick[1],
			),
		);
	},
	giveBack: (pick) => async (world) => {
		const { store, teamId, member, holding, generation } = held(world, pick);
		const { claimed } = store.listInbox(teamId, member);
		store.release(
			holding,
			at(
				claimed.filter((name) => name.generation === generation),
				pick[1],
			),
		);
	},
	finish: (pick) => async (world) => {
		const { store, teamId, member } = actors(world, pick);
		const { waiting, claimed } = store.listInbox(teamId, member);
		store.finish(teamId, member, at([...claimed, ...waiting], pick[0]));
	},
	receipt: (pick) => (world) => {
		const message = at(world.messages, pick[1]);
		const receipt = pick[0] > 3 ? surfaced(message) : settled(message, world.newId());
		return actors(world, pick).store.putReceipt(message.teamId, receipt);
	},
	append: (pick) => async (world) => {
		const { store, teamId, member } = actors(world, pick);
		store.append(teamId, idle(member, 1 + pick[0]));
	},
	restart:
		([who]) =>
		async (world) => {
			const index = who % PROCESSES;
			at(world.stores, index).close();
			const env = world.host.process();
			world.envs[index] = env;
			world.stores[index] = world.open(env);
			for (const seat of world.holdings.keys()) if (seat.startsWith(`${index}/`)) world.holdings.delete(seat);
		},
};
