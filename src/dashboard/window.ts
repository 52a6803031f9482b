// The dashboard as far as it is seen and typed into: keys, screen and state together, and when a frame is drawn. Knows neither the store nor the process.

import type { Env, Timer } from "../core/env.ts";
import type { Notice } from "../core/intent.ts";
import { limits } from "../core/limits.ts";
import type { RequestedRow } from "../core/view/state.ts";
import { stateOf } from "../core/view/status.ts";
import { type Controller, type Effects, openController, type World } from "./controller.ts";
import { paint, typingAt } from "./paint.ts";
import type { Stage } from "./stage.ts";
import type { Both } from "./state.ts";
import type { MouseUse } from "./terminal/screen.ts";
import { openTerminal, type Terminal, type TerminalInput, type TerminalOutput } from "./terminal/terminal.ts";
import type { Look } from "./theme.ts";

export interface WindowParts {
	readonly env: Env;
	readonly input: TerminalInput;
	readonly output: TerminalOutput;
	readonly look: Look;
	readonly mouse: MouseUse;
	/** Said in the first line: `read only`, `demo`. */
	readonly mode: string | undefined;
	readonly world: Omit<World, "size">;
	readonly effects: Omit<Effects, "changed" | "redraw" | "startPlaying">;
	readonly requested: RequestedRow | undefined;
	readonly events: WindowEvents;
}

export interface WindowEvents {
	/** A key or a paste, before it is interpreted: whoever pressed it had seen what was drawn. */
	touched(): void;
	/** After everything pressed was interpreted, before it is drawn. */
	moved(): void;
	drawn(stage: Stage, both: Both): void;
	/** Nobody is there any more. */
	lost(): void;
}

export interface Window {
	readonly controller: Controller;
	readonly terminal: Terminal;
	/** A new snapshot, or another seat: drawn soon. */
	worldChanged(): void;
	say(text: string, tone: Notice["tone"]): void;
	close(): void;
}

export function openWindow(parts: WindowParts): Window {
	const { env, world } = parts;
	const timers: Timer[] = [];
	let drawnAt = Number.NEGATIVE_INFINITY;
	let drawnMinute = 0;
	let pending: Timer | undefined;
	let playing: Timer | undefined;

	const terminal = openTerminal(env, parts.input, parts.output, parts.mouse, {
		pressed: (presses) => {
			if (presses.some(({ at }) => at !== "mouse")) parts.events.touched();
			for (const press of presses) controller.press(press);
			parts.events.moved();
			draw();
		},
		stale: () => {
			controller.worldChanged();
			draw();
		},
		lost: parts.events.lost,
	});
	const { screen } = terminal;
	const controller = openController(
		{ ...world, size: screen.size },
		{ ...parts.effects, changed: drawSoon, redraw: screen.reset, startPlaying },
		parts.requested,
	);
	draw();
	timers.push(env.every(limits.ageTickMs, tick));

	function draw(): void {
		pending?.cancel();
		pending = undefined;
		drawnAt = env.monotonic();
		drawnMinute = minuteOf(world.now());
		const painting = { look: parts.look, mode: parts.mode, replayAt: controller.replayAt(), access: world.access };
		const stage = controller.stage();
		const both = controller.both();
		screen.draw(paint(stage, both, painting), typingAt(stage, both));
		parts.events.drawn(stage, both);
	}

	/** Frames caused by the store come at most so often; those a key causes come at once. */
	function drawSoon(): void {
		if (pending !== undefined) return;
		pending = env.after(Math.max(0, drawnAt + limits.drawMs - env.monotonic()), draw);
	}

	/** An idle team changes its ages once a minute. */
	function tick(): void {
		if (minuteOf(world.now()) !== drawnMinute || somethingMoves()) draw();
	}

	function somethingMoves(): boolean {
		return world.snapshot().teams.some((team) => team.members.some((member) => MOVING.has(stateOf(member))));
	}

	function startPlaying(): void {
		playing?.cancel();
		playing = env.every(limits.replayStepMs, () => {
			if (controller.play()) draw();
			else playing?.cancel();
		});
	}

	return {
		controller,
		terminal,
		worldChanged: () => {
			controller.worldChanged();
			drawSoon();
		},
		say: (text, tone) => controller.say({ text, tone }),
		close: () => {
			for (const timer of [...timers, pending, playing]) timer?.cancel();
			terminal.close();
		},
	};
}

const MINUTE_MS = 60_000;
const MOVING: ReadonlySet<string> = new Set(["working", "waiting"]);

function minuteOf(at: number): number {
	return Math.floor(at / MINUTE_MS);
}
