// Judges what a storm of terminals left on the disk against what each of them says it did. Never changes the store.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageNameOf } from "../../../src/core/files/layout.ts";
import type { MemberId, TeamId } from "../../../src/core/model.ts";
import type { MessageName, Store } from "../../../src/core/store.ts";
import type { Deeds } from "./storm-seats-deeds.ts";

/** Everything that is wrong, in words; empty = every promise was kept. Asked once nobody has anything to do any more. */
export function wrongs(store: Store, teamId: TeamId, members: readonly MemberId[], deeds: Deeds): readonly string[] {
	return [
		...sent(store, teamId, deeds),
		...inboxes(store, teamId, members, deeds),
		...handedOut(deeds),
		...settled(store, teamId, deeds),
		...seats(store, teamId, deeds),
		...looks(deeds),
		...modes(store.root),
	];
}

export function idOf(answer: unknown): string | undefined {
	return typeof answer === "object" && answer !== null && "id" in answer ? String(answer.id) : undefined;
}

/** Acknowledged is never lost, and in the end everything acknowledged has an outcome. */
function sent(store: Store, teamId: TeamId, deeds: Deeds): readonly string[] {
	return deeds.of("send").flatMap(({ deed, answer }) => {
		const id = idOf(answer);
		if (id === undefined) return [];
		const found = store.findMessage(teamId, deed.to, id);
		if (found === undefined) return [`${id} was submitted and is lost`];
		if (found.message.body !== deed.mark) return [`${id} says something else than was sent`];
		const receipts = store.readReceipts(teamId, found.message.from, id);
		const outcomes = receipts.filter(({ state }) => deed.kind !== "request" || state === "settled");
		return outcomes.length === 0 ? [`${id}, a ${deed.kind}, has no outcome`] : [];
	});
}

/** No id lies twice, nobody else's words are there, and a request has one result. */
function inboxes(store: Store, teamId: TeamId, members: readonly MemberId[], deeds: Deeds): readonly string[] {
	const marks = new Set(deeds.of("send").map(({ deed }) => deed.mark));
	const wrong: string[] = [];
	const results: string[] = [];
	for (const member of members) {
		const names = messagesOf(store.root, teamId, member);
		wrong.push(...doubles(names.map(({ id }) => id)).map((id) => `${id} lies twice in one inbox`));
		for (const name of names) {
			const message = store.readMessage(teamId, member, name);
			if (message === undefined) wrong.push(`${name.file} cannot be found by its name`);
			else if (message.kind === "result") results.push(message.result?.request ?? "");
			else if (!marks.has(message.body)) wrong.push(`${name.id} was sent by nobody`);
		}
	}
	wrong.push(...doubles(results).map((id) => `the request ${id} has two results`));
	const answered = new Set(results);
	const requests = deeds.of("send").filter(({ deed, answer }) => deed.kind === "request" && idOf(answer) !== undefined);
	wrong.push(
		...requests.flatMap(({ answer }) =>
			answered.has(idOf(answer) ?? "") ? [] : [`the request ${idOf(answer)} has no result`],
		),
	);
	return wrong;
}

function messagesOf(root: string, teamId: TeamId, member: MemberId): readonly MessageName[] {
	const files = readdirSync(join(root, `t-${teamId}`, "inbox", member), { recursive: true, withFileTypes: true });
	return files.filter((file) => file.isFile()).flatMap(({ name }) => messageNameOf(name) ?? []);
}

/** One claim an attempt, and one showing in a conversation. */
function handedOut(deeds: Deeds): readonly string[] {
	const got = deeds.of("got").map(({ deed }) => `attempt ${deed.attempt} of ${deed.id}`);
	const shown = deeds.of("shown").map(({ deed }) => `${deed.id} in ${deed.session}`);
	return [
		...doubles(got).map((what) => `${what} was handed out twice`),
		...doubles(shown).map((what) => `${what} was shown twice`),
	];
}

function settled(store: Store, teamId: TeamId, deeds: Deeds): readonly string[] {
	const senders = new Map(store.readDocument(teamId)?.members.map(({ id }) => [id, id]));
	const all = deeds.of("settle");
	const won = all.filter(({ answer }) => answer === "settled");
	const wrong = doubles(won.map(({ deed }) => deed.id)).map((id) => `${id} was settled twice`);
	for (const { deed, answer } of all) {
		const receipts = [...senders.keys()].flatMap((from) => store.readReceipts(teamId, from, deed.id));
		const receipt = receipts.find(({ state }) => state === "settled");
		const mine = receipt?.state === "settled" && receipt.body === deed.mark;
		if (answer === "settled" && !mine) wrong.push(`the outcome of ${deed.id} was acknowledged and is another`);
		if (answer === "too-late" && mine) wrong.push(`the outcome of ${deed.id} was refused and counts`);
	}
	return wrong;
}

function seats(store: Store, teamId: TeamId, deeds: Deeds): readonly string[] {
	const taken = deeds
		.of("sit")
		.flatMap(({ pid, answer }) =>
			typeof answer === "object" && answer !== null && "generation" in answer
				? [{ pid, ...(answer as { readonly member: string; readonly generation: number }) }]
				: [],
		);
	const wrong = doubles(taken.map(({ member, generation }) => `generation ${generation} of ${member}`)).map(
		(what) => `${what} was given twice`,
	);
	const last = new Map<number, number>();
	for (const { pid, generation } of taken) {
		if (generation <= (last.get(pid) ?? 0)) wrong.push(`process ${pid} was given an older generation`);
		last.set(pid, generation);
	}
	for (const { member, generation } of taken) {
		const newest = store.readLease(teamId, member)?.lease.generation ?? 0;
		if (newest < generation) wrong.push(`the seat of ${member} went back to generation ${newest}`);
	}
	return wrong;
}

interface Look {
	readonly revision: number;
	readonly lines: number;
	readonly generations: Readonly<Record<string, number>>;
}

/** What a process has read never becomes less. */
function looks(deeds: Deeds): readonly string[] {
	const wrong: string[] = [];
	const last = new Map<number, Look>();
	for (const { pid, answer } of deeds.of("look")) {
		if (answer === undefined) continue;
		const now = answer as Look;
		const before = last.get(pid) ?? now;
		if (now.revision < before.revision) wrong.push(`process ${pid} read an older document`);
		if (now.lines < before.lines) wrong.push(`process ${pid} read a shorter timeline`);
		for (const [member, generation] of Object.entries(before.generations)) {
			if ((now.generations[member] ?? 0) < generation) wrong.push(`process ${pid} read an older lease of ${member}`);
		}
		last.set(pid, now);
	}
	return wrong;
}

/** Whatever the umask of who wrote it: nobody else may read or write it, and its owner can. */
function modes(root: string): readonly string[] {
	return readdirSync(root, { recursive: true, encoding: "utf8" }).flatMap((path) => {
		const { mode } = statSync(join(root, path));
		return (mode & 0o077) === 0 && (mode & 0o600) === 0o600 ? [] : [`${path} has the mode ${mode.toString(8)}`];
	});
}

function doubles(all: readonly string[]): readonly string[] {
	const seen = new Set<string>();
	return all.filter((each) => seen.has(each) || !seen.add(each));
}
