// Keeps one team as a plain value, reading only what changed. Unchanged members, and a wholly unchanged team, stay the same objects. Never writes.

import { isDeepStrictEqual } from "node:util";
import type { Env } from "../env.ts";
import type { LeaseWatch } from "../leases.ts";
import type { MemberId, MessageId, Team, Waiting } from "../model.ts";
import type { TeamDocument } from "../schema.ts";
import type { Store } from "../store.ts";
import { watchActivity } from "./activity.ts";
import { buildTeam } from "./build.ts";
import { type InboxReader, watchInbox } from "./inbox.ts";
import { watchLeases } from "./leases.ts";
import { type Named, namedIn } from "./named.ts";
import { followTimeline } from "./timeline.ts";
import type { TroubleBook } from "./trouble.ts";
import { watchWaiting } from "./waiting.ts";

export interface TeamReader {
	/** undefined = there is no such team, or none that can be read. */
	refresh(look: "changed" | "everything"): Team | undefined;
	/** Loads older events; "same" when there are none. */
	older(): "same" | "changed";
}

const NOBODY: Named = { seats: new Set(), inboxes: new Set(), messages: new Set() };

export function watchTeam(env: Env, store: Store, teamId: string, watch: LeaseWatch, book: TroubleBook): TeamReader {
	const timeline = followTimeline(store, teamId, book);
	const leases = watchLeases(env, store, teamId, watch, book);
	const activity = watchActivity(store, teamId, book);
	const waiting = watchWaiting(env, store, teamId, book);
	const inboxes = new Map<MemberId, InboxReader>();
	let docKey: string | undefined;
	let document: TeamDocument | undefined;
	let members: readonly MemberId[] = [];
	let lines: readonly Waiting[] = [];
	let lookedFor = members;
	let team: Team | undefined;
	/** Whose terminal lived at the last look. */
	let lived: ReadonlySet<MemberId> = new Set();

	/** "gone" = no document; one that cannot be read leaves the last one standing, and the trouble says so. */
	function readDocument(look: "changed" | "everything"): "same" | "changed" | "gone" {
		const now = store.changeKey(teamId, "doc");
		if (now === docKey && look === "changed") return document === undefined ? "gone" : "same";
		const attempt = book.attempt(`${teamId}/doc`, () => store.readDocument(teamId));
		if (attempt.ok || attempt.why === "broken") docKey = now;
		if (!attempt.ok) return document === undefined ? "gone" : "same";
		if (attempt.value === undefined) {
			document = undefined;
			return "gone";
		}
		if (attempt.value.revision === document?.revision) return "same";
		document = attempt.value;
		members = document.members.filter((member) => member.state === "member").map((member) => member.id);
		for (const id of inboxes.keys()) if (!members.includes(id)) dropInbox(id);
		for (const id of members) {
			if (!inboxes.has(id)) inboxes.set(id, watchInbox(store, teamId, id, book, sendersWith));
		}
		return "changed";
	}

	function dropInbox(id: MemberId): void {
		inboxes.delete(id);
		book.forget(`${teamId}/inbox/${id}`);
	}

	function sendersWith(from8: string): readonly MemberId[] {
		return document?.members.filter((member) => member.id.startsWith(from8)).map((member) => member.id) ?? [];
	}

	function holderOf(message: MessageId): MemberId | undefined {
		for (const [member, inbox] of inboxes) {
			const { requests, others } = inbox.view();
			if (others.has(message) || requests.some((request) => request.name.id === message)) return member;
		}
		return undefined;
	}

	function readInboxes(look: "changed" | "everything", named: Named): "same" | "changed" {
		if (look === "everything") return anyChanged([...inboxes.values()].map((inbox) => inbox.refresh(look)));
		const told = [...named.inboxes].map((member) => inboxes.get(member)?.refresh("named") ?? "same");
		// A claim is no event: of those that may claim right now the directories are looked at each time.
		const others = [...lived].filter(
			(member) => !named.inboxes.has(member) && inboxes.get(member)?.holdsMail() === true,
		);
		return anyChanged([...told, ...others.map((member) => inboxes.get(member)?.refresh("changed") ?? "same")]);
	}

	function isSeated(member: MemberId): boolean {
		return (leases.of(member)?.presence.at ?? "offline") !== "offline";
	}

	function alive(member: MemberId, generation: number): boolean {
		const held = leases.of(member);
		return isSeated(member) && held?.read.lease.generation === generation;
	}

	/** Only a seated terminal writes what it does: of a team in which nobody is there not even the directory is looked at. */
	function readActivity(look: "changed" | "everything", before: ReadonlySet<MemberId>): "same" | "changed" {
		if (look === "changed" && before.size === 0 && lived.size === 0 && lookedFor === members) return "same";
		lookedFor = members;
		return activity.refresh(look, members, (member) => before.has(member) || lived.has(member));
	}

	function readWaiting(named: ReadonlySet<MessageId> | "everything"): "same" | "changed" {
		const inboxOf = (member: MemberId) => inboxes.get(member)?.view();
		const next = waiting.refresh({ members, inboxOf, alive, events: timeline.latest() }, named);
		if (isDeepStrictEqual(next, lines)) return "same";
		lines = next;
		return "changed";
	}

	function history(): Pick<Team, "timeline" | "hasOlder"> {
		return { timeline: timeline.events(), hasOlder: timeline.hasOlder() };
	}

	function whole(current: TeamDocument): Team {
		return buildTeam(store, team, {
			document: current,
			leaseOf: (member) => leases.of(member),
			activityOf: (member) => activity.of(member),
			inboxOf: (member) => inboxes.get(member)?.view(),
			...history(),
			waiting: lines,
		});
	}

	return {
		refresh(look) {
			const first = team === undefined;
			const doc = readDocument(first ? "everything" : look);
			if (doc === "gone" || document === undefined) {
				team = undefined;
				return undefined;
			}
			const { fresh, jumped } = timeline.refresh(look);
			const all = first || look === "everything" || jumped === "jumped" ? "everything" : "changed";
			const named = all === "everything" ? NOBODY : namedIn(fresh, holderOf);
			const before = lived;
			const seats = leases.refresh(first ? "everything" : look, named.seats);
			if (seats === "changed" || doc === "changed") lived = new Set(members.filter(isSeated));
			const doing = readActivity(first ? "everything" : look, before);
			const parts = anyChanged([doc, seats, doing, readInboxes(all, named)]);
			const told = fresh.length > 0 ? "changed" : "same";
			const mayWait = parts === "changed" || told === "changed" || all === "everything";
			const waits =
				mayWait || env.now() >= waiting.nextChangeAt()
					? readWaiting(all === "everything" ? all : named.messages)
					: "same";
			if (parts === "changed" || team === undefined) team = whole(document);
			else if (told === "changed" || waits === "changed") team = { ...team, ...history(), waiting: lines };
			return team;
		},
		older() {
			if (team === undefined || !timeline.older()) return "same";
			team = { ...team, ...history() };
			return "changed";
		},
	};
}

function anyChanged(outcomes: readonly ("same" | "changed")[]): "same" | "changed" {
	return outcomes.includes("changed") ? "changed" : "same";
}
