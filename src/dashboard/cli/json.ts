// The JSON of teams, members, messages and events, as docs/CLI.md promises it. Raw text, ids whole; pure.

import type { Member, Message, Snapshot, Team, TimelineEvent, Waiting } from "../../core/model.ts";
import { nameIn } from "../../core/view/scene.ts";
import { alarmOf, stateOf, stateSince } from "../../core/view/status.ts";
import type { EventJson, MemberJson, MessageJson, TeamJson, TroubleJson, WaitingJson } from "./contract.ts";

export function teamJson(team: Team): TeamJson {
	const online = team.members.filter((member) => member.presence.at === "online");
	return {
		id: team.id,
		name: team.name,
		path: team.path,
		createdAt: team.createdAt,
		openedByTerminal: team.kind === "session",
		admin: team.admin === null ? null : nameIn(team, team.admin),
		members: team.members.length,
		online: online.length,
		working: online.filter((member) => stateOf(member) === "working").length,
		waiting: team.waiting.length,
	};
}

export function memberJson(team: Team, member: Member, now: number): MemberJson {
	const { presence, activity } = member;
	return {
		id: member.id,
		role: member.role,
		admin: member.id === team.admin,
		state: stateOf(member),
		since: stateSince(member),
		alarm: alarmOf(team, member, now) ?? null,
		joinedAt: member.joinedAt,
		client: presence.holder?.client ?? null,
		pid: presence.holder?.pid ?? null,
		cwd: presence.holder?.cwd ?? null,
		session: presence.holder?.session ?? null,
		sessionName: presence.holder?.sessionName ?? null,
		tmuxPane: presence.holder?.tmuxPane ?? null,
		focus: activity?.focus ?? null,
		paused: activity?.paused ?? "no",
		holds: [...(activity?.holds ?? [])],
		unread: member.unread,
		openTo: member.openTo,
		openFrom: member.openFrom,
	};
}

export function waitingJson(team: Team, waiting: Waiting): WaitingJson {
	return {
		id: waiting.id,
		kind: waiting.kind,
		...ends(team, waiting),
		subject: waiting.subject,
		at: waiting.at,
		place: waiting.place,
	};
}

export function messageJson(team: Team, message: Message): MessageJson {
	return {
		id: message.id,
		kind: message.kind,
		...ends(team, message),
		origin: message.origin,
		at: message.at,
		subject: message.subject ?? null,
		body: message.body,
		prunedOf: message.prunedOf ?? null,
		expiresAt: message.expiresAt ?? null,
		rootId: message.rootId,
		parentId: message.parentId ?? null,
		replyTo: message.replyTo ?? null,
		outcome: message.outcome ?? null,
		state: message.state.place,
		receipts: message.state.receipts.map(({ state, at, code, outcome, reply, inferred }) => ({
			state,
			at,
			code: code ?? null,
			outcome: outcome ?? null,
			reply: reply ?? null,
			inferred: inferred ?? null,
		})),
	};
}

/** `event` is the record as docs/STORE.md has it; null for one of a newer version. */
export function eventJson(team: Team, event: TimelineEvent, words: string): EventJson {
	return {
		team: team.name,
		at: event.at,
		by: event.by === null ? null : nameIn(team, event.by),
		type: event.type,
		position: { ...event.position },
		words,
		event: event.record === undefined ? null : { ...event.record },
	};
}

export function troubleJson({ trouble }: Snapshot): TroubleJson[] {
	return trouble.map(({ code, path, text, hint }) => ({ code, path, text, hint }));
}

function ends(team: Team, { from, to }: { readonly from: string; readonly to: string }) {
	return { from: nameIn(team, from), fromId: from, to: nameIn(team, to), toId: to };
}
