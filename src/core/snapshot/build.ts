// Puts what was read about one team together into the value readers see. Pure but for naming the team's directory.

import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Member, MemberActivity, MemberId, Presence, Team, TimelineEvent, Waiting } from "../model.ts";
import type { Activity, MemberRecord, TeamDocument } from "../schema.ts";
import type { Store } from "../store.ts";
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

/** `before` is the last value: what is equal in it is used again, so that readers may compare by identity. */
export function buildTeam(store: Store, before: Team | undefined, parts: TeamParts): Team {
	const { document } = parts;
	const openFrom = countBySender(parts);
	const known = new Map(before?.members.map((member) => [member.id, member]));
	const members = document.members
		.filter((member) => member.state === "member")
		.map((member) => kept(known.get(member.id), buildMember(member, parts, openFrom.get(member.id.slice(0, 8)) ?? 0)));
	const team: Team = {
		id: document.teamId,
		name: document.name,
		createdAt: document.createdAt,
		kind: document.kind,
		path: join(store.root, `t-${document.teamId}`),
		revision: document.revision,
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

function buildMember(record: MemberRecord, parts: TeamParts, openFrom: number): Member {
	const lease = parts.leaseOf(record.id);
	const activity = parts.activityOf(record.id);
	const inbox = parts.inboxOf(record.id);
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

function sameFields(before: Team, now: Team): boolean {
	return (Object.keys(now) as (keyof Team)[]).every((field) => before[field] === now[field]);
}
