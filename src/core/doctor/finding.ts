// What doctor has to say: types only.

/** Programs branch on it; the words may change. */
export type FindingCode =
	| "no-store"
	| "newer-format"
	| "read-only"
	| "network-file-system"
	| "not-durable"
	| "low-space"
	| "low-inodes"
	| "permissions"
	| "polling"
	| "broken-file"
	| "broken-line"
	| "stray-file"
	| "quarantined"
	| "stuck-lock"
	| "blocked-lock"
	| "debris"
	| "void-name"
	| "stale-session"
	| "never-seated"
	| "dead-terminal"
	| "unknown-owner"
	| "orphaned-request"
	| "unfinished-settlement"
	| "removed-mail"
	| "clock"
	| "large-history"
	| "earlier-team"
	| "foreign"
	| "missing-build";

/** "broken" = something does not work; "attention" = somebody should look; "note" = good to know. */
export type Weight = "broken" | "attention" | "note";

/** A repair. Files are moved, never deleted, unless they are staging debris or hints. */
export type Fix =
	| {
			readonly do: "quarantine";
			readonly path: string;
			readonly reason: string;
			/** What goes with it, though its bytes are kept: it is done only where a person names the path. */
			readonly loses?: string;
	  }
	| { readonly do: "make-private"; readonly path: string }
	| { readonly do: "remove-lock"; readonly path: string }
	| { readonly do: "sweep" }
	| { readonly do: "forget-session"; readonly path: string };

export interface Finding {
	readonly code: FindingCode;
	readonly weight: Weight;
	/** One sentence: what was found, and where. */
	readonly what: string;
	/** What follows from it. */
	readonly meaning: string;
	/** What to do about it. */
	readonly mend: string;
	readonly path: string | undefined;
	readonly fix: Fix | undefined;
}

/** Something a person wants to know even when all is well. */
export interface Fact {
	readonly name: string;
	readonly value: string;
}

export interface Report {
	/** The weightiest first. */
	readonly findings: readonly Finding[];
	readonly facts: readonly Fact[];
}

export function finding(
	code: FindingCode,
	weight: Weight,
	words: { readonly what: string; readonly meaning: string; readonly mend: string },
	more: { readonly path?: string; readonly fix?: Fix | undefined } = {},
): Finding {
	return { code, weight, ...words, path: more.path, fix: more.fix };
}

/** Whether it is done without being named. */
export function isMendable({ fix }: Finding): boolean {
	return fix !== undefined && lossOf(fix) === undefined;
}

export function lossOf(fix: Fix): string | undefined {
	return fix.do === "quarantine" ? fix.loses : undefined;
}

/** What `--fix` will do about a finding, in words. */
export function fixWords(fix: Fix): string {
	switch (fix.do) {
		case "quarantine":
			return `move ${fix.path} into quarantine/`;
		case "make-private":
			return `make ${fix.path} private (mode 700)`;
		case "remove-lock":
			return `remove the lock ${fix.path}`;
		case "sweep":
			return "sweep old leftovers out of tmp/ and trash/";
		case "forget-session":
			return `forget ${fix.path}`;
		default:
			return fix satisfies never;
	}
}

/** `41 bytes`, `12 KB`, `3 MB`. */
export function sizeWords(bytes: number): string {
	const STEP = 1_024;
	if (bytes < STEP) return `${bytes} bytes`;
	if (bytes < STEP * STEP) return `${Math.round(bytes / STEP)} KB`;
	return `${Math.round(bytes / STEP / STEP)} MB`;
}
