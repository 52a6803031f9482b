// A scripted model on the loopback: an OpenAI-compatible server whose answers are rules, so that whole Pi terminals can be tested. Never a real model.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatMessage, type ChatTurn, chatTurn } from "./model-chat.ts";

export interface ToolCall {
	readonly name: string;
	readonly args: Readonly<Record<string, unknown>>;
}

/** One answer. `gate` holds it back until the test releases that gate: "while the model is busy" without a clock. */
export interface Answer {
	readonly text?: string;
	readonly tools?: readonly ToolCall[];
	readonly gate?: string;
}

/** The first rule that matches answers. Several answers are the steps of one run: after each tool result the next one. */
export interface Rule {
	/** Against what the user side said last: a typed prompt, or what the extension sent. */
	readonly when: RegExp;
	/** Only this terminal. */
	readonly terminal?: string;
	readonly answers: readonly (string | Answer)[];
}

export interface ModelRequest extends ChatTurn {
	readonly terminal: string;
	readonly tools: readonly { readonly name: string; readonly description: string }[];
	readonly messages: readonly ChatMessage[];
	/** Monotonic ms, to compare with others of this run. */
	readonly at: number;
	state: "open" | "done" | "aborted";
}

export interface ModelServer {
	readonly baseUrl: string;
	readonly requests: readonly ModelRequest[];
	rules(rules: readonly Rule[]): void;
	of(terminal: string): readonly ModelRequest[];
	/** Resolves once somebody waits at the gate. */
	waiting(gate: string): Promise<void>;
	/** Lets one answer through, now or when it comes. */
	release(gate: string): void;
	/** Resolves with the first request that fits, past or future. */
	request(fits: (request: ModelRequest) => boolean, what: string): Promise<ModelRequest>;
	close(): Promise<void>;
}

/** The header by which Pi says which terminal asks; models.json fills it from the environment. */
export const terminalHeader = "x-terminal";

/** Of a machine with much else to do. */
const PATIENCE_MS = 25_000;

export async function startModelServer(): Promise<ModelServer> {
	const requests: ModelRequest[] = [];
	let rules: readonly Rule[] = [];
	const gates = new Map<string, { waiting: (() => void)[]; permits: number }>();
	const watchers = new Set<() => void>();
	const changed = () => {
		for (const look of watchers) look();
	};

	const server = createServer((request, response) => {
		void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
	});
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await bodyOf(request);
		if (!request.url?.endsWith("/chat/completions")) {
			response.writeHead(404).end();
			return;
		}
		const asked = parse(String(request.headers[terminalHeader] ?? ""), body);
		requests.push(asked);
		const gone = new AbortController();
		response.on("close", () => {
			if (asked.state === "open") asked.state = "aborted";
			gone.abort();
			changed();
		});
		const step = choose(rules, asked);
		response.writeHead(200, { "content-type": "text/event-stream" });
		const write = (delta: object, finish: string | null) => response.write(chunk(requests.length, delta, finish));
		write({ role: "assistant", content: "" }, null);
		changed();
		if (step.gate !== undefined) await pass(step.gate, gone.signal);
		if (gone.signal.aborted) return;
		if (step.text !== undefined) write({ content: step.text }, null);
		(step.tools ?? []).forEach(({ name, args }, index) => {
			const call = { name, arguments: JSON.stringify(args) };
			write(
				{ tool_calls: [{ index, id: `call-${requests.length}-${index}`, type: "function", function: call }] },
				null,
			);
		});
		write({}, step.tools === undefined ? "stop" : "tool_calls");
		asked.state = "done";
		response.end("data: [DONE]\n\n");
		changed();
	}

	function gate(name: string): { waiting: (() => void)[]; permits: number } {
		const known = gates.get(name) ?? { waiting: [], permits: 0 };
		gates.set(name, known);
		return known;
	}

	function pass(name: string, gone: AbortSignal): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const at = gate(name);
		if (at.permits > 0) {
			at.permits -= 1;
			return Promise.resolve();
		}
		at.waiting.push(resolve);
		gone.addEventListener("abort", () => {
			at.waiting = at.waiting.filter((waiting) => waiting !== resolve);
			resolve();
		});
		changed();
		return promise;
	}

	function until<T>(look: () => T | undefined, what: string): Promise<T> {
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		const check = () => {
			const found = look();
			if (found !== undefined) resolve(found);
		};
		const late = setTimeout(
			() => reject(new Error(`The model server waited in vain for ${what}; it was asked:\n${summary(requests)}`)),
			PATIENCE_MS,
		);
		watchers.add(check);
		check();
		return promise.finally(() => {
			clearTimeout(late);
			watchers.delete(check);
		});
	}

	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		rules: (next) => {
			rules = next;
		},
		of: (terminal) => requests.filter((request) => request.terminal === terminal),
		waiting: (name) =>
			until(() => (gate(name).waiting.length > 0 ? true : undefined), `somebody at gate ${name}`).then(() => undefined),
		release: (name) => {
			const at = gate(name);
			const first = at.waiting.shift();
			if (first === undefined) at.permits += 1;
			else first();
		},
		request: (fits, what) => until(() => requests.find(fits), what),
		close: () => close(server),
	};
}

function choose(rules: readonly Rule[], asked: ModelRequest): Answer {
	for (const { when, terminal, answers } of rules) {
		if (terminal !== undefined && terminal !== asked.terminal) continue;
		if (!when.test(asked.said)) continue;
		const step = answers[asked.step];
		if (step !== undefined) return typeof step === "string" ? { text: step } : step;
	}
	return { text: "ok" };
}

function parse(terminal: string, body: string): ModelRequest {
	const { messages, tools } = JSON.parse(body) as {
		messages: readonly ChatMessage[];
		tools?: readonly { function: { name: string; description: string } }[];
	};
	return {
		terminal,
		messages,
		tools: (tools ?? []).map((tool) => tool.function),
		at: performance.now(),
		state: "open",
		...chatTurn(messages),
	};
}

function chunk(id: number, delta: object, finish: string | null): string {
	const choices = [{ index: 0, delta, finish_reason: finish }];
	return `data: ${JSON.stringify({ id: `answer-${id}`, object: "chat.completion.chunk", model: "scripted", choices })}\n\n`;
}

function summary(requests: readonly ModelRequest[]): string {
	return requests.map(({ terminal, said, step, state }) => `${terminal} (${state}, step ${step}): ${said}`).join("\n");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString("utf8");
}

function close(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((closed) => server.close(() => closed()));
}
