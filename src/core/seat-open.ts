// Puts the parts of a seat together: its state and the Seat other code holds. Decides nothing of its own but the beat.

import { setActivity } from "./activity.ts";
import type { Env } from "./env.ts";
import type { TeamDocument } from "./schema.ts";
import type { Fate, Seat, Terminal } from "./seat.ts";
import { end } from "./seat-end.ts";
import { receive } from "./seat-receive.ts";
import { recordRefused, resolve, send } from "./seat-send.ts";
import { giveBack, learnFate, namesOf, type SeatState, tryRefresh } from "./seat-state.ts";
import { claimWork, pendingWork, releaseWork, settle, surfaced } from "./seat-work.ts";
import { type Holding, ifReadable, type Store } from "./store.ts";
import { writerAs } from "./timeline.ts";

/** `firstN` numbers its lines in the timeline. */
export function newState(
	env: Env,
	store: Store,
	terminal: Terminal,
	document: TeamDocument,
	holding: Holding,
	firstN: number,
): SeatState {
	const { member, generation } = holding.lease;
	const { teamId } = document;
	const activity = ifReadable(() => store.readActivity(teamId, member));
	return {
		env,
		store,
		terminal,
		teamId,
		member,
		holding,
		lease: "held",
		writer: writerAs(env, store, teamId, { member, generation }, firstN),
		document,
		documentKey: undefined,
		documentAt: Number.NEGATIVE_INFINITY,
		over: undefined,
		activity: activity?.generation === generation ? activity : undefined,
		claims: new Map(),
		taking: new Set(),
		questions: undefined,
		sent: [],
		openFrom: undefined,
		peers: new Map(),
		sweepAt: 0,
		swept: new Map(),
	};
}

export function seatOf(state: SeatState): Seat {
	return {
		teamId: state.teamId,
		member: state.member,
		generation: state.holding.lease.generation,
		trace: (event) => state.writer.trace(event),
		names: () => namesOf(state),
		beat: () => beat(state),
		send: (draft) => send(state, draft),
		resolve: (role, kind, text) => resolve(state, role, kind, text),
		recordRefused: (refusal, draft) => recordRefused(state, refusal, draft),
		receive: (inConversation) => receive(state, inConversation),
		giveBack: (messages) => giveBack(state, messages),
		surfaced: (messages) => surfaced(state, messages),
		pendingWork: () => pendingWork(state),
		claimWork: (name) => claimWork(state, name),
		inHand: (id) => state.claims.get(id)?.incoming,
		releaseWork: (incoming) => releaseWork(state, incoming),
		settle: (incoming, report, body) => settle(state, incoming, report, body),
		setActivity: (update) => setActivity(state, update),
		end: (how) => end(state, how),
	};
}

function beat(state: SeatState): Fate {
	if (state.over === "ended") return { at: "kept" };
	if (state.over !== undefined) return state.over;
	if (state.store.beat(state.holding) === "fenced") {
		const fate = learnFate(state);
		if (fate.at !== "kept") return fate;
		// Fenced by nobody: somebody deleted the lease by hand. A beat never waits, so the next look takes it again.
		state.lease = "gone";
		return fate;
	}
	if (tryRefresh(state) === "unreadable") return { at: "kept" };
	const standing = state.document.members.find((each) => each.id === state.member)?.state;
	// The document is the truth: a remover that died before its tombstone has removed this member all the same.
	return standing === "member" ? { at: "kept" } : learnFate(state);
}
