// One frame of the dashboard as plain text, for where nobody can press a key. Never enters a terminal, never writes to the store.

import type { Env } from "../core/env.ts";
import { done, type Outcome } from "../core/refusal.ts";
import { readOnce } from "../core/snapshot.ts";
import type { Store } from "../core/store.ts";
import { initialState } from "../core/view/state.ts";
import { pickTeam } from "./cli/find.ts";
import { paint } from "./paint.ts";
import { NOTHING_READ } from "./reader.ts";
import { setStage } from "./stage.ts";
import { INITIAL, settle } from "./state.ts";
import type { Size } from "./terminal/screen.ts";
import type { Characters } from "./theme.ts";

export interface Still {
	readonly size: Size;
	readonly characters: Characters;
	readonly mode: string | undefined;
	readonly team: string | undefined;
}

/** Refused where a team was asked for that cannot be shown. */
export function stillFrame(env: Env, store: Store, still: Still): Outcome<string> {
	const situation = {
		snapshot: readOnce(env, store),
		actor: { at: "outside", by: "person" },
		session: "",
		now: env.now(),
		surface: "dashboard",
		proposedRole: env.loginName,
	} as const;
	const team = still.team === undefined ? undefined : pickTeam(situation.snapshot, still.team);
	if (team?.ok === false) return team;
	const { scene } = setStage(situation, undefined, INITIAL, still.size, NOTHING_READ);
	const both = settle({
		dash: INITIAL,
		view: initialState(scene, team === undefined ? undefined : { teamId: team.value.id, member: undefined }),
	});
	const stage = setStage(situation, both.view, both.dash, still.size, NOTHING_READ);
	const look = { palette: "mono", characters: still.characters } as const;
	const frame = paint(stage, both, { look, mode: still.mode, replayAt: undefined, access: store.access });
	const lines = frame.map((line) =>
		line
			.map(({ text }) => text)
			.join("")
			.trimEnd(),
	);
	return done(`${lines.join("\n")}\n`);
}
