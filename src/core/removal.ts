// Removing a member: the line in the timeline first, then the document, the tombstone over its lease, its mail. Every step may be repeated by anybody who finds it undone.

import { eachAnyway } from "./attempts.ts";
import { factsOf, present, readSeat } from "./facts.ts";
import { first8 } from "./ids.ts";
import { limits } from "./limits.ts";
import { revise } from "./members.ts";
import type { Actor, MemberId } from "./model.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { mayRemove } from "./rules.ts";
import type { Lease, TeamDocument } from "./schema.ts";
import {
	endsDelivery,
	failForRemoved,
	finishIfOver,
	interrupted,
	isRequest,
	readable,
	settleRequest,
} from "./settling.ts";
import { openItems } from "./standing.ts";
import { ifReadable, type MessageName } from "./store.ts";
import { headOf, type Writer } from "./timeline.ts";

/** `settled` counts what was open with it. */
export interface Removal {
	readonly role: string;
	readonly settled: number;
	readonly document: TeamDocument;
}

export async function removeMember(
	writer: Writer,
	actor: Actor,
	document: TeamDocument,
	member: MemberId,
): Promise<Outcome<Removal>> {
	const { env, store } = writer;
	const refused = mayRemove(actor, factsOf(env, store, document), member);
	if (refused !== undefined) return refuse(refused);
	let settled = 0;
	let previous: MemberId | null = null;
	const revised = await revise(
		writer,
		document.teamId,
		(facts) => mayRemove(actor, facts, member),
		(current) => {
			previous = current.admin;
			settled = countOpen(writer, current, member);
			// Told before the document says so, and only now that the rule allows it: nobody is fenced without a line that says why.
			if (!isTold(writer, member)) writer.trace({ type: "removed", member, settled });
			return without(writer, current, member);
		},
	);
	if (!revised.ok) return revised;
	const { admin } = revised.value;
	if (admin !== null && admin !== previous) writer.trace({ type: "admin", member: admin, previous, how: "inherited" });
	await finishRemoval(writer, revised.value, member);
	const role = document.members.find((each) => each.id === member)?.role ?? "";
	return done({ role, settled, document: revised.value });
}

/** By an earlier try that got no further than its line. */
function isTold({ store, teamId }: Writer, member: MemberId): boolean {
	const latest = ifReadable(() => store.latestEvents(teamId, limits.timelineShown))?.events ?? [];
	return latest.some(({ record }) => record?.type === "removed" && record.member === member);
}

/** The longest-standing member inherits the admin. */
function without(writer: Writer, document: TeamDocument, member: MemberId): Omit<TeamDocument, "revision"> {
	const gone = { state: "removed", removedAt: writer.env.now(), removedBy: writer.by?.member ?? null } as const;
	const members = document.members.map((each) => (each.id === member ? { ...each, ...gone } : each));
	const formerRoles = document.formerRoles.filter((former) => former.member !== member);
	const heir = present({ ...document, members })[0]?.id ?? null;
	return { ...document, members, formerRoles, admin: document.admin === member ? heir : document.admin };
}

/** What follows from a document that says removed: nobody holds the seat again, and its mail is settled. */
export async function finishRemoval(writer: Writer, document: TeamDocument, member: MemberId): Promise<void> {
	await buryLease(writer, member);
	await eachAnyway(openMail(writer, document, member), (open) => settleForRemoved(writer, document, member, open));
}

/** Links a vacant generation over the newest one, so that whoever held the seat is fenced. */
async function buryLease(writer: Writer, member: MemberId): Promise<void> {
	const { env, store, teamId } = writer;
	for (;;) {
		const newest = readSeat(store, teamId, member)?.lease;
		if (newest?.vacant !== undefined) return;
		const { pid, startTime, bootId, pidNamespace } = env.self;
		const tombstone: Lease = {
			...headOf(writer),
			member,
			generation: (newest?.generation ?? 0) + 1,
			token: env.newToken(),
			client: newest?.client ?? "cli",
			session: newest?.session ?? "",
			pid,
			startTime,
			bootId,
			pidNamespace,
			cwd: "",
			appVersion: newest?.appVersion ?? "",
			vacant: "removed",
		};
		const taken = await store.takeLease(teamId, tombstone);
		if (taken !== undefined) {
			store.releaseLease(taken);
			return;
		}
	}
}

interface OpenMail {
	readonly to: MemberId;
	readonly name: MessageName;
}

/** Everything unfinished in its own inbox, and its requests with others, begun or not. */
function openMail(writer: Writer, document: TeamDocument, member: MemberId): readonly OpenMail[] {
	const from = present(document).flatMap((other) =>
		other.id === member ? [] : requestsFrom(writer, member, other.id).map((name) => ({ to: other.id, name })),
	);
	return [...namesIn(writer, member).map((name) => ({ to: member, name })), ...from];
}

function namesIn({ store, teamId }: Writer, member: MemberId): readonly MessageName[] {
	const { waiting, claimed } = store.listInbox(teamId, member);
	return [...waiting, ...claimed];
}

function requestsFrom(writer: Writer, member: MemberId, to: MemberId): readonly MessageName[] {
	return namesIn(writer, to).filter((name) => isRequest(name.kind) && name.from8 === first8(member));
}

function countOpen(writer: Writer, document: TeamDocument, member: MemberId): number {
	const open = openMail(writer, document, member).filter(({ name }) => !isOver(writer, document, name));
	const requests = open.filter(({ name }) => isRequest(name.kind));
	const openTo = requests.filter(({ to }) => to === member).length;
	return openItems({ unread: open.length - requests.length, openTo, openFrom: requests.length - openTo });
}

/** Only the last step of somebody who died is left. */
function isOver({ store, teamId }: Writer, { members }: TeamDocument, { id, kind, from8 }: MessageName): boolean {
	return members.some(
		(sender) =>
			first8(sender.id) === from8 &&
			store.readReceipts(teamId, sender.id, id).some((receipt) => endsDelivery(receipt, kind)),
	);
}

async function settleForRemoved(
	writer: Writer,
	document: TeamDocument,
	member: MemberId,
	{ to, name }: OpenMail,
): Promise<void> {
	const message = readable(writer, to, name);
	if (message === undefined || (message.to !== member && message.from !== member)) return;
	if (await finishIfOver(writer, document, name, message)) return;
	if (!isRequest(name.kind)) return failForRemoved(writer, to, name);
	const role = document.members.find((each) => each.id === member)?.role ?? "a member";
	const why =
		to === member
			? `${role} was removed before it finished this. It may be partially applied; it was not retried.`
			: `${role} asked for this and was removed before it was finished.`;
	await settleRequest(writer, document, name, message, interrupted(why));
}

/** Requests of removed members that wait with somebody who is there: a remover may have died before it came to them. */
export async function endRequestsOfRemoved(writer: Writer, document: TeamDocument, to: MemberId): Promise<void> {
	const removed = document.members.filter((member) => member.state === "removed");
	await eachAnyway(removed, ({ id }) =>
		eachAnyway(requestsFrom(writer, id, to), (name) => settleForRemoved(writer, document, id, { to, name })),
	);
}
