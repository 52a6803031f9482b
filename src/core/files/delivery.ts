// A message's way by link and rename: published, claimed, given back, finished, set aside. Exactly one claimer wins; nothing is ever deleted.

import { isMessageRecord } from "../checks.generated.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import type { MessageRecord } from "../schema.ts";
import { type Holding, type InboxListing, type MessageName, StoreError } from "../store.ts";
import { flags } from "./disk.ts";
import { moveIfThere, unlessMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { holdsMessage, placesOf } from "./inbox.ts";
import { claimsName, messageName, nextAttempt } from "./layout.ts";
import { encodeRecord, makeDirectory, makeDirectoryNow, publishNew, writeWhole } from "./publish.ts";

export interface Delivery {
	publish(message: MessageRecord): Promise<void>;
	claim(holding: Holding, name: MessageName): MessageName | undefined;
	reclaim(holding: Holding, claimed: InboxListing["claimed"][number]): MessageName | undefined;
	release(holding: Holding, name: MessageName): void;
	finish(teamId: TeamId, to: MemberId, name: MessageName): void;
	quarantine(teamId: TeamId, to: MemberId, name: MessageName, reason: string): void;
}

// Only this process's own repeats are remembered, and they come within seconds.
const REMEMBERED = 1_000;

export function openDelivery(ground: Ground): Delivery {
	const { disk, env, gate, layout } = ground;
	const tried = new Set<MessageId>();
	const ownClaims = new Map<string, string>();

	async function publish(message: MessageRecord): Promise<void> {
		const { teamId, to, id } = message;
		const name = messageName(id, message.kind, message.from, 0);
		const path = `${layout.inboxNew(teamId, to)}/${name.file}`;
		const freeBytes = gate.shortOf("new message");
		if (freeBytes !== undefined) throw new StoreError("full", path, "the disk is almost full; free some space");
		const bytes = encodeRecord(path, message, isMessageRecord);
		// A fresh id is published once. Only a repeat of this process, or a result whose id stands in a receipt that several may
		// act on, can lie there already under another name.
		const mayLieThere = tried.has(id) || message.result !== undefined;
		if (mayLieThere && holdsMessage(ground, teamId, to, id)) return;
		remember(id);
		await publishNew(ground, path, bytes, "synced", () => makeInbox(teamId, to));
	}

	function remember(id: MessageId): void {
		tried.add(id);
		if (tried.size <= REMEMBERED) return;
		const [oldest] = tried;
		if (oldest !== undefined) tried.delete(oldest);
	}

	async function makeInbox(teamId: TeamId, member: MemberId): Promise<void> {
		await makeDirectory(ground, layout.inbox(teamId, member), "synced");
		await makeDirectory(ground, layout.inboxNew(teamId, member), "synced");
	}

	function claimsOf(holding: Holding): string {
		const { teamId, lease } = holding;
		return `${layout.inboxClaimed(teamId, lease.member)}/${claimsName(lease.generation, lease.token)}`;
	}

	function moveToOwn(holding: Holding, from: string, name: MessageName): MessageName | undefined {
		const { teamId, lease } = holding;
		const own = claimsOf(holding);
		// The target names its claimer: a rename onto another's claim would replace it without a word.
		const next = nextAttempt(name);
		const target = `${own}/${next.file}`;
		if (moveIfThere(disk, from, target) === "moved") return next;
		if (ownClaims.get(seatKey(teamId, lease.member)) === own) return undefined;
		const member = layout.inboxClaimed(teamId, lease.member);
		// Without the directory above nobody ever wrote here, or the team is gone: there is nothing to claim.
		if (unlessMissing(() => makeDirectoryNow(disk, member)) === undefined) return undefined;
		makeDirectoryNow(disk, own);
		ownClaims.set(seatKey(teamId, lease.member), own);
		return moveIfThere(disk, from, target) === "moved" ? next : undefined;
	}

	function finish(teamId: TeamId, to: MemberId, name: MessageName): void {
		const done = layout.inboxDone(teamId, to, name.id);
		const own = ownClaims.get(seatKey(teamId, to));
		if (own !== undefined && moveFrom(own, done, name)) return;
		if (moveFromAnywhere(teamId, to, name, done)) return;
		// Either it is done already or the day has no directory yet: the system gives one error for both.
		if (disk.lstat(done) !== undefined || disk.lstat(layout.inbox(teamId, to)) === undefined) return;
		makeDirectoryNow(disk, `${layout.inbox(teamId, to)}/done`);
		makeDirectoryNow(disk, done);
		moveFromAnywhere(teamId, to, name, done);
	}

	function moveFromAnywhere(teamId: TeamId, to: MemberId, name: MessageName, done: string): boolean {
		return placesOf(ground, teamId, to, name.id).some(
			({ directory, place }) => place !== "done" && moveFrom(directory, done, name),
		);
	}

	function moveFrom(directory: string, target: string, name: MessageName): boolean {
		return moveIfThere(disk, `${directory}/${name.file}`, `${target}/${name.file}`) === "moved";
	}

	return {
		publish,
		claim(holding, name) {
			return moveToOwn(holding, `${layout.inboxNew(holding.teamId, holding.lease.member)}/${name.file}`, name);
		},
		reclaim(holding, claimed) {
			const base = layout.inboxClaimed(holding.teamId, holding.lease.member);
			const from = `${base}/${claimsName(claimed.generation, claimed.token8)}/${claimed.file}`;
			const { file, id, kind, from8, attempt } = claimed;
			return moveToOwn(holding, from, { file, id, kind, from8, attempt });
		},
		release(holding, name) {
			const target = `${layout.inboxNew(holding.teamId, holding.lease.member)}/${name.file}`;
			moveIfThere(disk, `${claimsOf(holding)}/${name.file}`, target);
		},
		finish,
		quarantine(teamId, to, name, reason) {
			const aside = `${env.newId()}.${name.id}`;
			const found = placesOf(ground, teamId, to, name.id).find(
				({ directory }) => disk.lstat(`${directory}/${name.file}`) !== undefined,
			);
			if (found === undefined) return;
			const from = `${found.directory}/${name.file}`;
			writeReason(layout.quarantined(`${aside}.reason.json`), from, reason);
			moveIfThere(disk, from, layout.quarantined(`${aside}.json`));
		},
	};

	function writeReason(path: string, from: string, reason: string): void {
		const fd = disk.open(path, flags.create);
		try {
			writeWhole(
				disk,
				fd,
				path,
				Buffer.from(`${JSON.stringify({ v: 1, at: env.now(), by: null, path: from, reason })}\n`),
			);
		} finally {
			disk.close(fd);
		}
	}
}

function seatKey(teamId: TeamId, member: MemberId): string {
	return `${teamId}/${member}`;
}
