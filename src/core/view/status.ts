// State words of members and teams: the same in every row, detail and command. Never layout.

import { policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { Member, Team, Waiting } from "../model.ts";
import { isOnline } from "../rules.ts";
import { HOLD_WORDS } from "../standing.ts";
import { coarseAge, fineAge } from "./time.ts";

export type MemberState = "working" | "waiting" | "idle" | "suspended" | "offline" | "online";

/** "needs-you": only a person can get it going. "stuck": it looks busy and nothing moves. */
export type Alarm = "needs-you" | "stuck" | undefined;

/** Offline overrides everything; a member without activity is just online. */
export function stateOf(member: Member): MemberState {
	if (member.presence.at !== "online") return member.presence.at;
	return member.activity?.state ?? "online";
}

/** Wall ms since which the state holds, or null when nobody knows. */
export function stateSince(member: Member): number | null {
	if (member.presence.at !== "online") return member.presence.since;
	return member.activity?.since ?? member.presence.since;
}

/** `working 3m`, `waiting 20s`, `idle 4m · paused`, `offline 2h`. Seconds only while working or waiting, so that an idle team never repaints. */
export function stateWords(member: Member, now: number): string {
	const state = stateOf(member);
	const since = stateSince(member);
	const ms = since === null ? undefined : Math.max(0, now - since);
	const moving = state === "working" || state === "waiting";
	const age = ms === undefined ? undefined : moving ? fineAge(ms) : coarseAge(ms);
	return [state, age].filter((part) => part !== undefined).join(" ");
}

/** Why an idle terminal does not take what is queued for it, where something is. */
export function idleReason(member: Member): string | undefined {
	const { activity } = member;
	if (activity === undefined || stateOf(member) !== "idle") return undefined;
	if (member.unread + member.openTo === 0) return undefined;
	if (activity.paused !== "no") return "paused";
	if (activity.holds.includes("no-model")) return HOLD_WORDS["no-model"];
	if (activity.holds.includes("draft")) return HOLD_WORDS.draft;
	return activity.holds.includes("first-prompt") ? `waiting for: ${HOLD_WORDS["first-prompt"]}` : undefined;
}

export function alarmOf(team: Team, member: Member, now: number): Alarm {
	if (!isOnline(member)) return undefined;
	if (stateOf(member) === "waiting" || member.activity?.holds.includes("dialog")) return "needs-you";
	const late = unansweredOf(team, member).some((each) => now - each.at >= limits.stuckMs);
	if (stateOf(member) === "working") return late || standsStill(member, now) ? "stuck" : undefined;
	return late ? "needs-you" : undefined;
}

export function standsStill(member: Member, now: number): boolean {
	const { activity } = member;
	if (activity === undefined || stateOf(member) !== "working") return false;
	return now - Math.max(activity.since, activity.progressAt ?? 0) >= limits.stuckMs;
}

/** What waits for this member, oldest first. */
export function unansweredOf(team: Team, member: Member): readonly Waiting[] {
	return team.waiting.filter((each) => each.to === member.id && policyOf(each.kind)?.answer !== "none");
}

export function online(team: Team): readonly Member[] {
	return team.members.filter(isOnline);
}

/** `2/3 online · 1 working` */
export function teamCounts(team: Team): string {
	const there = online(team);
	const working = there.filter((member) => stateOf(member) === "working").length;
	const head = `${there.length}/${team.members.length} online`;
	return working > 0 ? `${head} · ${working} working` : head;
}

/** `2 unread · 1 open`, or nothing. */
export function queueWords(member: Member): readonly string[] {
	const parts: string[] = [];
	if (member.unread > 0) parts.push(`${member.unread} unread`);
	if (member.openTo > 0) parts.push(`${member.openTo} open`);
	return parts;
}
