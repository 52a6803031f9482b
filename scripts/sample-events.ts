// One event of every type in a small team, for the page that shows how each reads. The compiler misses a type that is not here.

import type { Team } from "../src/core/model.ts";
import { type EventRecord, EventRecord as EventSchema, type EventType } from "../src/core/schema.ts";
import { eventWords } from "../src/core/view/events.ts";
import { plainText } from "../src/core/view/words.ts";

export interface EventRow {
	readonly type: EventType;
	/** Beside those that every event has. */
	readonly fields: readonly string[];
	readonly reads: string;
}

/** In the order of the schema. */
export function eventRows(): readonly EventRow[] {
	// Times inside an event are drawn in local time; the page must not depend on where it is written.
	process.env.TZ = "UTC";
	return EventSchema.anyOf.map(({ properties, required }) => {
		const type = properties.type.const;
		const own = Object.keys(properties).filter((name) => !shared.has(name));
		const needed: readonly string[] = required;
		return {
			type,
			fields: own.map((name) => (needed.includes(name) ? name : `${name}?`)),
			reads: readingOf({ ...head, ...samples[type] } as EventRecord),
		};
	});
}

const shared = new Set(["v", "at", "by", "g", "n", "type", "ext"]);
const backend = "00000000-0000-7000-8000-00000000000b";
const reviewer = "00000000-0000-7000-8000-00000000000e";
const asked = "00000000-0000-7000-8000-0000000000aa";
const noon = Date.UTC(2026, 0, 31, 12);

const head = { v: 1, at: noon, by: reviewer, g: 1, n: 1 } as const;

type Sample<Type extends EventType> = Omit<Extract<EventRecord, { type: Type }>, keyof typeof head>;

const samples: { readonly [Type in EventType]: Sample<Type> } = {
	created: { type: "created", name: "shop" },
	"team-renamed": { type: "team-renamed", name: "store", from: "shop" },
	joined: { type: "joined", client: "pi", cwd: "~/shop" },
	back: { type: "back", client: "pi", cwd: "~/shop" },
	left: { type: "left", client: "pi", cwd: "~/shop" },
	closed: { type: "closed", client: "pi", cwd: "~/shop" },
	"taken-over": { type: "taken-over", session: "s-2", cwd: "~/shop", previous: 1 },
	working: { type: "working", focus: "review the order form" },
	waiting: { type: "waiting", focus: "review the order form" },
	idle: { type: "idle" },
	message: {
		type: "message",
		id: asked,
		to: backend,
		kind: "question",
		origin: "agent",
		text: "Which port does the server use?",
		rootId: asked,
	},
	refused: { type: "refused", to: backend, kind: "question", code: "offline", text: "Which port does the server use?" },
	receipt: { type: "receipt", id: asked, of: reviewer, state: "surfaced" },
	"role-renamed": { type: "role-renamed", member: backend, from: "backend", to: "api" },
	removed: { type: "removed", member: backend, settled: 2 },
	admin: { type: "admin", member: backend, how: "handed" },
	pruned: { type: "pruned", before: noon, segments: 3, bytes: 12_000_000 },
};

function readingOf(record: EventRecord): string {
	const position = { segment: 0, offset: 0 };
	return plainText(eventWords(team, { position, at: record.at, by: record.by, type: record.type, record }));
}

const team: Team = {
	id: "t-00000000-0000-7000-8000-000000000001",
	name: "shop",
	createdAt: noon,
	kind: undefined,
	path: "~/shop",
	revision: 1,
	admin: reviewer,
	members: [member(reviewer, "reviewer"), member(backend, "backend")],
	removed: [],
	formerRoles: [],
	timeline: [],
	hasOlder: false,
	waiting: [],
};

function member(id: string, role: string): Team["members"][number] {
	return {
		id,
		role,
		joinedAt: noon,
		openedBy: undefined,
		presence: { at: "offline", since: null, holder: null },
		activity: undefined,
		unread: 0,
		openTo: 0,
		openFrom: 0,
	};
}
