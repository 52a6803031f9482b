// Reads a claimed message and believes only what fits its place. What does not is set aside in quarantine and its sender is told; never deleted.

import { first8 } from "./ids.ts";
import { putReceipt, traceReceipt } from "./receipts.ts";
import type { MessageRecord } from "./schema.ts";
import type { SeatState } from "./seat-state.ts";
import { isLasting, type MessageName, StoreError } from "./store.ts";

/** undefined when the file is gone, or was broken and is in quarantine now. */
export async function examine(state: SeatState, name: MessageName): Promise<MessageRecord | undefined> {
	const { store, teamId, member } = state;
	try {
		const message = store.readMessage(teamId, member, name);
		if (message === undefined) return undefined;
		const problem = problemOf(state, name, message);
		if (problem === undefined) return message;
		await setAside(state, name, problem);
	} catch (error) {
		// A record of a newer version stays where it is: a newer terminal may hold the seat next.
		if (!(error instanceof StoreError) || !isLasting(error)) throw error;
		await setAside(state, name, error.hint);
	}
	return undefined;
}

function problemOf(state: SeatState, name: MessageName, message: MessageRecord): string | undefined {
	if (message.id !== name.id || message.kind !== name.kind) return "its content is not what its name says";
	if (message.to !== state.member || message.teamId !== state.teamId) return "it is addressed to somebody else";
	return first8(message.from) === name.from8 ? undefined : "its sender is not the one its name says";
}

async function setAside(state: SeatState, name: MessageName, reason: string): Promise<void> {
	const { store, teamId, member, document, writer } = state;
	store.quarantine(teamId, member, name, reason);
	state.claims.delete(name.id);
	const senders = document.members.filter((each) => first8(each.id) === name.from8);
	const sender = senders[0];
	if (sender === undefined || senders.length > 1) return;
	const receipt = { message: name.id, from: sender.id, to: member, state: "failed", code: "invalid" } as const;
	if ((await putReceipt(writer, receipt)) === "written") traceReceipt(writer, receipt);
}
