// The dashboard behind the script language: its window on an emulated terminal, with a world that is given instead of read.

import type { Intent, Notice } from "../../src/core/intent.ts";
import type { Outcome } from "../../src/core/refusal.ts";
import { openWindow } from "../../src/dashboard/window.ts";
import { machine } from "./env.ts";
import { headless } from "./headless.ts";
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
	// As newer terminals send it: the bare byte would have to wait for what may follow it.
	escape: "\x1b[27u",
	tab: "\t",
	"shift+tab": "\x1b[Z",
	backspace: "\x7f",
	space: " ",
	f1: "\x1bOP",
};

function rawKey(key: string): string {
	const control = /^ctrl\+([a-z])$/.exec(key)?.[1];
	return control === undefined ? (RAW[key] ?? key) : String.fromCharCode(control.charCodeAt(0) - 96);
}

export async function openDashboard(world: World, opening: Opening = {}): Promise<FrontEnd> {
	const turned = machine(world.now);
	const env = turned.process();
	const terminal = headless(opening.columns ?? 140, opening.rows ?? 40);
	let shown = world;
	let standing: ReturnType<FrontEnd["standing"]> = "here";
	let answer: Outcome<Notice> | undefined;
	let gate: Promise<void> = Promise.resolve();
	let rows: readonly string[] = [];
	const intents: Intent[] = [];

	const window = openWindow({
		env,
		input: terminal.input,
		output: terminal.output,
		look: { palette: "dark", characters: "unicode" },
		mouse: "mouse",
		mode: undefined,
		world: {
			snapshot: () => shown.snapshot,
			actor: () => shown.actor,
			access: () => ({ at: "writable" }),
			terminal: "in a terminal",
			now: () => env.now(),
			session: SESSION,
			proposedRole: "Web Shop",
		},
		requested: undefined,
		effects: {
			async perform(performed) {
				let last: Outcome<Notice> | undefined;
				for (const intent of performed) {
					intents.push(intent);
					await gate;
					last = answer ?? succeeds(intent);
					if (!last.ok) return last;
				}
				return last ?? answer ?? { ok: false, refusal: { code: "declined" } };
			},
			loadOlder: () => undefined,
			search: async () => undefined,
			quit: () => {
				standing = "closed";
			},
			suspend: () => undefined,
			copy: () => undefined,
			goToPane: () => undefined,
			read: async (_team, id) => opening.messages?.find((each) => each.id === id),
		},
		events: { touched: () => undefined, moved: () => undefined, drawn: () => undefined, lost: () => undefined },
	});

	/** Lets promises settle and what they change be drawn. */
	async function look(): Promise<void> {
		await settled();
		turned.advance(100);
		await settled();
		rows = await terminal.rows();
	}

	async function send(text: string): Promise<void> {
		terminal.input.write(text);
		await look();
	}

	await look();
	return {
		surface: "dashboard",
		async press(...keys) {
			for (const key of keys) await send(rawKey(key));
		},
		async type(text) {
			for (const char of text) terminal.input.write(char);
			await look();
		},
		paste: (text) => send(`\x1b[200~${text}\x1b[201~`),
		screen: () => rows.join("\n"),
		list: () => rows.map((row) => row.split("│")[0]?.trimEnd()).join("\n"),
		painted: () => terminal.written(),
		async resize(columns, height) {
			terminal.resize(columns, height);
			turned.advance(100);
			await look();
		},
		async change(next) {
			shown = next;
			turned.advance(Math.max(0, next.now - turned.now()));
			window.worldChanged();
			turned.advance(1_000);
			await look();
		},
		intents: () => intents,
		answerWith(outcome) {
			answer = outcome;
		},
		holdAnswers() {
			const { promise, resolve } = Promise.withResolvers<void>();
			gate = promise;
			return {
				async release() {
					resolve();
					await look();
				},
			};
		},
		standing: () => standing,
		async close() {
			window.close();
		},
	};
}
