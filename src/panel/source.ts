// What the panel needs of the program it lives in. Types only; the extension composes it.

import type { Env } from "../core/env.ts";
import type { Intent, Notice } from "../core/intent.ts";
import type { Actor, Message, MessageId, TeamId } from "../core/model.ts";
import type { Outcome } from "../core/refusal.ts";
import type { Snapshots } from "../core/snapshot.ts";

export interface PanelSource {
	readonly env: Pick<Env, "now" | "every" | "after">;
	readonly snapshots: Pick<Snapshots, "current" | "subscribe" | "older" | "show">;
	actor(): Actor;
	/** Of this terminal (Terminal.session). */
	readonly session: string;
	/** The directory's name. */
	readonly proposedRole: string;
	/** Looks the target up again, runs the operation, and says what became of it. May take long; never throws for an expected no. */
	perform(intent: Intent): Promise<Outcome<Notice>>;
	/** The whole message, or undefined when it is gone. */
	readMessage(teamId: TeamId, message: MessageId): Promise<Message | undefined>;
	/** A bug or a broken disk: told once by the extension, never thrown into the host. */
	report(error: unknown): void;
	/** One line in the host, for when the panel itself cannot be seen. */
	say(text: string): void;
	/** The key that opens and leaves the panel, as keyName() gives it ("f6"); empty: none. */
	readonly key: string;
	/** What the terminal can show. */
	readonly glyphs: "unicode" | "ascii";
}

/** What the panel asks of whoever opened it. */
export interface PanelExits {
	/** The keyboard here, if whoever has it may lose it. */
	take(): void;
	/** The keyboard back to where it came from; the panel stays as a live view. */
	release(): void;
	/** The keyboard back, and the panel away. */
	close(): void;
	/** The host takes the panel away by itself. */
	gone(): void;
}
