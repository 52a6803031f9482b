// What a Pi session remembers of its seat, as an entry of the session: a reload stays out after a leave, and stays paused. Never in the model's context.

import type { MemberId, TeamId } from "../core/model.ts";
import type { Pause } from "../core/schema.ts";
import { type Pi, type SessionView, types } from "./host.ts";

export type MembershipState = "joined" | "left" | "removed" | "team-deleted" | "taken-over";

export interface Membership {
	/** The Pi session it was written in: a fork carries the entries of the session it came from. */
	readonly session: string;
	readonly teamId: TeamId;
	readonly member: MemberId;
	/** As of then; both may have changed since. */
	readonly team: string;
	readonly role: string;
	readonly state: MembershipState;
	/** While a request is worked on it says "program" although nothing is paused: a crash in the middle comes back paused. */
	readonly paused: Pause;
}

export function remember(pi: Pick<Pi, "appendEntry">, membership: Membership): void {
	pi.appendEntry(types.membership, { v: 1, ...membership });
}

/** The latest one in the session's file, whatever the branch: what the person decided does not depend on where they stand in the tree. */
export function recall(session: Pick<SessionView, "getEntries">): Membership | undefined {
	const entry = session
		.getEntries()
		.findLast(
			(each) => each.type === "custom" && each.customType === types.membership && parse(each.data) !== undefined,
		);
	return entry?.type === "custom" ? parse(entry.data) : undefined;
}

type Held = { readonly team: string; readonly role: string };

// Kept by the process and not by this module: Pi's entry and the rest of the extension are two files, each with a copy of it.
const HELD = Symbol.for("pi-team-dash.held");
const KEY_USED = Symbol.for("pi-team-dash.key-used");
const QUEUED = Symbol.for("pi-team-dash.queued");
const kept = globalThis as {
	[HELD]?: Held | undefined;
	[KEY_USED]?: true;
	[QUEUED]?: Map<string, readonly string[]>;
};

/** The seat this process held last: a new session has another id, and no entries to remember it by. */
export function heldLast(): Held | undefined {
	return kept[HELD];
}

export function noteHeld(held: Held | undefined): void {
	kept[HELD] = held;
}

/** What a session's Pi may still have in its queue while our code is loaded anew. */
export function noteQueued(session: string, ids: readonly string[]): void {
	kept[QUEUED] ??= new Map();
	if (ids.length > 0) kept[QUEUED].set(session, ids);
	else kept[QUEUED].delete(session);
}

export function queuedBefore(session: string): ReadonlySet<string> {
	return new Set(kept[QUEUED]?.get(session));
}

/** Whether the person knows the panel's key: the line need not name it any more. */
export function wasPanelKeyUsed(): boolean {
	return kept[KEY_USED] === true;
}

export function notePanelKey(): void {
	kept[KEY_USED] = true;
}

const STATES: readonly string[] = [
	"joined",
	"left",
	"removed",
	"team-deleted",
	"taken-over",
] satisfies MembershipState[];
const PAUSES: readonly string[] = ["no", "person", "program"] satisfies Pause[];

/** Undefined for an earlier tool's entry of the same type, which names no ids of ours. */
function parse(stored: unknown): Membership | undefined {
	if (typeof stored !== "object" || stored === null) return undefined;
	const record = stored as Readonly<Record<string, unknown>>;
	const { session, teamId, member, team, role, state, paused } = record;
	const texts = [session, teamId, member, team, role].every((each) => typeof each === "string");
	if (record.v !== 1 || !texts || !STATES.includes(String(state)) || !PAUSES.includes(String(paused))) return undefined;
	return record as unknown as Membership;
}
