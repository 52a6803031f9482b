// What teammates and the person see of this terminal: gathers it, writes the activity when it changed. Decides nothing.

import type { MessageId } from "../core/model.ts";
import type { Hold, Pause } from "../core/schema.ts";
import type { ActivityUpdate, Seat } from "../core/seat.ts";
import { heldBySession, isOnDisk } from "./conversation.ts";
import { type GateFacts, gateHolds } from "./gate.ts";
import type { Here } from "./here.ts";
import { hasModel } from "./host.ts";
import type { LineFacts } from "./line.ts";

export interface PublishedFacts {
	readonly paused: Pause;
	readonly deliveryHolds: readonly Hold[];
	readonly unread: number;
	readonly queued: number;
	readonly request: MessageId | undefined;
}

export interface Presence {
	terminalFacts(): Omit<GateFacts, "paused" | "leaving" | "activeRequest" | "deliveryBusy">;
	/** Answers whether the session on disk holds an id, which makes a message count as read after a crash. Looked at when first asked. */
	conversation(): (id: MessageId) => boolean;
	publish(facts: PublishedFacts): Omit<LineFacts, "team" | "role" | "key">;
}

export function createPresence(here: Here, seat: Pick<Seat, "setActivity">): Presence {
	let written: string | undefined;

	const terminalFacts: Presence["terminalFacts"] = () => {
		const context = here.context();
		return {
			hasModel: hasModel(context),
			phase: here.run.phase(context, here.env.monotonic()),
			pendingInput: context.hasPendingMessages(),
			draft: context.hasUI && context.ui.getEditorText().trim() !== "",
			dialogOpen: here.run.dialogOpen(),
		};
	};

	/** A disk that refuses must not take the line on the person's screen with it. */
	const write = here.guard.wrap(
		"activity",
		(update: ActivityUpdate) => {
			const text = JSON.stringify(update);
			if (text === written) return;
			seat.setActivity(update);
			written = text;
		},
		undefined,
	);

	return {
		terminalFacts,
		conversation() {
			let held: ReadonlySet<string> | undefined;
			return (id) => {
				const session = here.context().sessionManager;
				held ??= isOnDisk(session) ? heldBySession(session) : new Set();
				return held.has(id);
			};
		},
		publish(facts) {
			const terminal = terminalFacts();
			const shown = here.focus.now(terminal.dialogOpen, here.env.now());
			const waitingWork = facts.queued > 0 || facts.request !== undefined;
			const workHolds = waitingWork
				? gateHolds({
						...terminal,
						paused: facts.paused,
						leaving: false,
						activeRequest: facts.request !== undefined,
						deliveryBusy: false,
					})
				: [];
			const modelHold: readonly Hold[] = terminal.hasModel ? [] : ["no-model"];
			write({
				state: shown.state,
				...(shown.focus === undefined ? {} : { focus: shown.focus }),
				...(shown.progressAt === undefined ? {} : { progressAt: shown.progressAt }),
				...(facts.request === undefined ? {} : { request: facts.request }),
				paused: facts.paused,
				holds: [...new Set([...facts.deliveryHolds, ...workHolds, ...modelHold])],
				edits: shown.edits,
			});
			return {
				state: shown.state,
				paused: facts.paused,
				hasModel: terminal.hasModel,
				unread: facts.unread,
				queued: facts.queued,
			};
		},
	};
}
