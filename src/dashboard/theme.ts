// What the tones of the views look like in this terminal: sixteen colours, or none, in characters it can show. Never decides a tone.

import { asciiLine } from "../core/view/shapes.ts";
import type { Line, Tone, Word } from "../core/view/words.ts";
import { isUtf8 } from "./cli/locale.ts";
import type { Line as PaintedLine, Run } from "./terminal/canvas.ts";

export type Palette = "dark" | "light" | "mono";
export type Characters = "unicode" | "ascii";

export interface Look {
	readonly palette: Palette;
	readonly characters: Characters;
}

// SGR parameters. Only the terminal's own sixteen colours, so that its theme holds; bright black is avoided, since some themes
// give it the colour of their background. Yellow and cyan cannot be read on white.
const PALETTES: Readonly<Record<Palette, Readonly<Record<Tone, string>>>> = {
	dark: { plain: "", dim: "2", strong: "1", accent: "36", good: "32", warn: "33", bad: "1;31" },
	light: { plain: "", dim: "2", strong: "1", accent: "34", good: "32", warn: "35", bad: "1;31" },
	mono: { plain: "", dim: "2", strong: "1", accent: "1", good: "", warn: "1", bad: "1;4" },
};

const INVERSE = "7";
const STRONG = "1";

/** Whether the keyboard is in the pane a line belongs to: only there the cursor is a bar across it. */
export type Attention = "focused" | "elsewhere";

export function paintLine(look: Look, line: Line, attention: Attention): PaintedLine {
	const shown = look.characters === "ascii" ? asciiLine(line) : line;
	return shown.map((word): Run => ({ text: word.text, style: styleOf(look, word, attention) }));
}

function styleOf(look: Look, word: Word, attention: Attention): string {
	const style = PALETTES[look.palette][word.tone];
	if (word.on !== "cursor") return style;
	// Colours turned round would be a patchwork; a bar in the terminal's own two colours is one thing.
	if (attention === "focused") return word.tone === "strong" || word.tone === "bad" ? `${STRONG};${INVERSE}` : INVERSE;
	return style === "" ? STRONG : style;
}

export interface LookRequest {
	readonly noColor: boolean;
	readonly ascii: boolean;
	readonly theme: Palette | undefined;
}

/** From the command line and the configuration first, then from what the terminal says about itself. */
export function chooseLook(request: LookRequest, variables: Readonly<Record<string, string | undefined>>): Look {
	const noColor = request.noColor || (variables.NO_COLOR ?? "") !== "";
	const palette = noColor ? "mono" : (request.theme ?? (hasLightBackground(variables.COLORFGBG) ? "light" : "dark"));
	return { palette, characters: request.ascii || !isUtf8(variables) ? "ascii" : "unicode" };
}

/** `foreground;background` as indexes of the palette; some terminals set it. White and light grey are light. */
function hasLightBackground(colours: string | undefined): boolean {
	const background = colours?.split(";").at(-1);
	return background === "7" || background === "15";
}
