// The three tools as the model sees them: names, descriptions, parameters, drawing. Registered inactive; active only while joined. What they do is elsewhere.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { TSchema } from "typebox";
import { prepareMessageArguments } from "./arguments.ts";
import { type Pi, type ToolName, toolNames } from "./host.ts";
import { chosenKinds, type Identity, messageDescription, peersDescription, statusDescription } from "./instructions.ts";
import { toolCallComponent, toolResultComponent } from "./tool-lines.ts";

type Definition = Parameters<ExtensionAPI["registerTool"]>[0];

/** Rejects with an Error whose text the model reads. */
export type RunTool = (name: ToolName, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

export interface ToolAnswer {
	readonly text: string;
	readonly details: unknown;
}

/** Pi takes plain JSON schemas; building these with a schema library would load it at every start. */
function object(properties: Readonly<Record<string, unknown>>, required: readonly string[]): TSchema {
	return { type: "object", properties, required, additionalProperties: false } as unknown as TSchema;
}

const text = (description: string) => ({ type: "string", description });

const parameters: Readonly<Record<ToolName, TSchema>> = {
	team_peers: object({}, []),
	team_message: object(
		{
			to: text("role of the teammate"),
			kind: { type: "string", enum: chosenKinds },
			body: text("the whole message; delivered unchanged"),
			subject: text("one line; required for request"),
			replyTo: text("id of the message this answers"),
		},
		["to", "kind", "body"],
	),
	team_status: object({}, []),
};

const labels: Readonly<Record<ToolName, string>> = {
	team_peers: "Team peers",
	team_message: "Team message",
	team_status: "Team status",
};

export function descriptionOf(name: ToolName, identity: Identity | undefined): string {
	switch (name) {
		case "team_message":
			return messageDescription(identity);
		case "team_peers":
			return peersDescription;
		case "team_status":
			return statusDescription;
		default:
			return name satisfies never;
	}
}

export function toolDefinitions(identity: Identity | undefined, run: RunTool): readonly Definition[] {
	return toolNames.map((name) => ({
		name,
		label: labels[name],
		description: descriptionOf(name, identity),
		parameters: parameters[name],
		defaultActive: false,
		...(name === "team_message"
			? { prepareArguments: (given: unknown) => prepareMessageArguments(given) as never }
			: {}),
		async execute(_callId: string, given: unknown) {
			const answer = await run(name, given as Readonly<Record<string, unknown>>);
			return { content: [{ type: "text" as const, text: answer.text }], details: answer.details };
		},
		renderCall: (given, theme, context) => toolCallComponent(name, given, theme, context),
		renderResult: (result, options, theme, context) => toolResultComponent(result, options, theme, context),
	}));
}

/** Registered anew, so that the description names who this is now; registering activates on some hosts, which is what is wanted here. */
export function showTools(pi: Pi, identity: Identity, run: RunTool): void {
	for (const definition of toolDefinitions(identity, run)) pi.registerTool(definition);
	const active = pi.getActiveTools();
	const missing = toolNames.filter((name) => !active.includes(name));
	if (missing.length > 0) pi.setActiveTools([...active, ...missing]);
}

/** Takes ours out and leaves the others alone. */
export function hideTools(pi: Pick<Pi, "getActiveTools" | "setActiveTools">): void {
	const active = pi.getActiveTools();
	const others = active.filter((name) => !(toolNames as readonly string[]).includes(name));
	if (others.length < active.length) pi.setActiveTools(others);
}

/** Nobody in particular again: the description names no role, and the model no longer sees it. */
export function retireTools(pi: Pi, run: RunTool): void {
	for (const definition of toolDefinitions(undefined, run)) pi.registerTool(definition);
	hideTools(pi);
}
