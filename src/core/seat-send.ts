// Sending from a seat: checks, publish, the line in the timeline, the receipt of a question this answers. Never claims.

import { present, standingFormerRoles } from "./facts.ts";
import { checkRoom, checkText, countSent, isRecent, repeatKey, repeatOf } from "./inbox.ts";
import { type Kind, kinds } from "./kinds.ts";
import { limits } from "./limits.ts";
import type { MemberId, Presence } from "./model.ts";
import { closestNames } from "./names.ts";
import { noteReply } from "./questions.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";
import { hears, maySend, type TeamFacts, typedName } from "./rules.ts";
import type { MessageRecord, Origin } from "./schema.ts";
import type { Draft, Sent } from "./seat.ts";
import { activityOf, countWaiting, presenceOf } from "./seat-peers.ts";
import {
	actorOf,
	learnFate,
	refreshDocument,
	refreshOldDocument,
	refusalOfState,
	type SeatState,
} from "./seat-state.ts";
import { traceMessage } from "./settling.ts";
import { submittedWords } from "./standing.ts";
import { StoreError } from "./store.ts";
import { type Links, linksOf } from "./threads.ts";
import { headOf } from "./timeline.ts";

export async function send(state: SeatState, draft: Draft): Promise<Outcome<Sent>> {
	const over = refusalOfState(state);
	if (over !== undefined) return refuse(over);
	refreshOldDocument(state, draft.to);
	const presence = presenceOf(state, draft.to);
	const { role, refusal } = checkRecipient(state, draft.to, draft.kind, draft.origin, presence);
	if (refusal !== undefined) {
		if (refusal.code === "offline") recordRefused(state, refusal, { to: draft.to, kind: draft.kind, text: draft.body });
		return refuse(refusal);
	}
	const subject = checkText(draft);
	if (!subject.ok) return subject;
	const earlier = repeatOf(state, draft, subject.value);
	if (earlier !== undefined) return refuse({ code: "duplicate", earlier });
	const links = linksOf(state, draft);
	if (!links.ok) return links;
	const noRoom = checkRoom(state, draft.to, role, draft.kind);
	if (noRoom !== undefined) return refuse(noRoom);
	const message = messageOf(state, draft, subject.value, links.value, presence);
	const gone = await publish(state, message);
	if (gone !== undefined) return refuse(gone);
	remember(state, message);
	await noteReply(state, message, links.value.answered);
	return done({ id: message.id, to: draft.to, role, kind: draft.kind, words: wordsOf(state, message, role, presence) });
}

function checkRecipient(
	state: SeatState,
	to: MemberId,
	kind: Kind,
	origin: Origin,
	presence: Presence,
): { readonly role: string; readonly refusal: Refusal | undefined } {
	const { document, env } = state;
	const facts: TeamFacts = {
		id: document.teamId,
		name: document.name,
		admin: document.admin,
		formerRoles: document.formerRoles,
		members: present(document).map(({ id, role }) => ({ id, role, presence })),
	};
	const role = facts.members.find((member) => member.id === to)?.role ?? "";
	return { role, refusal: maySend(actorOf(state, origin), facts, to, kind, env.now()) };
}

function messageOf(
	state: SeatState,
	draft: Draft,
	subject: string | undefined,
	links: Links,
	presence: Presence,
): MessageRecord {
	const { env, teamId, member, holding, writer } = state;
	const id = env.newId();
	const { holder } = presence;
	const live = kinds[draft.kind].lane === "live" && holder !== null;
	return {
		...headOf(writer),
		id,
		teamId,
		kind: draft.kind,
		from: member,
		fromGeneration: holding.lease.generation,
		to: draft.to,
		...(live ? { toGeneration: holder.generation, toSession: holder.session } : {}),
		origin: draft.origin,
		...(subject === undefined ? {} : { subject }),
		body: draft.body,
		...(live ? { expiresAt: env.now() + limits.messageTtlMs } : {}),
		rootId: links.rootId ?? id,
		...(links.parentId === undefined ? {} : { parentId: links.parentId }),
		...(links.replyTo === undefined ? {} : { replyTo: links.replyTo }),
	};
}

/** A team that is deleted meanwhile is a refusal; any other trouble of the disk is thrown, and nothing was sent. */
async function publish(state: SeatState, message: MessageRecord): Promise<Refusal | undefined> {
	try {
		await state.store.publish(message);
	} catch (error) {
		if (!(error instanceof StoreError) || error.code !== "vanished") throw error;
		learnFate(state);
		return refusalOfState(state) ?? { code: "gone", what: "The team" };
	}
	traceMessage(state.writer, message);
	return undefined;
}

function remember(state: SeatState, message: MessageRecord): void {
	const kind = message.kind as Kind;
	countSent(state, kind);
	countWaiting(state, message.to);
	if (kinds[kind].lane !== "work") return;
	const at = state.env.monotonic();
	const text = repeatKey(message.to, message.subject, message.body);
	const recent = state.sent.filter((sent) => isRecent(at - sent.at));
	state.sent = [...recent, { id: message.id, at, text }];
}

function wordsOf(state: SeatState, message: MessageRecord, role: string, presence: Presence): string {
	const activity = presence.at === "online" ? activityOf(state, message.to, presence.holder.generation) : undefined;
	return submittedWords(message, { role, presence, activity }, state.env.now());
}

/** A role as somebody wrote it: current names first, then former ones. */
export function resolve(
	state: SeatState,
	given: string,
	kind: Kind,
	text: string,
): Outcome<{ readonly member: MemberId; readonly role: string; readonly was: string | undefined }> {
	const over = refusalOfState(state);
	if (over !== undefined) return refuse(over);
	refreshDocument(state);
	const { document, env } = state;
	const name = typedName(given);
	const members = present(document);
	const named = members.find((member) => member.role === name);
	if (named !== undefined) return done({ member: named.id, role: named.role, was: undefined });
	const former = standingFormerRoles(document, env.now()).find((each) => each.role === name);
	const renamed = members.find((member) => member.id === former?.member);
	if (renamed !== undefined) return done({ member: renamed.id, role: renamed.role, was: name });
	const refusal: Refusal = { code: "unknown-role", role: name, closest: rolesFor(state, name) };
	recordRefused(state, refusal, { toName: name, kind, text });
	return refuse(refusal);
}

/** What to offer instead: similar names, else whoever can hear now. */
function rolesFor(state: SeatState, name: string): readonly string[] {
	const others = present(state.document).filter((member) => member.id !== state.member);
	const close = closestNames(
		name,
		others.map((member) => member.role),
	);
	if (close.length > 0) return close;
	const live = others.filter(({ id, role }) => hears({ id, role, presence: presenceOf(state, id) }));
	return (live.length > 0 ? live : others).map((member) => member.role).slice(0, limits.listItems);
}

export function recordRefused(
	state: SeatState,
	refusal: Refusal,
	draft: { readonly to?: MemberId; readonly toName?: string; readonly kind: Kind; readonly text: string },
): void {
	if (state.over !== undefined) return;
	state.writer.trace({
		type: "refused",
		...(draft.to === undefined ? {} : { to: draft.to }),
		...(draft.toName === undefined ? {} : { toName: draft.toName.slice(0, limits.subjectLength) }),
		kind: draft.kind,
		code: refusal.code,
		text: draft.text,
	});
}
