// The one line above the editor while joined. Rewritten only when its text changes: Pi draws every widget on every frame.

import type { ActivityState, Pause } from "../core/schema.ts";
import { clean, cut } from "../core/text.ts";
import type { Context } from "./host.ts";
import { lineComponent } from "./renderers.ts";

const KEY = "team-line";

export interface LineFacts {
	readonly team: string;
	readonly role: string;
	readonly state: ActivityState;
	readonly paused: Pause;
	readonly hasModel: boolean;
	/** Messages that have not reached the conversation, and work that waits. */
	readonly unread: number;
	readonly queued: number;
	/** The panel's key, until it was used once. */
	readonly key: string | undefined;
}

export function lineText(facts: LineFacts): string {
	const parts = [
		facts.team,
		facts.role,
		stateWord(facts),
		facts.unread > 0 ? `${facts.unread} unread` : "",
		facts.queued > 0 ? `${facts.queued} queued` : "",
		facts.key === undefined ? "" : `${facts.key} team`,
	];
	return parts.filter((part) => part !== "").join(" · ");
}

function stateWord(facts: LineFacts): string {
	if (facts.paused !== "no") return "paused";
	return facts.hasModel ? facts.state : "select a model";
}

export interface TeamLine {
	show(context: Context, facts: LineFacts): void;
	/** A sentence for somebody outside, until hide(). A notice would be replaced by the host's next one. */
	tell(context: Context, sentence: string): void;
	hide(context: Context): void;
}

export function createLine(): TeamLine {
	let shown: string | undefined;
	const put = (context: Context, text: string) => {
		if (text === shown || !context.hasUI) return;
		shown = text;
		if (context.mode !== "tui") {
			context.ui.setWidget(KEY, [text]);
			return;
		}
		context.ui.setWidget(KEY, (_tui, theme) => lineComponent((width) => [theme.fg("muted", cut(` ${text}`, width))]));
	};

	return {
		show: (context, facts) => put(context, clean(lineText(facts))),
		tell: (context, sentence) => put(context, clean(sentence)),
		hide(context) {
			if (shown === undefined) return;
			shown = undefined;
			if (context.hasUI) context.ui.setWidget(KEY, undefined);
		},
	};
}
