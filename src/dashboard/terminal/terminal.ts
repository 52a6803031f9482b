// The keyboard and the screen of one terminal as one thing that is entered and left together. Never interprets a press, never
// handles signals.

import type { Env, Timer } from "../../core/env.ts";
import { limits } from "../../core/limits.ts";
import { openKeyReader, type Press } from "./keys.ts";
import { type MouseUse, openScreen, type Screen, type ScreenOutput } from "./screen.ts";

/** Standard input, or a stream that stands for it. */
export interface TerminalInput {
	setEncoding(encoding: "utf8"): unknown;
	setRawMode?(on: boolean): unknown;
	on(event: "data", listener: (text: string) => void): unknown;
	on(event: "end" | "close" | "error", listener: () => void): unknown;
	removeAllListeners(event: "data" | "end" | "close"): unknown;
	resume(): unknown;
	pause(): unknown;
}

export interface TerminalOutput extends ScreenOutput {
	on(event: "resize" | "error", listener: () => void): unknown;
	removeListener(event: "resize", listener: () => void): unknown;
}

export interface TerminalEvents {
	/** All presses of one read, in order. */
	pressed(presses: readonly Press[]): void;
	/** The size has settled, or the terminal is back: everything is to be drawn again. */
	stale(): void;
	/** Nobody is there any more: the window was closed or the connection broke. */
	lost(): void;
}

export interface Terminal {
	readonly screen: Screen;
	enter(): void;
	/** The terminal as it was found; written out before it returns. May be entered again. */
	leave(): void;
	close(): void;
}

export function openTerminal(
	env: Env,
	input: TerminalInput,
	output: TerminalOutput,
	mouse: MouseUse,
	events: TerminalEvents,
): Terminal {
	let batch: Press[] = [];
	let state: "entered" | "left" | "closed" = "entered";
	let resize: Timer | undefined;
	const deliver = () => {
		const presses = batch;
		batch = [];
		if (state === "entered" && presses.length > 0) events.pressed(presses);
	};
	let reading = false;
	const reader = openKeyReader((press) => {
		batch.push(press);
		// A lone Escape comes from the reader's own timer, outside any read.
		if (!reading) deliver();
	});
	const lost = () => {
		if (state !== "closed") events.lost();
	};
	const resized = () => {
		resize?.cancel();
		resize = env.after(limits.resizeMs, () => {
			if (state !== "entered") return;
			screen.reset();
			events.stale();
		});
	};

	input.setEncoding("utf8");
	input.setRawMode?.(true);
	const screen = openScreen(output, mouse);
	input.on("data", (text) => {
		reading = true;
		reader.feed(text);
		reading = false;
		deliver();
	});
	input.on("end", lost);
	input.on("close", lost);
	input.on("error", lost);
	output.on("error", lost);
	output.on("resize", resized);
	input.resume();

	const leave = () => {
		if (state !== "entered") return;
		state = "left";
		screen.leave();
		input.setRawMode?.(false);
	};
	return {
		screen,
		leave,
		enter: () => {
			if (state !== "left") return;
			state = "entered";
			input.setRawMode?.(true);
			screen.enter();
			events.stale();
		},
		close: () => {
			if (state === "closed") return;
			leave();
			state = "closed";
			resize?.cancel();
			reader.close();
			screen.close();
			// The error listeners stay: a terminal that goes away now must not become a crash.
			for (const event of ["data", "end", "close"] as const) input.removeAllListeners(event);
			output.removeListener("resize", resized);
			input.pause();
		},
	};
}
