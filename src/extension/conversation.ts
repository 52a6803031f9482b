// What Pi's session holds: which of our message ids, and whether the session is on disk. Reads only; a session manager is asked anew each time.

import { existsSync } from "node:fs";
import { type SessionView, types } from "./host.ts";

/** The ids out of `wanted` that entries of the current branch hold; looked for from the end, since they are young. */
export function heldByBranch(session: SessionView, wanted: ReadonlySet<string>): ReadonlySet<string> {
	const found = new Set<string>();
	const entries = wanted.size === 0 ? [] : session.getBranch();
	for (let index = entries.length - 1; index >= 0 && found.size < wanted.size; index -= 1) {
		for (const id of idsOf(entries[index])) if (wanted.has(id)) found.add(id);
	}
	return found;
}

/** Every id any entry holds, also off the current branch: a step back in the tree must not deliver twice. */
export function heldBySession(session: SessionView): ReadonlySet<string> {
	return new Set(session.getEntries().flatMap((entry) => [...idsOf(entry)]));
}

/**
 * Whether what the session holds survives a crash. Pi keeps everything in memory before the first prompt (0.85.1: before the
 * first answer). A session without a file never survives, so there the first prompt counts.
 */
export function isOnDisk(session: SessionView): boolean {
	const file = session.getSessionFile();
	if (file !== undefined) return existsSync(file);
	return session
		.getEntries()
		.some((entry) => entry.type === "message" && (entry.message.role === "user" || entry.message.role === "assistant"));
}

function idsOf(entry: unknown): readonly string[] {
	if (typeof entry !== "object" || entry === null) return [];
	const { type, customType, details, data } = entry as Record<string, unknown>;
	if (type === "custom_message" && (customType === types.message || customType === types.review))
		return idList(details);
	return type === "custom" && customType === types.event ? idList(data) : [];
}

function idList(holder: unknown): readonly string[] {
	const ids = typeof holder === "object" && holder !== null ? (holder as { readonly ids?: unknown }).ids : undefined;
	return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}
