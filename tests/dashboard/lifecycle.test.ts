// Signals, crashes and the way out, with a process that only writes down what is done to it.

import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { type Lifecycle, watchProcess } from "../../src/dashboard/terminal/lifecycle.ts";
import { handEnv } from "../support/env.ts";

interface Stage {
	readonly life: Lifecycle;
	readonly host: EventEmitter;
	/** What happened, in order. */
	readonly story: string[];
	/** Lets end() come back. */
	readonly ended: () => void;
	readonly turn: (ms: number) => void;
}

function stage(): Stage {
	const env = handEnv();
	const story: string[] = [];
	const { promise, resolve } = Promise.withResolvers<void>();
	const host = Object.assign(new EventEmitter(), {
		pid: 7,
		kill: (pid: number, signal: string) => story.push(`kill ${pid} ${signal}`),
		exit: (code: number) => {
			story.push(`exit ${code}`);
		},
		stderr: { write: (text: string) => story.push(`say ${text.trim().split("\n")[0]}`) },
	});
	const life = watchProcess(env, host, {
		leaveTerminal: () => story.push("leave"),
		enterTerminal: () => story.push("enter"),
		end: () => {
			story.push("end");
			return promise;
		},
	});
	return { life, host, story, ended: resolve, turn: (ms) => env.machine.advance(ms) };
}

async function settled(): Promise<void> {
	await Promise.resolve();
	await Promise.resolve();
}

test("quits once the seat is given back, with the terminal left first", async () => {
	const { life, story, ended } = stage();
	life.quit(0);
	await settled();
	expect(story).toEqual(["leave", "end"]);
	ended();
	await settled();
	expect(story).toEqual(["leave", "end", "exit 0"]);
});

test("waits for the disk only so long", () => {
	const { life, story, turn } = stage();
	life.quit(0);
	turn(limits.quitMs);
	expect(story).toEqual(["leave", "end", "exit 0"]);
});

test.each([
	["SIGHUP", 129],
	["SIGINT", 130],
	["SIGQUIT", 131],
	["SIGTERM", 143],
])("ends on %s with code %i", async (signal, code) => {
	const { host, story, ended } = stage();
	host.emit(signal);
	ended();
	await settled();
	expect(story).toEqual(["leave", "end", `exit ${code}`]);
});

test("ends at once when it is told a second time", () => {
	const { host, story } = stage();
	host.emit("SIGTERM");
	host.emit("SIGTERM");
	expect(story.at(-1)).toBe("exit 143");
});

test.each(["uncaughtException", "unhandledRejection"])(
	"says after an %s what went wrong, where it can be read",
	async (event) => {
		const { host, story, ended } = stage();
		host.emit(event, new Error("boom"));
		ended();
		await settled();
		expect(story).toEqual(["leave", "end", "say pi-team-dash stopped because of an error in itself:", "exit 1"]);
	},
);

test("stops the whole job on Ctrl-Z and itself on the signal, and draws again when it goes on", () => {
	const { life, host, story, turn } = stage();
	life.suspend();
	// The signal that comes back from the job finds nothing left to do: the shell may have the terminal by now.
	host.emit("SIGTSTP");
	expect(story).toEqual(["leave", "kill 0 SIGTSTP"]);
	host.emit("SIGCONT");
	expect(story.slice(2)).toEqual(["leave", "enter"]);
	turn(limits.stopMs);
	expect(story.slice(4)).toEqual([]);
	host.emit("SIGTSTP");
	expect(story.slice(4)).toEqual(["leave", "kill 7 SIGTSTP"]);
});

test("takes the terminal again where nothing can stop it", () => {
	const { host, story, turn } = stage();
	host.emit("SIGTSTP");
	turn(limits.stopMs);
	expect(story).toEqual(["leave", "kill 7 SIGTSTP", "leave", "enter"]);
	host.emit("SIGTSTP");
	expect(story.at(-1)).toBe("kill 7 SIGTSTP");
});

test("draws anew after a stop it could not notice", () => {
	const { host, story } = stage();
	host.emit("SIGCONT");
	expect(story).toEqual(["leave", "enter"]);
});

test("leaves nothing behind in the process", async () => {
	const { life, host, ended } = stage();
	life.quit(0);
	ended();
	await settled();
	expect(host.eventNames()).toEqual([]);
});
