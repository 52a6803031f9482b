// The one mutable record behind a seat, shared by its parts (seat-*.ts), and what every part asks of it. Never claims, never sends.

import type { Env } from "./env.ts";
import { readSeat } from "./facts.ts";
import { fateOf, type LostFate, refusalOf } from "./fate.ts";
import { limits } from "./limits.ts";
import type { Actor, MemberId, MessageId, TeamId } from "./model.ts";
import type { Refusal } from "./refusal.ts";
import type { Activity, Origin, TeamDocument } from "./schema.ts";
import type { Fate, Incoming, Names, Terminal } from "./seat.ts";
import { generationOf, type Peer } from "./seat-peers.ts";
import { type Holding, type MessageName, type Store, StoreError } from "./store.ts";
import type { Writer } from "./timeline.ts";

/** A message this terminal has claimed and not finished. */
export interface Claim {
	readonly name: MessageName;
	/** "out": handed to the caller. "given-back": to be looked up again. "surfaced": a request that is being worked on. */
	readonly at: "out" | "given-back" | "surfaced";
	readonly incoming: Incoming;
}

export interface SeatState {
	readonly env: Env;
	readonly store: Store;
	readonly terminal: Terminal;
	readonly teamId: TeamId;
	readonly member: MemberId;
	holding: Holding;
	/** "gone": somebody deleted its file; the next look takes it again. */
	lease: "held" | "gone";
	readonly writer: Writer;
	/** The newest revision this seat has read. */
	document: TeamDocument;
	documentKey: string | undefined;
	/** Monotonic ms of the last look at it. */
	documentAt: number;
	over: LostFate | "ended" | undefined;
	activity: Activity | undefined;
	readonly claims: Map<MessageId, Claim>;
	/** Claimed and being looked at right now: a second look in the same moment leaves them alone. */
	readonly taking: Set<MessageId>;
	/** Questions surfaced here that nobody answered, by who asked, oldest first; undefined until they are needed. */
	questions: Map<MemberId, MessageId[]> | undefined;
	/** What this process sent in the last minute; `at` is monotonic ms. */
	sent: readonly { readonly id: MessageId; readonly at: number; readonly text: string }[];
	/** Open requests by the first digits of their sender, over all inboxes, and when they were counted (monotonic). */
	openFrom: { readonly at: number; readonly counts: Map<string, number> } | undefined;
	readonly peers: Map<MemberId, Peer>;
	/** Monotonic ms from which dead terminals' claims are looked for again. */
	sweepAt: number;
	/** What was found when a member's inbox was swept: nothing is looked at twice. */
	readonly swept: Map<MemberId, string>;
}

/** What a call on a seat that is no longer held is refused with. */
export function refusalOfState(state: SeatState): Refusal | undefined {
	if (state.over === undefined) return undefined;
	return state.over === "ended" ? { code: "not-joined" } : refusalOf(state.over);
}

/** Reads the document again when it changed; a team that is gone is noticed by the beat. */
export function refreshDocument(state: SeatState): void {
	state.documentAt = state.env.monotonic();
	const key = state.store.changeKey(state.teamId, "doc");
	if (key === state.documentKey) return;
	const document = state.store.readDocument(state.teamId);
	if (document === undefined) return;
	state.document = document;
	state.documentKey = key;
}

/** Where a document that cannot be read now must not stop anything: the next receive reports it. */
export function tryRefresh(state: SeatState): "read" | "unreadable" {
	try {
		refreshDocument(state);
		return "read";
	} catch (error) {
		if (error instanceof StoreError) return "unreadable";
		throw error;
	}
}

/** For a message to somebody who is in it: the loop looks at the document every limits.pollMs anyway. */
export function refreshOldDocument(state: SeatState, needed: MemberId): void {
	const known = state.document.members.some((member) => member.id === needed);
	if (!known || state.env.monotonic() - state.documentAt >= limits.pollMs) refreshDocument(state);
}

/** Looks at what is on disk to say why the seat is no longer held, and remembers it. */
export function learnFate(state: SeatState): Fate {
	const { store, teamId, member, holding } = state;
	const fate = fateOf({
		team: state.document.name,
		document: store.readDocument(teamId),
		member,
		generation: holding.lease.generation,
		lease: readSeat(store, teamId, member)?.lease,
	});
	if (fate.at === "kept") return fate;
	state.over = fate;
	// Taken over: another process of the same session may have it, and that one needs the entry.
	if (fate.at !== "taken-over") forgetSession(state);
	return fate;
}

/** So that the next start of this session stays out quietly. */
function forgetSession({ store, terminal, member }: SeatState): void {
	try {
		if (store.readSession(terminal.session)?.member === member) store.removeSession(terminal.session);
	} catch (error) {
		// A hint that stays behind is answered the same way by the next start.
		if (!(error instanceof StoreError)) throw error;
	}
}

export function namesOf(state: SeatState): Names {
	const { document, member } = state;
	const roleOf = (id: MemberId | null) => document.members.find((each) => each.id === id)?.role ?? null;
	return {
		team: document.name,
		role: roleOf(member) ?? "",
		isAdmin: document.admin === member,
		admin: roleOf(document.admin),
	};
}

export function actorOf(state: SeatState, by: Origin): Actor {
	return { at: "joined", teamId: state.teamId, member: state.member, by };
}

/** Runs one step that takes a message, unless another one is at it. */
export async function taking<T>(
	state: SeatState,
	id: MessageId,
	step: () => Promise<T | undefined>,
): Promise<T | undefined> {
	if (state.taking.has(id)) return undefined;
	state.taking.add(id);
	try {
		return await step();
	} finally {
		state.taking.delete(id);
	}
}

/** A claimed message as it is handed to the caller; remembers that it is out. */
export function handOut(state: SeatState, name: MessageName, message: Incoming["message"], quote?: string): Incoming {
	const sender = state.document.members.find((each) => each.id === message.from);
	const incoming: Incoming = {
		name,
		message,
		fromRole: sender?.role ?? "somebody",
		standing: standingOf(state, message),
		...(quote === undefined ? {} : { quote }),
	};
	state.claims.set(message.id, { name, at: "out", incoming });
	return incoming;
}

function standingOf(state: SeatState, message: Incoming["message"]): Incoming["standing"] {
	const sender = state.document.members.find((each) => each.id === message.from);
	if (sender === undefined || sender.state === "removed") return "removed";
	// 0: written for it by somebody else.
	if (message.fromGeneration === 0) return "member";
	return generationOf(state, message.from) > message.fromGeneration ? "reconnected" : "member";
}

/** Nobody shows them: the next look hands them out again. */
export function giveBack(state: SeatState, messages: readonly Incoming[]): void {
	for (const { message } of messages) {
		const claim = state.claims.get(message.id);
		if (claim?.at === "out") state.claims.set(message.id, { ...claim, at: "given-back" });
	}
}
