// What became of a message: one write-once file a state, under the sender and the day of the id. The link decides who was first.

import { isReceipt } from "../checks.generated.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import type { Receipt, ReceiptState } from "../schema.ts";
import { StoreError } from "../store.ts";
import type { Ground } from "./ground.ts";
import { encodeRecord, makeDirectory, publishNew } from "./publish.ts";
import { readRecord } from "./read.ts";

/** In the order in which a message goes through them. */
const STATES: readonly ReceiptState[] = ["surfaced", "answered", "expired", "failed", "settled"];

export async function putReceipt(ground: Ground, teamId: TeamId, receipt: Receipt): Promise<"written" | "exists"> {
	const { from, message, state } = receipt;
	const path = ground.layout.receipt(teamId, from, message, state);
	const bytes = encodeRecord(path, receipt, isReceipt);
	// A forgotten `surfaced` is found out again from the session, but an empty file would stand in its place for ever.
	const durability = state === "surfaced" ? "file-synced" : "synced";
	return publishNew(ground, path, bytes, durability, () => makeDay(ground, teamId, from, message));
}

async function makeDay(ground: Ground, teamId: TeamId, from: MemberId, message: MessageId): Promise<void> {
	await makeDirectory(ground, ground.layout.receiptDays(teamId, from));
	await makeDirectory(ground, ground.layout.receipts(teamId, from, message));
}

/** By name, without a listing: a day may hold thousands. */
export function readReceipts(ground: Ground, teamId: TeamId, from: MemberId, message: MessageId): readonly Receipt[] {
	return STATES.flatMap((state) => {
		const path = ground.layout.receipt(teamId, from, message, state);
		const receipt = readRecord(ground, path, isReceipt)?.value;
		if (receipt === undefined) return [];
		if (receipt.message === message && receipt.from === from && receipt.state === state) return [receipt];
		throw new StoreError("corrupt", path, "is the receipt of something else than its name");
	});
}
