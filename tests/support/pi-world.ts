// A world of Pi sessions in this process: one store in memory, one clock turned by hand, and patience for what takes real time.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Machine as Clock, machine } from "./env.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { openSession, type PiSession, type PiVersion, type SessionOptions, turns } from "./pi-session.ts";

export interface PiWorld {
	readonly clock: Clock;
	readonly disk: MemoryDisk;
	readonly directory: string;
	session(name: string, options?: SessionOptions): Promise<PiSession>;
	/** Lets everything run and turns the clock in steps until the condition holds. */
	until(what: string, condition: () => boolean): Promise<void>;
	/** Turns the clock and lets everything that is due run to its end. */
	pass(ms: number): Promise<void>;
	close(): Promise<void>;
}

const STEP_MS = 250;
const ROUNDS = 400;
const PATIENCE_MS = 10_000;

export function createPiWorld(version: PiVersion = "current"): PiWorld {
	const directory = mkdtempSync(join(tmpdir(), "pi-world-"));
	const clock = machine();
	const disk = new MemoryDisk();
	const open: PiSession[] = [];

	const pass = async (ms: number) => {
		for (let left = ms; left > 0; left -= STEP_MS) {
			clock.advance(Math.min(STEP_MS, left));
			await turns();
		}
	};

	return {
		clock,
		disk,
		directory,
		pass,
		async session(name, options = {}) {
			const opened = await openSession(name, options, { clock, disk, directory, version });
			open.push(opened);
			return opened;
		},
		async until(what, condition) {
			const patience = performance.now() + PATIENCE_MS;
			for (let round = 0; round < ROUNDS || performance.now() < patience; round += 1) {
				await turns();
				if (condition()) return;
				// A real disk may take its time without the clock of the test running away.
				if (round < ROUNDS) clock.advance(STEP_MS);
			}
			throw new Error(`never happened: ${what}`);
		},
		async close() {
			for (const session of open.splice(0)) await session.end().catch(() => undefined);
			rmSync(directory, { recursive: true, force: true });
		},
	};
}
