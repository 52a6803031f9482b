// The only clock, dice and look at processes. Everything that needs one takes an Env as its first argument; tests turn theirs by hand.

import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { userInfo } from "node:os";

/** Who a process is: a pid alone is reused. Strings as the system gives them, null where it has none. */
export interface ProcessIdentity {
	readonly pid: number;
	readonly startTime: string | null;
	readonly bootId: string | null;
	readonly pidNamespace: string | null;
}

/** "gone" and "stopped" are proofs; "there" is no proof of life, since a pid is reused; "unknown" is another machine or name space. */
export type ProcessState = "there" | "stopped" | "gone" | "unknown";

export interface Timer {
	cancel(): void;
}

export interface Env {
	/** Wall clock in ms since 1970; for display and for what must hold across processes, never for order. */
	now(): number;
	/** Monotonic ms of this process; does not count sleep of the machine on Linux. */
	monotonic(): number;
	/** UUIDv7 in lower case, strictly growing within this process, so names made from it sort by creation. */
	newId(): string;
	/** Random UUIDv4. */
	newToken(): string;
	/** Whole number in [0, below). */
	random(below: number): number;
	readonly self: ProcessIdentity;
	processState(identity: ProcessIdentity): ProcessState;
	/** Runs once. Never keeps the process alive. */
	after(ms: number, run: () => void): Timer;
	/** Runs again and again. Never keeps the process alive. */
	every(ms: number, run: () => void): Timer;
	readonly loginName: string;
}

/** The real one. Linux start times come from /proc; elsewhere they are null and liveness rests on leases alone. */
export function realEnv(): Env {
	const nextId = growingIds(() => Date.now());
	return {
		now: () => Date.now(),
		monotonic: () => performance.now(),
		newId: nextId,
		newToken: () => randomUUID(),
		random: (below) => Math.floor(Math.random() * below),
		self: selfIdentity(),
		processState,
		after: (ms, run) => {
			const timer = setTimeout(run, ms);
			timer.unref();
			return { cancel: () => clearTimeout(timer) };
		},
		every: (ms, run) => {
			const timer = setInterval(run, ms);
			timer.unref();
			return { cancel: () => clearInterval(timer) };
		},
		loginName: loginName(),
	};
}

const A_DAY_MS = 86_400_000;

/** Keeps this process alive until cancelled, as no timer of an Env does: for a program that waits for one. */
export function keepAlive(): Timer {
	const timer = setInterval(() => {}, A_DAY_MS);
	return { cancel: () => clearInterval(timer) };
}

const TIME_DIGITS = 12;
const COUNTER_MASK = 0xfff;
const HEX = 16;

/** UUIDv7 (RFC 9562): 48 bits of ms, a 12-bit counter that makes ids of one ms grow, random rest. A clock that steps back does not step ids back. */
export function growingIds(now: () => number): () => string {
	let lastMs = 0;
	let counter = 0;
	return () => {
		const ms = now();
		if (ms > lastMs) {
			lastMs = ms;
			counter = 0;
		} else {
			counter += 1;
			if (counter > COUNTER_MASK) {
				lastMs += 1;
				counter = 0;
			}
		}
		const time = lastMs.toString(HEX).padStart(TIME_DIGITS, "0");
		const tail = randomBytes(8);
		tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
		const rest = tail.toString("hex");
		return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(HEX).padStart(3, "0")}-${rest.slice(0, 4)}-${rest.slice(4)}`;
	};
}

function selfIdentity(): ProcessIdentity {
	return {
		pid: process.pid,
		startTime: startTime(process.pid)?.startTime ?? null,
		bootId: readText("/proc/sys/kernel/random/boot_id"),
		pidNamespace: readLink("/proc/self/ns/pid"),
	};
}

let own: ProcessIdentity | undefined;

function processState(identity: ProcessIdentity): ProcessState {
	own ??= selfIdentity();
	if (identity.bootId === null || own.bootId === null) return "unknown";
	if (identity.bootId !== own.bootId) return "gone";
	if (identity.pidNamespace !== own.pidNamespace) return "unknown";
	const there = startTime(identity.pid);
	if (there === undefined || there.startTime !== identity.startTime) return "gone";
	if (there.state === "T" || there.state === "t") return "stopped";
	return there.state === "Z" || there.state === "X" ? "gone" : "there";
}

// Fields after the parenthesised command: state is the 1st, start time the 20th (proc(5)).
const START_TIME_FIELD = 19;

function startTime(pid: number): { readonly state: string; readonly startTime: string } | undefined {
	const stat = readText(`/proc/${pid}/stat`);
	if (stat === null) return undefined;
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const started = fields[START_TIME_FIELD];
	return started === undefined ? undefined : { state: fields[0] ?? "", startTime: started };
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, "utf8").trim();
	} catch {
		return null; // Not Linux, or the process is gone: both are answers.
	}
}

function readLink(path: string): string | null {
	try {
		return readlinkSync(path);
	} catch {
		return null; // Not Linux.
	}
}

function loginName(): string {
	try {
		return userInfo().username;
	} catch {
		return "person"; // A user id without an account has no name.
	}
}
