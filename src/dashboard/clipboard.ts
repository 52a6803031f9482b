// Puts a text onto the clipboard of whoever sits at this terminal, also over SSH and inside tmux. Never reads it.

import type { Programs } from "./programs.ts";

export interface Clipboard {
	/** True once the terminal was told; whether it listens, nobody can know. */
	copy(text: string): Promise<void>;
}

/** `send` writes to the terminal; `inTmux` tells whether tmux stands between. */
export function openClipboard(
	send: (bytes: string) => void,
	programs: Programs,
	where: "in tmux" | "in a terminal",
): Clipboard {
	const tell = (text: string) => send(`\x1b]52;c;${Buffer.from(text, "utf8").toString("base64")}\x07`);
	return {
		copy: async (text) => {
			if (where === "in a terminal") return tell(text);
			// tmux keeps what programs inside it send to the clipboard to itself, unless it is told to pass it on.
			const ran = await programs.tmux(["load-buffer", "-w", "-"], text);
			if (ran.at === "failed") tell(text);
		},
	};
}
