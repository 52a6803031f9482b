// What became of a message: writes receipts with their line in the timeline, and reads the state of one message.

import type { Env } from "./env.ts";
import { readSeat } from "./facts.ts";
import { leaseWatchOf } from "./leases.ts";
import type { MemberId, MessageId, MessageState, TeamId } from "./model.ts";
import type { Receipt } from "./schema.ts";
import { expiryOf, type FilePlace, placeOf, type Recipient } from "./standing.ts";
import { ifReadable, type MessageName, type Store } from "./store.ts";
import { headOf, type Writer } from "./timeline.ts";

type Bare<R> = R extends Receipt ? Omit<R, "v" | "at" | "by" | "ext"> : never;

/** A receipt without what its writer adds. */
export type NewReceipt = Bare<Receipt>;

/** Written once, whoever comes first; "exists" for the others. */
export async function putReceipt(writer: Writer, receipt: NewReceipt): Promise<"written" | "exists"> {
	return writer.store.putReceipt(writer.teamId, { ...headOf(writer), ...receipt } as Receipt);
}

/** The last word on a message in an inbox: receipt, then `done`, then the line that says "look again", by the one whose receipt it is. */
export async function conclude(writer: Writer, name: MessageName, receipt: NewReceipt): Promise<void> {
	const written = await putReceipt(writer, receipt);
	writer.store.finish(writer.teamId, receipt.to, name);
	if (written === "written") traceReceipt(writer, receipt);
}

export function traceReceipt(writer: Writer, receipt: NewReceipt): void {
	writer.trace({
		type: "receipt",
		id: receipt.message,
		of: receipt.from,
		state: receipt.state,
		...(receipt.state === "settled" ? { outcome: receipt.result.outcome } : {}),
	});
}

/** Whose message it is: what its receipts are found by. */
export interface Addressed {
	readonly id: MessageId;
	readonly from: MemberId;
	readonly to: MemberId;
	readonly kind: string;
	/** When it was sent, wall ms. */
	readonly at: number;
	/** As the message says, where it was read; a line of the timeline does not tell. */
	readonly expiresAt?: number | undefined;
}

/** The one state of a message. Looks at its receipts first, and at the recipient's inbox only without a final one. Writes nothing. */
export function stateOfMessage(env: Env, store: Store, teamId: TeamId, message: Addressed): MessageState {
	const receipts = store.readReceipts(teamId, message.from, message.id);
	const file = receipts.length > 0 ? "done" : fileOf(env, store, teamId, message);
	return {
		id: message.id,
		place: placeOf(receipts, file, message.expiresAt ?? expiryOf(message.kind, message.at), env.now()),
		receipts: receipts.map((receipt) => ({
			state: receipt.state,
			at: receipt.at,
			code: receipt.state === "failed" ? receipt.code : undefined,
			outcome: receipt.state === "settled" ? receipt.result.outcome : undefined,
			textMissing: receipt.state === "settled" ? receipt.result.textMissing : undefined,
			reply: receipt.state === "answered" ? receipt.reply : undefined,
			inferred: receipt.state === "answered" ? receipt.inferred : undefined,
		})),
	};
}

function fileOf(env: Env, store: Store, teamId: TeamId, message: Addressed): FilePlace {
	const where = whereabouts(env, store, teamId, message);
	return where.at === "claimed" ? `claimed-${where.holder}` : where.at;
}

/** Where the file of a message lies, and for a claim whose it is. */
export type Whereabouts =
	| { readonly at: "new" | "done" | "missing" }
	| { readonly at: "claimed"; readonly generation: number; readonly holder: "alive" | "dead" };

export function whereabouts(
	env: Env,
	store: Store,
	teamId: TeamId,
	{ id, to }: Pick<Addressed, "id" | "to">,
): Whereabouts {
	const { waiting, claimed } = store.listInbox(teamId, to);
	if (waiting.some((name) => name.id === id)) return { at: "new" };
	const claim = claimed.find((name) => name.id === id);
	if (claim !== undefined) {
		const { generation } = claim;
		return { at: "claimed", generation, holder: isDeadClaim(env, store, teamId, to, generation) ? "dead" : "alive" };
	}
	const found = store.findMessage(teamId, to, id);
	if (found === undefined) return { at: "missing" };
	// In neither list a moment ago: what is given back moves against the order of the looks.
	return { at: found.place === "new" ? "new" : "done" };
}

/** A claim of a generation that is over, or whose terminal is certainly gone. */
export function isDeadClaim(env: Env, store: Store, teamId: TeamId, member: MemberId, generation: number): boolean {
	const read = readSeat(store, teamId, member);
	if (read === undefined || read.lease.generation > generation) return true;
	const { presence, certain } = leaseWatchOf(env, store).judge(read);
	return presence.at === "offline" && certain;
}

/** What the recipient is doing, for the words about a message to it. */
export function recipientOf(env: Env, store: Store, teamId: TeamId, member: { id: MemberId; role: string }): Recipient {
	const read = readSeat(store, teamId, member.id);
	if (read === undefined) {
		return { role: member.role, presence: { at: "offline", since: null, holder: null }, activity: undefined };
	}
	const { presence } = leaseWatchOf(env, store).judge(read);
	const activity = ifReadable(() => store.readActivity(teamId, member.id));
	const current = activity?.generation === read.lease.generation ? activity : undefined;
	return { role: member.role, presence, activity: current };
}
