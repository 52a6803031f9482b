// Reads a chat as a scripted model sees it: what was said last, and how far the run has come. Pure.

export interface ChatMessage {
	readonly role: "system" | "developer" | "user" | "assistant" | "tool";
	readonly content: string | null | readonly { readonly text?: string }[];
}

export interface ChatTurn {
	/** The user messages that started this run, one per line; what an extension injects is a user message too. */
	readonly said: string;
	/** The tool result that ends the chat, or "". */
	readonly toolResult: string;
	/** Answers given since. */
	readonly step: number;
	readonly system: string;
}

export function chatTurn(messages: readonly ChatMessage[]): ChatTurn {
	const lastUser = messages.findLastIndex(({ role }) => role === "user");
	const before = messages.slice(0, lastUser + 1).findLastIndex(({ role }) => role !== "user");
	const last = messages.at(-1);
	return {
		said: messages
			.slice(before + 1, lastUser + 1)
			.map(textOf)
			.join("\n"),
		toolResult: last?.role === "tool" ? textOf(last) : "",
		step: messages.slice(lastUser + 1).filter(({ role }) => role === "assistant").length,
		system: messages
			.filter(({ role }) => role === "system" || role === "developer")
			.map(textOf)
			.join("\n"),
	};
}

function textOf({ content }: ChatMessage): string {
	if (content === null) return "";
	return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");
}
