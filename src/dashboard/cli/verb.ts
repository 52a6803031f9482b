// What a one-shot verb is: a row of the table and the function behind it. Types only, never a verb of its own.

import type { Outcome } from "../../core/refusal.ts";
import type { FlagName, Flags } from "./flags.ts";
import type { Io } from "./io.ts";

/** One object of the output: `value` for --json (v and ok are added), `text` for people. Both are complete. */
export interface Reply {
	readonly value: Readonly<Record<string, unknown>>;
	readonly text: string;
	/** When the verb did its work and found something wrong: 6 of `doctor`. */
	readonly code?: number;
}

export type Style = "json" | "text";

/** What a verb is called with. */
export interface Call {
	readonly io: Io;
	readonly verb: Verb;
	readonly flags: Flags;
	/** What stands after the verb, without the flags. */
	readonly words: readonly string[];
	/** Columns of the terminal; undefined where lines need not fit. */
	readonly columns: number | undefined;
	readonly style: Style;
	/** Writes one object of a stream (`tail -f`, `export`) at once. */
	emit(reply: Reply, style?: Style): Promise<void>;
	/** Aborted by a signal. A verb that waits gives up then, in good order. */
	readonly stop: AbortSignal;
}

/** A stream ends with undefined: everything was emitted. */
export type Run = (call: Call) => Promise<Outcome<Reply | undefined>>;

export interface Verb {
	readonly name: string;
	readonly aliases: readonly string[];
	/** Words after the verb, as a usage line shows them: `<role> <text>`. */
	readonly words: string;
	readonly help: string;
	/** How many words it takes; a text counts as one or more. */
	readonly least: number;
	readonly most: number;
	/** Beyond the common ones, in the order of the usage line. */
	readonly flags: readonly FlagName[];
	/** Flags without which it is refused. */
	readonly needs: readonly FlagName[];
	/** Loaded when called, so that no verb pays for another. */
	load(): Promise<Run>;
}
