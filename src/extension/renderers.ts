// How our entries and tool calls are drawn in Pi's transcript, before a join and after a leave too. Every line fits; drawing never throws and does no I/O.

import { policyOf } from "../core/kinds.ts";
import { clean, cleanLines, width as columnsOf, cut, wrap } from "../core/text.ts";
import type { Component, Theme } from "./host.ts";
import { type Drawn, drawnEntry, drawnMessage } from "./shown.ts";

type Tone = "accent" | "muted" | "dim" | "text" | "warning" | "error" | "success";
export type Paint = (tone: Tone, text: string) => string;

/** A component of lines that are made anew only when the width changes; a failure draws one plain line. */
export function lineComponent(make: (width: number) => readonly string[]): Component {
	let cached: { readonly width: number; readonly lines: string[] } | undefined;
	return {
		render(width) {
			if (cached?.width !== width) cached = { width, lines: safely(make, width) };
			return cached.lines;
		},
		invalidate() {
			cached = undefined;
		},
	};
}

function safely(make: (width: number) => readonly string[], width: number): string[] {
	try {
		return [...make(Math.max(1, width))];
	} catch {
		// A render that throws ends Pi; a team message that cannot be drawn is worth one word.
		return [cut("team message", width)];
	}
}

export function painter(theme: Pick<Theme, "fg">): Paint {
	return (tone, text) => (text === "" ? "" : theme.fg(tone, text));
}

export function messageComponent(
	message: unknown,
	options: { readonly expanded: boolean; readonly outputPad?: number },
	theme: Pick<Theme, "fg">,
): Component {
	return drawnComponent(drawnMessage(message), options, theme);
}

export function entryComponent(
	entry: unknown,
	options: { readonly expanded: boolean; readonly outputPad?: number },
	theme: Pick<Theme, "fg">,
): Component {
	return drawnComponent(drawnEntry(entry), options, theme);
}

function drawnComponent(
	drawn: readonly Drawn[],
	options: { readonly expanded: boolean; readonly outputPad?: number },
	theme: Pick<Theme, "fg">,
): Component {
	const paint = painter(theme);
	// Entries are not told the padding; the host's own lines stand one column in.
	const pad = " ".repeat(Math.max(0, options.outputPad ?? 1));
	return lineComponent((width) => {
		const margin = width > pad.length * 2 + 1 ? pad : "";
		const inner = width - margin.length;
		return drawn.flatMap((each) => drawnLines(each, options.expanded, inner, paint)).map((line) => margin + line);
	});
}

const SYMBOLS = { message: "›", question: "?", handoff: "»", work: "□", answer: "■", note: "·" } as const;
const PLAIN_SYMBOL = "·";

/** One line collapsed: symbol, who to whom, kind, start of the text. Expanded: the whole body below it. */
export function drawnLines(drawn: Drawn, expanded: boolean, width: number, paint: Paint): readonly string[] {
	const mark = policyOf(drawn.kind)?.mark;
	const symbol = mark === undefined ? PLAIN_SYMBOL : SYMBOLS[mark];
	const start = expanded ? (drawn.subject ?? "") : shortText(drawn);
	const line = row(width, paint, [
		["accent", symbol],
		["text", drawn.who],
		["muted", drawn.isNamed ? "" : [drawn.kind, drawn.note ?? ""].join(" ").trimEnd()],
		["dim", start],
	]);
	return expanded ? [line, ...bodyLines(drawn.body, width, paint)] : [line];
}

function bodyLines(body: string, width: number, paint: Paint): readonly string[] {
	const indent = width > INDENT_LEAST ? "  " : "";
	return cleanLines(body)
		.flatMap((line) => wrap(line, width - indent.length))
		.map((line) => indent + paint("text", line));
}
const INDENT_LEAST = 4;

/** Words one after the other, each in its tone, cut where the width ends. */
export function row(width: number, paint: Paint, words: readonly (readonly [Tone, string])[]): string {
	let left = width;
	let line = "";
	for (const [tone, word] of words) {
		const gap = line === "" ? "" : " ";
		const shown = cut(clean(word), left - gap.length);
		if (shown === "") continue;
		line += gap + paint(tone, shown);
		left -= gap.length + columnsOf(shown);
	}
	return line;
}

/** A result repeats the subject of its request: what came of it says more. */
function shortText({ kind, subject, body }: Drawn): string {
	const isResult = policyOf(kind)?.writtenBy === "program";
	if (isResult) return body.trimStart().split("\n\n", 1)[0] ?? "";
	return subject ?? body.trimStart();
}
