// A member's inbox: lists it by names alone, finds and reads messages wherever they lie. Writes nothing.

import { isMessageRecord } from "../checks.generated.ts";
import { limits } from "../limits.ts";
import type { MemberId, MessageId, TeamId } from "../model.ts";
import type { MessageRecord } from "../schema.ts";
import { type InboxListing, type MessageName, StoreError } from "../store.ts";
import type { Ground } from "./ground.ts";
import { claimsNameOf, messageNameOf } from "./layout.ts";
import { readNames, readRecord } from "./read.ts";

type Claimed = InboxListing["claimed"][number];
export type Found = {
	readonly name: MessageName;
	readonly message: MessageRecord;
	readonly place: "new" | "claimed" | "done";
};

export function listInbox(ground: Ground, teamId: TeamId, member: MemberId): InboxListing {
	const waiting = namesIn(ground, ground.layout.inboxNew(teamId, member));
	return { waiting, claimed: claimedOf(ground, teamId, member) };
}

export function claimDirectories(ground: Ground, teamId: TeamId, member: MemberId): readonly string[] {
	const base = ground.layout.inboxClaimed(teamId, member);
	return (readNames(ground, base) ?? []).filter((name) => claimsNameOf(name) !== undefined);
}

function claimedOf(ground: Ground, teamId: TeamId, member: MemberId): readonly Claimed[] {
	const base = ground.layout.inboxClaimed(teamId, member);
	const all: Claimed[] = [];
	for (const directory of claimDirectories(ground, teamId, member)) {
		const owner = claimsNameOf(directory);
		if (owner === undefined) continue;
		for (const name of namesIn(ground, `${base}/${directory}`)) all.push({ ...name, ...owner });
	}
	return all.sort(byId);
}

/** The oldest limits.directoryEntries. Names that are none of ours are passed over: whoever looks for trouble finds them. */
function namesIn(ground: Ground, directory: string): readonly MessageName[] {
	const names = (readNames(ground, directory) ?? []).flatMap((file) => messageNameOf(file) ?? []).sort(byId);
	return names.length > limits.directoryEntries ? names.slice(0, limits.directoryEntries) : names;
}

function byId(a: MessageName, b: MessageName): number {
	if (a.id !== b.id) return a.id < b.id ? -1 : 1;
	return a.attempt - b.attempt;
}

/** Everywhere a file of this inbox may lie, in the order in which files move. */
export function placesOf(
	ground: Ground,
	teamId: TeamId,
	member: MemberId,
	id: MessageId,
): readonly { readonly directory: string; readonly place: Found["place"] }[] {
	const { layout } = ground;
	const claimed = layout.inboxClaimed(teamId, member);
	return [
		{ directory: layout.inboxNew(teamId, member), place: "new" },
		...claimDirectories(ground, teamId, member).map((name) => ({
			directory: `${claimed}/${name}`,
			place: "claimed" as const,
		})),
		{ directory: layout.inboxDone(teamId, member, id), place: "done" },
	];
}

// A file that is given back moves against the order of the search, so one look may miss it.
const LOOKS = 2;

export function readMessage(
	ground: Ground,
	teamId: TeamId,
	to: MemberId,
	name: MessageName,
): MessageRecord | undefined {
	for (let look = 0; look < LOOKS; look += 1) {
		for (const { directory } of placesOf(ground, teamId, to, name.id)) {
			const message = readIn(ground, directory, teamId, to, name);
			if (message !== undefined) return message;
		}
	}
	return undefined;
}

export function findMessage(ground: Ground, teamId: TeamId, to: MemberId, id: MessageId): Found | undefined {
	for (let look = 0; look < LOOKS; look += 1) {
		for (const { directory, place } of placesOf(ground, teamId, to, id)) {
			const file = (readNames(ground, directory) ?? []).find((each) => each.startsWith(`${id}.`));
			const name = file === undefined ? undefined : messageNameOf(file);
			const message = name === undefined ? undefined : readIn(ground, directory, teamId, to, name);
			if (name !== undefined && message !== undefined) return { name, message, place };
		}
	}
	return undefined;
}

/** Whether an id lies anywhere in an inbox, by names alone. */
export function holdsMessage(ground: Ground, teamId: TeamId, to: MemberId, id: MessageId): boolean {
	return placesOf(ground, teamId, to, id).some(({ directory }) =>
		(readNames(ground, directory) ?? []).some((each) => each.startsWith(`${id}.`)),
	);
}

export function readIn(
	ground: Ground,
	directory: string,
	teamId: TeamId,
	to: MemberId,
	name: MessageName,
): MessageRecord | undefined {
	const path = `${directory}/${name.file}`;
	const message = readRecord(ground, path, isMessageRecord)?.value;
	if (message === undefined) return undefined;
	const fits =
		message.id === name.id &&
		message.teamId === teamId &&
		message.to === to &&
		message.kind === name.kind &&
		message.from.startsWith(name.from8);
	if (fits) return message;
	throw new StoreError("corrupt", path, "is another message than its name and place say");
}
