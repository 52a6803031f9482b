// A scripted model for Pi sessions in this process: a function of what it is asked, which may be held back to play "busy".

import type { AssistantMessage, Model, Provider } from "@earendil-works/pi-ai";

export interface ModelRequest {
	/** Texts of the user's side since the last answer, as the model sees them. */
	readonly lastUser: string;
	/** All texts of the user's side. */
	readonly users: readonly string[];
	/** Texts of tool results. */
	readonly toolResults: readonly string[];
	/** Answers given since the last user message. */
	readonly turn: number;
	readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: unknown }[];
	readonly signal: AbortSignal | undefined;
}

export type Answer =
	| string
	| { readonly error: string }
	| {
			readonly text?: string;
			readonly tools: readonly { readonly name: string; readonly args: Record<string, unknown> }[];
	  };

export type Brain = (request: ModelRequest) => Answer | Promise<Answer>;

type Faux = typeof import("@earendil-works/pi-ai/providers/faux");

const OLD_FAUX = "../../node_modules/pi-0.85/node_modules/@earendil-works/pi-ai/dist/providers/faux.js";

/** Each Pi has a model library of its own. */
export async function loadFaux(version: "current" | "0.85"): Promise<Faux> {
	return version === "current"
		? import("@earendil-works/pi-ai/providers/faux")
		: import(new URL(OLD_FAUX, import.meta.url).href);
}

let made = 0;

export function createModel(library: Faux, name: string, brain: Brain) {
	made += 1;
	const faux = library.fauxProvider({ provider: `scripted-${name}-${made}`, api: `scripted-api-${made}` });
	const requests: ModelRequest[] = [];
	const step = async (
		context: unknown,
		options: { readonly signal?: AbortSignal } | undefined,
	): Promise<AssistantMessage> => {
		faux.appendResponses([step]); // The queue never runs dry.
		const request = readRequest(context as Transcript, options?.signal);
		requests.push(request);
		const answer = await brain(request);
		// What every provider says when the person pressed Escape.
		if (request.signal?.aborted === true) return library.fauxAssistantMessage("", { stopReason: "aborted" });
		return asMessage(library, answer);
	};
	faux.setResponses([step]);
	return { provider: faux.provider as Provider, model: faux.getModel() as Model<string>, requests };
}

interface Part {
	readonly type?: string;
	readonly text?: string;
}

interface TranscriptMessage {
	readonly role: string;
	readonly content: string | readonly Part[];
	readonly toolsAdded?: readonly ModelRequest["tools"][number][];
	readonly toolsRemoved?: readonly string[];
}

interface Transcript {
	readonly messages: readonly TranscriptMessage[];
	readonly tools?: ModelRequest["tools"];
}

function readRequest({ messages, tools }: Transcript, signal: AbortSignal | undefined): ModelRequest {
	const lastUser = messages.findLastIndex((message) => message.role === "user");
	const after = messages.slice(lastUser + 1);
	const texts = (role: string) =>
		messages.filter((message) => message.role === role).map((message) => textOf(message.content));
	return {
		lastUser: lastUser < 0 ? "" : textOf(messages[lastUser]?.content ?? ""),
		users: texts("user"),
		toolResults: texts("toolResult"),
		turn: after.filter((message) => message.role === "assistant").length,
		tools: tools ?? toolsIn(messages),
		signal,
	};
}

function toolsIn(messages: readonly TranscriptMessage[]): ModelRequest["tools"] {
	const tools = new Map<string, ModelRequest["tools"][number]>();
	for (const message of messages) {
		for (const name of message.toolsRemoved ?? []) tools.delete(name);
		for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
	}
	return [...tools.values()];
}

function textOf(content: string | readonly Part[]): string {
	return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
}

function asMessage({ fauxAssistantMessage, fauxText, fauxToolCall }: Faux, answer: Answer): AssistantMessage {
	if (typeof answer === "string") return fauxAssistantMessage(answer);
	if ("error" in answer) return fauxAssistantMessage("", { stopReason: "error", errorMessage: answer.error });
	const text = answer.text === undefined ? [] : [fauxText(answer.text)];
	const calls = answer.tools.map((tool) => fauxToolCall(tool.name, tool.args as never));
	return fauxAssistantMessage([...text, ...calls], { stopReason: calls.length > 0 ? "toolUse" : "stop" });
}
