// The timeline with its names and kinds in columns, for a pane of its own. The words are those of the common timeline. Pure.

import { policyOf } from "../kinds.ts";
import { limits } from "../limits.ts";
import type { MemberId, Team } from "../model.ts";
import { width } from "../text.ts";
import { shapes } from "./shapes.ts";
import { type KeyedLine, timelineLines } from "./timeline.ts";
import { fitLine, type Line, type Tone, type Word } from "./words.ts";

/** The timeline of a team, or the part of one member, laid out for a pane of so many columns. */
export function columnLines(
	team: Team,
	filter: string,
	now: number,
	columns: number,
	member?: MemberId,
): readonly KeyedLine[] {
	const lines = timelineLines(team, filter, now, member);
	// In a narrow pane columns would cost too much of the text; in a very narrow one seconds do.
	if (columns < limits.secondsFrom) return lines.map((each) => new LaidOut(each, withoutSeconds));
	if (columns < limits.columnsFrom) return lines;
	const roleColumns = Math.min(
		limits.roleColumnsMost,
		team.members.reduce((most, { role }) => Math.max(most, width(role)), 1),
	);
	const layOut = (line: Line) => inColumns(line, roleColumns);
	return lines.map((each) => new LaidOut(each, layOut));
}

/** Of a long history only a screenful is ever looked at, and nothing is laid out, or even worded, before that. */
class LaidOut implements KeyedLine {
	readonly #each: KeyedLine;
	readonly #layOut: (line: Line) => Line;

	constructor(each: KeyedLine, layOut: (line: Line) => Line) {
		this.#each = each;
		this.#layOut = layOut;
	}

	get key(): string {
		return this.#each.key;
	}

	get target(): KeyedLine["target"] {
		return this.#each.target;
	}

	get folds(): readonly string[] {
		return this.#each.folds ?? [];
	}

	get line(): Line {
		return this.#layOut(this.#each.line);
	}
}

const CLOCK = /^(\d\d:\d\d):\d\d$/;

function withoutSeconds(line: Line): Line {
	const [first, gap, ...rest] = line;
	const time = first === undefined ? undefined : CLOCK.exec(first.text)?.[1];
	if (first === undefined || gap === undefined || time === undefined) return line;
	return [{ ...first, text: time }, { ...gap, text: " " }, ...rest];
}

// A line is: time, gap, who, gap, and for a message: arrow, whom, gap, kind, gap, text.
const WHO = 2;
const KIND_COLUMNS = 8;

function inColumns(line: Line, roleColumns: number): Line {
	const who = line[WHO];
	if (who?.tone !== "strong") return line;
	const padded = [...line.slice(0, WHO), padTo(who, roleColumns), ...line.slice(WHO + 1)];
	const arrow = padded.findIndex((each) => each.text === `${shapes.to} `);
	const whom = padded[arrow + 1];
	const kind = padded[arrow + 3];
	if (arrow < 0 || whom === undefined || kind === undefined || policyOf(kind.text) === undefined) return padded;
	padded[arrow + 1] = padTo(whom, roleColumns);
	padded[arrow + 3] = padTo({ ...kind, tone: toneOf(kind) }, KIND_COLUMNS);
	return padded;
}

function padTo(each: Word, columns: number): Word {
	return {
		...each,
		text: fitLine([each], Math.max(columns, width(each.text)))
			.map(({ text }) => text)
			.join(""),
	};
}

const TONES: Readonly<Record<string, Tone>> = { question: "warn", answer: "good", note: "dim", message: "plain" };

/** What wants an answer, and what is one, stand out; a refused message stays dim. */
function toneOf(kind: Word): Tone {
	if (kind.tone === "dim") return "dim";
	return TONES[policyOf(kind.text)?.mark ?? ""] ?? kind.tone;
}
