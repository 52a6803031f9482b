// Puts what was read about one team together into the value readers see. Pure but for naming the team's directory.

import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { first8 } from "../ids.ts";
import type { Member, MemberActivity, MemberId, Presence, Team, TimelineEvent, Waiting } from "../model.ts";
import type { Activity, MemberRecord, TeamDocument } from "../schema.ts";
import { ifReadable, type Store } from "../store.ts";
import type { InboxView } from "./inbox.ts";
import type { Held } from "./leases.ts";

export interface TeamParts {
	readonly document: TeamDocument;
	readonly leaseOf: (member: MemberId) => Held | undefined;
	readonly activityOf: (member: MemberId) => Activity | undefined;
	readonly inboxOf: (member: MemberId) => InboxView | undefined;
	readonly timeline: readonly TimelineEvent[];
	readonly hasOlder: boolean;
	readonly waiting: readonly Waiting[];
}

const NEVER_SEATED: Presence = { at: "offline", since: null, holder: null };

/** What a member was made of, to know without comparing that it is the same. */
interface MemberParts {
	readonly record: MemberRecord;
	readonly lease: Held | undefined;
	readonly activity: Activity | undefined;
	readonly inbox: InboxView | undefined;
	readonly openFrom: number;
}

const madeOf = new WeakMap<Member, MemberParts>();

/** `before` is the last value: what is equal in it is used again, so that readers may compare by identity. */
export function buildTeam(store: Store, before: Team | undefined, parts: TeamParts): Team {
	const { document } = parts;
	const openFrom = countBySender(parts);
	const known = new Map(before?.members.map((member) => [member.id, member]));
	const members = document.members
		.filter((member) => member.state === "member")
		.map((record) => memberFrom(known.get(record.id), partsOf(record, parts, openFrom.get(first8(record.id)) ?? 0)));
	const team: Team = {
		id: document.teamId,
		name: document.name,
		createdAt: document.createdAt,
		kind: document.kind,
		path: join(store.root, `t-${document.teamId}`),
		revision: document.revision,
		leaseMs: ifReadable(() => store.format())?.leaseMs,
		admin: document.admin,
		members: keptList(before?.members, members),
		removed: kept(
			before?.removed,
			document.members.flatMap((member) =>
				member.state === "removed" ? [{ id: member.id, role: member.role, removedAt: member.removedAt ?? 0 }] : [],
			),
		),
		formerRoles: kept(before?.formerRoles, document.formerRoles),
		timeline: parts.timeline,
		hasOlder: parts.hasOlder,
		waiting: parts.waiting,
	};
	return before !== undefined && sameFields(before, team) ? before : team;
}

function partsOf(record: MemberRecord, parts: TeamParts, openFrom: number): MemberParts {
	const { id } = record;
	return {
		...{ record, openFrom },
		lease: parts.leaseOf(id),
		activity: parts.activityOf(id),
		inbox: parts.inboxOf(id),
	};
}

function memberFrom(before: Member | undefined, parts: MemberParts): Member {
	const last = before === undefined ? undefined : madeOf.get(before);
	if (before !== undefined && last !== undefined && sameFields(last, parts)) return before;
	const member = kept(before, buildMember(parts));
	madeOf.set(member, parts);
	return member;
}

function buildMember({ record, lease, activity, inbox, openFrom }: MemberParts): Member {
	const current = lease !== undefined && activity?.generation === lease.read.lease.generation ? activity : undefined;
	return {
		id: record.id,
		role: record.role,
		joinedAt: record.joinedAt,
		openedBy: record.openedBy,
		presence: lease?.presence ?? NEVER_SEATED,
		activity: current === undefined ? undefined : activityOf(current),
		unread: inbox?.unread ?? 0,
		openTo: inbox?.requests.length ?? 0,
		openFrom,
	};
}

function activityOf(record: Activity): MemberActivity {
	const { state, since, focus, focusSince, progressAt, paused, holds, request, edits, jobs } = record;
	return { state, since, focus, focusSince, progressAt, paused, holds, request, edits, jobs: jobs ?? [] };
}

/** Names tell the first 8 hex digits of a sender's id only; that is what is counted by. */
function countBySender(parts: TeamParts): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const member of parts.document.members) {
		for (const { name } of parts.inboxOf(member.id)?.requests ?? []) {
			counts.set(name.from8, (counts.get(name.from8) ?? 0) + 1);
		}
	}
	return counts;
}

function kept<T>(before: T | undefined, now: T): T {
	return before !== undefined && isDeepStrictEqual(before, now) ? before : now;
}

function keptList<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
	return before?.length === now.length && before.every((each, index) => each === now[index]) ? before : now;
}

function sameFields<T extends object>(before: T, now: T): boolean {
	return (Object.keys(now) as (keyof T)[]).every((field) => before[field] === now[field]);
}
