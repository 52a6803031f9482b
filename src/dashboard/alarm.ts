// Calls the person once for each thing that newly needs them: a bell, a hook of their own. Never calls twice for the same thing.

import type { Attention } from "../core/view/attention.ts";
import type { Situation } from "../core/view/scene.ts";
import { plainText } from "../core/view/words.ts";
import { matters } from "./matters.ts";

export interface Alarm {
	/** Looks at the present; whatever was there at the first look is no news. */
	look(situation: Situation): void;
}

/** Only what keeps a team from going on is worth a sound. */
const LOUD: ReadonlySet<Attention["what"]> = new Set(["needs-you", "stuck", "ring", "loop", "quiet"]);

export function openAlarm(call: (text: string) => void): Alarm {
	let known: ReadonlySet<string> | undefined;
	return {
		look: (situation) => {
			const now = matters(situation).filter(({ what }) => LOUD.has(what));
			const before = known;
			// What is over is forgotten: when it comes again, it is news again.
			known = new Set(now.map(({ key }) => key));
			if (before === undefined) return;
			for (const { key, line } of now) if (!before.has(key)) call(plainText(line));
		},
	};
}
