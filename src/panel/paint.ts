// Toned words to the host's theme. The only file of the panel that knows colours.

import type { Theme } from "@earendil-works/pi-coding-agent";
import type { Line, Tone, Word } from "../core/view/words.ts";

export type PanelTheme = Pick<Theme, "fg" | "bg" | "bold">;

/** One line with the theme's escape codes; a row under the cursor gets the theme's selection behind it. */
export function paintLine(theme: PanelTheme, line: Line): string {
	return line.map((each) => paintWord(theme, each)).join("");
}

function paintWord(theme: PanelTheme, { text, tone, on }: Word): string {
	if (text === "") return "";
	const painted = toned(theme, text, tone);
	return on === "cursor" ? theme.bg("selectedBg", painted) : painted;
}

function toned(theme: PanelTheme, text: string, tone: Tone): string {
	switch (tone) {
		case "plain":
			return text;
		case "strong":
			return theme.bold(text);
		case "dim":
			return theme.fg("muted", text);
		case "accent":
			return theme.fg("accent", text);
		case "good":
			return theme.fg("success", text);
		case "warn":
			return theme.fg("warning", text);
		case "bad":
			return theme.fg("error", text);
		default:
			return tone satisfies never;
	}
}
