// What a terminal in a storm writes down: what it wanted before, what came of it after. A deed without an answer may have happened or not.

import { appendFileSync, readFileSync } from "node:fs";
import type { MemberId } from "../../../src/core/model.ts";

export type SeatDeed =
	| { readonly do: "sit"; readonly role: string }
	| { readonly do: "send"; readonly kind: string; readonly to: MemberId; readonly mark: string }
	/** One message that was handed out; told afterwards, so a kill in between leaves it untold. */
	| { readonly do: "got"; readonly id: string; readonly attempt: number }
	| { readonly do: "shown"; readonly id: string; readonly session: string }
	| { readonly do: "settle"; readonly id: string; readonly mark: string }
	| { readonly do: "look" };

type Of<D extends SeatDeed["do"]> = Extract<SeatDeed, { readonly do: D }>;

export interface Told<D extends SeatDeed = SeatDeed> {
	/** Of the process. */
	readonly pid: number;
	readonly deed: D;
	/** undefined = it ended before it could say. */
	readonly answer: unknown;
}

export function openDeeds(path: string) {
	let count = 0;
	const write = (entry: object) => appendFileSync(path, `\n${JSON.stringify(entry)}\n`);
	return async <T>(deed: SeatDeed, run: () => T | Promise<T>): Promise<T> => {
		count += 1;
		const head = { pid: process.pid, count };
		write({ ...head, deed });
		const answer = await run();
		write({ ...head, answer: answer ?? null });
		return answer;
	};
}

/** In the order each process did them; a line cut by a kill is passed over. */
export function readDeeds(paths: readonly string[]) {
	const all = new Map<string, { pid: number; deed: SeatDeed | undefined; answer: unknown }>();
	for (const path of paths) {
		for (const line of readFileSync(path, "utf8").split("\n")) {
			const entry = parsed(line);
			if (entry === undefined) continue;
			const key = `${entry.pid}.${entry.count}`;
			const known = all.get(key) ?? { pid: entry.pid, deed: entry.deed, answer: undefined };
			all.set(key, "answer" in entry ? { ...known, answer: entry.answer } : known);
		}
	}
	const told = [...all.values()].filter(({ deed }) => deed !== undefined) as readonly Told[];
	return {
		all: told,
		of: <D extends SeatDeed["do"]>(kind: D) => told.filter((each): each is Told<Of<D>> => each.deed.do === kind),
	};
}

export type Deeds = ReturnType<typeof readDeeds>;

interface Entry {
	readonly pid: number;
	readonly count: number;
	readonly deed?: SeatDeed;
	readonly answer?: unknown;
}

function parsed(line: string): Entry | undefined {
	if (line === "") return undefined;
	try {
		return JSON.parse(line);
	} catch {
		return undefined; // The process was killed while it wrote.
	}
}
