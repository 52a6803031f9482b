// The slice of Pi this extension uses, as types, and the names it goes by there: what is not here is not used. Only documented public APIs, present in 0.85.1 and 1.x.

import type { ExtensionAPI, ExtensionContext, ExtensionUIContext, Theme } from "@earendil-works/pi-coding-agent";
import type { Component, TUI } from "@earendil-works/pi-tui";

export type { AutocompleteItem, Component, KeyId, TUI } from "@earendil-works/pi-tui";
export type { Theme };

/** Everything used after the names are registered. */
export type Pi = Pick<
	ExtensionAPI,
	"sendMessage" | "appendEntry" | "registerTool" | "getActiveTools" | "setActiveTools" | "getAllTools" | "getCommands"
>;

export type Dialogs = Pick<ExtensionUIContext, "confirm" | "select" | "input">;

export type Ui = Dialogs & Pick<ExtensionUIContext, "notify" | "setWidget" | "getEditorText">;

export type SessionView = Pick<
	ExtensionContext["sessionManager"],
	"getSessionId" | "getSessionFile" | "getSessionName" | "getEntries" | "getBranch"
>;

/** Never kept past session_shutdown: every use of a stale one throws. */
export interface Context {
	readonly mode: ExtensionContext["mode"];
	readonly hasUI: boolean;
	readonly cwd: string;
	readonly ui: Ui;
	readonly sessionManager: SessionView;
	readonly model: unknown;
	readonly signal: AbortSignal | undefined;
	isIdle(): boolean;
	hasPendingMessages(): boolean;
}

/** Without a selected model the host has one called unknown of the provider unknown. */
export function hasModel({ model }: Pick<Context, "model">): boolean {
	if (typeof model !== "object" || model === null) return false;
	const { provider, id } = model as { readonly provider?: unknown; readonly id?: unknown };
	return provider !== "unknown" || id !== "unknown";
}

/** What a widget's factory makes. */
export type Widget = (tui: TUI, theme: Theme) => Component & { dispose?(): void };

export type NoticeTone = "info" | "warning" | "error";

/** The names everything of ours in a session goes by. They are stored, so they stay. */
export const types = {
	/** Custom message: what teammates said, for the model. */
	message: "team-message",
	/** Custom message: a look at unresolved requests. */
	review: "team-review",
	/** Entry for the person's eyes only: notes, what was sent, lists. */
	event: "team-event",
	/** Entry: the seat this session holds, and what belongs to the session. */
	membership: "team-membership",
} as const;

export const toolNames = ["team_peers", "team_message", "team_status"] as const;
export type ToolName = (typeof toolNames)[number];
