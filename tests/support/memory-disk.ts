// What the store in memory keeps: plain maps shared by every simulated process. Never decides anything; memory-store.ts does.

import * as checks from "../../src/core/checks.generated.ts";
import type { MemberId, MessageId, TeamId } from "../../src/core/model.ts";
import type {
	Activity,
	EventRecord,
	Lease,
	MessageRecord,
	Receipt,
	SessionSeat,
	StoreFormat,
	TeamDocument,
} from "../../src/core/schema.ts";
import type { Access, MessageName } from "../../src/core/store.ts";

export interface LeaseFile {
	readonly lease: Lease;
	readonly ino: number;
	/** Grows with each beat: stands for the nanoseconds of a modification time. */
	beats: number;
	beatAt: number;
	changedAt: number;
	linked: boolean;
}

export interface MessageFile {
	name: MessageName;
	place: "new" | "claimed" | "done";
	/** Of the claimer, while claimed. */
	generation: number;
	token8: string;
	/** "corrupt" for a file that does not parse. */
	content: MessageRecord | "corrupt";
}

export interface EventLine {
	readonly offset: number;
	readonly bytes: number;
	readonly record: EventRecord | { readonly type: string; readonly at: number; readonly by: string | null };
}

export interface TeamDirectory {
	readonly revisions: TeamDocument[];
	readonly leases: Map<MemberId, LeaseFile[]>;
	readonly activity: Map<MemberId, Activity>;
	readonly inbox: Map<MemberId, Map<MessageId, MessageFile>>;
	readonly receipts: Map<string, Receipt>;
	readonly segments: EventLine[][];
	readonly changes: Map<string, number>;
}

export class MemoryDisk {
	readonly root = "/memory/teams";
	format: StoreFormat | undefined;
	/** Set to make every write fail. */
	access: Access = { at: "writable" };
	/** Set to make locks fail, for operations that must not need one. */
	locks: "work" | "poisoned" = "work";
	locksTaken = 0;
	readonly names = new Map<string, { readonly teamId: TeamId; readonly at: number }>();
	readonly teams = new Map<TeamId, TeamDirectory>();
	readonly sessions = new Map<string, SessionSeat>();
	readonly trash: TeamId[] = [];
	readonly quarantine: { readonly file: string; readonly reason: string }[] = [];
	readonly watchers = new Set<(target: string) => void>();
	rootChanges = 0;
	#ino = 0;

	newInode(): number {
		this.#ino += 1;
		return this.#ino;
	}

	/** Everything that was ever written and is still there, for tests that compare before and after. */
	dump(): string {
		return JSON.stringify([this.names, this.teams, this.sessions, this.trash, this.quarantine], (_key, value) =>
			value instanceof Map ? [...value] : value,
		);
	}

	team(teamId: TeamId): TeamDirectory | undefined {
		return this.teams.get(teamId);
	}

	changed(teamId: TeamId, part: string): void {
		const team = this.teams.get(teamId);
		team?.changes.set(part, (team.changes.get(part) ?? 0) + 1);
		for (const watcher of this.watchers) watcher(`${teamId}/${part}`);
	}

	rootChanged(): void {
		this.rootChanges += 1;
		for (const watcher of this.watchers) watcher("root");
	}
}

export function emptyTeam(document: TeamDocument): TeamDirectory {
	return {
		revisions: [document],
		leases: new Map(),
		activity: new Map(),
		inbox: new Map(),
		receipts: new Map(),
		segments: [[]],
		changes: new Map(),
	};
}

/** What a file would give back: no undefined keys, nothing shared, frozen; a record of another shape is a bug of the writer. */
export function stored<T>(check: (value: unknown) => value is T, record: T): T {
	const copy: unknown = JSON.parse(JSON.stringify(record));
	if (!check(copy)) throw new Error(`not a valid record: ${JSON.stringify(record)}`);
	return freeze(copy);
}

export const valid = checks;

function freeze<T>(value: T): T {
	if (typeof value === "object" && value !== null) {
		for (const each of Object.values(value)) freeze(each);
		Object.freeze(value);
	}
	return value;
}
