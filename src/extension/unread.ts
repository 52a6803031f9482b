// Tells a sender, once, that what it said live was read by nobody. Keeps what this terminal sent lately; looks only when its time is over.

import { policyOf } from "../core/kinds.ts";
import { limits } from "../core/limits.ts";
import type { MemberId, MessageId } from "../core/model.ts";
import { stateOfMessage } from "../core/receipts.ts";
import type { Seat } from "../core/seat.ts";
import { stateWords } from "../core/standing.ts";
import { ifReadable } from "../core/store.ts";
import { clean, cut } from "../core/text.ts";
import type { Item } from "./block.ts";
import type { Here } from "./here.ts";

interface Open {
	readonly id: MessageId;
	readonly to: MemberId;
	readonly role: string;
	readonly kind: string;
	readonly text: string;
	readonly at: number;
	readonly expiresAt: number;
	readonly lookAt: number;
}

export interface Unread {
	sent(message: Omit<Open, "at" | "expiresAt" | "lookAt">): void;
	/** What nobody read, as lines for the conversation; they open no turn. */
	expired(): readonly Item[];
}

/** The same seat, watched: every way of sending goes through it, after `before`. */
export function watchSent(
	here: Here,
	taken: Seat,
	before: () => Promise<void>,
): { readonly seat: Seat; readonly unread: Unread } {
	const unread = createUnread(here, taken);
	const send: Seat["send"] = async (draft) => {
		await before();
		const sent = await taken.send(draft);
		if (sent.ok) unread.sent({ ...sent.value, text: draft.body });
		return sent;
	};
	return { seat: { ...taken, send }, unread };
}

/** After a reload what was sent before it is read from the timeline. */
function createUnread(here: Here, seat: Seat): Unread {
	const { env, store } = here;
	let open = sentLately(here, seat);

	const stateOf = ({ id, to, kind, expiresAt }: Open) =>
		ifReadable(() =>
			stateOfMessage(env, store, seat.teamId, { id, from: seat.member, to, kind, at: env.now(), expiresAt }),
		);

	return {
		sent(message) {
			if (policyOf(message.kind)?.lane !== "live") return;
			const at = env.now();
			const expiresAt = at + limits.messageTtlMs;
			open = [...open, { ...message, at, expiresAt, lookAt: expiresAt }];
		},
		expired() {
			const due = open.filter((each) => env.now() >= each.lookAt);
			if (due.length === 0) return [];
			const states = due.map((each) => ({ each, state: stateOf(each) }));
			const later = states.filter(({ state }) => state === undefined || isOpen(state));
			open = [
				...open.filter((each) => env.now() < each.lookAt),
				// A living terminal has it and a dialog may hold it for long: its time counts again only if that terminal ends. What
				// cannot be read now may have been repaired by then.
				...later.map(({ each }) => ({ ...each, lookAt: env.now() + limits.reviewMs })),
			];
			return states.flatMap(({ each, state }) =>
				state?.place === "expired" || state?.place === "failed"
					? [line(each, stateWords(state, each.kind, undefined, env.now()), env.now())]
					: [],
			);
		},
	};
}

function isOpen({ place }: Pick<ReturnType<typeof stateOfMessage>, "place">): boolean {
	return place === "new" || place === "claimed";
}

function line(each: Open, what: string, now: number): Item {
	const id = `${each.id}-unread`;
	const said = `your ${each.kind} to ${each.role}: ${what}, unread`;
	const body = cut(clean(each.text), limits.subjectFromText);
	return {
		id,
		lane: "live",
		bytes: body.length,
		quiet: true,
		header: `[team · ${said}]`,
		body,
		head: { id, kind: each.kind, from: "team", to: each.role, origin: "program", at: now, said },
		incoming: undefined,
	};
}

function sentLately({ env, store }: Here, seat: Seat): readonly Open[] {
	const since = env.now() - 2 * limits.messageTtlMs;
	const events = ifReadable(() => store.latestEvents(seat.teamId, limits.timelineShown))?.events ?? [];
	const members = ifReadable(() => store.readDocument(seat.teamId))?.members ?? [];
	return events.flatMap(({ at, by, record }): readonly Open[] => {
		if (record?.type !== "message" || by !== seat.member || at < since) return [];
		if (policyOf(record.kind)?.lane !== "live") return [];
		const role = members.find((member) => member.id === record.to)?.role ?? "a former member";
		const { id, to, kind, text } = record;
		const expiresAt = at + limits.messageTtlMs;
		return [{ id, to, role, kind, text, at, expiresAt, lookAt: expiresAt }];
	});
}
