// The shapes of the views, each always beside a word, and what stands for them where only ASCII can be shown.

import { graphemes, width } from "../text.ts";
import type { Line } from "./words.ts";

export const shapes = {
	teamOnline: "■",
	teamQuiet: "□",
	working: "●",
	member: "○",
	adminWorking: "◆",
	admin: "◇",
	needsYou: "▲",
	stuck: "!",
	offline: "·",
	cursor: "▌",
	to: "→",
	between: "⇄",
	rule: "─",
	divider: "│",
	// Of the flow views.
	busy: "┃",
	dashes: "╌",
	double: "═",
	open: "◌",
	headRight: "►",
	headLeft: "◄",
	steps: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
	shades: ["░", "▒", "▓", "█"],
	full: "▓",
	empty: "░",
} as const;

const ASCII: Readonly<Record<string, string>> = {
	"■": "#",
	"□": "-",
	"●": "*",
	"○": "o",
	"◆": "A",
	"◇": "a",
	"▲": "^",
	"▌": ">",
	"→": ">",
	"⇄": "=",
	"─": "-",
	"│": "|",
	"·": ".",
	"…": "~",
	"⏎": "/",
	"↑": "^",
	"↓": "v",
	"←": "<",
	"×": "x",
	"•": "*",
	"┃": "|",
	"┬": "+",
	"┴": "+",
	"╌": ".",
	"═": "=",
	"◌": "?",
	"►": ">",
	"◄": "<",
	"»": ">",
	"✓": "v",
	"▁": "_",
	"▂": ".",
	"▃": "-",
	"▄": "~",
	"▅": "+",
	"▆": "*",
	"▇": "#",
	"█": "@",
	"░": ".",
	"▒": ":",
	"▓": "#",
};

const PLAIN = /^[\x20-\x7e]*$/;

/** The same line in ASCII, column for column; a character without a stand-in becomes as many question marks as it is wide. */
export function asciiLine(line: Line): Line {
	return line.map((each) => (PLAIN.test(each.text) ? each : { ...each, text: asciiText(each.text) }));
}

export function asciiText(text: string): string {
	return graphemes(text)
		.map((grapheme) => (PLAIN.test(grapheme) ? grapheme : (ASCII[grapheme] ?? "?".repeat(width(grapheme)))))
		.join("");
}
