// Runs one operation again and again, each time with another call of the disk failing or the process dying there, and looks at what is left.

import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { realDisk } from "../../../src/core/files/disk.ts";
import type { Trouble } from "../../../src/core/model.ts";
import { type Store, StoreError } from "../../../src/core/store.ts";
import { type Call, canStrike, type Fault, faults, faultyDisk, Killed, recordedDisk } from "../../support/disk.ts";
import { type DiskWorld, diskWorld, makeRoom } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import type { Attempt, Operation } from "./operations.ts";

export interface Strike {
	readonly at: number;
	readonly fault: Fault;
	readonly call: Call;
}

/** Every fault at every call the operation makes. */
export async function strikesOn(operation: Operation): Promise<readonly Strike[]> {
	const room = makeRoom();
	const world = diskWorld(room.path, machine(Date.now()));
	const attempt = await operation.prepare(world);
	const recorded = recordedDisk(realDisk());
	const env = attempt.env ?? world.process();
	await attempt.act(world.storeOf(env, { ...operation.options, disk: recorded.disk }), env, recorded.disk);
	room.remove();
	return recorded.calls.flatMap((call, at) =>
		faults.filter((fault) => canStrike(fault, call)).map((fault) => ({ at, fault, call })),
	);
}

/** What is wrong after one strike; empty = nothing. */
export async function consequences(operation: Operation, { at, fault }: Strike): Promise<readonly string[]> {
	const room = makeRoom();
	const world = diskWorld(room.path, machine(Date.now()));
	const wrong: string[] = [];
	const attempt = await operation.prepare(world);
	const outcome = await struck(world, operation, attempt, at, fault, wrong);
	lookAt(world, "after the fault", wrong);
	const happened = attempt.happened(world.store());
	if (outcome === "done" && !happened) wrong.push("it said it was done, but it was not");
	if (fault !== "kill before" && fault !== "kill after") wrong.push(...debris(world));
	letLocksExpire(world);
	const env = attempt.env ?? world.process();
	await attempt.act(world.storeOf(env, operation.options), env, realDisk());
	lookAt(world, "after the repeat", wrong);
	if (!attempt.happened(world.store())) wrong.push("a repeat did not do it");
	room.remove();
	return wrong;
}

async function struck(
	world: DiskWorld,
	{ options }: Operation,
	attempt: Attempt,
	at: number,
	fault: Fault,
	wrong: string[],
): Promise<"done" | "failed"> {
	const faulty = faultyDisk(realDisk(), at, fault);
	const env = attempt.env ?? world.process();
	let store: Store | undefined;
	let outcome: "done" | "failed" = "done";
	try {
		store = world.storeOf(env, { ...options, disk: faulty.disk });
		const answer = await attempt.act(store, env, faulty.disk);
		if (isRefusal(answer)) outcome = "failed";
		store.close();
	} catch (error) {
		outcome = "failed";
		const expected = error instanceof Killed || (error instanceof StoreError && !faulty.dead());
		if (!expected) wrong.push(`it threw ${String(error)}`);
	}
	if (!faulty.struck()) wrong.push("the fault did not happen");
	world.host.kill(env);
	if (faulty.dead()) return outcome;
	store?.close();
	if (faulty.open() !== 0) wrong.push(`${faulty.open()} files were left open`);
	return outcome;
}

function isRefusal(answer: unknown): boolean {
	return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false;
}

/** Every file parses and has a name the store gives. A line of a timeline that was cut short is what the leading newline is for. */
function lookAt(world: DiskWorld, when: string, wrong: string[]): void {
	const expected = ({ code, text }: Trouble) =>
		code === "quarantined" || code === "not-durable" || text.startsWith("a line of the timeline");
	const troubles = world.store().inspect();
	wrong.push(...troubles.filter((each) => !expected(each)).map(({ text }) => `${when}: ${text}`));
}

/** A process that lives on cleans up behind itself, unless it was the removal that failed. */
function debris(world: DiskWorld): readonly string[] {
	const left = namesIn(join(world.root, "tmp")).filter((name) => !name.endsWith(".holder"));
	return left.length > 1 ? [`${left.length} files were left in staging`] : [];
}

function letLocksExpire(world: DiskWorld): void {
	const locks = join(world.root, "locks");
	const longAgo = new Date(world.host.now() - 3_600_000);
	for (const name of namesIn(locks)) utimesSync(join(locks, name), longAgo, longAgo);
}

function namesIn(path: string): readonly string[] {
	try {
		return readdirSync(path);
	} catch {
		return []; // The store was never made.
	}
}
