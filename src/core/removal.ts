// Removing a member: the line in the timeline first, then the document, the tombstone over its lease, its mail. Every step may be repeated by anybody who finds it undone.

import { factsOf, present } from "./facts.ts";
import { revise } from "./members.ts";
import type { Actor, MemberId } from "./model.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { mayRemove } from "./rules.ts";
import type { Lease, TeamDocument } from "./schema.ts";
import {
	failForRemoved,
	finishSettled,
	interrupted,
	isRequest,
	readable,
	settledReceipt,
	settleRequest,
} from "./settling.ts";
import type { MessageName } from "./store.ts";
import { headOf, type Writer } from "./timeline.ts";

/** `settled` counts what was open to it and from it. */
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
	const settled = openMail(writer, document, member).length;
	writer.trace({ type: "removed", member, settled });
	let previous: MemberId | null = null;
	const revised = await revise(
		writer,
		document.teamId,
		(facts) => mayRemove(actor, facts, member),
		(current) => {
			previous = current.admin;
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
	for (const open of openMail(writer, document, member)) await settleForRemoved(writer, document, member, open);
}

/** Links a vacant generation over the newest one, so that whoever held the seat is fenced. */
async function buryLease(writer: Writer, member: MemberId): Promise<void> {
	const { env, store, teamId } = writer;
	for (;;) {
		const newest = store.readLease(teamId, member)?.lease;
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

/** Everything unfinished in its own inbox, and its requests nobody has begun. */
function openMail(writer: Writer, document: TeamDocument, member: MemberId): readonly OpenMail[] {
	const { store, teamId } = writer;
	const own = store.listInbox(teamId, member);
	const to: readonly OpenMail[] = [...own.waiting, ...own.claimed].map((name) => ({ to: member, name }));
	const from = present(document).flatMap((other) => {
		if (other.id === member) return [];
		return store
			.listInbox(teamId, other.id)
			.waiting.filter((name) => isRequest(name.kind) && member.startsWith(name.from8))
			.map((name): OpenMail => ({ to: other.id, name }));
	});
	return [...to, ...from];
}

async function settleForRemoved(
	writer: Writer,
	document: TeamDocument,
	member: MemberId,
	{ to, name }: OpenMail,
): Promise<void> {
	if (!isRequest(name.kind)) return failForRemoved(writer, to, name);
	const request = readable(writer, to, name);
	if (request === undefined || (request.to !== member && request.from !== member)) return;
	const settled = settledReceipt(writer, request);
	if (settled !== undefined) return finishSettled(writer, document, name, request, settled);
	const role = document.members.find((each) => each.id === member)?.role ?? "a member";
	const why =
		to === member
			? `${role} was removed before it finished this. It may be partially applied; it was not retried.`
			: `${role} asked for this and was removed before it was begun.`;
	await settleRequest(writer, document, name, request, interrupted(why));
}
