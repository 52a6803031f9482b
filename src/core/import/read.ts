// Reads a team of an earlier program from its directory, bounded and without following links. Never writes there, not even a lock.

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { limits } from "../limits.ts";
import { StoreError } from "../store.ts";
import {
	type EarlierMember,
	type EarlierTeam,
	eventOf,
	fieldsOf,
	listIn,
	memberOf,
	messageOf,
	textIn,
	timeIn,
} from "./earlier.ts";

/** What a directory holds, or undefined when it is none of the three. Throws StoreError for one that cannot be read. */
export function readEarlierTeam(path: string): EarlierTeam | undefined {
	const state = readJson(join(path, "state.json"));
	if (state !== undefined) return fromState(path, state);
	const profile = readJson(join(path, "profile.json"));
	return profile === undefined ? undefined : fromProfile(path, profile);
}

function fromState(path: string, document: unknown): EarlierTeam {
	const file = join(path, "state.json");
	const outer = fieldsOf(document);
	if (outer === undefined) throw corrupt(file, "holds no object");
	const enveloped = Object.hasOwn(outer, "schemaVersion");
	const fields = enveloped ? fieldsOf(opened(file, outer)) : outer;
	if (fields === undefined || fields.version !== 1) throw corrupt(file, "is of no known version");
	const presence = seenIn(join(path, "presence"));
	const members = whole(file, listIn(fields, "members"), memberOf).map((member) => ({
		...member,
		seenAt: Math.max(member.seenAt, presence.get(member.role) ?? 0),
	}));
	return {
		path,
		format: enveloped ? "state-enveloped" : "state",
		name: basename(path),
		createdAt: undefined,
		admin: undefined,
		members,
		messages: whole(file, listIn(fields, "messages"), messageOf),
		events: [],
	};
}

/** The payload, once it is the one that was written. */
function opened(file: string, outer: Readonly<Record<string, unknown>>): unknown {
	if (outer.schemaVersion !== 1) throw corrupt(file, "is of no known version");
	const hash = createHash("sha256")
		.update(JSON.stringify(outer.payload) ?? "")
		.digest("hex");
	if (outer.contentHash !== hash) throw corrupt(file, "is not what its check sum says");
	return outer.payload;
}

function fromProfile(path: string, document: unknown): EarlierTeam {
	const profile = fieldsOf(document);
	if (profile === undefined) throw corrupt(join(path, "profile.json"), "holds no object");
	const file = join(path, "events.json");
	const lines = readJson(file) ?? [];
	const list = Array.isArray(lines) ? lines : listIn(fieldsOf(lines) ?? {}, "events");
	const events = whole(file, list, eventOf).sort((a, b) => a.at - b.at);
	const recorded = [...listIn(profile, "members"), ...recordsIn(join(path, "members"))].flatMap(
		(each) => memberOf(each) ?? [],
	);
	const names = new Set(recorded.map((member) => member.key));
	const joined = events.filter((event) => event.type === "joined" && !names.has(event.by));
	const unnamed = new Map(joined.map((event) => [event.by, unnamedMember(event.by, event.at)]));
	const joinedAt = (key: string) => events.find((event) => event.type === "joined" && event.by === key)?.at;
	const members = [...recorded, ...unnamed.values()].map((member) => ({
		...member,
		joinedAt: member.joinedAt ?? joinedAt(member.key),
	}));
	return {
		path,
		format: "profile",
		name: textIn(profile, "name") ?? basename(path),
		createdAt: timeIn(profile, "createdAt"),
		admin: textIn(profile, "adminId", "admin"),
		members: members.sort((a, b) => (a.joinedAt ?? 0) - (b.joinedAt ?? 0)),
		messages: [],
		events,
	};
}

const SHORT = 8;

/** Somebody of whom only events are left: called by the start of the id. */
function unnamedMember(key: string, joinedAt: number): EarlierMember {
	return { key, role: `member-${key.slice(0, SHORT)}`, seenAt: 0, offline: true, joinedAt, left: false };
}

/** A list with an entry that is not understood is refused as a whole: half a team would look like all of it. */
function whole<T>(file: string, list: readonly unknown[], read: (value: unknown) => T | undefined): T[] {
	return list.map((value, index) => {
		const entry = read(value);
		if (entry === undefined) throw corrupt(file, `entry ${index} is not understood`);
		return entry;
	});
}

/** When each alias was last seen, from the small files beside the record; a broken one counts as none. */
function seenIn(directory: string): ReadonlyMap<string, number> {
	const seen = new Map<string, number>();
	for (const file of namesIn(directory)) {
		const fields = fieldsOf(readJsonLoosely(join(directory, file)));
		const at = fields === undefined ? undefined : timeIn(fields, "seen");
		if (at !== undefined) seen.set(file.replace(/\.json$/, ""), at);
	}
	return seen;
}

function recordsIn(directory: string): readonly unknown[] {
	return namesIn(directory).flatMap((file) => readJsonLoosely(join(directory, file)) ?? []);
}

function namesIn(directory: string): readonly string[] {
	const stat = lstatSync(directory, { throwIfNoEntry: false });
	if (stat?.isDirectory() !== true) return [];
	return readdirSync(directory)
		.filter((file) => file.endsWith(".json"))
		.sort();
}

function readJsonLoosely(path: string): unknown {
	try {
		return readJson(path);
	} catch (error) {
		if (error instanceof StoreError) return undefined; // A presence file is rewritten every second; a torn one says nothing.
		throw error;
	}
}

/** undefined = no such file. */
function readJson(path: string): unknown {
	if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
	const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const stat = fstatSync(fd);
		if (!stat.isFile()) throw new StoreError("unsafe", path, "is no regular file");
		if (stat.size > limits.earlierBytes) throw new StoreError("too-large", path, `has ${stat.size} bytes`);
		return JSON.parse(readFileSync(fd, "utf8"));
	} catch (error) {
		if (error instanceof SyntaxError) throw corrupt(path, "is no JSON", error);
		throw error;
	} finally {
		closeSync(fd);
	}
}

/** Wall ms of the newest change of any file: what the earlier design rewrote as a sign of life. */
export function newestChangeIn(path: string, depth = 2): number {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return 0;
	if (!stat.isDirectory()) return stat.mtimeMs;
	if (depth < 0) return 0;
	return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChangeIn(join(path, name), depth - 1)), 0);
}

function corrupt(path: string, why: string, cause?: unknown): StoreError {
	return new StoreError("corrupt", path, `${why}; nothing was taken over, the file is as it was`, cause);
}
