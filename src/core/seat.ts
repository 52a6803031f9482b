// One terminal's place in a team: join, beat, send, receive, leave. This is the contract front-ends program against.

import type { Kind } from "./kinds.ts";
import type { MemberId, MessageId, TeamId } from "./model.ts";
import type { Outcome, Refusal } from "./refusal.ts";
import type { Activity, Client, MessageRecord, Origin, ResultReport } from "./schema.ts";
import type { MessageName } from "./store.ts";
import type { NewEvent } from "./timeline.ts";

/** Where the terminal is; recorded in its lease. `session` is the Pi session id, or a UUID for a dashboard run or a command. */
export interface Terminal {
	readonly client: Client;
	readonly session: string;
	readonly cwd: string;
	readonly tty: string | undefined;
	readonly tmuxPane: string | undefined;
	readonly sessionName: string | undefined;
	readonly appVersion: string;
}

export interface JoinRequest {
	readonly teamId: TeamId;
	readonly role: string;
	/** "confirmed" after a person agreed to take over an offline role of another session. */
	readonly force: "ask" | "confirmed";
	readonly by: Origin;
	/** The member whose terminal opened this one; recorded with a new role. */
	readonly openedBy?: MemberId;
}

/** What a sender hands over; names are resolved before. */
export interface Draft {
	readonly to: MemberId;
	readonly kind: Kind;
	readonly body: string;
	readonly subject: string | undefined;
	readonly replyTo: MessageId | undefined;
	/** The message being worked on, for linking. */
	readonly parentId: MessageId | undefined;
	readonly origin: Origin;
}

/** `words` is what is said about it: `submitted`, or `submitted, waiting for: busy`. Never "delivered", never "done". */
export interface Sent {
	readonly id: MessageId;
	readonly to: MemberId;
	readonly role: string;
	readonly kind: Kind;
	readonly words: string;
}

/** A claimed message on its way into the conversation. Creation order across the whole inbox. */
export interface Incoming {
	readonly name: MessageName;
	readonly message: MessageRecord;
	readonly fromRole: string;
	readonly standing: "member" | "reconnected" | "removed";
	/** Only of a result: the request it answers, quoted, cut where the cut is stated. */
	readonly quote?: string;
}

/** Why a seat is no longer held. Words: fate.ts. */
export type Fate =
	| { readonly at: "kept" }
	| { readonly at: "team-deleted"; readonly team: string }
	| { readonly at: "removed"; readonly by: string | null }
	| { readonly at: "taken-over"; readonly where: string };

export interface Names {
	readonly team: string;
	readonly role: string;
	readonly isAdmin: boolean;
	readonly admin: string | null;
}

export interface Seat {
	readonly teamId: TeamId;
	readonly member: MemberId;
	readonly generation: number;
	/** Appends a line to the timeline as this member; best effort, never throws for the disk. */
	trace(event: NewEvent): void;
	/** As of the last beat or receive; a rename shows up there. */
	names(): Names;
	/** Renews the lease; on failure says why. Never waits on a lock. Other calls after a lost seat refuse with the fate. */
	beat(): Fate;
	send(draft: Draft): Promise<Outcome<Sent>>;
	/** Looks a role up among the members, former roles too: `was` = the old name that was asked for. Records a refused event when unknown. */
	resolve(
		role: string,
		kind: Kind,
		text: string,
	): Outcome<{ readonly member: MemberId; readonly role: string; readonly was: string | undefined }>;
	/** A refusal worth a line in the timeline (offline, unknown role). */
	recordRefused(
		refusal: Refusal,
		draft: { readonly to?: MemberId; readonly toName?: string; readonly kind: Kind; readonly text: string },
	): void;
	/**
	 * Claims all live messages and notes that wait (not requests or results: those go through claimWork), and looks up what an
	 * older generation or an earlier call left claimed, results included: `inConversation` says whether the session's entries
	 * hold an id; then it is marked surfaced here, else it is returned for delivery. Expired ones get their receipt. Quiet when
	 * there is nothing: no writes. Calling it again returns nothing twice unless `giveBack` was called.
	 */
	receive(inConversation: (id: MessageId) => boolean): Promise<readonly Incoming[]>;
	/** Pi dropped them (Escape): the next receive looks them up again. */
	giveBack(messages: readonly Incoming[]): void;
	/** The conversation on disk holds them: receipt, then done (a request stays claimed until it is settled). */
	surfaced(messages: readonly Incoming[]): Promise<void>;
	/** Waiting requests and results, oldest first, without claiming. */
	pendingWork(): readonly MessageName[];
	claimWork(name: MessageName): Promise<Incoming | undefined>;
	/** What this terminal has claimed and not finished, as it was handed out; undefined when it has not. */
	inHand(id: MessageId): Incoming | undefined;
	/** Given up before its run started: back to new. */
	releaseWork(incoming: Incoming): void;
	/**
	 * Exactly one result per request; a second call is a no-op. "too-late": another outcome was recorded before, as when this
	 * terminal was taken for dead, and this one is not used.
	 */
	settle(
		incoming: Incoming,
		report: Omit<ResultReport, "request">,
		body: string,
	): Promise<Outcome<"settled" | "too-late">>;
	/** Written when it changed; an event only on a change of state or focus. */
	setActivity(activity: ActivityUpdate): void;
	/** "left" frees the seat for good (the session is forgotten); "closed" keeps it for the same session; "reloading" keeps the lease running. */
	end(how: "left" | "closed" | "reloading"): Promise<void>;
}

export type ActivityUpdate = Omit<Activity, "v" | "at" | "by" | "member" | "generation" | "since" | "focusSince">;
