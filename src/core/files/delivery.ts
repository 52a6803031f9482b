// A message's way by link and rename: published, claimed, given back, finished. Exactly one claimer wins; nothing is ever deleted.

import { dirname } from "node:path";
import { isMessageRecord } from "../checks.generated.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import type { MessageRecord } from "../schema.ts";
import { type Holding, type InboxListing, type MessageName, StoreError } from "../store.ts";
import { moveIfThere, unlessMissing } from "./errors.ts";
import type { Ground } from "./ground.ts";
import { holdsMessage, placesOf, readIn, readMessage } from "./inbox.ts";
import { claimsName, messageName, nextAttempt } from "./layout.ts";
import { encodeRecord, makeDirectory, publishNew } from "./publish.ts";
import { setAside } from "./quarantine.ts";
import { makeDirectoryNow } from "./roots.ts";

export interface Delivery {
	/** So that whoever takes a seat can watch its inbox before the first message comes. */
	makeInbox(teamId: TeamId, member: MemberId): Promise<void>;
	publish(message: MessageRecord): Promise<void>;
	read(teamId: TeamId, to: MemberId, name: MessageName): MessageRecord | undefined;
	claim(holding: Holding, name: MessageName): MessageName | undefined;
	reclaim(holding: Holding, claimed: InboxListing["claimed"][number]): MessageName | undefined;
	release(holding: Holding, name: MessageName): void;
	finish(teamId: TeamId, to: MemberId, name: MessageName): void;
	quarantine(teamId: TeamId, to: MemberId, name: MessageName, reason: string): void;
}

// Only this process's own repeats are remembered, and they come within seconds.
const REMEMBERED = 1_000;

export function openDelivery(ground: Ground): Delivery {
	const { disk, gate, guard, layout } = ground;
	const tried = new Set<MessageId>();
	/** Where this process claims to, a seat, once that directory was made. */
	const ownClaims = new Map<string, string>();

	async function publish(message: MessageRecord): Promise<void> {
		const { teamId, to, id } = message;
		const name = messageName(id, message.kind, message.from, 0);
		const path = `${layout.inboxNew(teamId, to)}/${name.file}`;
		const freeBytes = gate.shortOf("new message");
		if (freeBytes !== undefined)
			throw new StoreError("full", path, `only ${freeBytes} bytes are free; free some space`);
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
		await makeDirectory(ground, layout.inbox(teamId, member));
		await makeDirectory(ground, layout.inboxNew(teamId, member));
	}

	function move(from: string, to: string): "moved" | "missing" {
		guard.enter(dirname(from));
		guard.enter(dirname(to));
		return moveIfThere(disk, from, to);
	}

	function claimsOf({ teamId, lease }: Holding): string {
		return `${layout.inboxClaimed(teamId, lease.member)}/${claimsName(lease.generation, lease.token)}`;
	}

	function moveToOwn(holding: Holding, from: string, name: MessageName): MessageName | undefined {
		const own = claimsOf(holding);
		const seat = seatKey(holding.teamId, holding.lease.member);
		// The target names its claimer: a rename onto another's claim would replace it without a word.
		const next = nextAttempt(name);
		const target = `${own}/${next.file}`;
		if (move(from, target) === "moved") return next;
		if (ownClaims.get(seat) === own || disk.lstat(from) === undefined) return undefined;
		makeDirectoryNow(disk, dirname(own));
		makeDirectoryNow(disk, own);
		ownClaims.set(seat, own);
		return move(from, target) === "moved" ? next : undefined;
	}

	function finish(teamId: TeamId, to: MemberId, name: MessageName): void {
		const done = layout.inboxDone(teamId, to, name.id);
		const target = `${done}/${name.file}`;
		const own = ownClaims.get(seatKey(teamId, to));
		if (own !== undefined && move(`${own}/${name.file}`, target) === "moved") return;
		if (moveFromAnywhere(teamId, to, name, target)) return;
		// Either it is done already or the day has no directory yet: the system has one error for both.
		if (disk.lstat(done) !== undefined || disk.lstat(layout.inbox(teamId, to)) === undefined) return;
		makeDirectoryNow(disk, layout.inboxDoneDays(teamId, to));
		makeDirectoryNow(disk, done);
		moveFromAnywhere(teamId, to, name, target);
	}

	function moveFromAnywhere(teamId: TeamId, to: MemberId, name: MessageName, target: string): boolean {
		return placesOf(ground, teamId, to, name.id).some(
			({ directory, place }) => place !== "done" && move(`${directory}/${name.file}`, target) === "moved",
		);
	}

	return {
		makeInbox,
		publish,
		read(teamId, to, name) {
			// What is read was mostly claimed a moment ago, so the search begins there.
			const own = ownClaims.get(seatKey(teamId, to));
			const claimed = own === undefined ? undefined : readIn(ground, own, teamId, to, name);
			return claimed ?? readMessage(ground, teamId, to, name);
		},
		claim(holding, name) {
			return moveToOwn(holding, `${layout.inboxNew(holding.teamId, holding.lease.member)}/${name.file}`, name);
		},
		reclaim(holding, { generation, token8, ...name }) {
			const base = layout.inboxClaimed(holding.teamId, holding.lease.member);
			return moveToOwn(holding, `${base}/${claimsName(generation, token8)}/${name.file}`, name);
		},
		release(holding, name) {
			const target = `${layout.inboxNew(holding.teamId, holding.lease.member)}/${name.file}`;
			move(`${claimsOf(holding)}/${name.file}`, target);
		},
		finish,
		quarantine(teamId, to, name, reason) {
			for (const { directory } of placesOf(ground, teamId, to, name.id)) {
				const path = `${directory}/${name.file}`;
				if (disk.lstat(path) !== undefined) unlessMissing(() => setAside(ground, path, reason));
			}
		},
	};
}

function seatKey(teamId: TeamId, member: MemberId): string {
	return `${teamId}/${member}`;
}
