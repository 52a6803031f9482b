// Whatever call of the store fails, and wherever the process dies: everything parses, an operation happened or did not, and a repeat goes on.

import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Outcome } from "../../../src/core/refusal.ts";
import { StoreError } from "../../../src/core/store.ts";
import { roomBackend } from "../../support/backends.ts";
import { cleanDisks } from "../../support/disk-world.ts";
import { type HandEnv, machine } from "../../support/env.ts";
import { type Blow, breakable, type Faults, Killed } from "../../support/faults.ts";
import { type Backend, memoryBackend, type World, world } from "../../support/world.ts";
import { type PolicyOperation, policyOperations } from "./faulty-operations.ts";

cleanDisks();

/** EIO, ENOSPC, EACCES and EROFS, EMFILE as the store names them. */
const BLOWS: readonly Blow[] = ["kill before", "kill after", "io", "full", "read-only", "exhausted"];

interface Room extends Backend {
	remove(): void;
}

const rooms: readonly { readonly name: string; readonly make: () => Room }[] = [
	{ name: "in memory", make: () => ({ ...memoryBackend(), remove() {} }) },
	{ name: "on files", make: roomBackend },
];

async function begin(operation: PolicyOperation, room: Room): Promise<{ readonly w: World; readonly faults: Faults }> {
	const faults = breakable(room);
	// The files carry the real time.
	const w = await world(operation.team, faults, machine(Date.now()));
	await operation.prepare?.(w);
	return { w, faults };
}

function actor(w: World, { by }: PolicyOperation) {
	return by === "somebody" ? w.visitor() : w.of(by);
}

async function tried(run: () => Promise<Outcome<unknown>>): Promise<string> {
	try {
		const outcome = await run();
		return outcome.ok ? "done" : outcome.refusal.code;
	} catch (error) {
		if (error instanceof Killed || error instanceof StoreError) return "failed";
		throw error;
	}
}

/** A dead process gives up what it held; a person who may act comes back under the own name. */
async function repeat(w: World, operation: PolicyOperation, env: HandEnv): Promise<string> {
	w.machine.kill(env);
	if (operation.by !== "somebody") {
		w.crash(operation.by);
		const back = await w.restart(operation.by);
		if (!back.ok) return back.refusal.code;
	}
	// A name whose team was never made is free again after this.
	w.machine.advance(limits.nameVoidMs + 1);
	w.beatAll();
	const who = actor(w, operation);
	return tried(() => operation.act(w, who, 2));
}

/** What is wrong after one blow; undefined = the operation makes fewer calls than that. */
async function consequences(
	operation: PolicyOperation,
	room: Room,
	at: number,
	how: Blow,
): Promise<readonly string[] | undefined> {
	const { w, faults } = await begin(operation, room);
	const seen = () => operation.look(w, w.visitor().store);
	const wrong: string[] = [];
	if (seen() !== operation.before) wrong.push(`it began as ${seen()}`);
	const who = actor(w, operation);
	const blow = faults.strike(who.env, at, how);
	const said = await tried(() => operation.act(w, who, 1));
	if (!blow.struck()) return undefined;
	const after = seen();
	if (![operation.before, operation.after, ...(operation.between ?? [])].includes(after)) wrong.push(`half: ${after}`);
	if (said === "done" && after !== operation.after) wrong.push(`it said it was done: ${after}`);
	wrong.push(...unsound(w));
	const again = await repeat(w, operation, who.env);
	if (again !== "done" && !operation.already.includes(again)) wrong.push(`a repeat after ${after} was ${again}`);
	if (seen() !== operation.after) wrong.push(`after the repeat: ${seen()}`);
	wrong.push(...unsound(w));
	return wrong;
}

function unsound(w: World): readonly string[] {
	return w
		.visitor()
		.store.inspect()
		.filter(({ code, text }) => code !== "not-durable" && !text.startsWith("a line of the timeline"))
		.map(({ text }) => text);
}

describe.each(rooms)("a store that fails, $name:", ({ make }) => {
	test.each(policyOperations)("$name", async (operation) => {
		const wrong: string[] = [];
		let blows = 0;
		for (const how of BLOWS) {
			for (let at = 0; ; at += 1) {
				const room = make();
				const found = await consequences(operation, room, at, how);
				room.remove();
				if (found === undefined) break;
				blows += 1;
				wrong.push(...found.map((what) => `${how} at ${at}: ${what}`));
			}
		}
		expect(wrong).toEqual([]);
		expect(blows).toBeGreaterThanOrEqual(2 * BLOWS.length);
	});
});
