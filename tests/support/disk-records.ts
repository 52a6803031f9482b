// Builders for records and seats that tests of the store put on the disk. Knows nothing of the test runner, so that child processes may use them.

import type { Env } from "../../src/core/env.ts";
import type { MemberId, TeamId } from "../../src/core/model.ts";
import type { EventRecord, Lease, MessageRecord, Receipt, ResultReport, TeamDocument } from "../../src/core/schema.ts";
import type { Holding, Store } from "../../src/core/store.ts";

export function documentOf(teamId: TeamId, name: string, members: readonly MemberId[] = []): TeamDocument {
	return {
		v: 1,
		at: 1,
		by: null,
		teamId,
		revision: 1,
		name,
		createdAt: 1,
		admin: null,
		members: members.map((id, index) => ({ id, role: `role-${index}`, joinedAt: 1, state: "member" })),
		formerRoles: [],
	};
}

export function leaseOf(env: Env, member: MemberId, generation: number): Lease {
	const { pid, startTime, bootId, pidNamespace } = env.self;
	return {
		v: 1,
		at: env.now(),
		by: { member, generation },
		member,
		generation,
		token: env.newToken(),
		client: "pi",
		session: `session-${pid}`,
		pid,
		startTime,
		bootId,
		pidNamespace,
		cwd: "/work",
		appVersion: "0.1.0",
	};
}

export function messageOf(
	env: Env,
	teamId: TeamId,
	from: MemberId,
	to: MemberId,
	more: Partial<MessageRecord> = {},
): MessageRecord {
	const id = more.id ?? env.newId();
	return {
		v: 1,
		at: env.now(),
		by: { member: from, generation: 1 },
		id,
		teamId,
		kind: "info",
		from,
		fromGeneration: 1,
		to,
		origin: "agent",
		body: "the tests pass",
		rootId: id,
		...more,
	};
}

export function surfaced(message: MessageRecord, session = "a session"): Receipt {
	return {
		v: 1,
		at: message.at,
		by: null,
		message: message.id,
		from: message.from,
		to: message.to,
		state: "surfaced",
		session,
	};
}

export function settled(message: MessageRecord, resultId: string, body = "done"): Receipt {
	const result: ResultReport = {
		request: message.id,
		outcome: "completed",
		files: [],
		filesOmitted: 0,
		textCut: false,
	};
	const { id, from, to, at } = message;
	return { v: 1, at, by: null, message: id, from, to, state: "settled", resultId, body, result };
}

export function idle(by: MemberId, n: number): EventRecord {
	return { v: 1, at: n, by, g: 1, n, type: "idle" };
}

/** A team of two, made and read through the store. */
export async function teamOfTwo(env: Env, store: Store, name = "shop") {
	const [teamId, from, to] = [env.newToken(), env.newToken(), env.newToken()];
	const { revision: _, ...document } = documentOf(teamId, name, [from, to]);
	const created = await store.createTeam(document);
	if (!created.ok) throw new Error(created.refusal.code);
	return { teamId, from, to };
}

export async function seated(env: Env, store: Store, teamId: TeamId, member: MemberId): Promise<Holding> {
	const generation = (store.readLease(teamId, member)?.lease.generation ?? 0) + 1;
	const holding = await store.takeLease(teamId, leaseOf(env, member, generation));
	if (holding === undefined) throw new Error("somebody else took the seat");
	return holding;
}

/** The value of an outcome that must not be a refusal. */
export function value<T>(
	outcome:
		| { readonly ok: true; readonly value: T }
		| { readonly ok: false; readonly refusal: { readonly code: string } },
): T {
	if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`);
	return outcome.value;
}
