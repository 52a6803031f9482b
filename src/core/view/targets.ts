// What the keys mean where the cursor is: the line in a pane, the opened message, the row. Never changes the state.

import type { Act } from "./act.ts";
import { act, actFor, acts } from "./actions.ts";
import { paneLines, placeIndex, rowTarget } from "./detail.ts";
import { type Found, find, isOwnTeam, isYou, ownSeat, type Scene, type Target } from "./scene.ts";
import type { ViewState } from "./state.ts";

/** Nearest first: the line under the cursor of the pane, the message being read, the row of the list. */
export function targetsOf(state: ViewState, scene: Scene): readonly Target[] {
	const targets: Target[] = [];
	const line = lineTarget(state, scene);
	if (line !== undefined) targets.push(line);
	if (state.opened !== undefined && state.pane === "detail") {
		targets.push({ on: "message", teamId: state.opened.teamId, message: state.opened.message });
	}
	return [...targets, rowTarget(state, scene)];
}

/** What keys that only look are about: the nearest target that is still there. */
export function nearest(state: ViewState, scene: Scene): { readonly target: Target; readonly found: Found } {
	for (const [target, found] of lookedUp(state, scene)) return { target, found };
	return { target: { on: "nothing" }, found: { on: "nothing" } };
}

function lineTarget(state: ViewState, scene: Scene): Target | undefined {
	const { pane } = state;
	if (pane === "list") return undefined;
	const lines = paneLines(state, scene, pane);
	return lines[placeIndex(pane === "flow" ? state.flow : state.detail, lines)]?.target;
}

export interface Meant {
	readonly act: Act;
	readonly target: Target;
	readonly found: Found;
}

/** The act a key means here: on the nearest target it fits; else on the row, where its refusal says what to choose. */
export function meantBy(key: string, state: ViewState, scene: Scene): Meant | undefined {
	return meantOn(lookedUp(state, scene), key, scene);
}

type LookedUp = readonly (readonly [Target, Found])[];

function lookedUp(state: ViewState, scene: Scene): LookedUp {
	return targetsOf(state, scene).flatMap((target): LookedUp => {
		const found = find(scene, target);
		return found === undefined ? [] : [[target, found]];
	});
}

function meantOn(looked: LookedUp, key: string, scene: Scene): Meant | undefined {
	const candidates = acts.filter((each) => each.keys.includes(key));
	for (const [target, found] of looked) {
		const fitting = candidates.find((each) => each.fits(scene, found));
		if (fitting !== undefined) return { act: fitting, target, found };
	}
	const [target, found] = looked.at(-1) ?? [{ on: "nothing" } as const, { on: "nothing" } as const];
	const first = actFor(key, scene, found);
	return first === undefined ? undefined : { act: first, target, found };
}

/** The keyed acts that would not be refused here, each key once, in the order of the table. */
export function usableActs(state: ViewState, scene: Scene): readonly Meant[] {
	const keys = new Set(acts.flatMap((each) => each.keys.slice(0, 1)));
	const looked = lookedUp(state, scene);
	return [...keys].flatMap((key) => {
		const meant = meantOn(looked, key, scene);
		return meant !== undefined && meant.act.refuse(scene, meant.found) === undefined ? [meant] : [];
	});
}

export type EnterMeaning =
	| { readonly do: "act"; readonly act: Act; readonly target: Target }
	| { readonly do: "read"; readonly target: Extract<Target, { on: "message" }> }
	| { readonly do: "row"; readonly target: Target }
	| { readonly do: "detail" }
	| { readonly do: "nothing" };

/** Join a team you are not in, write to a member of your team, read a message; else show the detail. */
export function enterMeaning(state: ViewState, scene: Scene): EnterMeaning {
	const target = state.pane === "list" ? rowTarget(state, scene) : lineTarget(state, scene);
	const found = target === undefined ? undefined : find(scene, target);
	if (target === undefined || found === undefined) return { do: "nothing" };
	const otherwise: EnterMeaning = state.pane === "list" ? { do: "detail" } : { do: "row", target };
	switch (found.on) {
		case "nothing":
			return { do: "nothing" };
		case "message":
			return target.on === "message" ? { do: "read", target } : { do: "nothing" };
		case "team":
			return isOwnTeam(scene, found.team) ? otherwise : { do: "act", act: act("join"), target };
		case "member": {
			const mine = ownSeat(scene)?.team.id === found.team.id && !isYou(scene, found.team, found.member.id);
			return mine ? { do: "act", act: act("message"), target } : otherwise;
		}
		default:
			return found satisfies never;
	}
}
