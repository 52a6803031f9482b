// Delivery's way into Pi: sendMessage and appendEntry, and what the session and the terminal say. The draft in the editor is never touched.

import type { Item } from "./block.ts";
import { heldByBranch, heldBySession, isOnDisk } from "./conversation.ts";
import type { Outlet, Settled } from "./delivery.ts";
import type { Here } from "./here.ts";
import { hasModel, types } from "./host.ts";

export interface OutletHooks {
	/** The person's own pause. */
	braked(): boolean;
	arrived(item: Item): void;
	droppedWork(item: Item): void;
}

const REVIEW = "review";

const HOW = {
	store: { triggerTurn: false },
	open: { triggerTurn: true },
	steer: { triggerTurn: true, deliverAs: "steer" },
	"follow-up": { triggerTurn: true, deliverAs: "followUp" },
} as const;

export function createOutlet(here: Here, hooks: OutletHooks): Outlet {
	const session = () => here.context().sessionManager;
	return {
		send({ content, details }, how) {
			const isReview = details.messages.every((message) => message.kind === REVIEW);
			const customType = isReview ? types.review : types.message;
			here.pi.sendMessage({ customType, content, display: true, details }, HOW[how]);
		},
		show: ({ content, details }) => here.pi.appendEntry(types.event, { ...details, content }),
		heldByBranch: (wanted) => heldByBranch(session(), wanted),
		heldBySession: () => heldBySession(session()),
		isOnDisk: () => isOnDisk(session()),
		state: () => ({
			phase: here.run.phase(here.context(), here.env.monotonic()),
			dialogOpen: here.run.dialogOpen(),
			hasModel: hasModel(here.context()),
			braked: hooks.braked(),
		}),
		monotonic: () => here.env.monotonic(),
		opens: ({ head, body }) => here.focus.openedFor(head.from, head.said ?? head.subject ?? body),
		arrived: hooks.arrived,
		droppedWork: hooks.droppedWork,
	};
}

/** The editor takes Pi's queue out before it aborts; a remote client and a compaction do not. */
export function settledHow(here: Here, how: "stopped" | "finished"): Settled {
	if (how === "finished") return how;
	return here.context().mode === "tui" && !here.run.isCompacting() ? "stopped" : "kept";
}
