// Where this terminal is, as its lease records it. Reads the environment and the session; never writes.

import { readlinkSync } from "node:fs";
import type { Terminal } from "../core/seat.ts";
import { appVersion } from "../core/version.ts";
import type { Context } from "./host.ts";

export function terminalOf(
	context: Pick<Context, "cwd" | "sessionManager">,
	variables: Readonly<Record<string, string | undefined>>,
): Terminal {
	const { sessionManager } = context;
	return {
		client: "pi",
		session: sessionManager.getSessionId(),
		cwd: context.cwd,
		tty: ownTty(),
		tmuxPane: variables.TMUX_PANE,
		sessionName: sessionManager.getSessionName(),
		appVersion,
	};
}

function ownTty(): string | undefined {
	if (process.stdin.isTTY !== true) return undefined;
	try {
		return readlinkSync("/proc/self/fd/0");
	} catch {
		return undefined; // Not Linux: nobody needs it to be known.
	}
}
