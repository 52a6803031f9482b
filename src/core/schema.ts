// Every stored record, once: its type derives from its schema. Imported as types by the program; scripts/checks.ts turns the
// schemas into checks.generated.ts, so that no schema compiler is loaded at run time. Format: docs/STORE.md.

import Type, { type Static, type TEnum, type TProperties } from "typebox";
import { limits } from "./limits.ts";

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
export const NAME = `^[a-z][a-z0-9-]{0,${limits.nameLength - 1}}$`;

const id = () => Type.String({ pattern: UUID });
const name = () => Type.String({ pattern: NAME });
const text = (most: number = limits.recordBytes) => Type.String({ maxLength: most });
const at = () => Type.Integer({ minimum: 0 });
const count = () => Type.Integer({ minimum: 0 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends string[]>(...values: T): TEnum<T> => Type.Enum(values) as TEnum<T>;
const maybe = Type.Optional;
const path = () => text(limits.resultPathLength);

/** Who wrote a record: a member in a generation, or nobody (a one-shot verb, a visitor's join). */
const By = nullable(Type.Object({ member: id(), generation: count() }, { additionalProperties: false }));

function record<T extends TProperties>(fields: T) {
	return Type.Object(
		{ v: Type.Literal(1), at: at(), by: By, ...fields, ext: maybe(Type.Record(Type.String(), Type.Unknown())) },
		{ additionalProperties: false },
	);
}
const part = <T extends TProperties>(fields: T) => Type.Object(fields, { additionalProperties: false });

export const StoreFormat = record({
	format: Type.Literal("pi-team"),
	storeId: id(),
	minReader: count(),
	minWriter: count(),
	leaseMs: Type.Integer({ minimum: 1 }),
	beatMs: Type.Integer({ minimum: 1 }),
	lockStaleMs: Type.Integer({ minimum: 1 }),
	sync: Type.Boolean(),
});

export const TeamName = record({ name: name(), teamId: id() });

export const SessionSeat = record({ session: text(limits.nameLength * 8), teamId: id(), member: id() });

export const MemberRecord = part({
	id: id(),
	role: name(),
	joinedAt: at(),
	state: oneOf("member", "removed"),
	removedAt: maybe(at()),
	removedBy: maybe(nullable(id())),
	openedBy: maybe(id()),
});

export const FormerRole = part({ role: name(), member: id(), until: at() });

export const TeamDocument = record({
	teamId: id(),
	revision: Type.Integer({ minimum: 1 }),
	name: name(),
	createdAt: at(),
	kind: maybe(Type.Literal("session")),
	admin: nullable(id()),
	members: Type.Array(MemberRecord, { maxItems: limits.jsonNodes }),
	formerRoles: Type.Array(FormerRole, { maxItems: limits.jsonNodes }),
});

export const Lease = record({
	member: id(),
	generation: Type.Integer({ minimum: 1 }),
	token: id(),
	client: oneOf("pi", "dash", "cli"),
	session: text(limits.nameLength * 8),
	pid: count(),
	startTime: nullable(text()),
	bootId: nullable(text()),
	pidNamespace: nullable(text()),
	cwd: path(),
	tty: maybe(path()),
	tmuxPane: maybe(path()),
	sessionName: maybe(path()),
	appVersion: text(limits.nameLength),
	vacant: maybe(Type.Literal("removed")),
});

export const Activity = record({
	member: id(),
	generation: Type.Integer({ minimum: 1 }),
	state: oneOf("working", "waiting", "idle"),
	since: at(),
	focus: maybe(text(limits.focusLength)),
	focusSince: maybe(at()),
	progressAt: maybe(at()),
	paused: oneOf("no", "person", "program"),
	holds: Type.Array(oneOf("busy", "dialog", "draft", "no-model", "batch", "request", "first-prompt"), {
		maxItems: limits.nameLength,
	}),
	request: maybe(id()),
	edits: Type.Array(part({ path: path(), at: at() }), { maxItems: limits.editsKept }),
	jobs: maybe(
		Type.Array(
			part({
				id: text(limits.nameLength),
				label: text(limits.subjectLength),
				state: text(limits.nameLength),
				since: at(),
				turns: maybe(count()),
				tokens: maybe(count()),
				member: maybe(id()),
			}),
			{ maxItems: limits.jobsKept },
		),
	),
});

export const ResultReport = part({
	request: id(),
	outcome: oneOf("completed", "failed", "interrupted"),
	files: Type.Array(path(), { maxItems: limits.resultFiles }),
	filesOmitted: count(),
	textCut: Type.Boolean(),
	/** The run ended without a closing text: the body is a sentence of the program. */
	textMissing: maybe(Type.Boolean()),
});

export const MessageRecord = record({
	id: id(),
	teamId: id(),
	kind: text(limits.nameLength),
	from: id(),
	fromGeneration: count(),
	to: id(),
	toGeneration: maybe(count()),
	toSession: maybe(text(limits.nameLength * 8)),
	origin: oneOf("agent", "person", "script"),
	subject: maybe(text(limits.subjectLength)),
	body: text(),
	expiresAt: maybe(at()),
	rootId: id(),
	parentId: maybe(id()),
	replyTo: maybe(id()),
	result: maybe(ResultReport),
});

const receiptHead = { message: id(), from: id(), to: id() };

export const Receipt = Type.Union([
	record({ ...receiptHead, state: Type.Literal("surfaced"), session: text(limits.nameLength * 8) }),
	record({ ...receiptHead, state: Type.Literal("answered"), reply: id(), inferred: Type.Boolean() }),
	record({ ...receiptHead, state: Type.Literal("settled"), resultId: id(), body: text(), result: ResultReport }),
	record({ ...receiptHead, state: Type.Literal("expired") }),
	record({
		...receiptHead,
		state: Type.Literal("failed"),
		code: oneOf("taken-over", "invalid", "attempts", "removed"),
	}),
]);

function event<const T extends string, F extends TProperties>(type: T, fields: F) {
	return Type.Object(
		{
			v: Type.Literal(1),
			at: at(),
			by: nullable(id()),
			g: count(),
			n: count(),
			type: Type.Literal(type),
			...fields,
			ext: maybe(Type.Record(Type.String(), Type.Unknown())),
		},
		{ additionalProperties: false },
	);
}

const place = { client: oneOf("pi", "dash", "cli"), cwd: path() };
const activity = { focus: maybe(text(limits.focusLength)) };

export const EventRecord = Type.Union([
	event("created", { name: name() }),
	event("team-renamed", { name: name(), from: maybe(name()) }),
	event("joined", place),
	event("back", place),
	event("left", place),
	event("closed", place),
	event("taken-over", { session: text(limits.nameLength * 8), cwd: path(), previous: count() }),
	event("working", activity),
	event("waiting", activity),
	event("idle", activity),
	event("message", {
		id: id(),
		to: id(),
		kind: text(limits.nameLength),
		origin: oneOf("agent", "person", "script"),
		subject: maybe(text(limits.subjectLength)),
		text: text(),
		textBytes: maybe(count()),
		rootId: id(),
		parentId: maybe(id()),
		replyTo: maybe(id()),
		outcome: maybe(oneOf("completed", "failed", "interrupted")),
	}),
	event("refused", {
		to: maybe(id()),
		toName: maybe(text(limits.subjectLength)),
		kind: text(limits.nameLength),
		code: text(limits.nameLength),
		text: maybe(text()),
	}),
	event("receipt", {
		id: id(),
		of: id(),
		state: oneOf("surfaced", "answered", "settled", "expired", "failed"),
		outcome: maybe(oneOf("completed", "failed", "interrupted")),
	}),
	event("role-renamed", { member: id(), from: name(), to: name() }),
	event("removed", { member: id(), settled: count() }),
	event("admin", {
		member: id(),
		previous: maybe(nullable(id())),
		how: oneOf("first", "handed", "claimed", "inherited"),
	}),
	event("pruned", { before: at(), segments: count(), bytes: count() }),
]);

/** What scripts/checks.ts generates a check for. */
export const schemas = {
	StoreFormat,
	TeamName,
	SessionSeat,
	TeamDocument,
	Lease,
	Activity,
	MessageRecord,
	Receipt,
	EventRecord,
};

export type StoreFormat = Static<typeof StoreFormat>;
export type TeamName = Static<typeof TeamName>;
export type SessionSeat = Static<typeof SessionSeat>;
export type MemberRecord = Static<typeof MemberRecord>;
export type FormerRole = Static<typeof FormerRole>;
export type TeamDocument = Static<typeof TeamDocument>;
export type Lease = Static<typeof Lease>;
export type Activity = Static<typeof Activity>;
export type ResultReport = Static<typeof ResultReport>;
export type MessageRecord = Static<typeof MessageRecord>;
export type Receipt = Static<typeof Receipt>;
export type EventRecord = Static<typeof EventRecord>;
export type EventType = EventRecord["type"];
export type By = { readonly member: string; readonly generation: number } | null;
export type Client = Lease["client"];
export type Origin = MessageRecord["origin"];
export type ActivityState = Activity["state"];
export type Hold = Activity["holds"][number];
export type Pause = Activity["paused"];
export type ReceiptState = Receipt["state"];
export type Outcome = ResultReport["outcome"];
export type FailCode = Extract<Receipt, { state: "failed" }>["code"];
