// Gives the docked panel what it needs of this terminal, and opens it. Loaded at its first use; looks at the store only while it is open.

import { openHistory } from "../core/history.ts";
import type { Snapshots } from "../core/snapshot.ts";
import { type TeamPanel, teamPanel } from "../panel/open.ts";
import type { PanelSource } from "../panel/source.ts";
import { carryOut } from "./acting.ts";
import type { TeamDesk } from "./desk.ts";
import type { Here } from "./here.ts";

export function createPanel(here: Here, desk: TeamDesk, key: string): TeamPanel {
	const source: PanelSource = {
		env: here.env,
		snapshots: watchedSnapshots(desk.snapshots),
		actor: desk.actor,
		session: here.terminal.session,
		proposedRole: desk.situation("panel").proposedRole,
		perform: (intent) => carryOut(here, desk, intent),
		async readMessage(teamId, message) {
			const found = await openHistory(here.env, here.store, teamId).message(message);
			return found.ok ? found.value : undefined;
		},
		report: (error) => here.guard.start("panel", () => Promise.reject(error)),
		say: (text) => here.say(text),
		key,
		glyphs: here.locale === "" || /utf-?8/i.test(here.locale) ? "unicode" : "ascii",
	};
	return teamPanel(source);
}

/** The store is watched while somebody listens: from the panel's first subscription to its last. */
function watchedSnapshots(snapshots: Snapshots): PanelSource["snapshots"] {
	let listeners = 0;
	return {
		current: snapshots.current,
		older: snapshots.older,
		show: snapshots.show,
		subscribe(listener) {
			if (listeners === 0) snapshots.start();
			listeners += 1;
			const unsubscribe = snapshots.subscribe(listener);
			let open = true;
			return () => {
				if (!open) return;
				open = false;
				unsubscribe();
				listeners -= 1;
				if (listeners > 0) return;
				snapshots.stop();
				snapshots.show(undefined);
			};
		},
	};
}
