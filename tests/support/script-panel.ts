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

export async function openPanel(world: World, opening: Opening = {}): Promise<FrontEnd> {
	const turned = machine(world.now);
	const env = turned.process();
	const terminal = { columns: opening.columns ?? 140, rows: opening.rows ?? 40 };
	const tui = { terminal, children: [], requestRender: () => undefined, setFocus: () => undefined } as unknown as TUI;
	let shown = world;
	let listener: ((snapshot: Snapshot) => void) | undefined;
	let standing: ReturnType<FrontEnd["standing"]> = "here";
	let answer: Outcome<Notice> | undefined;
	let gate: Promise<void> = Promise.resolve();
	const intents: Intent[] = [];
	const errors: unknown[] = [];
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
			older: () => shown.snapshot,
			show: () => undefined,
		},
		actor: () => shown.actor,
		session: SESSION,
		proposedRole: "Web Shop",
		async perform(intent) {
			intents.push(intent);
			await gate;
			return answer ?? succeeds(intent);
		},
		readMessage: async (_team, id) => opening.messages?.find((each) => each.id === id),
		report: (error) => errors.push(error),
		key: "f6",
		glyphs: "unicode",
	};
	const panel = new Panel(tui, plainTheme, source, {
		release: () => {
			standing = "released";
		},
		close: () => {
			standing = "closed";
		},
		gone: () => undefined,
	});
	panel.focused = true;
	const painted = () => {
		const lines = panel.render(terminal.columns).join("\n");
		if (errors.length > 0) throw errors[0];
		return lines;
	};
	const screen = () =>
		stripVTControlCharacters(painted().replaceAll(/\x1b_[^\x07]*\x07/g, ""))
			.split("\n")
			.map((line) => line.trimEnd())
			.join("\n");
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
			shown = next;
			turned.advance(Math.max(0, next.now - turned.now()));
			listener?.(next.snapshot);
			turned.advance(1_000);
		},
		intents: () => intents,
		answerWith(outcome) {
			answer = outcome;
		},
		holdAnswers() {
			let open: () => void = () => undefined;
			gate = new Promise((resolve) => {
				open = resolve;
			});
			return {
				async release() {
					open();
					await settled();
				},
			};
		},
		standing: () => standing,
		async close() {
			panel.dispose();
		},
	};
}
