// The two lines at the top: who this is and how the teams are, and what should be looked at. Pure.

import { limits } from "../core/limits.ts";
import type { Team } from "../core/model.ts";
import { curve, messagesByMinute } from "../core/view/flow-pulse.ts";
import { titleLine } from "../core/view/hints.ts";
import type { Scene } from "../core/view/scene.ts";
import { shapes } from "../core/view/shapes.ts";
import { alarmOf, type MemberState, stateOf } from "../core/view/status.ts";
import { clock } from "../core/view/time.ts";
import { cutLine, fitLine, foreign, type Line, lineWidth, type Tone, word } from "../core/view/words.ts";
import { matters } from "./matters.ts";

/** What else is to be said about this run: `read only`, `demo`. */
export interface StateLineParts {
	readonly team: Team | undefined;
	readonly mode: string | undefined;
	/** Wall ms a replay stands at. */
	readonly replayAt: number | undefined;
}

const GAP = "  ";

/** From the right the least important goes first. */
export function stateLine(scene: Scene, parts: StateLineParts, columns: number): Line {
	const right = fitting([...modeParts(parts), ...countParts(scene), pulsePart(scene, parts.team)], columns - WHO_LEAST);
	const space = columns - lineWidth(right) - (right.length === 0 ? 0 : GAP.length);
	const who = titleLine(scene, Math.max(1, space - 1));
	const filled = fitLine([word(" "), ...who], space);
	return cutLine(right.length === 0 ? filled : [...filled, word(GAP), ...right], columns);
}

/** Who this is has its place before the counts. */
const WHO_LEAST = " not in a team · 10 teams".length;

/** As many whole parts as fit, in order. */
function fitting(parts: readonly Line[], columns: number): Line {
	const line: Line[number][] = [];
	for (const part of parts) {
		const gap = line.length === 0 ? 0 : GAP.length;
		if (part.length === 0) continue;
		if (lineWidth(line) + gap + lineWidth(part) > columns) break;
		if (gap > 0) line.push(word(GAP));
		line.push(...part);
	}
	return line;
}

function modeParts(parts: StateLineParts): readonly Line[] {
	const replay: Line = parts.replayAt === undefined ? [] : [word(`replay ${clock(parts.replayAt)}`, "warn")];
	return [replay, parts.mode === undefined ? [] : [word(parts.mode, "warn")]];
}

function countParts(scene: Scene): readonly Line[] {
	const members = scene.snapshot.teams.flatMap((team) =>
		team.members.map((member) => ({ state: stateOf(member), alarm: alarmOf(team, member, scene.now) })),
	);
	const alarms = (alarm: "needs-you" | "stuck") => members.filter((each) => each.alarm === alarm).length;
	const inState = ([state, shape, tone]: (typeof COUNTED)[number]) =>
		part(shape, members.filter((each) => each.state === state).length, state, tone);
	return [
		part(shapes.needsYou, alarms("needs-you"), "needs you", "warn"),
		part(shapes.stuck, alarms("stuck"), "stuck", "bad"),
		...COUNTED.map(inState),
	];
}

/** By the words of the rows, what moves first. */
const COUNTED: readonly (readonly [MemberState, string, Tone])[] = [
	["working", shapes.working, "good"],
	["waiting", shapes.member, "warn"],
	["idle", shapes.member, "plain"],
	["online", shapes.member, "plain"],
	["suspended", shapes.member, "warn"],
	["offline", shapes.offline, "dim"],
];

function part(shape: string, many: number, label: string, tone: Tone): Line {
	return many === 0 ? [] : [word(`${shape} `, tone), word(`${many} ${label}`, tone === "dim" ? "dim" : "plain")];
}

function pulsePart(scene: Scene, team: Team | undefined): Line {
	if (team === undefined) return [];
	const counts = messagesByMinute(team.timeline, scene.now, limits.headerMinutes);
	const lastFull = counts.at(-2) ?? 0;
	return [word(curve(counts, Math.max(1, ...counts)), "accent"), word(` ${lastFull}/min`, "dim")];
}

/** The most pressing matter, and how many more there are. */
export function attentionLine(scene: Scene, columns: number): Line {
	const all = matters(scene);
	const [first] = all;
	if (first === undefined) return cutLine([word(" "), ...troubleWords(scene.snapshot)], columns);
	const more: Line = all.length === 1 ? [] : [word(`  +${all.length - 1} more`, "dim")];
	return [word(" "), ...cutLine(first.line, Math.max(1, columns - 1 - lineWidth(more))), ...more];
}

/** Nobody needs the person; then a file that cannot be used is the next thing to know about. */
function troubleWords({ trouble, root }: Scene["snapshot"]): Line {
	const [first] = trouble;
	if (first === undefined) return [word("nothing needs you", "dim")];
	const path = first.path.startsWith(`${root}/`) ? first.path.slice(root.length + 1) : first.path;
	return [
		word(`${shapes.stuck} `, "warn"),
		foreign(first.code, "warn"),
		word(" file, `pi-team-dash doctor` says more: ", "dim"),
		foreign(path),
	];
}
