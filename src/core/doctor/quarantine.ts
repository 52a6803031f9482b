// Finds a message among the files that were set aside, by the notes beside them. Only looks.

import type { Env } from "../env.ts";
import type { Ground } from "../files/ground.ts";
import { readBytes, readNames } from "../files/read.ts";
import { limits } from "../limits.ts";
import type { MessageId } from "../model.ts";
import { parseBounded } from "../parse.ts";
import { ifReadable, type Store } from "../store.ts";
import { groundAt } from "./ground.ts";

export interface SetAside {
	readonly path: string;
	readonly reason: string;
}

const NOTE = ".reason.json";
const KEPT = ".kept";

/** The latest one; undefined when no file of this message was set aside. */
export function findSetAside(env: Env, store: Store, id: MessageId): SetAside | undefined {
	const ground = groundAt(env, store.root, "visitor");
	const names = (readNames(ground, ground.layout.quarantine) ?? []).filter((name) => name.endsWith(NOTE)).sort();
	for (const name of names.toReversed()) {
		const note = noteIn(ground, name);
		if (note?.name.startsWith(`${id}.`) !== true) continue;
		return { path: ground.layout.quarantined(name.replace(NOTE, KEPT)), reason: note.reason };
	}
	return undefined;
}

/** A note that cannot be read names nothing. */
function noteIn(ground: Ground, file: string): { readonly name: string; readonly reason: string } | undefined {
	const read = ifReadable(() => readBytes(ground, ground.layout.quarantined(file), limits.recordBytes));
	const parsed = read === undefined ? undefined : parseBounded(read.bytes);
	if (parsed?.ok !== true || typeof parsed.value !== "object" || parsed.value === null) return undefined;
	const { name, reason } = parsed.value as { readonly name?: unknown; readonly reason?: unknown };
	return typeof name === "string" && typeof reason === "string" ? { name, reason } : undefined;
}
