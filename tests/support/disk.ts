// Disks for tests: one that writes down every call, and one on which a chosen call fails or the process dies. Both work on a real directory.

import { type Disk, flags, readingCalls } from "../../src/core/files/disk.ts";

export type DiskCall = Exclude<keyof Disk, "uid" | "coarseTimes">;

export interface Call {
	readonly name: DiskCall;
	/** Of `open` and of calls that name a path. */
	readonly path: string | undefined;
	readonly flags: number | undefined;
}

export interface RecordedDisk {
	readonly disk: Disk;
	readonly calls: Call[];
	/** Files that are open now. */
	open(): number;
}

/** The process is dead: nothing it does from here on reaches the disk. */
export class Killed extends Error {
	override readonly name = "Killed";
}

export const errnos = ["EIO", "ENOSPC", "EACCES", "EROFS", "EMFILE"] as const;
export type Fault = "kill before" | "kill after" | "short write" | (typeof errnos)[number];
export const faults: readonly Fault[] = ["kill before", "kill after", "short write", ...errnos];

const READ_ONLY_FLAGS: readonly number[] = [flags.read, flags.directory];

export function isWriteClass({ name, flags: how }: Call): boolean {
	if (name === "open") return !READ_ONLY_FLAGS.includes(how ?? 0);
	return !readingCalls.has(name);
}

export function recordedDisk(base: Disk): RecordedDisk {
	const calls: Call[] = [];
	let open = 0;
	const disk = around(base, (call, run) => {
		calls.push(call);
		const value = run();
		if (call.name === "open") open += 1;
		if (call.name === "close") open -= 1;
		return value;
	});
	return { disk, calls, open: () => open };
}

/** What the system answers for a call that fails so; undefined = it cannot fail in this way. */
const concerns: Readonly<Record<(typeof errnos)[number], (call: Call) => boolean>> = {
	EIO: ({ name }) => name !== "close",
	ENOSPC: (call) =>
		call.name === "write" ||
		call.name === "mkdir" ||
		call.name === "link" ||
		call.name === "rename" ||
		(call.name === "open" && isWriteClass(call)),
	EACCES: ({ name }) => !["read", "write", "sync", "syncData", "fstat", "close", "mounts"].includes(name),
	EROFS: (call) => isWriteClass(call) && !["write", "sync", "syncData"].includes(call.name),
	EMFILE: ({ name }) => name === "open" || name === "readdir",
};

export function canStrike(fault: Fault, call: Call): boolean {
	if (fault === "kill before" || fault === "kill after") return true;
	return fault === "short write" ? call.name === "write" : concerns[fault](call);
}

export interface FaultyDisk {
	readonly disk: Disk;
	/** Whether the fault happened: false when the call at that place cannot fail in this way, or was never made. */
	struck(): boolean;
	/** Whether the process was killed. */
	dead(): boolean;
	/** Files that are open now. */
	open(): number;
}

/** The call number `at` (from 0) fails; `base` is the disk that goes on underneath. */
export function faultyDisk(base: Disk, at: number, fault: Fault): FaultyDisk {
	let made = 0;
	let struck = false;
	let dead = false;
	let open = 0;
	const disk = around(base, (call, run, shorten) => {
		if (dead) throw new Killed("dead");
		const here = made === at && canStrike(fault, call);
		made += 1;
		if (here) {
			struck = true;
			if (fault === "short write") return shorten();
			if (fault !== "kill before" && fault !== "kill after") throw systemError(fault, call);
			dead = true;
			if (fault === "kill after") run();
			throw new Killed(`killed at call ${at}: ${call.name} ${call.path ?? ""}`);
		}
		const value = run();
		if (call.name === "open") open += 1;
		if (call.name === "close") open -= 1;
		return value;
	});
	return { disk, struck: () => struck, dead: () => dead, open: () => open };
}

export function systemError(code: string, call: Pick<Call, "name" | "path">): Error {
	return Object.assign(new Error(`${code}: ${call.name} ${call.path ?? ""}`), { code, syscall: call.name });
}

type Around = (call: Call, run: () => unknown, shorten: () => unknown) => unknown;

function around(base: Disk, every: Around): Disk {
	const wrapped: Record<string, unknown> = { uid: base.uid, coarseTimes: base.coarseTimes };
	for (const [name, method] of Object.entries(base)) {
		if (typeof method !== "function") continue;
		wrapped[name] = (...args: readonly unknown[]) => {
			const [first, second] = args;
			const call: Call = {
				name: name as DiskCall,
				path: typeof first === "string" ? first : undefined,
				flags: name === "open" ? (second as number) : undefined,
			};
			const run = () => Reflect.apply(method, base, args);
			const shorten = () => {
				const bytes = args[1] as Uint8Array;
				return Reflect.apply(method, base, [first, bytes.subarray(0, Math.floor(bytes.length / 2))]);
			};
			return every(call, run, shorten);
		};
	}
	return wrapped as unknown as Disk;
}
