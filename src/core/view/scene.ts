// What a view looks at: the snapshot, who acts, the clock, and the room on the screen. Plain values handed in by a UI or a command; never I/O.

import type { Actor, Member, MemberId, Message, MessageId, Snapshot, Team, TeamId } from "../model.ts";
import { selfIn } from "../rules.ts";

export type Surface = "panel" | "dashboard" | "command";

/** What rules and words need. A command has no more than this. */
export interface Situation {
	readonly snapshot: Snapshot;
	readonly actor: Actor;
	/** Of the terminal that acts (Terminal.session): a seat this session held before is taken back without a question. */
	readonly session: string;
	/** Wall ms. */
	readonly now: number;
	readonly surface: Surface;
	/** Proposed where a role is asked for: the directory's name in a Pi terminal, the login name in the dashboard. */
	readonly proposedRole: string;
	/** A message that was read in full: it is known also when its event is not, or no longer, loaded. */
	readonly message?: Message | undefined;
	/** Where a dashboard runs itself: from within tmux it can go to other panes. */
	readonly terminal?: "in tmux" | "in a terminal";
}

export type Pane = "list" | "flow" | "detail";

/** What the flow pane of the dashboard shows. */
export type FlowView = "timeline" | "lanes" | "matrix" | "pulse";

/** Columns and rows a pane has for lines, without its borders and titles. */
export interface Room {
	readonly columns: number;
	readonly rows: number;
}

export interface Scene extends Situation {
	/** The panes there are, in Tab order: list and detail in the panel, all three in the dashboard. */
	readonly panes: readonly Pane[];
	readonly room: Readonly<Record<Pane | "help", Room>>;
	/** Undefined where there is no flow pane, or while it shows the timeline. */
	readonly flowView?: FlowView;
	/** The message ViewState.opened names, read by the UI when it changed; undefined until it is read or when it is gone. */
	readonly message: Message | undefined;
	/** Whether reading it came to an end; where it did and `message` is undefined, it cannot be read. */
	readonly reading?: "going on" | "over";
	/** Whether the snapshot is of now; a dashboard can go back in time. */
	readonly replaying?: "past" | "present";
}

/** What an action is done to, by id: the row may vanish between a key press and its answer. */
export type Target =
	| { readonly on: "nothing" }
	| { readonly on: "team"; readonly teamId: TeamId }
	| { readonly on: "member"; readonly teamId: TeamId; readonly member: MemberId }
	| { readonly on: "message"; readonly teamId: TeamId; readonly message: MessageId };

/** A target looked up. */
export type Found =
	| { readonly on: "nothing" }
	| { readonly on: "team"; readonly team: Team }
	| { readonly on: "member"; readonly team: Team; readonly member: Member }
	| { readonly on: "message"; readonly team: Team; readonly message: MessageHead };

/** As much of a message as the timeline tells. */
export interface MessageHead {
	readonly id: MessageId;
	readonly kind: string;
	readonly from: MemberId | null;
	readonly to: MemberId;
	readonly at: number;
	readonly subject: string | undefined;
	readonly text: string;
	/** Bytes of the whole text when `text` is only its start. */
	readonly textBytes: number | undefined;
	readonly rootId: MessageId;
	readonly replyTo: MessageId | undefined;
}

export function teamOf(situation: Situation, teamId: TeamId | undefined): Team | undefined {
	return situation.snapshot.teams.find((team) => team.id === teamId);
}

export function memberOf(team: Team, id: MemberId | null): Member | undefined {
	return team.members.find((member) => member.id === id);
}

/** undefined = it is no longer there. */
export function find(situation: Situation, target: Target): Found | undefined {
	if (target.on === "nothing") return target;
	const team = teamOf(situation, target.teamId);
	if (team === undefined) return undefined;
	if (target.on === "team") return { on: "team", team };
	if (target.on === "member") {
		const member = memberOf(team, target.member);
		return member === undefined ? undefined : { on: "member", team, member };
	}
	const message = headOf(situation.message, target) ?? messageHead(team, target.message);
	return message === undefined ? undefined : { on: "message", team, message };
}

/** From the timeline; a message whose event is not loaded is still known while it is unsettled. */
export function messageHead(team: Team, id: MessageId): MessageHead | undefined {
	const event = team.timeline.findLast(({ record }) => record?.type === "message" && record.id === id);
	if (event?.record?.type === "message") {
		const { kind, to, subject, text, textBytes, rootId, replyTo } = event.record;
		return { id, kind, from: event.by, to, at: event.at, subject, text, textBytes, rootId, replyTo };
	}
	const open = team.waiting.find((each) => each.id === id);
	if (open === undefined) return undefined;
	const { kind, from, to, at, subject } = open;
	return { id, kind, from, to, at, subject, text: subject, textBytes: undefined, rootId: id, replyTo: undefined };
}

function headOf(whole: Message | undefined, target: Extract<Target, { on: "message" }>): MessageHead | undefined {
	if (whole === undefined || whole.id !== target.message || whole.teamId !== target.teamId) return undefined;
	return { ...whole, text: whole.body, textBytes: undefined };
}

/** The team this terminal has a seat in, and the seat. */
export function ownSeat(situation: Situation): { readonly team: Team; readonly self: Member } | undefined {
	const { actor } = situation;
	if (actor.at !== "joined") return undefined;
	const team = teamOf(situation, actor.teamId);
	const self = team === undefined ? undefined : memberOf(team, actor.member);
	return team === undefined || self === undefined ? undefined : { team, self };
}

/** Whoever says who acts makes another object each time it is asked. */
export function isSameActor(one: Actor, other: Actor): boolean {
	if (one.at === "outside" || other.at === "outside") return one.at === other.at && one.by === other.by;
	return one.teamId === other.teamId && one.member === other.member && one.by === other.by;
}

export function isOwnTeam(situation: Situation, team: Team): boolean {
	return selfIn(situation.actor, team) !== undefined;
}

export function isYou(situation: Situation, team: Team, id: MemberId | null): boolean {
	return situation.actor.at === "joined" && situation.actor.teamId === team.id && situation.actor.member === id;
}

const SHORT_ID = 8;

/** The last hex digits, as messages and members are shown and accepted everywhere. */
export function shortId(id: string): string {
	return id.slice(-SHORT_ID);
}

/** The name of a member by id, also of one that was removed; history never loses it. */
export function nameIn(team: Team, id: MemberId | null): string {
	if (id === null) return "someone outside";
	const member = memberOf(team, id) ?? team.removed.find((each) => each.id === id);
	return member?.role ?? shortId(id);
}
