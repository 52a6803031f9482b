// The world as it was at an earlier event of one team, made from what the timeline tells. Pure.

import type { Member, MemberActivity, Presence, Snapshot, Team, TimelineEvent } from "../core/model.ts";
import { isQuiet } from "../core/view/events.ts";
import type { ReplayState } from "./state.ts";

/** The event a replay stands at; undefined when its team is gone. */
export function replayEvent(snapshot: Snapshot, replay: ReplayState): TimelineEvent | undefined {
	return snapshot.teams.find((team) => team.id === replay.teamId)?.timeline[replay.shown - 1];
}

/** One event back or on, past those that are not drawn; undefined once it is the present. */
export function step(team: Team, replay: ReplayState | undefined, direction: -1 | 1): ReplayState | undefined {
	const events = team.timeline;
	let shown = replay?.shown ?? events.length;
	do {
		shown += direction;
	} while (shown > 1 && shown < events.length && isHidden(events[shown - 1]));
	if (shown >= events.length) return undefined;
	return { teamId: team.id, shown: Math.max(1, shown), playing: replay?.playing ?? "standing" };
}

function isHidden(event: TimelineEvent | undefined): boolean {
	return event !== undefined && isQuiet(event);
}

export function snapshotAt(snapshot: Snapshot, replay: ReplayState): Snapshot {
	return {
		...snapshot,
		teams: snapshot.teams.map((team) => (team.id === replay.teamId ? teamAt(team, replay) : team)),
	};
}

// Made once for each place a replay stands at: frames compare what they draw by identity.
const made = new WeakMap<Team, { readonly shown: number; readonly team: Team }>();

function teamAt(team: Team, replay: ReplayState): Team {
	const known = made.get(team);
	if (known !== undefined && known.shown === replay.shown) return known.team;
	const timeline = team.timeline.slice(0, replay.shown);
	const until = timeline.at(-1)?.at ?? 0;
	const waiting = team.waiting.filter((each) => each.at <= until);
	const members = team.members.map((member) => memberAt(member, timeline, waiting));
	const past: Team = { ...team, timeline, waiting, members };
	made.set(team, { shown: replay.shown, team: past });
	return past;
}

/** What a member's own events say about it; what they cannot tell is left out, not taken from the present. */
function memberAt(member: Member, timeline: readonly TimelineEvent[], waiting: Team["waiting"]): Member {
	const own = timeline.filter((event) => event.by === member.id);
	return {
		...member,
		presence: presenceAt(member, own),
		activity: activityAt(own),
		unread: 0,
		openTo: waiting.filter((each) => each.to === member.id).length,
		openFrom: waiting.filter((each) => each.from === member.id).length,
	};
}

const ARRIVALS = new Set(["joined", "back", "taken-over"]);
const DEPARTURES = new Set(["left", "closed"]);

function presenceAt({ presence, joinedAt }: Member, own: readonly TimelineEvent[]): Presence {
	const last = own.findLast(({ type }) => ARRIVALS.has(type) || DEPARTURES.has(type));
	const { holder } = presence;
	if (last === undefined || holder === null) {
		return own.length > 0 ? presence : { at: "offline", since: joinedAt, holder: null };
	}
	return { at: DEPARTURES.has(last.type) ? "offline" : "online", since: last.at, holder };
}

function activityAt(own: readonly TimelineEvent[]): MemberActivity | undefined {
	const changes = own.flatMap(({ record, at }) =>
		record?.type === "working" || record?.type === "waiting" || record?.type === "idle" ? [{ record, at }] : [],
	);
	const last = changes.at(-1);
	if (last === undefined) return undefined;
	const focus = changes.findLast(({ record }) => record.focus !== undefined)?.record.focus;
	return { ...EMPTY, state: last.record.type, since: last.at, focus };
}

const EMPTY: MemberActivity = {
	state: "idle",
	since: 0,
	focus: undefined,
	focusSince: undefined,
	progressAt: undefined,
	paused: "no",
	holds: [],
	request: undefined,
	edits: [],
	jobs: [],
};
