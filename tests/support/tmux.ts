// One tmux session driven through tmux's control mode: commands go in, screens come out, and every output of the program is an event. Knows nothing of Pi.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface TmuxServer {
	readonly socket: string;
	readonly config: string;
	readonly env: Readonly<Record<string, string>>;
}

export interface TmuxSession {
	/** Runs one tmux command against this session's pane; rejects with tmux's own words. */
	command(name: string, ...words: readonly string[]): Promise<string>;
	/** Resolves at the next output of the program, or after `ms`. */
	output(ms: number): Promise<void>;
	/** Detaches; the session goes on. */
	detach(): void;
}

/** Starts `program` in a new session of this size and attaches to it. */
export async function startSession(
	server: TmuxServer,
	name: string,
	size: { readonly columns: number; readonly rows: number },
	program: readonly string[],
): Promise<TmuxSession> {
	const client = spawn(
		"tmux",
		[
			...["-u", "-L", server.socket, "-f", server.config, "-C"],
			...["new-session", "-s", name, "-x", String(size.columns), "-y", String(size.rows), ...program],
		],
		{ env: server.env },
	);
	const channel = open(client);
	await channel.started;
	const session = { command: channel.command, output: channel.output, detach: () => client.stdin.end() };
	// A control client has no size of its own; without this the window would follow its default of 80x24.
	await session.command("refresh-client", "-C", `${size.columns}x${size.rows}`);
	return session;
}

/** Ends the server and everything in it; fine when there is none. */
export async function stopServer(server: TmuxServer): Promise<void> {
	const client = spawn("tmux", ["-L", server.socket, "kill-server"], { env: server.env, stdio: "ignore" });
	await new Promise((ended) => client.once("close", ended));
}

interface Reply {
	readonly resolve: (text: string) => void;
	readonly reject: (error: Error) => void;
}

function open(client: ChildProcessWithoutNullStreams): {
	readonly started: Promise<string>;
	readonly command: TmuxSession["command"];
	readonly output: TmuxSession["output"];
} {
	const replies: Reply[] = [];
	const waiting = new Set<() => void>();
	const wake = () => {
		for (const resolve of waiting) resolve();
		waiting.clear();
	};
	let block: string[] | undefined;
	let errors = "";
	client.stderr.on("data", (text: Buffer) => {
		errors += text.toString("utf8");
	});
	createInterface({ input: client.stdout }).on("line", (line) => {
		if (block === undefined) {
			if (line.startsWith("%begin ")) block = [];
			else if (line.startsWith("%output ")) wake();
			return;
		}
		const end = /^%(end|error) \d+ \d+ \d+$/.exec(line);
		if (end === null) {
			block.push(line);
			return;
		}
		const text = block.join("\n");
		block = undefined;
		const reply = replies.shift();
		if (end[1] === "end") reply?.resolve(text);
		else reply?.reject(new Error(`tmux: ${text}`));
	});
	client.once("close", () => {
		for (const { reject } of replies.splice(0)) reject(new Error(`tmux went away: ${errors}`));
		wake();
	});
	const next = () => new Promise<string>((resolve, reject) => replies.push({ resolve, reject }));
	return {
		started: next(),
		command: (name, ...words) => {
			if (!client.stdin.writable) return Promise.reject(new Error(`tmux went away: ${errors}`));
			client.stdin.write(`${[name, ...words.map(quoted)].join(" ")}\n`);
			return next();
		},
		output: (ms) => {
			const { promise, resolve } = Promise.withResolvers<void>();
			const late = setTimeout(resolve, ms);
			waiting.add(resolve);
			return promise.finally(() => {
				clearTimeout(late);
				waiting.delete(resolve);
			});
		},
	};
}

/** For tmux's command parser, which knows shell-like single quotes. */
function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}
