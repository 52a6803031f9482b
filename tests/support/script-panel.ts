// The docked panel behind the script language: the real component in a host made of what it uses of one.

import { stripVTControlCharacters } from "node:util";
import type { TUI } from "@earendil-works/pi-tui";
import type { Intent, Notice } from "../../src/core/intent.ts";
import type { Snapshot } from "../../src/core/model.ts";
import type { Outcome } from "../../src/core/refusal.ts";
import type { PanelTheme } from "../../src/panel/paint.ts";
import { Panel } from "../../src/panel/panel.ts";
import type { PanelSource } from "../../src/panel/source.ts";
import { machine } from "./env.ts";
import { SESSION, type World } from "./scenes.ts";
import { type FrontEnd, type Opening, settled, succeeds } from "./script.ts";

const RAW: Readonly<Record<string, string>> = {
	up: "\x1b[A",
	down: "\x1b[B",
	right: "\x1b[C",
	left: "\x1b[D",
	home: "\x1b[H",
	end: "\x1b[F",
	pageUp: "\x1b[5~",
	pageDown: "\x1b[6~",
	enter: "\r",
	escape: "\x1b",
	tab: "\t",
	"shift+tab": "\x1b[Z",
	backspace: "\x7f",
	space: " ",
	f1: "\x1bOP",
	f6: "\x1b[17~",
};

export function rawKey(key: string): string {
	const control = /^ctrl\+([a-z])$/.exec(key)?.[1];
	return control === undefined ? (RAW[key] ?? key) : String.fromCharCode(control.charCodeAt(0) - 96);
}

const SGR = (code: number) => (text: string) => `\x1b[${code}m${text}\x1b[39m`;

/** Paints like a host does, in a few colours. */
export const plainTheme = {
	fg: (color: string, text: string) => SGR(30 + (color.length % 8))(text),
	bg: (_color: string, text: string) => `\x1b[44m${text}\x1b[49m`,
	bold: (text: string) => `\x1b[1m${text}\x1b[22m`,
} as unknown as PanelTheme;

export interface PanelHarness {
	readonly panel: Panel;
	readonly source: PanelSource;
	readonly terminal: { columns: number; rows: number };
	/** How often the host was asked for a frame. */
	frames(): number;
	/** How often older lines were asked for. */
	olderAsked(): number;
	show(world: World): void;
	/** Turns the clock. */
	pass(ms: number): void;
	/** Timers that are still set. */
	timers(): number;
	readonly intents: Intent[];
	readonly errors: unknown[];
	/** What the host was asked to say. */
	readonly said: string[];
	answer: Outcome<Notice> | undefined;
	gate: Promise<void>;
	standing: ReturnType<FrontEnd["standing"]>;
}

/** The real panel in a host made of what it uses of one. It has the keyboard. */
export function panelHarness(world: World, opening: Opening = {}, more: Partial<PanelSource> = {}): PanelHarness {
	const turned = machine(world.now);
	const env = turned.process();
	const terminal = { columns: opening.columns ?? 140, rows: opening.rows ?? 40 };
	let frames = 0;
	let olderAsked = 0;
	let shown = world;
	let listener: ((snapshot: Snapshot) => void) | undefined;
	const requestRender = () => {
		frames += 1;
	};
	const tui = { terminal, children: [], requestRender, setFocus: () => undefined } as unknown as TUI;
	const source: PanelSource = {
		env,
		snapshots: {
			current: () => shown.snapshot,
			subscribe(added) {
				listener = added;
				return () => {
					listener = undefined;
				};
			},
			older() {
				olderAsked += 1;
				return shown.snapshot;
			},
			show: () => undefined,
		},
		actor: () => shown.actor,
		session: SESSION,
		proposedRole: "Web Shop",
		async perform(intent) {
			harness.intents.push(intent);
			await harness.gate;
			return harness.answer ?? succeeds(intent);
		},
		readMessage: async (_team, id) => opening.messages?.find((each) => each.id === id),
		report: (error) => harness.errors.push(error),
		say: (text) => harness.said.push(text),
		key: "f6",
		glyphs: "unicode",
		...more,
	};
	const exits = {
		take: () => {
			harness.panel.focused = true;
		},
		release: () => {
			harness.standing = "released";
		},
		close: () => {
			harness.standing = "closed";
		},
		gone: () => undefined,
	};
	const harness: PanelHarness = {
		panel: new Panel(tui, plainTheme, source, exits),
		source,
		terminal,
		frames: () => frames,
		olderAsked: () => olderAsked,
		show(next) {
			shown = next;
			listener?.(next.snapshot);
		},
		pass: (ms) => turned.advance(ms),
		timers: () => env.timers(),
		intents: [],
		errors: [],
		said: [],
		answer: undefined,
		gate: Promise.resolve(),
		standing: "here",
	};
	harness.panel.focused = true;
	return harness;
}

/** What is to be read of lines sent to a terminal. */
export function readable(painted: string): string {
	return stripVTControlCharacters(painted.replaceAll(/\x1b_[^\x07]*\x07/g, ""))
		.split("\n")
		.map((line) => line.trimEnd())
		.join("\n");
}

export async function openPanel(world: World, opening: Opening = {}): Promise<FrontEnd> {
	const harness = panelHarness(world, opening);
	const { panel, terminal, errors, source } = harness;
	const painted = () => {
		const lines = panel.render(terminal.columns).join("\n");
		if (errors.length > 0) throw errors[0];
		return lines;
	};
	const screen = () => readable(painted());
	return {
		surface: "panel",
		async press(...keys) {
			for (const key of keys) {
				panel.handleInput(rawKey(key));
				await settled();
			}
		},
		async type(text) {
			for (const char of text) panel.handleInput(char);
			await settled();
		},
		async paste(text) {
			panel.handleInput(`\x1b[200~${text}\x1b[201~`);
			await settled();
		},
		screen,
		list: () =>
			screen()
				.split("\n")
				.map((line) => line.split("│")[0]?.trimEnd())
				.join("\n"),
		painted,
		async resize(columns, rows) {
			terminal.columns = columns;
			terminal.rows = rows;
		},
		async change(next) {
			harness.pass(Math.max(0, next.now - source.env.now()));
			harness.show(next);
			harness.pass(SECOND_MS);
		},
		intents: () => harness.intents,
		answerWith(outcome) {
			harness.answer = outcome;
		},
		holdAnswers() {
			const { promise, resolve } = Promise.withResolvers<void>();
			harness.gate = promise;
			return {
				async release() {
					resolve();
					await settled();
				},
			};
		},
		standing: () => harness.standing,
		async close() {
			panel.dispose();
		},
	};
}

const SECOND_MS = 1_000;
