// A team of an earlier program as plain values, whichever of the three formats it had. Types and their checks; never I/O.

export type EarlierFormat = "state" | "state-enveloped" | "profile";

export interface EarlierMember {
	/** What the earlier program knew it by: an alias, or a UUID. */
	readonly key: string;
	readonly role: string;
	/** Wall ms of its last sign of life; 0 = none recorded. */
	readonly seenAt: number;
	readonly offline: boolean;
	readonly joinedAt: number | undefined;
	readonly left: boolean;
}

export interface EarlierMessage {
	readonly id: string;
	readonly from: string;
	readonly to: string;
	readonly kind: "request" | "note" | "result";
	readonly state: "pending" | "processing" | "completed" | "interrupted" | "seen";
	readonly subject: string;
	readonly body: string;
	readonly createdAt: number;
	readonly rootId: string;
	readonly parentId: string | undefined;
}

export interface EarlierEvent {
	readonly at: number;
	readonly type: string;
	readonly by: string;
	/** A member's key, or a name nobody had. */
	readonly to: string | undefined;
	readonly kind: string | undefined;
	readonly text: string | undefined;
}

export interface EarlierTeam {
	readonly path: string;
	readonly format: EarlierFormat;
	readonly name: string;
	readonly createdAt: number | undefined;
	readonly admin: string | undefined;
	/** In order of joining. */
	readonly members: readonly EarlierMember[];
	readonly messages: readonly EarlierMessage[];
	readonly events: readonly EarlierEvent[];
}

const KINDS = ["request", "note", "result"] as const;
const STATES = ["pending", "processing", "completed", "interrupted", "seen"] as const;

type Fields = Readonly<Record<string, unknown>>;

/** undefined when it is no object. */
export function fieldsOf(value: unknown): Fields | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function textIn(fields: Fields, ...names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = fields[name];
		if (typeof value === "string" && value !== "") return value;
	}
	return undefined;
}

/** A time in ms, also when it was written as a date. */
export function timeIn(fields: Fields, ...names: readonly string[]): number | undefined {
	for (const name of names) {
		const value = fields[name];
		const ms = typeof value === "string" ? Date.parse(value) : value;
		if (typeof ms === "number" && Number.isFinite(ms) && ms >= 0) return Math.floor(ms);
	}
	return undefined;
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
	const value = fields[name];
	return Array.isArray(value) ? value : [];
}

/** undefined for an entry that is no member: it is counted by who reads it. */
export function memberOf(value: unknown): EarlierMember | undefined {
	const fields = fieldsOf(value);
	const role = fields === undefined ? undefined : textIn(fields, "alias", "role", "name");
	if (fields === undefined || role === undefined) return undefined;
	const state = textIn(fields, "state", "status");
	return {
		key: textIn(fields, "memberId", "id") ?? role,
		role,
		seenAt: timeIn(fields, "seen", "lastSeen") ?? 0,
		offline: state === "offline" || state === "left",
		joinedAt: timeIn(fields, "joinedAt", "createdAt"),
		left: state === "left",
	};
}

export function messageOf(value: unknown): EarlierMessage | undefined {
	const fields = fieldsOf(value);
	if (fields === undefined) return undefined;
	const id = textIn(fields, "id");
	const from = textIn(fields, "from");
	const to = textIn(fields, "to");
	const kind = KINDS.find((each) => each === fields.kind);
	const state = STATES.find((each) => each === fields.state);
	const createdAt = timeIn(fields, "created", "createdAt");
	if (id === undefined || from === undefined || to === undefined) return undefined;
	if (kind === undefined || state === undefined || createdAt === undefined) return undefined;
	return {
		...{ id, from, to, kind, state, createdAt },
		subject: textIn(fields, "subject") ?? "",
		body: textIn(fields, "body") ?? "",
		rootId: textIn(fields, "rootId") ?? id,
		parentId: textIn(fields, "parentId"),
	};
}

export function eventOf(value: unknown): EarlierEvent | undefined {
	const fields = fieldsOf(value);
	if (fields === undefined) return undefined;
	const at = timeIn(fields, "at");
	const type = textIn(fields, "type");
	const by = textIn(fields, "by");
	if (at === undefined || type === undefined || by === undefined) return undefined;
	return { at, type, by, to: textIn(fields, "to"), kind: textIn(fields, "kind"), text: textIn(fields, "text") };
}
