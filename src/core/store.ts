// The atomic steps of the store as one interface; everything above knows only this. Implemented on plain files in files/.
// Reads are synchronous, take no lock and write nothing; durable writes are promises that resolve once the bytes are on the disk.

import type { MemberId, MessageId, Position, TeamId, TimelineEvent, Trouble } from "./model.ts";
import type { Outcome } from "./refusal.ts";
import type {
	Activity,
	EventRecord,
	Lease,
	MessageRecord,
	Receipt,
	SessionSeat,
	StoreFormat,
	TeamDocument,
} from "./schema.ts";

/** The disk or the data is wrong. Branch on `code`, never on text. */
export class StoreError extends Error {
	override readonly name = "StoreError";
	readonly code: StoreErrorCode;
	readonly path: string;
	readonly hint: string;
	/** Of "lock-lost": who seems to hold the lock now. */
	readonly holder: LockHolder | undefined;
	constructor(code: StoreErrorCode, path: string, hint: string, cause?: unknown, holder?: LockHolder) {
		super(`${code}: ${path}: ${hint}`, { cause });
		this.code = code;
		this.path = path;
		this.hint = hint;
		this.holder = holder;
	}
}

/** A note and a time, never proof of anything; null where nothing is known. */
export interface LockHolder {
	readonly holderPid: number | null;
	/** Since the lock was last renewed. */
	readonly ageMs: number | null;
}

/** undefined where the store has trouble with what is only a hint: `read` is asked for something nobody must be stopped for. */
export function ifReadable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof StoreError) return undefined;
		throw error;
	}
}

/** A file that will be no better at the next look. Everything else may pass: no file descriptors, a disk that does not answer. */
export function isLasting({ code }: StoreError): boolean {
	return code === "corrupt" || code === "too-large" || code === "unsafe";
}

export type StoreErrorCode =
	| "corrupt" // does not parse or has another shape; kept as it is
	| "too-large" // beyond the bound of its kind; not read
	| "unsafe" // a link, device, pipe, wrong owner or mode
	| "newer" // written by a newer version that excludes this one
	| "read-only" // the file system or permissions refuse writing
	| "full" // no space or no inodes
	| "exhausted" // no file descriptors
	| "unsupported" // a file system on which the store cannot work
	| "vanished" // the team's directory went away under a write
	| "lock-lost" // the lock was taken over while it was held
	| "io"; // anything else the system reported

/** "read-only" carries a sentence for people; reading goes on. */
export type Access = { readonly at: "writable" } | { readonly at: "read-only"; readonly reason: string };

/** What a message file's name alone tells. */
export interface MessageName {
	readonly file: string;
	readonly id: MessageId;
	readonly kind: string;
	/** First 8 hex digits of the sender's id. */
	readonly from8: string;
	readonly attempt: number;
}

/** Oldest first, whole inbox. `claimed` says by which generation. */
export interface InboxListing {
	readonly waiting: readonly MessageName[];
	readonly claimed: readonly (MessageName & { readonly generation: number; readonly token8: string })[];
}

export interface LeaseRead {
	readonly lease: Lease;
	/** Identity of the file plus its times: (ino, mtime in ns); equal means no beat in between. */
	readonly key: string;
	/** Wall ms of the last beat; 0 = released. */
	readonly beatAt: number;
	/** Wall ms of the last change of any kind (ctime), which a release sets too. */
	readonly changedAt: number;
}

/** A lease this process holds. Opaque but for its record. */
export interface Holding {
	readonly teamId: TeamId;
	readonly lease: Lease;
}

export interface TimelinePage {
	/** Oldest first. */
	readonly events: readonly TimelineEvent[];
	/** Where the next read goes on. */
	readonly cursor: Position;
	/** True when a segment the cursor pointed into is gone. */
	readonly gap: boolean;
	readonly trouble: readonly Trouble[];
}

export type ForeignKind = "earlier-teams" | "state-json" | "locks" | "tombstone" | "orchestration" | "unknown";

export interface TeamListing {
	readonly teamIds: readonly TeamId[];
	/** Names of entries that are not ours, with what they look like. Never written, never quarantined. */
	readonly foreign: readonly { readonly name: string; readonly kind: ForeignKind }[];
	readonly trouble: readonly Trouble[];
}

/** What to watch: own inbox and events for a terminal; the root and every team's events for the dashboard. */
export type WatchTarget =
	| { readonly what: "root" }
	| { readonly what: "events"; readonly teamId: TeamId }
	| { readonly what: "inbox"; readonly teamId: TeamId; readonly member: MemberId };

export interface Watching {
	/** Changes the set of targets; unchanged ones are kept. */
	retarget(targets: readonly WatchTarget[]): void;
	mode(): "watching" | "polling";
	close(): void;
}

export interface Store {
	readonly root: string;
	/** undefined while the root does not exist; reading never creates it. */
	format(): StoreFormat | undefined;
	access(): Access;

	/**
	 * Cheap change keys (ino + mtime in ns) of the directories a snapshot looks at; undefined = missing. "events" also covers
	 * the size of the newest segments; "inbox" covers `new`, `claimed` and what lies under it, and needs `member`; "activity"
	 * with `member` is the key of that member's file alone. A beat changes none of them.
	 */
	changeKey(
		teamId: TeamId,
		part: "doc" | "leases" | "activity" | "events" | "inbox",
		member?: MemberId,
	): string | undefined;
	rootKey(): string | undefined;

	listTeams(): TeamListing;
	/** Resolves a team's name through names/; undefined when no team has it. */
	teamNamed(name: string): TeamId | undefined;
	/** Makes the root if needed. Refused: team-exists, low-space, read-only. */
	createTeam(document: Omit<TeamDocument, "revision">): Promise<Outcome<TeamDocument>>;
	/** undefined = no such team. Throws StoreError "corrupt"; never returns part of a document. */
	readDocument(teamId: TeamId): TeamDocument | undefined;
	/** Under the team lock, again on a conflict: `edit` sees the newest revision and returns the next one or a refusal. Its last line is the link. */
	editDocument(
		teamId: TeamId,
		edit: (document: TeamDocument) => Outcome<Omit<TeamDocument, "revision">>,
	): Promise<Outcome<TeamDocument>>;
	/** Takes the new name, publishes the revision, releases the old one; store lock, then team lock. */
	renameTeam(
		teamId: TeamId,
		name: string,
		edit: (document: TeamDocument) => Outcome<Omit<TeamDocument, "revision">>,
	): Promise<Outcome<TeamDocument>>;
	/** Under the locks `check` is asked again; then the directory moves to trash/ and the name is released. */
	deleteTeam(teamId: TeamId, check: (document: TeamDocument) => Outcome<null>): Promise<Outcome<null>>;

	/** Newest generation of each member, including released and vacant ones. */
	readLeases(teamId: TeamId): readonly LeaseRead[];
	readLease(teamId: TeamId, member: MemberId): LeaseRead | undefined;
	/** Newest generation of each member by file names alone; no lease is opened. */
	leaseGenerations(teamId: TeamId): ReadonlyMap<MemberId, number>;
	/** The times of one lease file without reading it: what is polled every second. undefined = no such file any more. */
	leaseTimes(teamId: TeamId, member: MemberId, generation: number): Omit<LeaseRead, "lease"> | undefined;
	/**
	 * Links the generation the lease names, which must follow the newest one (any, where there is none); undefined when somebody
	 * else was first. Over a newest lease that nobody can read it takes the generation after that one: `holding.lease` says which.
	 */
	takeLease(teamId: TeamId, lease: Lease): Promise<Holding | undefined>;
	/** The same process goes on with a lease it took before a reload; undefined when it is no longer the newest or was released. */
	adoptLease(teamId: TeamId, member: MemberId, token: string): Holding | undefined;
	/** Sets the time of the lease file. "fenced": it is no longer the newest generation, or the team is gone. Never waits. */
	beat(holding: Holding): "kept" | "fenced";
	releaseLease(holding: Holding): void;
	/** Forgets the open file without releasing (a reload goes on with it). */
	dropLease(holding: Holding): void;

	/** Not synced. Skipped silently when the team is gone: nothing is recreated. */
	writeActivity(teamId: TeamId, activity: Activity): void;
	readActivity(teamId: TeamId, member: MemberId): Activity | undefined;

	readSession(session: string): SessionSeat | undefined;
	writeSession(seat: SessionSeat): void;
	removeSession(session: string): void;

	/** Resolves once the file and its directory are synced. Publishing an id that is already in new, claimed or done is a no-op. */
	publish(message: MessageRecord): Promise<void>;
	listInbox(teamId: TeamId, member: MemberId): InboxListing;
	/** Looks in new, claimed and done; undefined = not there. A broken file is moved to quarantine only by `claim`'s owner. */
	readMessage(teamId: TeamId, to: MemberId, name: MessageName): MessageRecord | undefined;
	findMessage(
		teamId: TeamId,
		to: MemberId,
		id: MessageId,
	):
		| { readonly name: MessageName; readonly message: MessageRecord; readonly place: "new" | "claimed" | "done" }
		| undefined;
	/** Renames into the holder's own directory with attempt + 1; undefined when somebody else was first. */
	claim(holding: Holding, name: MessageName): MessageName | undefined;
	/** Takes over what an older generation of the same seat claimed, with attempt + 1. */
	reclaim(holding: Holding, claimed: InboxListing["claimed"][number]): MessageName | undefined;
	/** Back to new; the attempt is kept. */
	release(holding: Holding, name: MessageName): void;
	/** Moves a claimed or waiting file to done/<day>. Idempotent. */
	finish(teamId: TeamId, to: MemberId, name: MessageName): void;
	quarantine(teamId: TeamId, to: MemberId, name: MessageName, reason: string): void;
	/** Write-once by link; "exists" when another was first. */
	putReceipt(teamId: TeamId, receipt: Receipt): Promise<"written" | "exists">;
	readReceipts(teamId: TeamId, from: MemberId, message: MessageId): readonly Receipt[];

	/** One write on an append-only file; rotates by creating the next segment. Throws StoreError; callers treat it as best effort. */
	append(teamId: TeamId, event: EventRecord): void;
	/** From `cursor` to the end; at most `most` events. */
	readEvents(teamId: TeamId, cursor: Position, most: number): TimelinePage;
	/** The latest `most` events and the cursor after them. `before` pages backwards. */
	latestEvents(teamId: TeamId, most: number, before?: Position): TimelinePage & { readonly hasOlder: boolean };
	/** Flushes appended lines to the disk. */
	syncEvents(): Promise<void>;

	/** Looks at every file and says what is wrong with it, for `doctor`; slow. What earlier designs left is in listTeams(). */
	inspect(): readonly Trouble[];
	/** Moves a broken file that `inspect` named into quarantine/, with the reason beside it. Throws StoreError "unsafe" for a path outside the store. */
	setAside(path: string, reason: string): void;

	/** Hints only: correctness rests on polling. `poke` is called at once, then at most every limits.hintMs. */
	watch(targets: readonly WatchTarget[], poke: () => void): Watching;
	close(): void;
}
