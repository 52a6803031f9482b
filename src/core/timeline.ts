// Appends lines to a team's timeline as one writer. Best effort: a line that cannot be written never fails what it tells of. Never reads.

import type { Env } from "./env.ts";
import { limits } from "./limits.ts";
import type { TeamId } from "./model.ts";
import type { By, EventRecord } from "./schema.ts";
import { type Store, StoreError } from "./store.ts";

type Bare<E> = E extends EventRecord ? Omit<E, "v" | "at" | "by" | "g" | "n" | "ext"> : never;

/** An event without what its writer adds. */
export type NewEvent = Bare<EventRecord>;

/** Who writes into one team: a member in a generation, or nobody. */
export interface Writer {
	readonly env: Env;
	readonly store: Store;
	readonly teamId: TeamId;
	readonly by: By;
	trace(event: NewEvent): void;
}

/** `firstN` is the number of its first line; numbers grow within a generation, also over a reload. */
export function writerAs(env: Env, store: Store, teamId: TeamId, by: By, firstN = 1): Writer {
	let n = firstN;
	return {
		env,
		store,
		teamId,
		by,
		trace(event) {
			const head = {
				v: 1,
				at: env.now(),
				by: by?.member ?? null,
				g: by?.generation ?? 0,
				n: by === null ? 0 : n,
			} as const;
			n += 1;
			try {
				store.append(teamId, fitted({ ...head, ...event } as EventRecord));
			} catch (error) {
				// The files are the truth, the timeline is the hint: a full disk or a deleted team must not undo what was done.
				if (!(error instanceof StoreError)) throw error;
			}
		},
	};
}

/** What every record of this writer starts with. */
export function headOf(writer: Writer): { readonly v: 1; readonly at: number; readonly by: By } {
	return { v: 1, at: writer.env.now(), by: writer.by };
}

const FRAME_BYTES = 2;
const COUNT_KEY_BYTES = ',"textBytes":'.length + String(limits.recordBytes).length + 1;

/** Within one line: a longer text is cut at a whole character, and the line says how long it was. */
export function fitted(event: EventRecord): EventRecord {
	if (lineBytes(event) <= limits.eventLineBytes) return event;
	if (event.type !== "message" && event.type !== "refused") return event;
	const text = event.text ?? "";
	const room = limits.eventLineBytes - lineBytes({ ...event, text: "" }) - COUNT_KEY_BYTES;
	const short = { ...event, text: headOfText(text, room) };
	return short.type === "message" ? { ...short, textBytes: Buffer.byteLength(text) } : short;
}

function lineBytes(event: EventRecord): number {
	return Buffer.byteLength(JSON.stringify(event)) + FRAME_BYTES;
}

/** The longest start of `text` that takes at most `room` bytes inside a JSON string. */
function headOfText(text: string, room: number): string {
	let fits = 0;
	let tooLong = text.length + 1;
	while (tooLong - fits > 1) {
		const middle = Math.floor((fits + tooLong) / 2);
		if (Buffer.byteLength(JSON.stringify(text.slice(0, middle))) - FRAME_BYTES <= room) fits = middle;
		else tooLong = middle;
	}
	return wholeCharacters(text, fits);
}

/** Never ends between the two halves of a character outside the basic plane. */
export function wholeCharacters(text: string, length: number): string {
	const code = text.charCodeAt(length - 1);
	const splits = length < text.length && code >= 0xd800 && code <= 0xdbff;
	return text.slice(0, splits ? length - 1 : length);
}
