// `tail [-f]`: the latest lines of a team's timeline, and what comes. Polls: a command starts no watcher. Never writes.

import { matcher } from "../../core/history/filter.ts";
import { openHistory } from "../../core/history.ts";
import { limits } from "../../core/limits.ts";
import type { Position, Team, TimelineEvent } from "../../core/model.ts";
import { done, type Outcome, refuse } from "../../core/refusal.ts";
import { openSnapshots, type Snapshots } from "../../core/snapshot.ts";
import { eventLine, eventWords } from "../../core/view/events.ts";
import { shortId } from "../../core/view/scene.ts";
import { day } from "../../core/view/time.ts";
import { plainText } from "../../core/view/words.ts";
import { filterOf } from "./filter.ts";
import { pickTeam } from "./find.ts";
import { eventJson } from "./json.ts";
import { hanging } from "./layout.ts";
import { look } from "./look.ts";
import { usageError } from "./parse.ts";
import { pause } from "./pause.ts";
import type { Call, Reply, Run } from "./verb.ts";

export const runTail: Run = async (call) => {
	const most = linesWanted(call);
	if (!most.ok) return most;
	const world = look(call);
	if (!world.ok) return world;
	const picked = pickTeam(world.value.snapshot, call.flags.team);
	if (!picked.ok) return picked;
	const team = picked.value;
	const filter = await filterOf(call, world.value, team);
	if (!filter.ok) return filter;
	const { io } = call;
	const { store } = world.value;
	// Before the search, so that nothing falls between it and the first look for more.
	const { cursor } = store.latestEvents(team.id, 1);
	const history = openHistory(io.env, store, team.id);
	const { events } = most.value === 0 ? { events: [] } : await history.search(filter.value, most.value);
	const teller = tellerOf(call);
	for (const event of events) await teller.tell(team, event);
	if (call.flags.follow === undefined) return done(undefined);
	const matches = matcher(filter.value);
	const last = events.at(-1)?.position;
	return follow(call, openSnapshots(io.env, store), team, cursor, async (current, event) => {
		if (matches(event) && isAfter(event.position, last)) await teller.tell(current, event);
	});

	async function follow(
		{ stop }: Call,
		snapshots: Snapshots,
		begun: Team,
		from: Position,
		tell: (team: Team, event: TimelineEvent) => Promise<void>,
	): Promise<Outcome<undefined>> {
		let at = from;
		while (!stop.aborted) {
			const current = snapshots.refresh().teams.find((each) => each.id === begun.id);
			if (current === undefined) return refuse({ code: "team-deleted", team: begun.name });
			const page = store.readEvents(begun.id, at, limits.historyPage);
			if (page.gap) await teller.gap();
			for (const event of page.events) await tell(current, event);
			const stood = !isAfter(page.cursor, at);
			at = page.cursor;
			if (stood) await pause(io.env, limits.pollMs, stop);
		}
		return done(undefined);
	}
};

function linesWanted({ verb, flags }: Call): Outcome<number> {
	if (flags.lines === undefined) return done(flags.since === undefined ? limits.tailLines : Number.POSITIVE_INFINITY);
	const wanted = /^\d{1,7}$/.test(flags.lines) ? Number(flags.lines) : undefined;
	return wanted === undefined ? usageError(verb, `"${flags.lines}" is no number of lines.`) : done(wanted);
}

function isAfter(position: Position, other: Position | undefined): boolean {
	if (other === undefined || position.segment !== other.segment) return position.segment > (other?.segment ?? -1);
	return position.offset > other.offset;
}

/** Lines with the date where the day changes. */
function tellerOf(call: Call) {
	let shown: string | undefined;
	return {
		async tell(team: Team, event: TimelineEvent): Promise<void> {
			const date = day(event.at);
			const heading = date === shown ? "" : `${date}\n`;
			shown = date;
			await call.emit(lineReply(team, event, heading, call.columns));
		},
		gap: () =>
			call.emit({ value: { type: "gap", words: "older lines are gone" }, text: "… older lines were pruned meanwhile" }),
	};
}

const HANGING = "          "; // Under the words, past the time.

/** A message says its id, for `show` and `wait`. */
function lineReply(team: Team, event: TimelineEvent, heading: string, columns: number | undefined): Reply {
	const { record } = event;
	const id = record?.type === "message" ? `  #${shortId(record.id)}` : "";
	const line = hanging(`${plainText(eventLine(team, event))}${id}`, HANGING, columns);
	return { value: eventJson(team, event, plainText(eventWords(team, event))), text: `${heading}${line}` };
}
