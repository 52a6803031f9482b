// How tool calls are drawn: one line collapsed, the whole body expanded; the reason of a failure always. Every line fits.

import { cleanLines, wrap } from "../core/text.ts";
import type { Component, Theme } from "./host.ts";
import { lineComponent, painter, row } from "./renderers.ts";

interface CallContext {
	readonly expanded: boolean;
	readonly isPartial: boolean;
	readonly isError: boolean;
}

type Words = Readonly<Record<string, unknown>>;

/** Also for calls of earlier tools, whose arguments have the same names. */
export function toolCallComponent(
	name: string,
	given: unknown,
	theme: Pick<Theme, "fg">,
	context: CallContext,
): Component {
	const paint = painter(theme);
	const call: Words = typeof given === "object" && given !== null ? (given as Words) : {};
	return lineComponent((width) => {
		const state = context.isPartial ? "sending" : context.isError ? "failed" : "submitted";
		const sends = text(call.to) !== "";
		const line = sends
			? row(width, paint, [
					["accent", "team"],
					["text", `→ ${text(call.to)}`],
					["muted", text(call.kind)],
					[context.isError ? "error" : "dim", state],
					["dim", context.expanded ? text(call.subject) : text(call.subject) || text(call.body)],
				])
			: row(width, paint, [
					["accent", "team"],
					["text", name.replace(/^team_/, "")],
				]);
		if (!context.expanded || !sends) return [line];
		return [
			line,
			...cleanLines(text(call.body))
				.flatMap((each) => wrap(each, width))
				.map((each) => paint("text", each)),
		];
	});
}

export function toolResultComponent(
	result: { readonly content?: unknown },
	options: { readonly expanded: boolean },
	theme: Pick<Theme, "fg">,
	context: { readonly isError: boolean; readonly args?: unknown },
): Component {
	const paint = painter(theme);
	const said = Array.isArray(result.content)
		? result.content.map((part) => text((part as Words | null)?.text)).join("\n")
		: "";
	const sent = text((context.args as Words | undefined)?.to) !== "";
	return lineComponent((width) => {
		const lines = cleanLines(said).flatMap((each) => wrap(each, width));
		if (context.isError) return lines.map((each) => paint("error", each));
		// What was sent shows in the call's own line already; a list shows when asked for.
		if (sent || !options.expanded) return [];
		return lines.map((each) => paint("muted", each));
	});
}

function text(value: unknown): string {
	return typeof value === "string" ? value : "";
}
