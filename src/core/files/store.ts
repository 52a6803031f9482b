// The store on plain files: puts the parts together behind the Store interface. Holds no logic of its own.

import type { Env } from "../env.ts";
import type { Store } from "../store.ts";
import { openDelivery } from "./delivery.ts";
import { type Disk, realDisk } from "./disk.ts";
import { readDocument } from "./documents.ts";
import { type NewFormat, openFormat, usualFormat } from "./format.ts";
import { openGate } from "./gate.ts";
import type { Ground } from "./ground.ts";
import { findMessage, listInbox, readMessage } from "./inbox.ts";
import { openKeys } from "./keys.ts";
import { layoutAt } from "./layout.ts";
import { openLeases } from "./leases.ts";
import { readActivity, readSession, removeSession, writeActivity, writeSession } from "./members.ts";
import { teamNamed } from "./names.ts";
import { putReceipt, readReceipts } from "./receipts.ts";
import { canonicalRoot } from "./safe.ts";
import { createTeam, deleteTeam, editDocument, listTeams, renameTeam } from "./teams.ts";
import { openAppender } from "./timeline/append.ts";
import { latestEvents, readEvents } from "./timeline/read.ts";
import { openWatch, type WatchChoice } from "./watch.ts";

export interface StoreOptions {
	/** The operating system; tests pass one that counts or fails. */
	readonly disk?: Disk;
	/** Whether hints are asked for; "polling" works everywhere. */
	readonly watch?: WatchChoice;
	/** "only looks" makes no call that changes anything, whatever is asked of it. */
	readonly visitor?: "only looks";
	/** Constants of a store that this one makes; an existing one keeps its own. */
	readonly format?: Partial<NewFormat>;
}

export function openStore(env: Env, root: string, options: StoreOptions = {}): Store {
	const disk = options.disk ?? realDisk();
	const layout = layoutAt(canonicalRoot(disk, root));
	const gate = openGate(env, disk, layout.root, options.visitor === undefined ? "writer" : "visitor");
	const format = openFormat(env, disk, layout, gate, { ...usualFormat, ...options.format });
	const ground: Ground = { env, disk, layout, gate, format };
	const leases = openLeases(ground);
	const delivery = openDelivery(ground);
	const events = openAppender(ground);
	const keys = openKeys(ground);

	const write = <T>(path: string, run: () => T): T => gate.write(path, run);
	const later = <T>(path: string, run: () => Promise<T>): Promise<T> => gate.writeLater(path, run);

	return {
		root: layout.root,
		format: format.look,
		access: gate.access,
		changeKey: keys.of,
		rootKey: keys.root,

		listTeams: () => listTeams(ground),
		teamNamed: (name) => teamNamed(ground, name),
		createTeam: (document) => later(layout.root, () => createTeam(ground, document)),
		readDocument: (teamId) => readDocument(ground, teamId),
		editDocument: (teamId, edit) => later(layout.docs(teamId), () => editDocument(ground, teamId, edit)),
		renameTeam: (teamId, name, edit) => later(layout.docs(teamId), () => renameTeam(ground, teamId, name, edit)),
		deleteTeam: (teamId, check) => later(layout.team(teamId), () => deleteTeam(ground, teamId, check)),

		readLeases: leases.readAll,
		readLease: leases.read,
		leaseGenerations: leases.generations,
		leaseTimes: leases.times,
		takeLease: (teamId, lease) => later(layout.leases(teamId), () => leases.take(teamId, lease)),
		adoptLease: (teamId, member, token) => leases.adopt(teamId, member, token),
		beat: (holding) => write(layout.leases(holding.teamId), () => leases.beat(holding)),
		releaseLease: (holding) => write(layout.leases(holding.teamId), () => leases.release(holding)),
		dropLease: leases.drop,

		writeActivity: (teamId, activity) =>
			write(layout.activities(teamId), () => writeActivity(ground, teamId, activity)),
		readActivity: (teamId, member) => readActivity(ground, teamId, member),

		readSession: (session) => readSession(ground, session),
		writeSession: (seat) => write(layout.sessions, () => writeSession(ground, seat)),
		removeSession: (session) => write(layout.sessions, () => removeSession(ground, session)),

		publish: (message) => later(layout.inboxNew(message.teamId, message.to), () => delivery.publish(message)),
		listInbox: (teamId, member) => listInbox(ground, teamId, member),
		readMessage: (teamId, to, name) => readMessage(ground, teamId, to, name),
		findMessage: (teamId, to, id) => findMessage(ground, teamId, to, id),
		claim: (holding, name) => write(layout.team(holding.teamId), () => delivery.claim(holding, name)),
		reclaim: (holding, claimed) => write(layout.team(holding.teamId), () => delivery.reclaim(holding, claimed)),
		release: (holding, name) => write(layout.team(holding.teamId), () => delivery.release(holding, name)),
		finish: (teamId, to, name) => write(layout.team(teamId), () => delivery.finish(teamId, to, name)),
		quarantine: (teamId, to, name, reason) =>
			write(layout.team(teamId), () => delivery.quarantine(teamId, to, name, reason)),
		putReceipt: (teamId, receipt) => later(layout.team(teamId), () => putReceipt(ground, teamId, receipt)),
		readReceipts: (teamId, from, message) => readReceipts(ground, teamId, from, message),

		append: (teamId, event) => write(layout.events(teamId), () => events.append(teamId, event)),
		readEvents: (teamId, cursor, most) => readEvents(ground, teamId, cursor, most),
		latestEvents: (teamId, most, before) => latestEvents(ground, teamId, most, before),
		syncEvents: () => later(layout.root, events.sync),

		watch: (targets, poke) => openWatch(ground, keys, options.watch ?? "hints", targets, poke),
		close() {
			events.close();
			leases.dropAll();
		},
	};
}
