// Keys while the palette is open: they narrow it, move in it, take an action or close it. Pure.

import type { Scene } from "../core/view/scene.ts";
import { chosen, entries } from "./palette.ts";
import type { Both, PaletteState } from "./state.ts";
import type { KeyPress } from "./terminal/keys.ts";
import { edit, insert } from "./terminal/line-editor.ts";

export interface PaletteAnswer {
	readonly next: Both;
	/** The key of the action that was taken. */
	readonly run: string | undefined;
}

export function paletteKey(press: KeyPress, both: Both, scene: Scene): PaletteAnswer {
	const { palette } = both.dash;
	if (palette === undefined) return { next: both, run: undefined };
	const at = (next: PaletteState | undefined): Both => ({ ...both, dash: { ...both.dash, palette: next } });
	const last = Math.max(0, entries(palette, both.view, scene).length - 1);
	const moved = (by: number) =>
		at({ ...palette, index: Math.max(0, Math.min(last, Math.min(palette.index, last) + by)) });
	switch (press.key) {
		case "escape":
		case "ctrl+c":
			return { next: at(undefined), run: undefined };
		case "up":
		case "ctrl+p":
			return { next: moved(-1), run: undefined };
		case "down":
		case "ctrl+n":
			return { next: moved(1), run: undefined };
		case "enter":
			return { next: at(undefined), run: chosen(palette, both.view, scene)?.key };
		default: {
			const typed = edit(palette.typed, press);
			return { next: typed === undefined ? both : at({ typed, index: 0 }), run: undefined };
		}
	}
}

/** A paste only narrows. */
export function palettePaste(text: string, both: Both): Both {
	const { palette } = both.dash;
	if (palette === undefined) return both;
	const typed = insert(palette.typed, text.replaceAll(/\s+/g, " "));
	return { ...both, dash: { ...both.dash, palette: { typed, index: 0 } } };
}
