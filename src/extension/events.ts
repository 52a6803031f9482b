// Passes Pi's events on to what keeps track of the run, the focus and the seat. Every handler returns at once and changes nothing of Pi's.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Env } from "../core/env.ts";
import { limits } from "../core/limits.ts";
import type { Focus } from "./focus.ts";
import type { Guard } from "./guard.ts";
import { types } from "./host.ts";
import type { Joined } from "./joined.ts";
import { wholePath } from "./paths.ts";
import type { RunWatch } from "./run-watch.ts";

export interface EventParts {
	readonly guard: Guard;
	readonly run: RunWatch;
	readonly focus: Focus;
	readonly env: Env;
	joined(): Joined | undefined;
	/** The person typed a prompt. */
	typed(): void;
}

export function wireEvents(pi: ExtensionAPI, { guard, run, focus, env, joined, typed }: EventParts): void {
	const poke = () => joined()?.poke();
	/** Not now, since Pi is in the middle of it: what it stores, it stores after the handlers. */
	const pokeSoon = () => {
		if (joined() !== undefined) env.after(0, guard.wrap("team", poke, undefined));
	};
	const on = guard.wrap;

	pi.on(
		"input",
		on(
			"input",
			(event) => {
				if (event.source === "extension") return;
				if (event.streamingBehavior === undefined) {
					focus.typed(event.text);
					// A turn opened between the prompt and its run would make Pi refuse what the person typed.
					run.beforeStart(env.monotonic());
				}
				if (event.source !== "interactive") return;
				run.typed();
				typed();
				joined()?.work.typed();
			},
			undefined,
		),
	);
	pi.on(
		"before_agent_start",
		on(
			"run",
			(event) => {
				run.beforeStart(env.monotonic());
				// 0.85.1 has no messageType and fires this for prompts alone.
				if (event.messageType !== "custom") focus.prompted(event.prompt);
			},
			undefined,
		),
	);
	pi.on(
		"agent_start",
		on(
			"run",
			() => {
				run.started();
				focus.started();
				poke();
			},
			undefined,
		),
	);
	pi.on(
		"message_end",
		on(
			"message",
			({ message }) => {
				if (message.role === "assistant") joined()?.work.said(textOf(message.content), message.stopReason);
				if (message.role !== "custom" || message.customType !== types.message) return;
				joined()?.work.entered(idsOf(message.details));
				pokeSoon();
			},
			undefined,
		),
	);
	pi.on(
		"tool_result",
		on(
			"tool",
			(event, context) => {
				focus.progressed(env.now());
				if (event.isError || (event.toolName !== "edit" && event.toolName !== "write")) return;
				const { path } = event.input as { readonly path?: unknown };
				if (typeof path !== "string" || path === "") return;
				const whole = wholePath(path, context.cwd);
				if (whole.length <= limits.resultPathLength) focus.edited(whole, env.now());
				joined()?.work.touched(path, context.cwd);
			},
			undefined,
		),
	);
	pi.on(
		"turn_end",
		on(
			"turn",
			(_event, context) => {
				run.turnEnded(context.signal);
				focus.progressed(env.now());
				poke();
			},
			undefined,
		),
	);
	pi.on(
		"agent_end",
		on("run", (_event, context) => run.ended(context.signal), undefined),
	);
	pi.on(
		"agent_settled",
		on(
			"run",
			(event) => {
				const stopped = run.settled(event.aborted as boolean | undefined);
				focus.settled();
				joined()?.settled(stopped);
			},
			undefined,
		),
	);
	pi.on(
		"ui_prompt_start",
		on("dialog", () => dialog(run.dialogOpened), undefined),
	);
	pi.on(
		"ui_prompt_end",
		on("dialog", () => dialog(run.dialogClosed), undefined),
	);
	pi.on("session_before_compact", on("compaction", run.compacting, undefined));
	pi.on("session_compact", on("compaction", run.compacted, undefined));
	pi.on("session_compact_failed", on("compaction", run.compacted, undefined));
	pi.on("model_select", on("model", poke, undefined));
	pi.on("session_tree", on("tree", poke, undefined));

	function dialog(changed: () => void): void {
		changed();
		poke();
	}
}

function idsOf(details: unknown): readonly string[] {
	const { ids } = (details ?? {}) as { readonly ids?: unknown };
	return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

function textOf(content: unknown): string {
	if (!Array.isArray(content)) return "";
	return content
		.filter((part: { readonly type?: unknown }) => part.type === "text")
		.map((part: { readonly text?: unknown }) => String(part.text ?? ""))
		.join("\n");
}
