// The docked panel as a component of the host: keys in, lines out. Never throws into the host, never does I/O in render, never moves the focus (open.ts does).

import {
	type Component,
	type Focusable,
	type TUI,
	type TuiMouseEvent,
	type TuiMouseEventResult,
	truncateToWidth,
} from "@earendil-works/pi-tui";
import type { Notice } from "../core/intent.ts";
import { limits } from "../core/limits.ts";
import { done } from "../core/refusal.ts";
import { type Interpreted, interpret, pasted, type Step } from "../core/view/interpret.ts";
import { typed } from "../core/view/questions.ts";
import { teamOfKey } from "../core/view/rows.ts";
import type { Scene } from "../core/view/scene.ts";
import { finished, initialState, type RequestedRow, reconcile, type ViewState } from "../core/view/state.ts";
import { paintedLines, sameLines, typedLines } from "./drawing.ts";
import { type Arrivals, errand } from "./errands.ts";
import { type Keyboard, type Size, sceneOf, sizeOf, tooLow } from "./frame.ts";
import { type Frames, openFrames } from "./frames.ts";
import { arrived } from "./input.ts";
import type { PanelTheme } from "./paint.ts";
import { isOurs, point } from "./pointer.ts";
import { openReading, type Reading } from "./reading.ts";
import type { PanelExits, PanelSource } from "./source.ts";
import { keysFor, openTyping, type Typing } from "./typing.ts";

export class Panel implements Component, Focusable {
	/** PgUp and PgDn come here while the panel has the keyboard, not to the transcript. */
	readonly capturesViewportInput = true;
	readonly #tui: TUI;
	readonly #theme: PanelTheme;
	readonly #source: PanelSource;
	readonly #exits: PanelExits;
	readonly #typing: Typing;
	readonly #reading: Reading;
	readonly #frames: Frames;
	readonly #stops: readonly (() => void)[];
	#keyboard: Keyboard = "elsewhere";
	#state!: ViewState;
	#lines: readonly string[] = [];
	#drawnColumns = 0;
	#drawnRows = 0;
	#isStale = true;
	#isClosed = false;

	constructor(tui: TUI, theme: PanelTheme, source: PanelSource, exits: PanelExits, requested?: RequestedRow) {
		this.#tui = tui;
		this.#theme = theme;
		this.#source = source;
		this.#exits = exits;
		this.#typing = openTyping(tui);
		this.#reading = openReading(source, () => this.#guard(() => this.#frames.now()));
		this.#frames = openFrames(source.env, () => this.#guard(() => this.#ask()));
		this.#state = initialState(this.#scene(), requested);
		source.snapshots.show(teamOfKey(this.#state.cursor));
		const ticking = source.env.every(limits.ageTickMs, () => this.#guard(() => this.#tick()));
		const unsubscribe = source.snapshots.subscribe(() => this.#guard(() => this.#changed()));
		this.#stops = [unsubscribe, () => ticking.cancel()];
	}

	get focused(): boolean {
		return this.#keyboard === "here";
	}

	set focused(focused: boolean) {
		const keyboard: Keyboard = focused ? "here" : "elsewhere";
		if (keyboard === this.#keyboard) return;
		this.#keyboard = keyboard;
		// What was said was read by now; what is said without the keyboard stands in the live view.
		this.#state = { ...this.#state, notice: undefined };
		this.#isStale = true;
	}

	/** Puts the cursor on a row, as when the panel is opened for it. */
	show(requested: RequestedRow): void {
		this.#guard(() => {
			const outcome = done<Notice>({ text: "", tone: "plain", cursor: requested, message: undefined });
			this.#adopt({ ...finished(this.#state, outcome, this.#scene()), notice: undefined });
		});
	}

	/** Warns in the panel's notice line. */
	warn(text: string): void {
		this.#guard(() => this.#adopt({ ...this.#state, notice: { text, tone: "warn" } }));
	}

	render(width: number): readonly string[] {
		const columns = Math.max(1, width);
		const { rows } = this.#tui.terminal;
		if (!this.#isStale && columns === this.#drawnColumns && rows === this.#drawnRows) return this.#lines;
		const next = this.#drawn(columns, rows);
		if (!sameLines(this.#lines, next)) this.#lines = next;
		this.#drawnColumns = columns;
		this.#drawnRows = rows;
		this.#isStale = false;
		return this.#lines;
	}

	handleInput(data: string): void {
		this.#guard(() => {
			// What cannot be seen must not act on keys.
			const low = tooLow(this.#tui.terminal.rows);
			if (low !== undefined) {
				this.#exits.release();
				return this.#source.say(low);
			}
			const input = arrived(data, keysFor(this.#state));
			if (input.what === "paste") {
				this.#take(pasted(this.#state, input.text, this.#scene()), input.raw, "");
			} else if (input.key !== "" && input.key === this.#source.key) {
				this.#exits.release();
			} else {
				this.#take(interpret(this.#state, input.key, this.#scene()), input.raw, input.key);
			}
		});
	}

	/** Only ever called in the host's fullscreen mode; elsewhere the mouse is the terminal's own. */
	handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
		if (!isOurs(event)) return undefined;
		// The click that follows comes here only when its press did.
		if (event.type === "press") return { handled: true, render: false };
		if (this.#keyboard === "elsewhere") return event.type === "click" ? this.#clickedFromElsewhere() : undefined;
		let result: TuiMouseEventResult | undefined;
		this.#guard(() => {
			const size = this.#size();
			const pointed = point(event, this.#state, this.#scene(size), size);
			if (pointed === undefined) return;
			this.#take(pointed, "", "");
			result = { handled: true };
		});
		return result;
	}

	/** The panel grows by it, so what is under the pointer afterwards was not what was clicked. */
	#clickedFromElsewhere(): TuiMouseEventResult {
		this.#guard(() => this.#exits.take());
		return { handled: true };
	}

	invalidate(): void {
		this.#isStale = true;
	}

	/** Called by the host when the widget goes. */
	dispose(): void {
		if (this.#isClosed) return;
		this.#guard(() => this.#exits.gone());
		this.#isClosed = true;
		this.#frames.stop();
		for (const stop of this.#stops) stop();
	}

	#take({ state, step }: Interpreted, data: string, key: string): void {
		this.#adopt(state);
		this.#carryOut(step, data, key);
	}

	#adopt(state: ViewState): void {
		this.#state = state;
		this.#source.snapshots.show(teamOfKey(state.cursor));
		this.#typing.follow(state);
		this.#reading.follow(state.opened);
		this.#frames.now();
	}

	#carryOut(step: Step, data: string, key: string): void {
		if (step.do === "edit") this.#adopt(typed(this.#state, this.#typing.take(data, key), this.#scene()));
		else errand(step, this.#source, this.#exits, this.#arrivals);
	}

	readonly #arrivals: Arrivals = {
		performed: (outcome) => this.#guard(() => this.#adopt(finished(this.#state, outcome, this.#scene()))),
		older: () => this.#changed(),
	};

	/** The store changed: a burst of changes is one frame. */
	#changed(): void {
		this.#state = reconcile(this.#state, this.#scene());
		this.#source.snapshots.show(teamOfKey(this.#state.cursor));
		this.#typing.follow(this.#state);
		this.#reading.follow(this.#state.opened);
		this.#reading.again();
		this.#frames.soon();
	}

	#ask(): void {
		this.#isStale = true;
		this.#tui.requestRender();
	}

	/** Ages grow; the host is only asked for a frame when a word really changed. */
	#tick(): void {
		if (this.#drawnColumns === 0 || this.#isStale) return;
		if (!sameLines(this.#lines, this.#drawn(this.#drawnColumns, this.#tui.terminal.rows))) this.#frames.now();
	}

	#drawn(columns: number, rows: number): readonly string[] {
		try {
			const size = sizeOf(this.#keyboard, columns, rows);
			const text = typedLines(this.#theme, this.#typing, this.#state, size);
			return paintedLines(this.#theme, this.#source, this.#state, this.#scene(size, text.length), size, text);
		} catch (error) {
			this.#source.report(error); // A throw in render would end the host.
			return [truncateToWidth("The team panel could not be drawn; Esc closes it.", columns, "")];
		}
	}

	/** The world as it is now, and the room there is on the screen. */
	#scene(size: Size = this.#size(), typedRows: number = this.#typedRows(size)): Scene {
		const scene = sceneOf(this.#source, this.#state, this.#reading.current(), size, typedRows);
		return { ...scene, reading: this.#reading.standing() };
	}

	/** Keys only come while the panel has the keyboard, so they move in the room it has then. */
	#size(): Size {
		const { columns, rows } = this.#tui.terminal;
		return sizeOf("here", this.#drawnColumns || columns, rows);
	}

	#typedRows(size: Size): number {
		return this.#typing.lines(size.columns, limits.typedRows, size.keyboard).length;
	}

	/** A bug of ours is reported, never thrown into the host; after the end nothing happens any more. */
	#guard(run: () => void): void {
		if (this.#isClosed) return;
		try {
			run();
		} catch (error) {
			this.#source.report(error);
		}
	}
}
