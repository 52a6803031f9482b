// One script for both user interfaces: open a world, press keys, read the screen, see the intents. Each interface implements FrontEnd once.

import type { Intent, Notice } from "../../src/core/intent.ts";
import type { Message } from "../../src/core/model.ts";
import { done, type Outcome } from "../../src/core/refusal.ts";
import { idOf, type World } from "./scenes.ts";
import { openDashboard } from "./script-dashboard.ts";
import { openPanel } from "./script-panel.ts";

export interface FrontEnd {
	readonly surface: "panel" | "dashboard";
	/** Keys by the names of keyName(): "up", "enter", "escape", "ctrl+c", "m", "L". */
	press(...keys: readonly string[]): Promise<void>;
	/** Character by character. */
	type(text: string): Promise<void>;
	/** At once, as a terminal hands on a paste. */
	paste(text: string): Promise<void>;
	/** What is to be read, without colours; trailing space is cut. */
	screen(): string;
	/** Of that, the pane with teams and members. */
	list(): string;
	/** The same with whatever is sent to the terminal. */
	painted(): string;
	resize(columns: number, rows: number): Promise<void>;
	/** Another snapshot, actor and clock. */
	change(world: World): Promise<void>;
	/** What was to be performed so far. */
	intents(): readonly Intent[];
	/** What the next intents come back with; without it each one succeeds in words that name it. */
	answerWith(outcome: Outcome<Notice>): void;
	/** Intents are not answered until `release` is called. */
	holdAnswers(): { release(): Promise<void> };
	/** Whether it is still there and has the keyboard. */
	standing(): "here" | "released" | "closed";
	close(): Promise<void>;
}

export interface Opening {
	readonly columns?: number;
	readonly rows?: number;
	/** What can be read in full. */
	readonly messages?: readonly Message[];
}

export type Opener = (world: World, opening?: Opening) => Promise<FrontEnd>;

/** Every interface runs every script. */
export const frontEnds: readonly (readonly [string, Opener])[] = [
	["panel", openPanel],
	["dashboard", openDashboard],
];

/** What an intent that succeeds says: the scripts look for it. */
export function succeeds(intent: Intent): Outcome<Notice> {
	return done({ text: `done: ${intent.do}`, tone: "good", cursor: undefined, message: undefined });
}

/** A whole message behind a line of the timeline written by world(). */
export function message(
	team: string,
	from: string,
	to: string,
	kind: string,
	body: string,
	more: Partial<Message> = {},
): Message {
	const id = idOf(`message ${body}`);
	return {
		id,
		teamId: idOf(team),
		kind,
		from: idOf(`${team}/${from}`),
		to: idOf(`${team}/${to}`),
		origin: "agent",
		at: 0,
		subject: undefined,
		body,
		expiresAt: undefined,
		rootId: id,
		parentId: undefined,
		replyTo: undefined,
		outcome: undefined,
		state: { id, place: "surfaced", receipts: [] },
		...more,
	};
}

/** Lets what was promised happen. */
export async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
