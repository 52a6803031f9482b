// What the mouse means in the panel: a row or line to stand on, a window to scroll, Enter. Pure; open.ts decides about the keyboard.

import type { TuiMouseEvent } from "@earendil-works/pi-tui";
import { interpret, type Step } from "../core/view/interpret.ts";
import { scrollBy, standAt } from "../core/view/pointing.ts";
import type { Pane, Scene } from "../core/view/scene.ts";
import type { ViewState } from "../core/view/state.ts";
import { paneUnder, type Size } from "./frame.ts";

export interface Pointed {
	readonly state: ViewState;
	readonly step: Step;
}

const STILL: Step = { do: "nothing" };

/** Other buttons and gestures stay the host's. */
export function isOurs({ type, button }: TuiMouseEvent): boolean {
	return type === "wheel" || (button === "left" && (type === "press" || type === "click"));
}

/** A click or a wheel while the panel has the keyboard; undefined where it means nothing. */
export function point(event: TuiMouseEvent, state: ViewState, scene: Scene, size: Size): Pointed | undefined {
	if (size.stance !== "focused") return undefined;
	if (state.help) return event.type === "wheel" ? inHelp(event.wheelDelta ?? 0, state, scene) : undefined;
	const under = paneUnder(event.x, event.y, state, scene, size);
	if (under === undefined) return undefined;
	// Whoever is asked something answers it first: only reading goes on meanwhile.
	const isAsked = state.question !== undefined && state.question.what !== "search";
	if (event.type === "wheel") {
		return isAsked && under.pane === "list" ? undefined : wheel(event.wheelDelta ?? 0, under.pane, state, scene);
	}
	return isAsked ? undefined : click(event.clickCount ?? 1, under.pane, under.row, state, scene);
}

function inHelp(delta: number, state: ViewState, scene: Scene): Pointed {
	const key = delta < 0 ? "up" : "down";
	const steps = Array.from({ length: Math.abs(delta) }, () => key);
	return { state: steps.reduce((moved, each) => interpret(moved, each, scene).state, state), step: STILL };
}

function wheel(delta: number, pane: Pane, state: ViewState, scene: Scene): Pointed {
	const { state: moved, older } = scrollBy(delta, pane, state, scene);
	return { state: moved, step: older === undefined ? STILL : { do: "load-older", teamId: older } };
}

/** A click stands on what is under the pointer; the second of a double click acts on it like Enter, if the first one stood there. */
function click(count: number, pane: Pane, row: number, state: ViewState, scene: Scene): Pointed | undefined {
	const there = standAt(row, pane, state, scene);
	if (there === undefined) return undefined;
	return count === 2 && there === state ? interpret(state, "enter", scene) : { state: there, step: STILL };
}
