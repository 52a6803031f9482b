// Checks what a storm of processes left on the disk against what each of them says it did. An outcome nobody wrote down may be either.

import { readFileSync } from "node:fs";
import type { MemberId, TeamId } from "../../../src/core/model.ts";
import type { Store } from "../../../src/core/store.ts";

export type Deed =
	| { readonly do: "take"; readonly member: MemberId; readonly generation: number; readonly token: string }
	| { readonly do: "publish"; readonly id: string; readonly to: MemberId }
	| { readonly do: "claim"; readonly id: string; readonly attempt: number }
	| { readonly do: "settle"; readonly id: string; readonly from: MemberId; readonly resultId: string }
	| { readonly do: "append"; readonly by: MemberId; readonly g: number; readonly n: number }
	| { readonly do: "edit"; readonly mark: string };

type Of<D extends Deed["do"]> = Extract<Deed, { readonly do: D }>;

export interface Done<D extends Deed = Deed> {
	readonly deed: D;
	/** undefined = it was killed before it could say. */
	readonly answer: unknown;
}

export interface History {
	of<D extends Deed["do"]>(kind: D): readonly Done<Of<D>>[];
	readonly deeds: number;
}

/** Of several files; a line that was cut by a kill is passed over. */
export function readHistory(paths: readonly string[]): History {
	const deeds = new Map<string, { deed: Deed | undefined; answer: unknown }>();
	for (const path of paths) {
		for (const line of readFileSync(path, "utf8").split("\n")) {
			const entry = parsed(line);
			if (entry === undefined) continue;
			const known = deeds.get(entry.key) ?? { deed: undefined, answer: undefined };
			deeds.set(entry.key, { deed: entry.deed ?? known.deed, answer: entry.answer ?? known.answer });
		}
	}
	const all = [...deeds.values()].flatMap(({ deed, answer }) => (deed === undefined ? [] : [{ deed, answer }]));
	return {
		deeds: all.length,
		of: (kind) => all.filter(({ deed }) => deed.do === kind) as never,
	};
}

function parsed(line: string): { readonly key: string; readonly deed?: Deed; readonly answer?: unknown } | undefined {
	if (line === "") return undefined;
	try {
		const entry = JSON.parse(line);
		return { ...entry, ...("answer" in entry ? { answer: entry.answer ?? "done" } : {}) };
	} catch {
		return undefined; // The process was killed while it wrote.
	}
}

/** Everything that is wrong, in words; empty = the store kept its promises. */
export function violations(
	store: Store,
	teamId: TeamId,
	members: readonly MemberId[],
	history: History,
): readonly string[] {
	return [
		...messages(store, teamId, members, history),
		...claims(history),
		...receipts(store, teamId, history),
		...seats(store, teamId, history),
		...edits(store, teamId, history),
		...events(store, teamId, history),
	];
}

function messages(store: Store, teamId: TeamId, members: readonly MemberId[], history: History): readonly string[] {
	const wrong: string[] = [];
	const published = history.of("publish");
	for (const { deed, answer } of published) {
		const found = store.findMessage(teamId, deed.to, deed.id);
		if (answer !== undefined && found === undefined) wrong.push(`${deed.id} was submitted and is lost`);
	}
	const known = new Set(published.map(({ deed }) => deed.id));
	for (const member of members) {
		const { waiting, claimed } = store.listInbox(teamId, member);
		const ids = [...waiting, ...claimed].map(({ id }) => id);
		if (new Set(ids).size !== ids.length) wrong.push(`a message lies twice in the inbox of ${member}`);
		for (const id of ids) if (!known.has(id)) wrong.push(`${id} was sent by nobody`);
	}
	return wrong;
}

function claims(history: History): readonly string[] {
	const won = history.of("claim").filter(({ answer }) => answer === "won");
	return doubles(won.map(({ deed }) => `attempt ${deed.attempt} of ${deed.id}`)).map(
		(what) => `${what} has two winners`,
	);
}

function receipts(store: Store, teamId: TeamId, history: History): readonly string[] {
	const wrong: string[] = [];
	const all = history.of("settle");
	for (const id of new Set(all.map(({ deed }) => deed.id))) {
		const tries = all.filter(({ deed }) => deed.id === id);
		const written = tries.filter(({ answer }) => answer === "written");
		const [receipt] = store.readReceipts(teamId, tries[0]?.deed.from ?? "", id);
		if (written.length > 1) wrong.push(`${id} was settled twice`);
		if (written.length === 1 && receipt === undefined) wrong.push(`the receipt of ${id} is lost`);
		if (receipt?.state !== "settled") continue;
		const author = tries.find(({ deed }) => deed.resultId === receipt.resultId);
		if (author === undefined || author.answer === "exists") wrong.push(`the receipt of ${id} is nobody's`);
		if (written.length === 1 && author !== written[0])
			wrong.push(`the receipt of ${id} is another's than who wrote it first`);
	}
	return wrong;
}

function seats(store: Store, teamId: TeamId, history: History): readonly string[] {
	const held = history.of("take").filter(({ answer }) => answer === "held");
	const wrong = doubles(held.map(({ deed }) => `generation ${deed.generation} of ${deed.member}`)).map(
		(what) => `${what} was given twice`,
	);
	for (const { lease } of store.readLeases(teamId)) {
		const latest = Math.max(
			0,
			...held.filter(({ deed }) => deed.member === lease.member).map(({ deed }) => deed.generation),
		);
		if (lease.generation < latest)
			wrong.push(`the seat of ${lease.member} went back to generation ${lease.generation}`);
	}
	return wrong;
}

function edits(store: Store, teamId: TeamId, history: History): readonly string[] {
	const document = store.readDocument(teamId);
	const marks = (document?.formerRoles ?? []).map(({ member }) => member);
	const all = history.of("edit");
	const done = all.filter(({ answer }) => typeof answer === "number");
	return [
		...done.filter(({ deed }) => !marks.includes(deed.mark)).map(({ deed }) => `the edit ${deed.mark} is lost`),
		...doubles(marks).map((mark) => `the edit ${mark} was made twice`),
		...doubles(done.map(({ answer }) => `revision ${answer}`)).map((what) => `${what} was given twice`),
		...marks
			.filter((mark) => !all.some(({ deed }) => deed.mark === mark))
			.map((mark) => `${mark} was edited by nobody`),
		...(document?.revision === marks.length + 1 ? [] : [`${marks.length} edits made revision ${document?.revision}`]),
	];
}

function events(store: Store, teamId: TeamId, history: History): readonly string[] {
	const page = store.latestEvents(teamId, 100_000);
	const seen = page.events.map(({ record }) => `${record?.g}.${record?.n}`);
	const all = history.of("append");
	const lost = all.filter(({ deed, answer }) => answer !== undefined && !seen.includes(`${deed.g}.${deed.n}`));
	const wrong = lost.map(({ deed }) => `event ${deed.n} of process ${deed.g} is lost`);
	wrong.push(...doubles(seen).map((what) => `event ${what} was written twice`));
	const last = new Map<number, number>();
	for (const { record } of page.events) {
		if (record === undefined) continue;
		if (record.n <= (last.get(record.g) ?? 0)) wrong.push(`event ${record.n} of process ${record.g} is out of order`);
		last.set(record.g, record.n);
	}
	return wrong;
}

function doubles(all: readonly string[]): readonly string[] {
	const seen = new Set<string>();
	return all.filter((each) => seen.has(each) || !seen.add(each));
}
