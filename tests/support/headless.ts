// A terminal in memory: what is written goes through a real emulator, and cells can be looked at. Never a process, never a pty.

import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import xterm from "@xterm/headless";
import type { TerminalInput, TerminalOutput } from "../../src/dashboard/terminal/terminal.ts";

/** How an emulator measures text: three generations of terminals. */
export const widthModels = ["6", "11", "15-graphemes"] as const;
export type WidthModel = (typeof widthModels)[number];

export interface HeadlessCell {
	readonly text: string;
	readonly columns: number;
	readonly inverse: boolean;
	readonly bold: boolean;
	/** Index of the palette, -1 for the default colour. */
	readonly colour: number;
}

export interface Headless {
	readonly input: TerminalInput & PassThrough;
	readonly output: TerminalOutput & EventEmitter;
	/** Rows as a person reads them, spaces at the end dropped, once everything written has been shown. */
	rows(): Promise<readonly string[]>;
	text(): Promise<string>;
	cell(row: number, column: number): HeadlessCell;
	cursor(): { readonly row: number; readonly column: number };
	/** True on the alternate screen. */
	alternate(): boolean;
	/** Everything written so far, as it was written. */
	written(): string;
	/** Forgets what was written, to count what comes next. */
	forget(): void;
	/** The last state of every private mode that was set or reset: "h" or "l". */
	modes(): ReadonlyMap<string, string>;
	rawMode(): boolean;
	resize(columns: number, rows: number): void;
}

export function headless(columns: number, rows: number, model: WidthModel = "11"): Headless {
	const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
	if (model === "11") emulator.loadAddon(new Unicode11Addon());
	if (model === "15-graphemes") emulator.loadAddon(new UnicodeGraphemesAddon());
	emulator.unicode.activeVersion = model;

	let written = "";
	let rawMode = false;
	const output = Object.assign(new EventEmitter(), {
		isTTY: true,
		columns,
		rows,
		write: (text: string) => {
			written += text;
			emulator.write(text);
			return true;
		},
	});
	const input = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode: (on: boolean) => {
			rawMode = on;
		},
	});
	const line = (row: number) => emulator.buffer.active.getLine(emulator.buffer.active.viewportY + row);
	const shown = async () => {
		await new Promise<void>((resolve) => emulator.write("", resolve));
		return Array.from({ length: emulator.rows }, (_, row) => (line(row)?.translateToString(true) ?? "").trimEnd());
	};
	return {
		input: input as Headless["input"],
		output,
		rows: shown,
		text: async () => (await shown()).join("\n"),
		cell: (row, column) => {
			const cell = line(row)?.getCell(column);
			if (cell === undefined) throw new Error(`there is no cell at ${row},${column}`);
			return {
				text: cell.getChars(),
				columns: cell.getWidth(),
				inverse: cell.isInverse() !== 0,
				bold: cell.isBold() !== 0,
				colour: cell.isFgDefault() ? -1 : cell.getFgColor(),
			};
		},
		cursor: () => ({ row: emulator.buffer.active.cursorY, column: emulator.buffer.active.cursorX }),
		alternate: () => emulator.buffer.active.type === "alternate",
		written: () => written,
		forget: () => {
			written = "";
		},
		modes: () => {
			const modes = new Map<string, string>();
			for (const [, mode, state] of written.matchAll(/\x1b\[\?(\d+)([hl])/g)) modes.set(mode ?? "", state ?? "");
			return modes;
		},
		rawMode: () => rawMode,
		resize: (nextColumns, nextRows) => {
			emulator.resize(nextColumns, nextRows);
			Object.assign(output, { columns: nextColumns, rows: nextRows });
			output.emit("resize");
		},
	};
}
