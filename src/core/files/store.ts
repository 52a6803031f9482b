// The store on plain files: puts the parts together behind the Store interface. Holds no logic of its own.

import type { Env } from "../env.ts";
import { refuse } from "../refusal.ts";
import { type Store, StoreError } from "../store.ts";
import { createTeam } from "./creation.ts";
import { openDelivery } from "./delivery.ts";
import type { Disk } from "./disk.ts";
import { readDocument } from "./documents.ts";
import type { NewFormat } from "./format.ts";
import { findMessage, listInbox } from "./inbox.ts";
import { inspectStore } from "./inspect.ts";
import { openKeys } from "./keys.ts";
import { openLeases } from "./leases.ts";
import { readActivity, readSession, removeSession, writeActivity, writeSession } from "./members.ts";
import { teamNamed } from "./names.ts";
import { openGround } from "./open.ts";
import { setAside } from "./quarantine.ts";
import { putReceipt, readReceipts } from "./receipts.ts";
import { openRim } from "./rim.ts";
import { deleteTeam, editDocument, listTeams, renameTeam } from "./teams.ts";
import { openAppender } from "./timeline/append.ts";
import { latestEvents, readEvents } from "./timeline/read.ts";
import { openWatches, type WatchChoice } from "./watch.ts";

export interface StoreOptions {
	/** The operating system; tests pass one that counts or fails. */
	readonly disk?: Disk;
	/** Whether hints are asked for; "polling" works everywhere. */
	readonly watch?: WatchChoice;
	/** "only looks" makes no call that changes anything, whatever is asked of it. */
	readonly visitor?: "only looks";
	/** Constants of a store that this one makes; an existing one keeps its own. */
	readonly format?: Partial<NewFormat>;
	/** At which size a timeline segment is closed; tests make many small ones. */
	readonly segmentBytes?: number;
}

export function openStore(env: Env, root: string, options: StoreOptions = {}): Store {
	const ground = openGround(env, root, options);
	const { format, layout } = ground;
	const { read, write, later, access } = openRim(ground);
	const leases = openLeases(ground);
	const delivery = openDelivery(ground);
	const events = openAppender(ground);
	const keys = openKeys(ground);
	const watches = openWatches(ground, keys, options.watch ?? "hints");

	return {
		root: layout.root,
		format: () => read(layout.store, format.look),
		access,
		changeKey: (teamId, part, member) => read(layout.team(teamId), () => keys.of(teamId, part, member)),
		rootKey: () => read(layout.root, keys.root),

		listTeams: () => read(layout.root, () => listTeams(ground)),
		teamNamed: (name) => read(layout.names, () => teamNamed(ground, name)),
		async createTeam(document) {
			const now = access();
			if (now.at === "read-only") return refuse({ code: "read-only", reason: now.reason });
			try {
				return await later(layout.root, () => createTeam(ground, document));
			} catch (error) {
				if (!(error instanceof StoreError) || error.code !== "read-only") throw error;
				return refuse({ code: "read-only", reason: error.hint });
			}
		},
		readDocument: (teamId) => read(layout.docs(teamId), () => readDocument(ground, teamId)),
		editDocument: (teamId, edit) => later(layout.docs(teamId), () => editDocument(ground, teamId, edit)),
		renameTeam: (teamId, name, edit) => later(layout.docs(teamId), () => renameTeam(ground, teamId, name, edit)),
		deleteTeam: (teamId, check) => later(layout.team(teamId), () => deleteTeam(ground, teamId, check)),

		readLeases: (teamId) => read(layout.leases(teamId), () => leases.files.readAll(teamId)),
		readLease: (teamId, member) => read(layout.leases(teamId), () => leases.files.read(teamId, member)),
		leaseGenerations: (teamId) => read(layout.leases(teamId), () => leases.files.generations(teamId)),
		leaseTimes: (teamId, member, generation) =>
			read(layout.leases(teamId), () => leases.files.times(teamId, member, generation)),
		takeLease: (teamId, lease) =>
			later(layout.leases(teamId), async () => {
				await delivery.makeInbox(teamId, lease.member);
				return leases.take(teamId, lease);
			}),
		adoptLease: (teamId, member, token) => read(layout.leases(teamId), () => leases.adopt(teamId, member, token)),
		beat: (holding) => write(layout.leases(holding.teamId), () => leases.beat(holding)),
		releaseLease(holding) {
			try {
				write(layout.leases(holding.teamId), () => leases.release(holding));
			} finally {
				leases.drop(holding); // Whatever the disk says, this process holds it no longer.
			}
		},
		dropLease: leases.drop,

		writeActivity: (teamId, activity) =>
			write(layout.activities(teamId), () => writeActivity(ground, teamId, activity)),
		readActivity: (teamId, member) => read(layout.activities(teamId), () => readActivity(ground, teamId, member)),

		readSession: (session) => read(layout.sessions, () => readSession(ground, session)),
		writeSession: (seat) => write(layout.sessions, () => writeSession(ground, seat)),
		removeSession: (session) => write(layout.sessions, () => removeSession(ground, session)),

		publish: (message) => later(layout.inbox(message.teamId, message.to), () => delivery.publish(message)),
		listInbox: (teamId, member) => read(layout.inbox(teamId, member), () => listInbox(ground, teamId, member)),
		readMessage: (teamId, to, name) => read(layout.inbox(teamId, to), () => delivery.read(teamId, to, name)),
		findMessage: (teamId, to, id) => read(layout.inbox(teamId, to), () => findMessage(ground, teamId, to, id)),
		claim: (holding, name) => write(layout.team(holding.teamId), () => delivery.claim(holding, name)),
		reclaim: (holding, claimed) => write(layout.team(holding.teamId), () => delivery.reclaim(holding, claimed)),
		release: (holding, name) => write(layout.team(holding.teamId), () => delivery.release(holding, name)),
		finish: (teamId, to, name) => write(layout.inbox(teamId, to), () => delivery.finish(teamId, to, name)),
		quarantine: (teamId, to, name, reason) =>
			write(layout.quarantine, () => delivery.quarantine(teamId, to, name, reason)),
		putReceipt: (teamId, receipt) => later(layout.team(teamId), () => putReceipt(ground, teamId, receipt)),
		readReceipts: (teamId, from, message) =>
			read(layout.team(teamId), () => readReceipts(ground, teamId, from, message)),

		append: (teamId, event) => write(layout.events(teamId), () => events.append(teamId, event)),
		readEvents: (teamId, cursor, most) => read(layout.events(teamId), () => readEvents(ground, teamId, cursor, most)),
		latestEvents: (teamId, most, before) =>
			read(layout.events(teamId), () => latestEvents(ground, teamId, most, before)),
		syncEvents: () => (events.pending() ? later(layout.root, events.sync) : Promise.resolve()),

		inspect: () => read(layout.root, () => inspectStore(ground)),
		setAside: (path, reason) => write(layout.quarantine, () => setAside(ground, path, reason)),

		watch: watches.open,
		close() {
			watches.close();
			events.close();
			leases.dropAll();
		},
	};
}
