// A team with as many members as there may be and a history longer than anybody reads, for tests of how much work a key or a change makes.

import type { TimelineEvent } from "../../src/core/model.ts";
import type { EventRecord } from "../../src/core/schema.ts";
import { NOW, type World, world } from "./scenes.ts";

const MEMBERS = 100;
const GAP_MS = 2_000;

/** `events` of messages, activity and receipts in turn, by everybody in turn. */
export function largeWorld(events: number): World {
	const roles = Array.from({ length: MEMBERS }, (_, index) => `member${String(index).padStart(2, "0")}`);
	const facts = (index: number) => {
		if (index === 0) return "*(you)";
		if (index % 7 === 0) return "-(offline 2h)";
		return index % 3 === 0 ? `(working ${index}m, on step ${index} of the parser, 2 open)` : "(idle 4m, 1 unread)";
	};
	const plain = world(`shop: ${roles.map((role, index) => role + facts(index)).join(" ")}\ndocs: editor`);
	const teams = plain.snapshot.teams.map((team) => {
		if (team.name !== "shop") return team;
		const ids = team.members.map(({ id }) => id);
		return { ...team, timeline: Array.from({ length: events }, (_, index) => eventAt(index, events, ids)) };
	});
	return { ...plain, snapshot: { ...plain.snapshot, teams } };
}

/** The same world after one more event; what was there is the same to the object, as in a store that is followed. */
export function withOneMore(shown: World): World {
	const teams = shown.snapshot.teams.map((team) => {
		if (team.name !== "shop") return team;
		const ids = team.members.map(({ id }) => id);
		const { length } = team.timeline;
		return { ...team, timeline: [...team.timeline.slice(1), eventAt(length, length + 1, ids)] };
	});
	return { ...shown, snapshot: { ...shown.snapshot, revision: shown.snapshot.revision + 1, teams } };
}

const PATTERN = ["message", "working", "message", "idle", "message", "working", "idle", "working", "idle", "receipt"];

function eventAt(index: number, of: number, ids: readonly string[]): TimelineEvent {
	const by = ids[index % ids.length] ?? "";
	const at = NOW - (of - index) * GAP_MS;
	const record = recordAt(index, { v: 1, at, by, g: 1, n: index }, ids);
	return { position: { segment: 1, offset: index * MEMBERS }, at, by, type: record.type, record };
}

function recordAt(
	index: number,
	head: { readonly v: 1; readonly at: number; readonly by: string; readonly g: number; readonly n: number },
	ids: readonly string[],
): EventRecord {
	const id = `message-${index}`;
	switch (PATTERN[index % PATTERN.length]) {
		case "message": {
			const to = ids[(index * 7 + 1) % ids.length] ?? "";
			return { ...head, type: "message", id, to, kind: "info", origin: "agent", text: `word ${index}`, rootId: id };
		}
		case "working":
			return { ...head, type: "working", focus: `step ${index}` };
		case "idle":
			return { ...head, type: "idle" };
		default:
			return { ...head, type: "receipt", id, of: head.by, state: "surfaced" };
	}
}
