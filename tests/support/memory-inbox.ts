// Inboxes and receipts of the store in memory. Files move by "rename": one map entry changes its place in one step.

import type { MemberId, MessageId, TeamId } from "../../src/core/model.ts";
import type { MessageRecord, Receipt } from "../../src/core/schema.ts";
import { type Holding, type InboxListing, type MessageName, type Store, StoreError } from "../../src/core/store.ts";
import { type MemoryDisk, type MessageFile, stored, type TeamDirectory, valid } from "./memory-disk.ts";

const SHORT = 8;

type InboxPart = Pick<
	Store,
	| "publish"
	| "listInbox"
	| "readMessage"
	| "findMessage"
	| "claim"
	| "reclaim"
	| "release"
	| "finish"
	| "quarantine"
	| "putReceipt"
	| "readReceipts"
>;

export function memoryInbox(disk: MemoryDisk, mayWrite: (path: string) => void): InboxPart {
	const there = (teamId: TeamId): TeamDirectory => {
		const team = disk.team(teamId);
		if (team === undefined) throw new StoreError("vanished", `${disk.root}/t-${teamId}`, "the team was deleted");
		return team;
	};
	const fileOf = (teamId: TeamId, to: MemberId, id: MessageId): MessageFile | undefined =>
		disk.team(teamId)?.inbox.get(to)?.get(id);

	function take(holding: Holding, file: MessageFile | undefined): MessageName | undefined {
		if (file === undefined) return undefined;
		mayWrite(file.name.file);
		const { generation, token } = holding.lease;
		file.name = nameOf(file.name, file.name.attempt + 1);
		file.place = "claimed";
		file.generation = generation;
		file.token8 = token.slice(0, SHORT);
		disk.changed(holding.teamId, `inbox/${holding.lease.member}`);
		return file.name;
	}

	return {
		async publish(message) {
			mayWrite(message.id);
			const team = there(message.teamId);
			let inbox = team.inbox.get(message.to);
			if (inbox === undefined) {
				inbox = new Map();
				team.inbox.set(message.to, inbox);
			}
			if (inbox.has(message.id)) return;
			const content = stored<MessageRecord>(valid.isMessageRecord, message);
			const name = nameOf({ id: message.id, kind: message.kind, from8: message.from.slice(0, SHORT) }, 0);
			inbox.set(message.id, { name, place: "new", generation: 0, token8: "", content });
			disk.changed(message.teamId, `inbox/${message.to}`);
		},
		listInbox(teamId, member) {
			const files = [...(disk.team(teamId)?.inbox.get(member)?.values() ?? [])].sort((a, b) =>
				a.name.id < b.name.id ? -1 : 1,
			);
			const listing: InboxListing = {
				waiting: files.filter((file) => file.place === "new").map((file) => file.name),
				claimed: files
					.filter((file) => file.place === "claimed")
					.map((file) => ({ ...file.name, generation: file.generation, token8: file.token8 })),
			};
			return listing;
		},
		readMessage: (teamId, to, name) => read(fileOf(teamId, to, name.id)),
		findMessage(teamId, to, id) {
			const file = fileOf(teamId, to, id);
			const message = read(file);
			return file === undefined || message === undefined ? undefined : { name: file.name, message, place: file.place };
		},
		claim(holding, name) {
			const file = fileOf(holding.teamId, holding.lease.member, name.id);
			return take(holding, file?.place === "new" ? file : undefined);
		},
		reclaim(holding, claimed) {
			const file = fileOf(holding.teamId, holding.lease.member, claimed.id);
			const same = file?.place === "claimed" && file.generation === claimed.generation;
			return take(holding, same ? file : undefined);
		},
		release(holding, name) {
			const file = fileOf(holding.teamId, holding.lease.member, name.id);
			if (file?.place !== "claimed" || file.generation !== holding.lease.generation) return;
			mayWrite(name.file);
			file.place = "new";
			disk.changed(holding.teamId, `inbox/${holding.lease.member}`);
		},
		finish(teamId, to, name) {
			const file = fileOf(teamId, to, name.id);
			if (file === undefined || file.place === "done") return;
			mayWrite(name.file);
			file.place = "done";
			disk.changed(teamId, `inbox/${to}`);
		},
		quarantine(teamId, to, name, reason) {
			mayWrite(name.file);
			if (disk.team(teamId)?.inbox.get(to)?.delete(name.id) !== true) return;
			disk.quarantine.push({ file: name.file, reason });
			disk.changed(teamId, `inbox/${to}`);
		},
		async putReceipt(teamId, receipt) {
			mayWrite(receipt.message);
			const { receipts } = there(teamId);
			const key = receiptKey(receipt);
			if (receipts.has(key)) return "exists";
			receipts.set(key, stored<Receipt>(valid.isReceipt, receipt));
			return "written";
		},
		readReceipts(teamId, from, message) {
			const all = [...(disk.team(teamId)?.receipts.values() ?? [])];
			return all.filter((receipt) => receipt.from === from && receipt.message === message);
		},
	};
}

function receiptKey(receipt: Receipt): string {
	return `${receipt.from}/${receipt.message}.${receipt.state}`;
}

function read(file: MessageFile | undefined): MessageRecord | undefined {
	if (file?.content === "corrupt") throw new StoreError("corrupt", file.name.file, "it does not parse");
	return file?.content;
}

function nameOf(name: Pick<MessageName, "id" | "kind" | "from8">, attempt: number): MessageName {
	const { id, kind, from8 } = name;
	return { file: `${id}.${kind}.${from8}.${attempt}.json`, id, kind, from8, attempt };
}
