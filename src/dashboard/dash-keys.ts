// The keys only the dashboard has: flow views, palette, zoom, copy, going to a tmux pane, replay. Never the keys both views share.

import { limits } from "../core/limits.ts";
import type { Snapshot, Team } from "../core/model.ts";
import { clean, cut } from "../core/text.ts";
import type { DashKey } from "../core/view/act.ts";
import { memberMeant } from "../core/view/dash-moves.ts";
import { rowKey, rowsOf, teamOfKey } from "../core/view/rows.ts";
import { find, type Scene, type Target } from "../core/view/scene.ts";
import { onRow, type Shown } from "../core/view/state.ts";
import { matters } from "./matters.ts";
import { OPENED } from "./palette.ts";
import { step as replayStep } from "./replay.ts";
import { type Both, type ReplayState, showFlow } from "./state.ts";

export interface DashEffects {
	copy(text: string): void;
	goToPane(role: string, pane: string): void;
	redraw(): void;
	/** A replay began to play. */
	startPlaying(): void;
}

/** What a key looks at: what is shown, and the present behind it while a replay shows something else. */
export interface DashPlace {
	readonly scene: Scene;
	readonly present: Snapshot;
}

export function dashKey(key: DashKey, target: Target, both: Both, at: DashPlace, effects: DashEffects): Both {
	const { dash } = both;
	const { scene } = at;
	switch (key) {
		case "flow-1":
			return showFlow(both, "timeline");
		case "flow-2":
			return showFlow(both, "lanes");
		case "flow-3":
			return showFlow(both, "matrix");
		case "flow-4":
			return showFlow(both, "pulse");
		case "palette":
			return { ...both, dash: { ...dash, palette: OPENED } };
		case "zoom":
			return { ...both, dash: { ...dash, zoom: dash.zoom === "one pane" ? "all panes" : "one pane" } };
		case "copy":
			return told(both, copy(target, scene, effects));
		case "go-to-pane":
			return told(both, goToPane(target, scene, effects));
		case "attend":
			return attended(both, scene);
		case "replay-back":
			return replayed(both, at.present, -1);
		case "replay-forward":
			return replayed(both, at.present, 1);
		case "replay-play":
			return played(both, at.present, effects);
		case "redraw":
			effects.redraw();
			return both;
		default:
			return key satisfies never;
	}
}

function told(both: Both, notice: Shown | undefined): Both {
	return { ...both, view: { ...both.view, notice } };
}

const plain = (text: string): Shown => ({ text, tone: "plain" });

function copy(target: Target, scene: Scene, effects: DashEffects): Shown {
	const text = copied(target, scene);
	if (text === undefined) return plain("There is nothing to copy here.");
	effects.copy(text);
	return plain(`Copied: ${cut(clean(text), limits.subjectFromText)}`);
}

/** The stored text, not what is shown of it. */
function copied(target: Target, scene: Scene): string | undefined {
	const found = find(scene, target);
	switch (found?.on) {
		case "team":
			return found.team.name;
		case "member":
			return found.member.role;
		case "message":
			return scene.message?.id === found.message.id ? scene.message.body : found.message.text;
		default:
			return undefined;
	}
}

/** Whether there is a pane to go to was asked before, by the row of the table. */
function goToPane(target: Target, scene: Scene, effects: DashEffects): Shown | undefined {
	const found = find(scene, target);
	const member = found === undefined ? undefined : memberMeant(found);
	const pane = member?.presence.holder?.tmuxPane;
	if (member === undefined || pane === undefined) return undefined;
	effects.goToPane(member.role, pane);
	return plain(`Going to ${member.role} in pane ${pane}.`);
}

/** The row of the most pressing matter; from there to the next one, and round again. */
function attended(both: Both, scene: Scene): Both {
	const keys = matters(scene).map(({ teamId, member }) => rowKey(teamId, member));
	const key = keys[(keys.indexOf(both.view.cursor ?? "") + 1) % Math.max(1, keys.length)];
	if (key === undefined) return both;
	const view = { ...both.view, pane: "list", search: "" } as const;
	return { ...both, view: onRow(view, key, rowsOf(scene, ""), scene) };
}

function replayed(both: Both, present: Snapshot, direction: -1 | 1): Both {
	const { replay } = both.dash;
	const team = replayedTeam(both, present);
	if (team === undefined) return both;
	const from = replay === undefined ? undefined : { ...replay, playing: "standing" as const };
	return { ...both, dash: { ...both.dash, replay: replayStep(team, from, direction) } };
}

/** From the present it plays from the beginning. */
function played(both: Both, present: Snapshot, effects: DashEffects): Both {
	const { replay } = both.dash;
	if (replay?.playing === "playing") return withReplay(both, { ...replay, playing: "standing" });
	const team = replayedTeam(both, present);
	if (team === undefined) return both;
	effects.startPlaying();
	return withReplay(both, { teamId: team.id, shown: replay?.shown ?? 1, playing: "playing" });
}

function withReplay(both: Both, replay: ReplayState): Both {
	return { ...both, dash: { ...both.dash, replay } };
}

function replayedTeam(both: Both, present: Snapshot): Team | undefined {
	const teamId = both.dash.replay?.teamId ?? teamOfKey(both.view.cursor);
	return present.teams.find((team) => team.id === teamId);
}
