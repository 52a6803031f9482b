// The one place that knows blessed: alternate screen, geometry and cell buffer. Never reads keys and never decides what is drawn.
// Of blessed only what was measured to hold is used; its widgets, tags, key and mouse decoding, terminfo search and draw() are not.

import { PassThrough } from "node:stream";
import blessed from "blessed";
import { limits } from "../../core/limits.ts";
import { type Frame, openCanvas } from "./canvas.ts";
import { type CellRow, drawChanges, moveTo } from "./draw.ts";

/** The terminal being written to; a test gives an emulator. */
export interface ScreenOutput {
	readonly columns?: number;
	readonly rows?: number;
	write(text: string): unknown;
}

/** Rows and columns count from 0. */
export interface Cell {
	readonly row: number;
	readonly column: number;
}

export interface Size {
	readonly columns: number;
	readonly rows: number;
}

export interface Screen {
	size(): Size;
	/**
	 * Draws what differs from what is shown; writes nothing when nothing does. `typing` is the cell text is typed into: the hidden
	 * cursor is left there, since input methods show what they compose beside it.
	 */
	draw(frame: Frame, typing?: Cell): void;
	/** The terminal has another size, or shows something else: the next draw starts from an empty screen. */
	reset(): void;
	/** Bytes beside the frame: a bell, a copied text. */
	send(bytes: string): void;
	/** Leaves the alternate screen with every mode as it was, written out before it returns. Entering again empties the screen. */
	leave(): void;
	enter(): void;
	/** Leaves and forgets; nothing is written afterwards. */
	close(): void;
}

export type MouseUse = "mouse" | "no mouse";

/** What blessed has and its types lack, as far as it is used here. */
interface Internals {
	lines: CellRow[];
	olines: CellRow[];
	dattr: string;
	program: Program;
	alloc(): void;
	enter(): void;
	leave(): void;
	render(): void;
	draw(): void;
	destroy(): void;
}

interface Program {
	cols: number;
	rows: number;
	tput: { brokenACS: boolean; strings: Record<string, string | null> };
	_write(bytes: string): void;
	flush(): void;
}

const SYNC_ON = "\x1b[?2026h";
const SYNC_OFF = "\x1b[?2026l";
// Autowrap off: a cluster the terminal finds wider than we do must not spill into the next row. Bracketed paste on.
const MODES_ON = "\x1b[?7l\x1b[?2004h";
const MODES_OFF = "\x1b[?2004l\x1b[?7h\x1b[m\x1b[r";
// Buttons and drags with SGR coordinates; never any-motion, never UTF-8 coordinates.
const MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/** Enters the alternate screen. */
export function openScreen(output: ScreenOutput, mouse: MouseUse): Screen {
	const canvas = openCanvas();
	const screen = makeBlessed(output);
	const { program } = screen;
	let frame: Frame = [];
	let typing: Cell | undefined;
	let left: Cell | undefined;
	let state: "entered" | "left" | "closed" = "entered";

	const element = blessed.box({ parent: screen as unknown as blessed.Widgets.Node, width: "100%", height: "100%" });
	element.render = () => {
		canvas.place(frame, screen.lines);
		return undefined as unknown as blessed.Widgets.Coords;
	};
	screen.draw = () => {
		const bytes = drawChanges(screen.lines, screen.olines);
		const isMoved = typing?.row !== left?.row || typing?.column !== left?.column;
		left = typing;
		if (bytes !== "") program._write(bytes);
		if (typing !== undefined && (bytes !== "" || isMoved)) program._write(moveTo(typing.row, typing.column));
	};
	const modesOn = () => program._write(MODES_ON + (mouse === "mouse" ? MOUSE_ON : ""));
	// blessed's own exit handler leaves too; whoever leaves, the modes go with it.
	const leaveBlessed = screen.leave.bind(screen);
	screen.leave = () => {
		if (state !== "entered") return;
		state = "left";
		program._write((mouse === "mouse" ? MOUSE_OFF : "") + MODES_OFF);
		leaveBlessed();
		program.flush();
	};
	const empty = () => {
		takeSize(program, output);
		canvas.forget();
		screen.alloc();
	};
	modesOn();
	empty();

	return {
		size: () => ({ columns: program.cols, rows: program.rows }),
		draw: (next, cell) => {
			frame = next;
			typing = cell;
			if (state !== "entered") return;
			screen.render();
			program.flush();
		},
		reset: () => {
			if (state === "entered") empty();
		},
		send: (bytes) => {
			if (state !== "entered") return;
			program._write(bytes);
			program.flush();
		},
		leave: () => screen.leave(),
		enter: () => {
			if (state !== "left") return;
			state = "entered";
			screen.enter();
			modesOn();
			empty();
		},
		close: () => {
			if (state === "closed") return;
			screen.leave();
			state = "closed";
			screen.destroy();
			program.flush();
		},
	};
}

function makeBlessed(output: ScreenOutput): Internals {
	// Its terminfo reader misreads what newer ncurses installs, prints source code for some terminals and falls back to eight
	// colours for others. With nowhere to look it takes the entry it brings along.
	(blessed as unknown as { tput: { ipaths: string[] } }).tput.ipaths.length = 0;
	const program = withoutTmux(() =>
		blessed.program({
			input: deafInput(),
			output: deafOutput(output),
			terminal: "xterm-256color",
			forceUnicode: true,
			tput: true,
			buffer: true,
			zero: true,
		} as unknown as blessed.Widgets.IScreenOptions),
	) as unknown as Program;
	program.tput.brokenACS = true; // Box drawing as UTF-8, not as a second character set.
	program.tput.strings.ena_acs = null;
	takeSize(program, output);
	const options = { program, forceUnicode: true, fullUnicode: true, autoPadding: false };
	const screen = blessed.screen(options as unknown as blessed.Widgets.IScreenOptions) as unknown as Internals;
	screen.dattr = ""; // Cells carry SGR parameters instead of blessed's packed colours, which know neither dim nor 24 bits.
	return screen;
}

/** Inside tmux blessed runs `tmux -V` and waits for it, for a mouse set-up that is not used. */
function withoutTmux<T>(make: () => T): T {
	const { TMUX } = process.env;
	delete process.env.TMUX;
	try {
		return make();
	} finally {
		if (TMUX !== undefined) process.env.TMUX = TMUX;
	}
}

/** blessed decodes pastes as key presses and loses keys beside mouse reports: it gets nothing to read. */
function deafInput(): NodeJS.ReadableStream {
	return Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
}

/**
 * Passes bytes on, each burst as one synchronised update, so that a cleared screen is never seen. Hides resizes: blessed would
 * clear and draw at each of fifty in a row.
 */
function deafOutput(output: ScreenOutput): NodeJS.WritableStream {
	const deaf = new PassThrough();
	return Object.assign(deaf, {
		isTTY: true,
		columns: output.columns,
		rows: output.rows,
		write: (text: string) => {
			output.write(SYNC_ON + text + SYNC_OFF);
			return true;
		},
	});
}

function takeSize(program: Program, output: ScreenOutput): void {
	program.cols = Math.max(1, output.columns || limits.unknownColumns);
	program.rows = Math.max(1, output.rows || limits.unknownRows);
}
