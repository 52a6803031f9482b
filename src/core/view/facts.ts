// The facts of a team and of a member: what their detail says above the timeline. Never the timeline, never layout.

import { limits } from "../limits.ts";
import type { Member, Team } from "../model.ts";
import { explain } from "../refusal.ts";
import { hears, isHeld, maySend } from "../rules.ts";
import { waitingWords } from "./attention.ts";
import { memberLine } from "./list.ts";
import { membersInOrder } from "./rows.ts";
import { isYou, nameIn, ownSeat, type Scene, type Situation } from "./scene.ts";
import { idleReason, online, queueWords, standsStill, stateSince, stateWords } from "./status.ts";
import { moment, roughAge } from "./time.ts";
import type { KeyedLine } from "./timeline.ts";
import { type Line, labelled, word } from "./words.ts";

export function teamFacts(scene: Scene, team: Team): readonly KeyedLine[] {
	const columns = textColumns(scene);
	const there = online(team);
	const away = team.members.filter((member) => !isHeld(member));
	return [
		...fact("admin", team.admin === null ? "nobody yet" : nameIn(team, team.admin), columns),
		...fact("online", rolesOf(there), columns),
		...fact("offline", rolesOf(away), columns),
		...waitingLines(team, scene.now),
		...memberLines(scene, team),
		...fact("path", team.path, columns),
		...fact("id", team.id, columns),
	];
}

/** Who waits for whom; Enter opens the message. */
function waitingLines(team: Team, now: number): readonly KeyedLine[] {
	return team.waiting.map((each) => ({
		key: `w:${each.id}`,
		line: waitingWords(team, each, now),
		target: { on: "message", teamId: team.id, message: each.id },
	}));
}

function memberLines(scene: Scene, team: Team): readonly KeyedLine[] {
	const widest = team.members.reduce((most, member) => Math.max(most, member.role.length + YOU_ROOM), 0);
	const room = Math.min(widest, Math.floor(scene.room.detail.columns / 3));
	return membersInOrder(team, scene.now).map((member) => ({
		key: `m:${member.id}`,
		line: memberLine(scene, team, member, room),
		target: { on: "member", teamId: team.id, member: member.id },
	}));
}

const YOU_ROOM = " (you)".length;

export function memberFacts(scene: Scene, team: Team, member: Member): readonly KeyedLine[] {
	const columns = textColumns(scene);
	const { now } = scene;
	const { activity, presence } = member;
	const reason = idleReason(member);
	const since = stateSince(member);
	const state = [stateWords(member, now), ...(reason === undefined ? [] : [reason]), ...queueWords(member)];
	const holder = presence.holder;
	const focusAge = activity?.focusSince === undefined ? "" : `  (${roughAge(now - activity.focusSince)} ago)`;
	return [
		...fact("state", state.join(" · "), columns),
		...(standsStill(member, now) ? fact("", "no progress for a while: it may be stuck", columns, "warn") : []),
		...(activity?.focus ? fact("focus", activity.focus + (isHeld(member) ? "" : focusAge), columns) : []),
		...(since === null ? [] : fact("since", moment(since), columns)),
		...(holder === null ? [] : fact("cwd", holder.cwd, columns)),
		...(holder === null ? [] : fact("session", sessionWords(holder), columns)),
		...fact("id", member.id, columns),
		...fact("message", reachWords(scene, team, member), columns),
		...team.waiting
			.filter((each) => each.to === member.id || each.from === member.id)
			.map(
				(each): KeyedLine => ({
					key: `w:${each.id}`,
					line: waitingWords(team, each, now),
					target: { on: "message", teamId: team.id, message: each.id },
				}),
			),
		...jobLines(member, now),
		...editLines(member, now),
	];
}

/** Why it can or cannot be written to. */
export function reachWords(situation: Situation, team: Team, member: Member): string {
	if (isYou(situation, team, member.id)) return "that is you";
	const refusal = maySend(situation.actor, team, member.id, "note", situation.now);
	if (refusal !== undefined) {
		const seat = ownSeat(situation);
		return seat === undefined ? "join the team first (a)" : explain(refusal).message;
	}
	return hears(member)
		? "m writes to it"
		: "offline: send and note are queued until it returns; tell, ask and handoff are refused";
}

function sessionWords(holder: NonNullable<Member["presence"]["holder"]>): string {
	const programs = { pi: "Pi", dash: "dashboard", cli: "command" } as const;
	const name = holder.sessionName === undefined ? holder.session : `${holder.sessionName} (${holder.session})`;
	return `${programs[holder.client]} ${name}, process ${holder.pid}`;
}

function jobLines(member: Member, now: number): readonly KeyedLine[] {
	return (member.activity?.jobs ?? []).flatMap((job, index) =>
		fact(index === 0 ? "jobs" : "", `${job.label}  ${job.state} ${roughAge(now - job.since)}`, limits.fieldLength),
	);
}

function editLines(member: Member, now: number): readonly KeyedLine[] {
	return (member.activity?.edits ?? []).flatMap((edit, index) =>
		fact(index === 0 ? "edited" : "", `${edit.path}  ${roughAge(now - edit.at)} ago`, limits.fieldLength),
	);
}

function rolesOf(members: readonly Member[]): string {
	return members.length === 0 ? "nobody" : members.map((member) => member.role).join(", ");
}

/** What a line of the detail has beside the column of the cursor mark. */
export function textColumns(scene: Scene): number {
	return Math.max(1, scene.room.detail.columns - 1);
}

/** Label and value as keyed lines; a value without a label goes on under the last one. */
export function fact(
	label: string,
	value: string,
	columns: number,
	tone: "plain" | "warn" = "plain",
): readonly KeyedLine[] {
	return labelled(label, value, columns, tone).map((line, index) => ({
		key: `f:${label}:${value.length}:${index}`,
		line,
		target: undefined,
	}));
}

export function heading(text: string, key: string): KeyedLine {
	const line: Line = [word(text, "dim")];
	return { key, line, target: undefined };
}
