// A team made of roles and a few lines of what happened, for tests of the flow views. Plain values; no store.

import type { Member, Team, TimelineEvent, Waiting } from "../../src/core/model.ts";
import type { EventRecord } from "../../src/core/schema.ts";
import { START } from "./env.ts";

export const MINUTE = 60_000;

export interface Said {
	/** Minutes before START. */
	readonly ago: number;
	readonly from: string;
	readonly to: string;
	readonly kind?: string;
	readonly text: string;
	readonly id?: string;
	readonly replyTo?: string;
}

export interface Did {
	readonly ago: number;
	readonly who: string;
	readonly does: "working" | "waiting" | "idle";
	readonly focus?: string;
}

export interface FlowTeam {
	readonly roles: readonly string[];
	readonly events?: readonly (Said | Did)[];
	readonly waiting?: readonly {
		readonly from: string;
		readonly to: string;
		readonly ago: number;
		readonly subject: string;
	}[];
}

/** Ids are the roles themselves: a view must not care. */
export function flowTeam(given: FlowTeam): Team {
	return {
		id: "t-1",
		name: "shop",
		createdAt: START,
		kind: undefined,
		path: "/tmp/t-1",
		revision: 1,
		admin: given.roles[0] ?? null,
		members: given.roles.map(memberNamed),
		removed: [],
		formerRoles: [],
		timeline: (given.events ?? []).map(eventOf),
		hasOlder: false,
		waiting: (given.waiting ?? []).map(waitingOf),
	};
}

function memberNamed(role: string): Member {
	const holder = {
		client: "pi",
		session: `s-${role}`,
		generation: 1,
		pid: 1,
		cwd: "/work",
		tty: undefined,
		tmuxPane: undefined,
		sessionName: undefined,
	} as const;
	return {
		id: role,
		role,
		joinedAt: START,
		openedBy: undefined,
		presence: { at: "online", since: START, holder },
		activity: undefined,
		unread: 0,
		openTo: 0,
		openFrom: 0,
	};
}

function eventOf(given: Said | Did, index: number): TimelineEvent {
	const at = START - given.ago * MINUTE;
	const by = "from" in given ? given.from : given.who;
	const head = { v: 1, at, by, g: 1, n: index } as const;
	const record: EventRecord =
		"from" in given
			? {
					...head,
					type: "message",
					id: given.id ?? `m-${index}`,
					to: given.to,
					kind: given.kind ?? "info",
					origin: "agent",
					text: given.text,
					rootId: given.replyTo ?? given.id ?? `m-${index}`,
					...(given.replyTo === undefined ? {} : { replyTo: given.replyTo }),
				}
			: { ...head, type: given.does, ...(given.focus === undefined ? {} : { focus: given.focus }) };
	return { position: { segment: 1, offset: index }, at, by, type: record.type, record };
}

function waitingOf(given: NonNullable<FlowTeam["waiting"]>[number], index: number): Waiting {
	return {
		id: `w-${index}`,
		kind: "question",
		from: given.from,
		to: given.to,
		subject: given.subject,
		at: START - given.ago * MINUTE,
		place: "surfaced",
	};
}
