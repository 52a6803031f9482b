// What somebody should look at: who needs the person, who is stuck, what waits longest, loops, silence with work open, files edited twice. Pure; the views and the bell read it.

import { kinds, policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { Member, MemberId, Team, TeamId, Waiting } from "../model.ts";
import { hears } from "../rules.ts";
import { count } from "./act.ts";
import { ringsOf } from "./rings.ts";
import { memberOf, nameIn, type Situation } from "./scene.ts";
import { shapes } from "./shapes.ts";
import { alarmOf, online, standsStill, stateOf, stateSince, stateWords } from "./status.ts";
import { roughAge } from "./time.ts";
import { foreign, joined, type Line, word } from "./words.ts";

export interface Attention {
	/** The same as long as it is the same matter: a bell rings once per key. */
	readonly key: string;
	readonly what: "needs-you" | "stuck" | "unanswered" | "ring" | "loop" | "quiet" | "clash";
	readonly teamId: TeamId;
	/** The member to go to. */
	readonly member: MemberId | undefined;
	readonly line: Line;
}

/** Most pressing first. */
export function attention(situation: Situation): readonly Attention[] {
	const { now, snapshot } = situation;
	const all = snapshot.teams.flatMap((team) => [
		...members(team, now),
		...oldest(team, now),
		...rings(team, situation),
		...quiet(team, now),
		...loops(team, situation),
		...clashes(team, now),
	]);
	return all.toSorted((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
}

const ORDER: readonly Attention["what"][] = ["needs-you", "stuck", "ring", "loop", "quiet", "clash", "unanswered"];

function members(team: Team, now: number): readonly Attention[] {
	return team.members.flatMap((member) => {
		const alarm = alarmOf(team, member, now);
		if (alarm === undefined) return [];
		const mark = alarm === "needs-you" ? word(`${shapes.needsYou} `, "warn") : word(`${shapes.stuck} `, "bad");
		const role = foreign(member.role, "strong");
		return [item(team, alarm, member.id, [mark, role, ...why(team, member, alarm, now)])];
	});
}

function why(team: Team, member: Member, alarm: "needs-you" | "stuck", now: number): Line {
	const stateNow = word(` ${stateWords(member, now)}`);
	if (alarm === "needs-you" && (stateOf(member) === "waiting" || member.activity?.holds.includes("dialog"))) {
		return [word(" needs you"), word(": a dialog is open,", "dim"), stateNow];
	}
	if (standsStill(member, now)) return [word(" is stuck", "warn"), stateNow, word(", no progress", "dim")];
	const late = team.waiting.find((each) => each.to === member.id && policyOf(each.kind)?.answer !== "none");
	const what = late === undefined ? [] : [word(": "), ...waitingWords(team, late, now)];
	return [word(alarm === "stuck" ? " is stuck" : " needs you", alarm === "stuck" ? "warn" : "plain"), ...what];
}

/** `reviewer waits for backend 6m: Which code?` */
export function waitingWords(team: Team, each: Waiting, now: number): Line {
	return [
		foreign(nameIn(team, each.from), "strong"),
		word(" waits for "),
		foreign(nameIn(team, each.to), "strong"),
		word(` ${roughAge(now - each.at)}`, now - each.at >= limits.stuckMs ? "warn" : "plain"),
		word(`  ${kindWord(each.kind)}  `, "dim"),
		foreign(each.subject),
	];
}

function kindWord(kind: string): string {
	return policyOf(kind) === undefined ? "message" : kind;
}

function oldest(team: Team, now: number): readonly Attention[] {
	const first = team.waiting[0];
	if (first === undefined) return [];
	const line = [word("unanswered longest: ", "dim"), ...waitingWords(team, first, now)];
	return [{ key: `unanswered:${first.id}`, what: "unanswered", teamId: team.id, member: first.to, line }];
}

/** Members that hold each other up, all of them by name. */
function rings(team: Team, situation: Situation): readonly Attention[] {
	return ringsOf(team)
		.filter(({ closedAt }) => situation.now - closedAt >= limits.ringMs)
		.map(({ members }) => {
			const waits = members.map((from, index): Line => {
				const to = members[(index + 1) % members.length] ?? from;
				const verb = word(index === 0 ? " waits for " : " for ");
				return [foreign(nameIn(team, from), "strong"), verb, foreign(nameIn(team, to), "strong")];
			});
			const any = members.length === 2 ? "either" : "any of these";
			return {
				key: `ring:${members.toSorted().join("+")}`,
				what: "ring",
				teamId: team.id,
				member: members[0],
				line: [...joined(waits, word(", ")), word(`: an answer to ${any} ends it${goThere(situation)}`, "warn")],
			};
		});
}

/** How to get to the member a matter is about, where there is a key for it. */
function goThere({ surface }: Situation): string {
	return surface === "dashboard" ? ", ! then o goes there" : "";
}

function quiet(team: Team, now: number): readonly Attention[] {
	const there = online(team);
	const [oldest] = team.waiting;
	if (there.length === 0 || oldest === undefined) return [];
	if (!there.every((member) => stateOf(member) === "idle")) return [];
	const since = Math.max(oldest.at, ...there.map((member) => stateSince(member) ?? now));
	if (now - since < limits.quietMs) return [];
	const line = [
		foreign(team.name, "strong"),
		word(
			`: everyone is idle, ${count(team.waiting.length, "request or question is", "requests and questions are")} open`,
			"warn",
		),
	];
	return [{ key: `quiet:${team.id}:${oldest.id}`, what: "quiet", teamId: team.id, member: undefined, line }];
}

/** Two members that go on answering each other while no person takes part. */
function loops(team: Team, situation: Situation): readonly Attention[] {
	const { now } = situation;
	const counts = new Map<string, Exchange>();
	const ended = new Set<string>();
	// Newest first, to look no further back than a loop lasts: a long history may be loaded.
	for (let index = team.timeline.length - 1; index >= 0; index--) {
		const event = team.timeline[index];
		if (event === undefined || now - event.at > limits.loopMs + limits.clockSkewMs) break;
		const { record, by } = event;
		if (record?.type !== "message" || by === null || now - event.at > limits.loopMs) continue;
		const ids = [by, record.to].sort() as [string, string];
		const key = ids.join("+");
		if (record.origin !== "agent") ended.add(key);
		if (ended.has(key) || policyOf(record.kind)?.lane !== kinds.info.lane) continue;
		const known = counts.get(key) ?? { ids, senders: new Set<string>(), many: 0 };
		known.many += 1;
		known.senders.add(by);
		counts.set(key, known);
	}
	return [...counts.values()]
		.filter((each) => each.many >= limits.loopMessages && each.senders.size === 2 && stillThere(team, each.ids))
		.map(({ ids, many }) => ({
			key: `loop:${ids.join("+")}`,
			what: "loop",
			teamId: team.id,
			member: ids[0],
			line: [
				foreign(nameIn(team, ids[0]), "strong"),
				word(` ${shapes.between} `),
				foreign(nameIn(team, ids[1]), "strong"),
				word(`: ${many} messages without a person; `, "warn"),
				word(`\`/team pause\` in either terminal stops it${goThere(situation)}`, "dim"),
			],
		}));
}

interface Exchange {
	readonly ids: readonly [string, string];
	readonly senders: Set<string>;
	many: number;
}

function stillThere(team: Team, ids: readonly string[]): boolean {
	return ids.every((id) => {
		const member = memberOf(team, id);
		return member !== undefined && hears(member);
	});
}

/** Two members that edited one file at about the same time. */
function clashes(team: Team, now: number): readonly Attention[] {
	const edits = online(team).flatMap((member) => (member.activity?.edits ?? []).map((edit) => ({ ...edit, member })));
	const found = new Map<string, Attention>();
	for (const [index, one] of edits.entries()) {
		for (const other of edits.slice(index + 1)) {
			if (one.path !== other.path || one.member.id === other.member.id) continue;
			if (Math.abs(one.at - other.at) > limits.editClashMs || now - Math.max(one.at, other.at) > limits.editsKeptMs)
				continue;
			const key = `clash:${one.member.id}+${other.member.id}:${one.path}`;
			const line = [
				foreign(one.member.role, "strong"),
				word(" and "),
				foreign(other.member.role, "strong"),
				word(" edited the same file: ", "warn"),
				foreign(one.path),
			];
			found.set(key, { key, what: "clash", teamId: team.id, member: one.member.id, line });
		}
	}
	return [...found.values()];
}

function item(team: Team, what: Attention["what"], member: MemberId, line: Line): Attention {
	return { key: `${what}:${team.id}:${member}`, what, teamId: team.id, member, line };
}
