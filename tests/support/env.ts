// A machine turned by hand: one wall clock and process table, any number of simulated processes with an Env each. Never looks at the real clock.

import type { Env, ProcessIdentity, ProcessState, Timer } from "../../src/core/env.ts";

/** Where the wall clock starts. */
export const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const BOOT = "boot-1";
const NAMESPACE = "pid:[1]";
const FIRST_PID = 1_000;
const HEX = 16;

export interface HandEnv extends Env {
	readonly machine: Machine;
	/** Timers of this process that are still set. */
	timers(): number;
}

export interface Machine {
	/** A new process of this machine; `pid` to play a reused one. */
	process(options?: { readonly pid?: number; readonly loginName?: string }): HandEnv;
	/** Both clocks go on; due timers of living processes run in order. */
	advance(ms: number): void;
	/** The machine sleeps: the wall clock goes on, the monotonic one stands, nothing runs. */
	sleep(ms: number): void;
	/** Somebody sets the wall clock, forwards or backwards. */
	stepWall(ms: number): void;
	now(): number;
	/** SIGKILL: its timers never run again. */
	kill(env: HandEnv): void;
	/** SIGSTOP and SIGCONT. */
	stop(env: HandEnv): void;
	resume(env: HandEnv): void;
	/** What the next looks at a process say, whatever is true; undefined = the truth again. */
	pretend(pid: number, state: ProcessState | undefined): void;
}

interface Process {
	readonly startTime: string;
	state: "there" | "stopped" | "gone";
}

interface SetTimer {
	readonly due: number;
	readonly order: number;
	readonly everyMs: number | undefined;
	readonly pid: number;
	readonly run: () => void;
}

export function machine(start: number = START): Machine {
	let wall = start;
	let monotonic = 0;
	let nextPid = FIRST_PID;
	let made = 0;
	let order = 0;
	let dice = 1;
	const processes = new Map<number, Process>();
	const pretended = new Map<number, ProcessState>();
	let timers: readonly SetTimer[] = [];

	function set(pid: number, ms: number, everyMs: number | undefined, run: () => void): Timer {
		order += 1;
		const timer: SetTimer = { due: monotonic + Math.max(0, ms), order, everyMs, pid, run };
		timers = [...timers, timer];
		return {
			cancel() {
				timers = timers.filter((each) => each.order !== timer.order);
			},
		};
	}

	function runDue(until: number): void {
		for (;;) {
			const due = timers
				.filter((timer) => timer.due <= until && processes.get(timer.pid)?.state === "there")
				.sort((a, b) => a.due - b.due || a.order - b.order)[0];
			if (due === undefined) return;
			const passed = Math.max(0, due.due - monotonic);
			monotonic += passed;
			wall += passed;
			timers = timers.filter((timer) => timer !== due);
			if (due.everyMs !== undefined) timers = [...timers, { ...due, due: monotonic + Math.max(1, due.everyMs) }];
			due.run();
		}
	}

	const self: Machine = {
		process(options = {}) {
			const pid = options.pid ?? nextPid++;
			const startTime = String(order++);
			processes.set(pid, { startTime, state: "there" });
			const identity: ProcessIdentity = { pid, startTime, bootId: BOOT, pidNamespace: NAMESPACE };
			return {
				machine: self,
				self: identity,
				loginName: options.loginName ?? "person",
				now: () => Math.floor(wall),
				monotonic: () => monotonic,
				newId: handIds(
					() => Math.floor(wall),
					() => hex(pid, 4) + hex(++made, 8),
				),
				newToken: () => {
					made += 1;
					return `${hex(made, 8)}-0000-4000-8000-${hex(pid, 4)}${hex(made, 8)}`;
				},
				random: (below) => {
					dice = (dice * 48_271) % 2_147_483_647;
					return dice % below;
				},
				processState: (asked) => stateOf(asked),
				after: (ms, run) => set(pid, ms, undefined, run),
				every: (ms, run) => set(pid, ms, ms, run),
				timers: () => timers.filter((timer) => timer.pid === pid).length,
			};
		},
		advance(ms) {
			const until = monotonic + ms;
			runDue(until);
			wall += until - monotonic;
			monotonic = until;
		},
		sleep(ms) {
			wall += ms;
		},
		stepWall(ms) {
			wall += ms;
		},
		now: () => Math.floor(wall),
		kill(env) {
			processes.set(env.self.pid, { startTime: env.self.startTime ?? "", state: "gone" });
			timers = timers.filter((timer) => timer.pid !== env.self.pid);
		},
		stop: (env) => setState(env, "stopped"),
		resume: (env) => setState(env, "there"),
		pretend(pid, state) {
			if (state === undefined) pretended.delete(pid);
			else pretended.set(pid, state);
		},
	};
	return self;

	function setState(env: HandEnv, state: Process["state"]): void {
		const process = processes.get(env.self.pid);
		if (process !== undefined) process.state = state;
	}

	function stateOf(asked: ProcessIdentity): ProcessState {
		const lie = pretended.get(asked.pid);
		if (lie !== undefined) return lie;
		if (asked.bootId === null || asked.pidNamespace !== NAMESPACE) return "unknown";
		if (asked.bootId !== BOOT) return "gone";
		const process = processes.get(asked.pid);
		return process === undefined || process.startTime !== asked.startTime ? "gone" : process.state;
	}
}

/** The Env of the only process of a machine of its own. */
export function handEnv(): HandEnv {
	return machine().process();
}

/** UUIDv7 that grows strictly within a process. `tail` holds the process and a count, so that the last 8 digits tell ids apart. */
function handIds(now: () => number, tail: () => string): () => string {
	let last = 0;
	let counter = 0;
	return () => {
		const ms = Math.max(now(), last);
		counter = ms === last ? counter + 1 : 0;
		last = ms;
		const time = hex(ms, 12);
		return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-8000-${tail()}`;
	};
}

function hex(value: number, digits: number): string {
	return value.toString(HEX).padStart(digits, "0");
}
