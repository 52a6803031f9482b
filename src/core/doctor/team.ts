// What doctor finds about the people and the work of one team: seats nobody holds, work nobody finishes, clocks. Only looks.

import type { Env } from "../env.ts";
import type { Ground } from "../files/ground.ts";
import { isId, leaseNameOf } from "../files/layout.ts";
import { readNames } from "../files/read.ts";
import { idTime } from "../ids.ts";
import { policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { Member, MemberId, Team } from "../model.ts";
import { age } from "../refusal.ts";
import type { TeamDocument } from "../schema.ts";
import { type InboxListing, type MessageName, type Store, StoreError } from "../store.ts";
import { type Finding, finding, sizeWords } from "./finding.ts";

const SHORT = 8;

export function lookAtTeam(env: Env, store: Store, ground: Ground, team: Team): readonly Finding[] {
	const document = readable(() => store.readDocument(team.id));
	if (document === undefined) return []; // Said among the broken files.
	return [
		...team.members.flatMap((member) => neverSeated(env, team, member) ?? []),
		...team.members.flatMap((member) => deadTerminal(env, store, team, member) ?? []),
		...unknownOwners(ground, team, document),
		...document.members.flatMap(({ id, state }) =>
			state === "member" ? claimsOf(store, team, id) : removedMail(store, team, id),
		),
		...futureMail(env, store, team, document),
		...history(ground, team),
	];
}

/** A join that was cut off between the document and the seat, or a team that was imported. */
function neverSeated(env: Env, team: Team, { role, presence, joinedAt }: Member): Finding | undefined {
	if (presence.holder !== null || env.now() - joinedAt < limits.adminClaimMs) return undefined;
	return finding("never-seated", "note", {
		what: `${role} in ${team.name} never had a terminal.`,
		meaning: "What is sent to it waits until somebody joins under that role.",
		mend: `Join as ${role}, or remove it.`,
	});
}

/** A terminal that was killed: nobody gave its seat back, it only stopped beating. */
function deadTerminal(env: Env, store: Store, team: Team, { id, role, presence }: Member): Finding | undefined {
	if (presence.at !== "offline" || presence.holder === null || presence.since === null) return undefined;
	const read = readable(() => store.readLease(team.id, id));
	if (read === undefined || read.beatAt === 0) return undefined;
	const { pid, cwd } = presence.holder;
	return finding("dead-terminal", "note", {
		what: `The terminal of ${role} in ${team.name} (process ${pid} in ${cwd}) ended without leaving, ${age(env.now() - presence.since)} ago.`,
		meaning: "The seat is free. The same session takes it back without a question, another one after a confirmation.",
		mend: `Join as ${role}, or remove it.`,
	});
}

/** Files of an id the document does not know: a member that was written before its document was lost. */
function unknownOwners(ground: Ground, team: Team, document: TeamDocument): readonly Finding[] {
	const known = new Set(document.members.map((member) => member.id));
	const { layout } = ground;
	const ids = new Set([
		...(readNames(ground, layout.inboxes(team.id)) ?? []).filter(isId),
		...(readNames(ground, layout.leases(team.id)) ?? []).flatMap((file) => leaseNameOf(file)?.member ?? []),
	]);
	return [...ids]
		.filter((id) => !known.has(id))
		.map((id) =>
			finding(
				"unknown-owner",
				"attention",
				{
					what: `${team.name} has files of a member ${id.slice(-SHORT)} that its document does not name.`,
					meaning: "Nobody reads them. The document may have lost a change.",
					mend: `Look at ${layout.inbox(team.id, id)}.`,
				},
				{ path: layout.inbox(team.id, id) },
			),
		);
}

/** Requests whose claimer is gone, and requests that are settled but were not put away. */
function claimsOf(store: Store, team: Team, id: MemberId): readonly Finding[] {
	const member = team.members.find((each) => each.id === id);
	const listing = readable(() => store.listInbox(team.id, id));
	if (member === undefined || listing === undefined) return [];
	const requests = listing.claimed.filter((name) => policyOf(name.kind)?.answer === "result");
	const held = member.presence.at === "offline" ? undefined : member.presence.holder.generation;
	const open = requests.filter((name) => !isSettled(store, team, id, name));
	const orphaned = open.filter((name) => name.generation !== held);
	const settled = requests.length - open.length;
	return [
		...(orphaned.length === 0
			? []
			: [
					finding("orphaned-request", "attention", {
						what: `Claimed by a terminal that is gone: ${count(orphaned.length, "request")} to ${member.role} in ${team.name} (${shortIds(orphaned)}).`,
						meaning: "It is never claimed again; its sender still waits.",
						mend: "The next terminal that is online in this team settles it as interrupted.",
					}),
				]),
		...(settled === 0
			? []
			: [
					finding("unfinished-settlement", "note", {
						what: `Settled but not put away: ${count(settled, "request")} to ${member.role} in ${team.name}.`,
						meaning: "A terminal ended between two steps. The result counts.",
						mend: "The next terminal that is online in this team does the rest.",
					}),
				]),
	];
}

function isSettled(store: Store, team: Team, to: MemberId, name: MessageName): boolean {
	const message = readable(() => store.readMessage(team.id, to, name));
	if (message === undefined) return false;
	const receipts = readable(() => store.readReceipts(team.id, message.from, message.id)) ?? [];
	return receipts.some((receipt) => receipt.state === "settled");
}

function removedMail(store: Store, team: Team, id: MemberId): readonly Finding[] {
	const left = all(readable(() => store.listInbox(team.id, id)));
	if (left.length === 0) return [];
	const role = team.removed.find((each) => each.id === id)?.role ?? id.slice(-SHORT);
	return [
		finding("removed-mail", "attention", {
			what: `Not settled: ${count(left.length, "message")} to ${role}, who was removed from ${team.name}.`,
			meaning: "A removal was cut off before its last step.",
			mend: "The next terminal that is online in this team settles them.",
		}),
	];
}

/** A message of the future was written under another clock: it sorts after everything that follows. */
function futureMail(env: Env, store: Store, team: Team, document: TeamDocument): readonly Finding[] {
	const until = env.now() + limits.clockSkewMs;
	const names = document.members.flatMap(({ id }) => all(readable(() => store.listInbox(team.id, id))));
	const ahead = names.map((name) => idTime(name.id)).filter((at) => at > until);
	if (ahead.length === 0) return [];
	const most = Math.max(...ahead) - env.now();
	return [
		finding("clock", "attention", {
			what: `Dated up to ${age(most)} in the future: ${count(ahead.length, "message")} in ${team.name}.`,
			meaning: "The clock of this machine was set back since. Order is kept for each sender, not between senders.",
			mend: "Check the date of this machine.",
		}),
	];
}

function history(ground: Ground, team: Team): readonly Finding[] {
	const { bytes } = historyOf(ground, team.id);
	if (bytes < limits.largeHistoryBytes) return [];
	return [
		finding("large-history", "note", {
			what: `The timeline of ${team.name} takes ${sizeWords(bytes)}.`,
			meaning: "It is not read as a whole, so nothing gets slower; it takes space.",
			mend: "`prune --before <date>` lets old history go, after a preview.",
		}),
	];
}

/** Counted by names and by the few segments; nothing is opened. */
export function historyOf(ground: Ground, teamId: string): { readonly bytes: number; readonly segments: number } {
	const { disk, layout } = ground;
	const paths = [layout.events(teamId), layout.archive(teamId)].flatMap((directory) =>
		(readNames(ground, directory) ?? [])
			.filter((name) => name.endsWith(".jsonl"))
			.map((name) => `${directory}/${name}`),
	);
	const bytes = paths.reduce((sum, path) => sum + Number(disk.lstat(path)?.size ?? 0n), 0);
	return { bytes, segments: paths.length };
}

function all(listing: InboxListing | undefined): readonly MessageName[] {
	return listing === undefined ? [] : [...listing.waiting, ...listing.claimed];
}

/** What cannot be read is said among the broken files. */
function readable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof StoreError) return undefined;
		throw error;
	}
}

function shortIds(names: readonly MessageName[]): string {
	const shown = names.slice(0, limits.closestNames).map((name) => name.id.slice(-SHORT));
	return names.length > shown.length ? `${shown.join(", ")}, …` : shown.join(", ");
}

function count(number: number, what: string): string {
	return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
