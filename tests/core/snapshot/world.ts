// A small world for snapshots: terminals written straight through the Store interface, on any implementation of it. Decides nothing.

import { join } from "node:path";
import { openStore } from "../../../src/core/files/store.ts";
import { type Kind, kinds } from "../../../src/core/kinds.ts";
import { limits } from "../../../src/core/limits.ts";
import type { MemberId, MessageId, TeamId } from "../../../src/core/model.ts";
import type { Activity, EventRecord, FailCode, MessageRecord, TeamDocument } from "../../../src/core/schema.ts";
import type { Holding, Store } from "../../../src/core/store.ts";
import { type HandEnv, type Machine, machine } from "../../support/env.ts";

export type Terminals = ReturnType<typeof terminalsOf>;
export type Seat = Awaited<ReturnType<Terminals["join"]>>;

/** `storeFor` opens the shared store for one simulated process. */
export function terminalsOf(storeFor: (env: HandEnv) => Store, host: Machine = machine()) {
	const office = host.process();
	const officeStore = storeFor(office);
	let events = 0;

	async function createTeam(name: string): Promise<TeamId> {
		const teamId = office.newToken();
		const created = await officeStore.createTeam({
			v: 1,
			at: host.now(),
			by: null,
			teamId,
			name,
			createdAt: host.now(),
			admin: null,
			members: [],
			formerRoles: [],
		});
		if (!created.ok) throw new Error(created.refusal.code);
		return teamId;
	}

	async function edit(teamId: TeamId, change: (document: TeamDocument) => Partial<TeamDocument>): Promise<void> {
		const edited = await officeStore.editDocument(teamId, (document) => ({
			ok: true,
			value: { ...document, ...change(document) },
		}));
		if (!edited.ok) throw new Error(edited.refusal.code);
	}

	function tell(store: Store, teamId: TeamId, by: MemberId | null, event: DistributedEvent): void {
		events += 1;
		store.append(teamId, { v: 1, at: host.now(), by, g: 1, n: events, ...event } as EventRecord);
	}

	async function join(teamId: TeamId, role: string) {
		const env = host.process();
		const store = storeFor(env);
		const member = env.newToken();
		await edit(teamId, (document) => ({
			admin: document.admin ?? member,
			members: [...document.members, { id: member, role, joinedAt: host.now(), state: "member" }],
		}));
		return sit(teamId, member, role, env, store);
	}

	async function sit(teamId: TeamId, member: MemberId, role: string, env: HandEnv, store: Store) {
		const generation = (store.readLease(teamId, member)?.lease.generation ?? 0) + 1;
		const holding = await store.takeLease(teamId, {
			v: 1,
			at: host.now(),
			by: { member, generation },
			member,
			generation,
			token: env.newToken(),
			client: "pi",
			session: `session-of-${role}`,
			pid: env.self.pid,
			startTime: env.self.startTime,
			bootId: env.self.bootId,
			pidNamespace: env.self.pidNamespace,
			cwd: `/home/${role}`,
			appVersion: "1.0.0",
		});
		if (holding === undefined) throw new Error(`somebody else took ${role}`);
		tell(store, teamId, member, { type: "joined", client: "pi", cwd: `/home/${role}` });
		return seatOf({ teamId, member, role, env, store, holding, generation });
	}

	interface Place {
		readonly teamId: TeamId;
		readonly member: MemberId;
		readonly role: string;
		readonly env: HandEnv;
		readonly store: Store;
		readonly holding: Holding;
		readonly generation: number;
	}

	function seatOf(place: Place) {
		const { teamId, member, env, store, holding, generation } = place;
		const head = () => ({ v: 1 as const, at: host.now(), by: { member, generation } });
		const nameOf = (id: MessageId) => store.findMessage(teamId, member, id);
		return {
			...place,
			beat: () => store.beat(holding),
			leave() {
				store.releaseLease(holding);
				tell(store, teamId, member, { type: "left", client: "pi", cwd: "/work" });
			},
			/** The lease is given back and nobody says so. */
			leaveQuietly: () => store.releaseLease(holding),
			return: () => sit(teamId, member, place.role, host.process(), store),
			does(state: Activity["state"], focus?: string) {
				const words = focus === undefined ? {} : { focus, focusSince: host.now() };
				store.writeActivity(teamId, {
					...head(),
					member,
					generation,
					state,
					since: host.now(),
					paused: "no",
					holds: [],
					edits: [],
					...words,
				});
				tell(store, teamId, member, { type: state, ...(focus === undefined ? {} : { focus }) });
			},
			/** "unseen" = the timeline loses the line. */
			async send(to: MemberId, kind: Kind, body: string, how: "told" | "unseen" = "told", replyTo?: MessageId) {
				const id = env.newId();
				const message: MessageRecord = {
					...head(),
					id,
					teamId,
					kind,
					from: member,
					fromGeneration: generation,
					to,
					origin: "agent",
					subject: body.slice(0, limits.subjectFromText),
					body,
					rootId: replyTo ?? id,
					...(kinds[kind].lane === "live" ? { expiresAt: host.now() + limits.messageTtlMs } : {}),
					...(replyTo === undefined ? {} : { replyTo, parentId: replyTo }),
				};
				await store.publish(message);
				if (how === "told") tell(store, teamId, member, messageEvent(message));
				return id;
			},
			claim(id: MessageId) {
				const found = nameOf(id);
				return found === undefined ? undefined : store.claim(holding, found.name);
			},
			async surface(id: MessageId, how: "told" | "unseen" = "told") {
				const found = nameOf(id);
				if (found === undefined) throw new Error("no such message");
				const { from } = found.message;
				await store.putReceipt(teamId, { ...head(), message: id, from, to: member, state: "surfaced", session: "s" });
				if (kinds[found.name.kind as Kind].answer !== "result") store.finish(teamId, member, found.name);
				if (how === "told") tell(store, teamId, member, { type: "receipt", id, of: from, state: "surfaced" });
			},
			async answer(question: MessageId, from: MemberId, reply: MessageId) {
				const receipt = { ...head(), message: question, from, to: member, state: "answered", reply, inferred: false };
				await store.putReceipt(teamId, receipt as never);
				tell(store, teamId, member, { type: "receipt", id: question, of: from, state: "answered" });
			},
			async fail(id: MessageId, code: FailCode) {
				const found = nameOf(id);
				if (found === undefined) throw new Error("no such message");
				const { from } = found.message;
				await store.putReceipt(teamId, { ...head(), message: id, from, to: member, state: "failed", code });
				store.finish(teamId, member, found.name);
				tell(store, teamId, member, { type: "receipt", id, of: from, state: "failed" });
			},
			async settle(request: MessageId, body: string) {
				const found = nameOf(request);
				if (found === undefined) throw new Error("no such request");
				const { from } = found.message;
				const resultId = env.newId();
				const result = { request, outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };
				const receipt = { ...head(), message: request, from, to: member };
				await store.putReceipt(teamId, { ...receipt, state: "settled", resultId, body, result });
				const answer: MessageRecord = {
					...head(),
					id: resultId,
					teamId,
					kind: "result",
					from: member,
					fromGeneration: generation,
					to: from,
					origin: "agent",
					body,
					rootId: found.message.rootId,
					parentId: request,
					replyTo: request,
					result,
				};
				await store.publish(answer);
				store.finish(teamId, member, found.name);
				tell(store, teamId, member, messageEvent(answer));
				tell(store, teamId, member, { type: "receipt", id: request, of: from, state: "settled", outcome: "completed" });
				return resultId;
			},
		};
	}

	return { host, office, officeStore, createTeam, edit, join, storeFor };
}

/** The same on plain files in a new folder; its clock starts at the real time, which the files carry. */
export function fileTerminals(folder: string) {
	const format = { sync: false };
	return terminalsOf((env) => openStore(env, join(folder, "teams"), { format, watch: "polling" }), machine(Date.now()));
}

type DistributedEvent = EventRecord extends infer Each ? (Each extends EventRecord ? Omit<Each, Head> : never) : never;
type Head = "v" | "at" | "by" | "g" | "n";

function messageEvent(message: MessageRecord): DistributedEvent {
	const { id, to, kind, origin, subject, body, rootId, parentId, replyTo, result } = message;
	return {
		type: "message",
		id,
		to,
		kind,
		origin,
		text: body,
		rootId,
		...(subject === undefined ? {} : { subject }),
		...(parentId === undefined ? {} : { parentId }),
		...(replyTo === undefined ? {} : { replyTo }),
		...(result === undefined ? {} : { outcome: result.outcome }),
	} as DistributedEvent;
}
