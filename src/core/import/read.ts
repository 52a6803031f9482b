// Reads a team of an earlier program from its directory, bounded and without following links. Never writes there, not even a lock.

import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { isDirectory, isFile, msOf } from "../files/disk.ts";
import { asReadError } from "../files/errors.ts";
import { readBytes, readNames } from "../files/read.ts";
import type { Reader } from "../files/safe.ts";
import { limits } from "../limits.ts";
import { parseBounded } from "../parse.ts";
import { ifReadable, StoreError } from "../store.ts";
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
export function readEarlierTeam(reader: Reader, path: string): EarlierTeam | undefined {
	const state = readJson(reader, join(path, "state.json"));
	if (state !== undefined) return fromState(reader, path, state);
	const profile = readJson(reader, join(path, "profile.json"));
	return profile === undefined ? undefined : fromProfile(reader, path, profile);
}

function fromState(reader: Reader, path: string, document: unknown): EarlierTeam {
	const file = join(path, "state.json");
	const outer = fieldsOf(document);
	if (outer === undefined) throw corrupt(file, "holds no object");
	const enveloped = Object.hasOwn(outer, "schemaVersion");
	const fields = enveloped ? fieldsOf(opened(file, outer)) : outer;
	if (fields === undefined || fields.version !== 1) throw corrupt(file, "is of no known version");
	const presence = seenIn(reader, join(path, "presence"));
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

function fromProfile(reader: Reader, path: string, document: unknown): EarlierTeam {
	const profile = fieldsOf(document);
	if (profile === undefined) throw corrupt(join(path, "profile.json"), "holds no object");
	const file = join(path, "events.json");
	const lines = readJson(reader, file) ?? [];
	const list = Array.isArray(lines) ? lines : listIn(fieldsOf(lines) ?? {}, "events");
	const events = whole(file, list, eventOf).sort((a, b) => a.at - b.at);
	const recorded = [...listIn(profile, "members"), ...recordsIn(reader, join(path, "members"))].flatMap(
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
function seenIn(reader: Reader, directory: string): ReadonlyMap<string, number> {
	const seen = new Map<string, number>();
	for (const file of namesIn(reader, directory)) {
		const fields = fieldsOf(readJsonLoosely(reader, join(directory, file)));
		const at = fields === undefined ? undefined : timeIn(fields, "seen");
		if (at !== undefined) seen.set(file.replace(/\.json$/, ""), at);
	}
	return seen;
}

function recordsIn(reader: Reader, directory: string): readonly unknown[] {
	return namesIn(reader, directory).flatMap((file) => readJsonLoosely(reader, join(directory, file)) ?? []);
}

function namesIn(reader: Reader, directory: string): readonly string[] {
	const stat = statOf(reader, directory);
	if (stat === undefined || !isDirectory(stat)) return [];
	return (readNames(reader, directory) ?? []).filter((file) => file.endsWith(".json")).sort();
}

function readJsonLoosely(reader: Reader, path: string): unknown {
	// A presence file is rewritten every second; a torn one says nothing.
	return ifReadable(() => readJson(reader, path));
}

/** undefined = no such file. */
function readJson(reader: Reader, path: string): unknown {
	const stat = statOf(reader, path);
	if (stat === undefined || !isFile(stat)) return undefined;
	const file = readBytes(reader, path, limits.earlierBytes);
	if (file === undefined) return undefined;
	const parsed = parseBounded(file.bytes, { depth: limits.jsonDepth, nodes: limits.earlierNodes });
	if (!parsed.ok) throw corrupt(path, parsed.why);
	return parsed.value;
}

function statOf({ disk }: Reader, path: string) {
	try {
		return disk.lstat(path);
	} catch (error) {
		throw asReadError(error, path);
	}
}

/** Wall ms of the newest change of any file: what the earlier design rewrote as a sign of life. */
export function newestChangeIn(reader: Reader, path: string, depth = 2): number {
	const stat = statOf(reader, path);
	if (stat === undefined) return 0;
	if (!isDirectory(stat)) return msOf(stat.mtimeNs);
	if (depth < 0) return 0;
	const names = readNames(reader, path) ?? [];
	return names.reduce((newest, name) => Math.max(newest, newestChangeIn(reader, join(path, name), depth - 1)), 0);
}

function corrupt(path: string, why: string): StoreError {
	return new StoreError("corrupt", path, `${why}; nothing was taken over, the file is as it was`);
}
