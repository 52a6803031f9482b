// Snapshots from a few lines of text, for tests of what people look at. No store, no clock but the one given.
//
//   shop: pm*(you) backend(working 3m, on fix the parser) reviewer-(offline 2h, 2 unread)
//   18:02:11 backend → reviewer question Which code?
//   18:03:00 backend joined /home/backend
//   open 6m backend → reviewer question Which code?
//
// A team line names its members: * the admin, - offline. In brackets: you, a state and its age, "on <focus>", "<n> unread",
// "<n> open", paused, dialog, no model, draft, at <cwd>, elsewhere (another session held it), mine (this session, elsewhere).

import { createHash } from "node:crypto";
import type { Actor, Member, Snapshot, Team, TimelineEvent, Waiting } from "../../src/core/model.ts";
import type { ActivityState, EventRecord } from "../../src/core/schema.ts";

process.env.TZ = "UTC";

/** Tue 3 Nov 2026 18:10:00 UTC. */
export const NOW = Date.UTC(2026, 10, 3, 18, 10, 0);
export const SESSION = "session-of-this-terminal";

export interface World {
	readonly snapshot: Snapshot;
	readonly actor: Actor;
	readonly now: number;
}

export function world(text: string, now: number = NOW): World {
	const drafts: TeamDraft[] = [];
	let actor: Actor = { at: "outside", by: "person" };
	for (const line of text.trim().split(/\s*\n\s*/)) {
		if (line === "") continue;
		const team = drafts.at(-1);
		if (/^\d\d:\d\d/.test(line) && team !== undefined) team.events.push(line);
		else if (line.startsWith("open ") && team !== undefined) team.waiting.push(waitingOf(team.name, line, now));
		else {
			const draft = teamDraft(line, now);
			drafts.push(draft);
			if (draft.you !== undefined) actor = { at: "joined", teamId: idOf(draft.name), member: draft.you, by: "person" };
		}
	}
	const teams = drafts.map((draft) => teamOf(draft, now)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
	revisions += 1;
	const head = {
		root: "/home/me/.pi/team",
		revision: revisions,
		asOf: now,
		exists: true,
		trouble: [],
		watching: "watching",
	} as const;
	return { snapshot: { ...head, teams }, actor, now };
}

/** No store at all. */
export function emptyWorld(): World {
	const { snapshot, actor, now } = world("");
	return { snapshot: { ...snapshot, exists: false }, actor, now };
}

let revisions = 0;

interface TeamDraft {
	readonly name: string;
	readonly members: readonly Member[];
	readonly admin: string | undefined;
	readonly you: string | undefined;
	readonly events: string[];
	readonly waiting: Waiting[];
}

/** The id of a team by its name, of a member by "team/role", of a message by "message <its text>". */
export function idOf(name: string): string {
	const hex = createHash("sha256").update(name).digest("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function teamDraft(line: string, now: number): TeamDraft {
	const colon = line.indexOf(":");
	const name = line.slice(0, colon).trim();
	const words = line.slice(colon + 1).match(/[^\s(]+(?:\([^)]*\))?/g) ?? [];
	const parsed = words.map((word) => memberDraft(name, word, now));
	return {
		name,
		members: parsed.map((each) => each.member),
		admin: parsed.find((each) => each.isAdmin)?.member.id,
		you: parsed.find((each) => each.isYou)?.member.id,
		events: [],
		waiting: [],
	};
}

function memberDraft(team: string, word: string, now: number): { member: Member; isAdmin: boolean; isYou: boolean } {
	const [, role = "", marks = "", inside = ""] = /^([^*(-]+(?:-[^*(-]+)*)([*-]*)(?:\((.*)\))?$/.exec(word) ?? [];
	const facts = inside
		.split(",")
		.map((fact) => fact.trim())
		.filter(Boolean);
	const pick = (pattern: RegExp) => facts.map((fact) => pattern.exec(fact)?.[1]).find((found) => found !== undefined);
	const isOffline = marks.includes("-") || facts.some((fact) => fact.startsWith("offline"));
	const state = facts
		.map((fact) => /^(working|waiting|idle)/.exec(fact)?.[1] as ActivityState | undefined)
		.find(Boolean);
	const age = msOf(pick(/^(?:working|waiting|idle|offline|suspended) (\w+)/) ?? "4m");
	const own = facts.includes("you") || facts.includes("mine");
	const session = facts.includes("elsewhere") ? "another-session" : own ? SESSION : `session-${role}`;
	const holder = {
		client: "pi" as const,
		session,
		generation: 1,
		pid: 4_100,
		cwd: pick(/^at (.+)/) ?? `/home/${role}`,
		tty: undefined,
		tmuxPane: undefined,
		sessionName: undefined,
	};
	const at = isOffline
		? ("offline" as const)
		: facts.some((fact) => fact.startsWith("suspended"))
			? ("suspended" as const)
			: ("online" as const);
	const holds = (["dialog", "draft", "busy"] as const).filter((hold) => facts.includes(hold));
	const member: Member = {
		id: idOf(`${team}/${role}`),
		role,
		joinedAt: now - msOf("3h"),
		openedBy: undefined,
		presence: { at, since: now - age, holder },
		activity: {
			state: state ?? "idle",
			since: now - age,
			focus: pick(/^on (.+)/),
			focusSince: now - age,
			progressAt: facts.includes("busy") ? now : undefined,
			paused: facts.includes("paused") ? "person" : "no",
			holds: facts.includes("no model") ? [...holds, "no-model"] : holds,
			request: undefined,
			edits: facts
				.flatMap((fact) => (/^edited (.+)/.exec(fact)?.[1] ?? "").split(" ").filter(Boolean))
				.map((path) => ({ path, at: now })),
			jobs: [],
		},
		unread: Number(pick(/^(\d+) unread/) ?? 0),
		openTo: Number(pick(/^(\d+) open/) ?? 0),
		openFrom: 0,
	};
	return { member, isAdmin: marks.includes("*"), isYou: facts.includes("you") };
}

function teamOf(draft: TeamDraft, now: number): Team {
	const removed = new Map<string, { id: string; role: string; removedAt: number }>();
	const timeline = draft.events.map((line, index) => eventOf(draft, line, index, now, removed));
	return {
		id: idOf(draft.name),
		name: draft.name,
		createdAt: now - msOf("3h"),
		kind: undefined,
		path: `/home/me/.pi/team/t-${idOf(draft.name)}`,
		revision: 1,
		admin: draft.admin ?? null,
		members: draft.members,
		removed: [...removed.values()],
		formerRoles: [],
		timeline,
		hasOlder: false,
		waiting: draft.waiting,
	};
}

function waitingOf(team: string, line: string, now: number): Waiting {
	const [, age = "", from = "", to = "", kind = "", subject = ""] =
		/^open (\S+) (\S+) → (\S+) (\S+) (.*)$/.exec(line) ?? [];
	const ids = { id: idOf(`message ${subject}`), from: idOf(`${team}/${from}`), to: idOf(`${team}/${to}`) };
	return { ...ids, kind, subject, at: now - msOf(age), place: "surfaced" };
}

function eventOf(
	draft: TeamDraft,
	line: string,
	index: number,
	now: number,
	removed: Map<string, { id: string; role: string; removedAt: number }>,
): TimelineEvent {
	const [, time = "", who = "", what = ""] = /^([\d:]+) (\S+) (.*)$/.exec(line) ?? [];
	const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
	const at = new Date(now).setUTCHours(hours, minutes, seconds, 0);
	const member = (role: string): string => {
		const id = idOf(`${draft.name}/${role}`);
		if (!draft.members.some((each) => each.id === id)) removed.set(id, { id, role, removedAt: now });
		return id;
	};
	const by = member(who);
	const head = { v: 1 as const, at, by, g: 1, n: index };
	const record = recordOf(what, head, member);
	const position = { segment: 1, offset: index * 100 };
	return { position, at, by, type: record?.type ?? what.split(" ")[0] ?? "", record };
}

type Head = { readonly v: 1; readonly at: number; readonly by: string; readonly g: number; readonly n: number };

function recordOf(what: string, head: Head, member: (role: string) => string): EventRecord | undefined {
	const [verb = "", ...rest] = what.split(" ");
	const tail = rest.join(" ");
	if (verb === "→") {
		const [to = "", kind = "", ...words] = rest;
		const text = words.join(" ");
		if (words[0] === "refused:") {
			return { ...head, type: "refused", to: member(to), kind, code: words[1] ?? "", text: words.slice(2).join(" ") };
		}
		const id = idOf(`message ${text}`);
		const byHand = text.startsWith("!");
		return {
			...head,
			type: "message",
			id,
			to: member(to),
			kind,
			origin: byHand ? "person" : "agent",
			text: text.replace(/^!/, ""),
			rootId: id,
		};
	}
	switch (verb) {
		case "joined":
		case "back":
		case "left":
		case "closed":
			return { ...head, type: verb, client: "pi", cwd: tail === "" ? "/work" : tail };
		case "working":
		case "waiting":
		case "idle":
			return tail === "" ? { ...head, type: verb } : { ...head, type: verb, focus: tail };
		case "removed":
			return { ...head, type: "removed", member: member(tail), settled: 0 };
		case "renamed":
			return { ...head, type: "role-renamed", member: head.by, from: rest[0] ?? "", to: rest[1] ?? "" };
		case "claimed":
			return { ...head, type: "admin", member: head.by, how: "claimed" };
		case "created":
			return { ...head, type: "created", name: tail };
		default:
			return undefined;
	}
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function msOf(age: string): number {
	return Number(age.slice(0, -1)) * (UNITS[age.slice(-1)] ?? 0);
}
