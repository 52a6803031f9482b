// What a reader sees: the whole store as plain values with ids resolved as far as rows need it. Made by snapshot.ts, drawn by view/. Never I/O.

import type {
	Activity,
	Client,
	EventRecord,
	FailCode,
	FormerRole,
	Hold,
	Origin,
	Pause,
	ReceiptState,
	Outcome as RunOutcome,
} from "./schema.ts";

export type TeamId = string;
export type MemberId = string;
export type MessageId = string;

/** Where something stands in a timeline: its identity and its order. */
export interface Position {
	readonly segment: number;
	/** Byte offset of the line's first character. */
	readonly offset: number;
}

/** One line of a timeline. `record` is undefined for a line of a newer version: it is drawn as one plain line from `type`. */
export interface TimelineEvent {
	readonly position: Position;
	readonly at: number;
	readonly by: MemberId | null;
	readonly type: string;
	readonly record: EventRecord | undefined;
}

/** Who holds a seat and since when; times are wall ms. */
export type Presence =
	| { readonly at: "online"; readonly since: number; readonly holder: Holder }
	| { readonly at: "suspended"; readonly since: number; readonly holder: Holder }
	| { readonly at: "offline"; readonly since: number | null; readonly holder: Holder | null };

/** The lease as readers need it; never its token. */
export interface Holder {
	readonly client: Client;
	readonly session: string;
	readonly generation: number;
	readonly pid: number;
	readonly cwd: string;
	readonly tty: string | undefined;
	readonly tmuxPane: string | undefined;
	readonly sessionName: string | undefined;
}

export interface MemberActivity {
	readonly state: Activity["state"];
	readonly since: number;
	readonly focus: string | undefined;
	readonly focusSince: number | undefined;
	readonly progressAt: number | undefined;
	readonly paused: Pause;
	readonly holds: readonly Hold[];
	readonly request: MessageId | undefined;
	readonly edits: readonly { readonly path: string; readonly at: number }[];
	readonly jobs: NonNullable<Activity["jobs"]>;
}

export interface Member {
	readonly id: MemberId;
	readonly role: string;
	readonly joinedAt: number;
	readonly openedBy: MemberId | undefined;
	readonly presence: Presence;
	/** Of the generation of the last lease; also kept, dimmed, while offline. */
	readonly activity: MemberActivity | undefined;
	/** Names in `new` and `claimed` but requests, without a surfaced receipt. */
	readonly unread: number;
	/** Unsettled requests to it, and from it. */
	readonly openTo: number;
	readonly openFrom: number;
}

/** An unsettled request, or a question without an answer: who waits for whom. */
export interface Waiting {
	readonly id: MessageId;
	readonly kind: string;
	readonly from: MemberId;
	readonly to: MemberId;
	readonly subject: string;
	readonly at: number;
	readonly place: "new" | "claimed" | "surfaced";
}

export interface Team {
	readonly id: TeamId;
	readonly name: string;
	readonly createdAt: number;
	readonly kind: "session" | undefined;
	readonly path: string;
	readonly revision: number;
	/** How long a seat counts as held after its last beat, as this store has it; limits.leaseMs where it does not tell. */
	readonly leaseMs?: number | undefined;
	readonly admin: MemberId | null;
	/** With state "member", in order of joining. */
	readonly members: readonly Member[];
	/** Removed ones, so that ids in history have a name. */
	readonly removed: readonly { readonly id: MemberId; readonly role: string; readonly removedAt: number }[];
	readonly formerRoles: readonly FormerRole[];
	/** Latest events, oldest first. */
	readonly timeline: readonly TimelineEvent[];
	/** True when older events than the first of `timeline` exist. */
	readonly hasOlder: boolean;
	/** Oldest first. */
	readonly waiting: readonly Waiting[];
}

/** Something on disk that could not be used: counted, named, kept. */
export interface Trouble {
	readonly code: string;
	readonly path: string;
	readonly text: string;
	readonly hint: string;
}

/** Teams sorted by name; `revision` grows with every change, so equal numbers mean equal content. */
export interface Snapshot {
	readonly root: string;
	readonly revision: number;
	/** Wall ms at which it was read. */
	readonly asOf: number;
	/** False when the root does not exist yet. */
	readonly exists: boolean;
	readonly teams: readonly Team[];
	readonly trouble: readonly Trouble[];
	/** How changes are noticed. */
	readonly watching: "watching" | "polling";
}

/** State of one message as everybody says it. */
export interface MessageState {
	readonly id: MessageId;
	/** "pruned": neither its file nor a receipt is left. */
	readonly place: "new" | "claimed" | "surfaced" | "answered" | "expired" | "failed" | "settled" | "pruned";
	readonly receipts: readonly ReceiptStep[];
}

/** One receipt as people read it. */
export interface ReceiptStep {
	readonly state: ReceiptState;
	readonly at: number;
	readonly code: FailCode | undefined;
	readonly outcome: RunOutcome | undefined;
	readonly reply: MessageId | undefined;
	readonly inferred: boolean | undefined;
	/** The run it tells of ended without a closing text. */
	readonly textMissing?: boolean | undefined;
}

/** A message as people read it. */
export interface Message {
	readonly id: MessageId;
	readonly teamId: TeamId;
	readonly kind: string;
	readonly from: MemberId;
	readonly to: MemberId;
	readonly origin: Origin;
	readonly at: number;
	readonly subject: string | undefined;
	readonly body: string;
	readonly expiresAt: number | undefined;
	readonly rootId: MessageId;
	readonly parentId: MessageId | undefined;
	readonly replyTo: MessageId | undefined;
	readonly outcome: RunOutcome | undefined;
	readonly state: MessageState;
	/** Bytes of the whole text, when its file was pruned and `body` is the start that the timeline kept. */
	readonly prunedOf?: number;
}

/** Who acts: a terminal that holds a seat, or somebody outside. `by` says whose hand it was. */
export type Actor =
	| { readonly at: "joined"; readonly teamId: TeamId; readonly member: MemberId; readonly by: Origin }
	| { readonly at: "outside"; readonly by: Origin };
