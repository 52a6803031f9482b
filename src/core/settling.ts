// Ends requests: the outcome is linked once, then its result is published, then the request is finished. Each step may be repeated by anybody.

import { policyOf } from "./kinds.ts";
import type { MemberId, MessageId } from "./model.ts";
import { conclude, putReceipt, traceReceipt } from "./receipts.ts";
import type { MessageRecord, Origin, Receipt, ResultReport, TeamDocument } from "./schema.ts";
import { isLasting, type MessageName, StoreError } from "./store.ts";
import { headOf, type Writer } from "./timeline.ts";

export type Settled = Extract<Receipt, { readonly state: "settled" }>;

export interface Ending {
	readonly report: Omit<ResultReport, "request">;
	readonly body: string;
	/** Of the result: whose words they are. */
	readonly origin: Origin;
}

/** A request whose recipient cannot finish it. `body` says why. */
export function interrupted(body: string): Ending {
	return { report: { outcome: "interrupted", files: [], filesOmitted: 0, textCut: false }, body, origin: "agent" };
}

/** Said to the requester when nobody knows how far the work got. */
export function endedWords(role: string): string {
	return `${role}'s terminal ended while this was in its hands. It may be partially applied; it was not retried.`;
}

/** "exists" when somebody else's outcome came first: that one counts, and its remaining steps are done all the same. */
export async function settleRequest(
	writer: Writer,
	document: TeamDocument,
	name: MessageName,
	request: MessageRecord,
	ending: Ending,
): Promise<"written" | "exists"> {
	const receipt = {
		message: request.id,
		from: request.from,
		to: request.to,
		state: "settled",
		resultId: writer.env.newId(),
		body: ending.body,
		result: { request: request.id, ...ending.report },
	} as const;
	const written = await putReceipt(writer, receipt);
	const settled = written === "written" ? { ...headOf(writer), ...receipt } : settledReceipt(writer, request);
	if (settled !== undefined) await finishSettled(writer, document, name, request, settled, ending.origin);
	if (written === "written") traceReceipt(writer, receipt);
	return isOwn(writer, settled) ? "written" : "exists";
}

/** Also when an earlier try of this seat got as far as the receipt. */
function isOwn({ by }: Writer, settled: Settled | undefined): boolean {
	return by !== null && settled?.by?.member === by.member && settled.by.generation === by.generation;
}

export function settledReceipt(writer: Writer, request: MessageRecord): Settled | undefined {
	return writer.store
		.readReceipts(writer.teamId, request.from, request.id)
		.find((receipt): receipt is Settled => receipt.state === "settled");
}

/** The last two steps: the result into the requester's inbox unless it is there, the request into `done`. */
export async function finishSettled(
	writer: Writer,
	document: TeamDocument,
	name: MessageName,
	request: MessageRecord,
	settled: Settled,
	origin: Origin = "agent",
): Promise<void> {
	const { store, teamId } = writer;
	if (store.findMessage(teamId, request.from, settled.resultId) === undefined) {
		const result = resultMessage(request, settled, origin);
		await store.publish(result);
		traceMessage(writer, result);
	}
	const requester = document.members.find((member) => member.id === request.from);
	if (requester?.state === "removed") await failResult(writer, request.from, settled.resultId);
	store.finish(teamId, request.to, name);
}

async function failResult(writer: Writer, to: MemberId, id: MessageId): Promise<void> {
	const found = writer.store.findMessage(writer.teamId, to, id);
	if (found !== undefined && found.place !== "done") await failForRemoved(writer, to, found.name);
}

/** The same message whoever writes it, since it is made of the request and the receipt alone. */
function resultMessage(request: MessageRecord, settled: Settled, origin: Origin): MessageRecord {
	return {
		v: 1,
		at: settled.at,
		by: settled.by,
		id: settled.resultId,
		teamId: request.teamId,
		kind: "result",
		from: request.to,
		fromGeneration: settled.by?.member === request.to ? settled.by.generation : 0,
		to: request.from,
		origin,
		...(request.subject === undefined ? {} : { subject: request.subject }),
		body: settled.body,
		rootId: request.rootId,
		parentId: request.id,
		replyTo: request.id,
		result: settled.result,
	};
}

/** Mail of a member that was removed: nobody will read it. */
export async function failForRemoved(writer: Writer, to: MemberId, name: MessageName): Promise<void> {
	const message = readable(writer, to, name);
	if (message === undefined) return;
	await conclude(writer, name, { message: message.id, from: message.from, to, state: "failed", code: "removed" });
}

/** True when nothing is left to do for it: what an earlier owner left undone is done now. */
export async function finishIfOver(
	writer: Writer,
	document: TeamDocument,
	name: MessageName,
	message: MessageRecord,
): Promise<boolean> {
	const { store, teamId } = writer;
	const receipts = store.readReceipts(teamId, message.from, message.id);
	const settled = receipts.find((receipt): receipt is Settled => receipt.state === "settled");
	if (settled !== undefined && isRequest(message.kind)) {
		await finishSettled(writer, document, name, message, settled);
		return true;
	}
	if (!receipts.some((receipt) => endsDelivery(receipt, message.kind))) return false;
	store.finish(teamId, message.to, name);
	return true;
}

export function endsDelivery(receipt: Pick<Receipt, "state">, kind: string): boolean {
	return receipt.state === "surfaced" ? !isRequest(kind) : receipt.state !== "answered";
}

/** undefined for a file that stays as it is whoever looks: doctor lists it. Trouble that may pass is thrown: who asks must look again. */
export function readable(writer: Writer, to: MemberId, name: MessageName): MessageRecord | undefined {
	try {
		return writer.store.readMessage(writer.teamId, to, name);
	} catch (error) {
		if (error instanceof StoreError && (isLasting(error) || error.code === "newer")) return undefined;
		throw error;
	}
}

/** One line of the timeline for a message that was published. */
export function traceMessage(writer: Writer, message: MessageRecord): void {
	writer.trace({
		type: "message",
		id: message.id,
		to: message.to,
		kind: message.kind,
		origin: message.origin,
		...(message.subject === undefined ? {} : { subject: message.subject }),
		text: message.body,
		rootId: message.rootId,
		...(message.parentId === undefined ? {} : { parentId: message.parentId }),
		...(message.replyTo === undefined ? {} : { replyTo: message.replyTo }),
		...(message.result === undefined ? {} : { outcome: message.result.outcome }),
	});
}

/** Whether exactly one result comes back. */
export function isRequest(kind: string): boolean {
	return policyOf(kind)?.answer === "result";
}
