// The JSON that verbs print, once: its types derive from here, and docs/CLI.schema.json is generated from it. Imported as types by the program, so that no schema library is loaded at run time.

import Type, { type Static, type TProperties, type TSchema } from "typebox";
import { kindNames } from "../../core/kinds.ts";

/** Version of every object; grows when a field changes its meaning or goes away, not when one is added. */
export const jsonVersion = 1;

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const id = Type.String({ pattern: UUID, description: "a whole id; people see its last 8 hex digits" });
const at = Type.Integer({ minimum: 0, description: "milliseconds since 1970" });
const yes = Type.Boolean();
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends readonly string[]>(...values: T) => Type.Enum(values);
const part = <T extends TProperties>(fields: T) => Type.Object(fields, { additionalProperties: false });

const outcome = oneOf("completed", "failed", "interrupted");
const place = oneOf("new", "claimed", "surfaced", "answered", "expired", "failed", "settled", "pruned");
const ends = { from: text, fromId: id, to: text, toId: id };

export const Trouble = part({ code: text, path: text, text, hint: text });

export const Team = part({
	id,
	name: text,
	path: text,
	createdAt: at,
	openedByTerminal: yes,
	admin: orNull(text),
	members: count,
	online: count,
	working: count,
	waiting: Type.Integer({ minimum: 0, description: "unsettled requests and unanswered questions" }),
});

export const Member = part({
	id,
	role: text,
	admin: yes,
	state: oneOf("working", "waiting", "idle", "online", "suspended", "offline"),
	since: orNull(at),
	alarm: orNull(oneOf("needs-you", "stuck")),
	joinedAt: at,
	client: orNull(oneOf("pi", "dash", "cli")),
	pid: orNull(count),
	cwd: orNull(text),
	session: orNull(text),
	sessionName: orNull(text),
	tmuxPane: orNull(text),
	focus: orNull(text),
	paused: oneOf("no", "person", "program"),
	holds: Type.Array(text),
	unread: count,
	openTo: count,
	openFrom: count,
});

export const Waiting = part({ id, kind: text, ...ends, subject: text, at, place: oneOf("new", "claimed", "surfaced") });

const ReceiptStep = part({
	state: oneOf("surfaced", "answered", "settled", "expired", "failed"),
	at,
	code: orNull(text),
	outcome: orNull(outcome),
	reply: orNull(id),
	inferred: orNull(yes),
});

const messageFields = {
	id,
	kind: Type.String({ description: `${kindNames.join(", ")}, or one of a newer version` }),
	...ends,
	origin: oneOf("agent", "person", "script"),
	at,
	subject: orNull(text),
	body: text,
	prunedOf: orNull(Type.Integer({ description: "bytes of the whole text when only its start is left" })),
	expiresAt: orNull(at),
	rootId: id,
	parentId: orNull(id),
	replyTo: orNull(id),
	outcome: orNull(outcome),
	state: place,
	receipts: Type.Array(ReceiptStep),
};

export const Message = part(messageFields);
const ToldMessage = part({ ...messageFields, words: text });

const eventFields = {
	team: text,
	at,
	by: orNull(text),
	type: text,
	position: part({ segment: count, offset: count }),
	words: Type.String({ description: "what a person reads; may change" }),
	event: orNull(
		Type.Record(text, Type.Unknown(), {
			description: "the record as docs/STORE.md has it; null for one of a newer version",
		}),
	),
};

export const Event = part(eventFields);

const sent = reply({ id, kind: text, to: text, toId: id, words: text, was: orNull(text) });
const carriedOut = reply({ done: text, teamId: orNull(id), memberId: orNull(id) });
const roster = { team: Team, members: Type.Array(Member), trouble: Type.Array(Trouble) };
const verbHelp = { verb: text, usage: text, help: text };

const Answer = part({
	id,
	from: text,
	fromId: id,
	at,
	body: text,
	outcome: orNull(outcome),
	files: Type.Array(text),
	filesOmitted: count,
});

/** One object of each verb. */
export const replies = {
	teams: reply({ root: text, exists: yes, asOf: at, teams: Type.Array(Team), trouble: Type.Array(Trouble) }),
	members: reply(roster),
	status: reply({ ...roster, waiting: Type.Array(Waiting) }),
	tail: Type.Union([reply(eventFields), reply({ type: Type.Literal("gap"), words: text })]),
	show: reply({ team: text, message: ToldMessage, thread: Type.Array(Message) }),
	explain: reply({ team: text, message: ToldMessage, reasons: Type.Array(part({ code: text, text })) }),
	wait: reply({ id, kind: text, state: place, answer: orNull(Answer) }),
	tell: sent,
	ask: sent,
	handoff: sent,
	send: sent,
	note: sent,
	wake: carriedOut,
	create: carriedOut,
	rename: carriedOut,
	"rename-role": carriedOut,
	remove: carriedOut,
	admin: carriedOut,
	delete: carriedOut,
	doctor: reply({
		findings: Type.Array(
			part({
				code: text,
				weight: oneOf("broken", "attention", "note"),
				what: text,
				meaning: text,
				mend: text,
				path: orNull(text),
				fixable: Type.Boolean({ description: "--fix mends it without being told its path" }),
				loses: orNull(Type.String({ description: "what goes with the file when its path is named after --fix" })),
				fixed: yes,
				failed: orNull(text),
			}),
		),
		facts: Type.Array(part({ name: text, value: text })),
	}),
	prune: reply({
		team: text,
		before: at,
		done: yes,
		segments: count,
		days: count,
		messages: count,
		quarantined: count,
		bytes: count,
		totalBytes: Type.Integer({ minimum: 0, description: "of all history of the team, before anything went" }),
		paths: Type.Array(text),
	}),
	import: reply({
		team: text,
		teamId: id,
		path: text,
		format: text,
		members: Type.Array(text),
		admin: orNull(text),
		queued: count,
		interrupted: count,
		events: count,
		skipped: count,
	}),
	export: reply({ ...eventFields, text: orNull(text), prunedOf: orNull(count) }),
	help: Type.Union([reply({ verbs: Type.Array(part(verbHelp)) }), reply({ ...verbHelp, flags: Type.Array(text) })]),
};

/** Any verb, instead of its reply; a stream may end with it. */
export const Failure = part({
	v: Type.Literal(jsonVersion),
	ok: Type.Literal(false),
	code: text,
	message: text,
	next: Type.Optional(text),
});

export type TroubleJson = Static<typeof Trouble>;
export type TeamJson = Static<typeof Team>;
export type MemberJson = Static<typeof Member>;
export type WaitingJson = Static<typeof Waiting>;
export type MessageJson = Static<typeof Message>;
export type EventJson = Static<typeof Event>;

/** What a verb fills in: the head is added when it is written. */
export type ReplyOf<Verb extends keyof typeof replies> = Unheaded<Static<(typeof replies)[Verb]>>;
type Unheaded<T> = T extends unknown ? Omit<T, "v" | "ok"> : never;

function reply<T extends TProperties>(fields: T) {
	return part({ v: Type.Literal(jsonVersion), ok: Type.Literal(true), ...fields });
}
