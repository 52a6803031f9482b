// The random steps of the model test: each does something to a world and to the model, and compares what both say.

import fc from "fast-check";
import { expect } from "vitest";
import type { Kind } from "../../src/core/kinds.ts";
import { limits } from "../../src/core/limits.ts";
import type { Outcome } from "../../src/core/refusal.ts";
import type { Faults } from "./faults.ts";
import type { ModelMember, ModelTerminal, TeamModel } from "./team-model.ts";
import type { World } from "./world.ts";

export interface Real {
	readonly w: World;
	readonly faults: Faults;
	/** Whether the times of leases are those of the hand-turned clock; on files they are the system's. */
	readonly times: "by hand" | "of the system";
	/** Ids of members, by what the model knows them as. */
	readonly members: Map<ModelMember, string>;
	count: number;
}

export type Step = fc.AsyncCommand<TeamModel, Real>;

export const ROLES = ["a", "b", "c", "d"];
const KINDS: readonly Kind[] = ["info", "question", "handoff", "note", "request"];
const REPORT = { outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };

export function codeOf(outcome: Outcome<unknown>): string {
	return outcome.ok ? "ok" : outcome.refusal.code;
}

export function pick<T>(from: readonly T[], dice: number): T | undefined {
	return from[dice % Math.max(1, from.length)];
}

export function step(name: string, run: (model: TeamModel, real: Real) => Promise<void>): Step {
	return { check: () => true, run, toString: () => name };
}

export const running = (model: TeamModel) =>
	model.deleted ? [] : model.terminals.filter((each) => each.running && !each.member.removed);

/** A step of one running terminal; nothing happens without one. */
export function by(
	name: string,
	dice: number,
	run: (m: TeamModel, r: Real, who: ModelTerminal) => Promise<void>,
): Step {
	return step(`${name} #${dice}`, async (model, real) => {
		const who = pick(running(model), dice);
		if (who !== undefined) await run(model, real, who);
	});
}

export async function join(model: TeamModel, { w, members }: Real, role: string, confirmed: boolean, count: number) {
	const key = `t${count}`;
	const force = confirmed ? "confirmed" : "ask";
	const expected = model.mayJoin(role, confirmed, w.machine.now());
	expect(codeOf(await w.join(role, { key, session: key, force }))).toBe(expected);
	if (expected !== "ok") return;
	model.join(role, key, key, w.machine.now());
	const member = model.terminals.at(-1)?.member;
	if (member !== undefined) members.set(member, w.id(key));
}

async function send(model: TeamModel, real: Real, who: ModelTerminal, dice: number, kind: Kind): Promise<void> {
	const { w, members } = real;
	const to = pick(model.present(), dice);
	if (to === undefined || to === who.member) return;
	real.count += 1;
	const body = `message ${real.count}`;
	w.machine.advance(1);
	const expected = model.send(who.member, to, kind, body, w.machine.now());
	const outcome = await w.seat(who.key).send({
		to: members.get(to) ?? "",
		kind,
		body,
		subject: kind === "request" ? body : undefined,
		replyTo: undefined,
		parentId: undefined,
		origin: "agent",
	});
	expect(codeOf(outcome)).toBe(expected);
	const message = model.messages.at(-1);
	if (outcome.ok && message !== undefined) message.id = outcome.value.id;
}

/** What is handed out is what the model says; then the conversation holds the first `kept` of it. */
async function look(model: TeamModel, real: Real, who: ModelTerminal, kept: number): Promise<readonly string[]> {
	const { w } = real;
	const expected = model.receive(who, w.machine.now());
	const incoming = await w.receive(who.key);
	expect(incoming.map(({ message }) => message.body)).toEqual(expected.map(({ body }) => body));
	for (const { message } of incoming.slice(0, kept)) {
		w.of(who.key).conversation.add(message.id);
		who.conversation.add(message.body);
	}
	return incoming.map(({ message }) => message.body);
}

/** Every terminal that runs has just beaten. */
export function beaten(model: TeamModel, { w }: Real): void {
	for (const who of model.terminals) if (who.running) who.leaseAt = w.machine.now();
}

export async function read(model: TeamModel, { w }: Real, who: ModelTerminal): Promise<void> {
	const expected = model.receive(who, w.machine.now());
	expect(await w.read(who.key)).toEqual(expected.map(({ body }) => body));
	for (const message of expected) {
		message.at = "read";
		who.conversation.add(message.body);
	}
}

export function crash({ w }: Real, who: ModelTerminal): void {
	w.crash(who.key);
	who.running = false;
}

export async function restart(model: TeamModel, { w }: Real, who: ModelTerminal): Promise<void> {
	const expected = model.mayRestart(who);
	expect(codeOf(await w.restart(who.key))).toBe(expected);
	if (expected === "ok") {
		who.running = true;
		who.life += 1;
		who.leaseAt = w.machine.now();
	} else who.forgotten = true;
}

async function work(model: TeamModel, real: Real, who: ModelTerminal, ends: "settled" | "crashed" | "released") {
	const seat = real.w.seat(who.key);
	const request = model.oldestRequest(who.member);
	const name = seat.pendingWork().find((each) => each.kind === "request");
	expect(name?.id).toBe(request?.id);
	const incoming = name === undefined ? undefined : await seat.claimWork(name);
	if (request?.torn === true) request.at = "invalid";
	expect(incoming === undefined).toBe(request === undefined || request.torn);
	if (request === undefined || incoming === undefined) return;
	expect(incoming.message.body).toBe(request.body);
	if (ends === "released") return seat.releaseWork(incoming);
	request.at = ends === "settled" ? "settled" : "claimed";
	if (ends === "crashed") return crash(real, who);
	await seat.surfaced([incoming]);
	expect(codeOf(await seat.settle(incoming, REPORT, "Done."))).toBe("ok");
}

/** After a jump every terminal beats first, as their loops do. */
function jump(model: TeamModel, real: Real, run: () => void): void {
	run();
	real.w.beatAll();
	beaten(model, real);
}

const dice = fc.nat(1_000);

const joining = fc.tuple(fc.constantFrom(...ROLES), fc.boolean()).map(([role, confirmed]) =>
	step(`join ${role}${confirmed ? " confirmed" : ""}`, async (model, real) => {
		real.count += 1;
		await join(model, real, role, confirmed, real.count);
	}),
);
const sending = fc
	.tuple(dice, dice, fc.constantFrom(...KINDS))
	.map(([from, to, kind]) => by(`send ${kind} to #${to} by`, from, (m, r, who) => send(m, r, who, to, kind)));
const reading = dice.map((who) => by("read", who, read));
const dying = fc.tuple(dice, fc.nat(3)).map(([who, kept]) =>
	by(`look, keep ${kept} and crash`, who, async (m, r, terminal) => {
		await look(m, r, terminal, kept);
		crash(r, terminal);
	}),
);
const reloading = fc.tuple(dice, fc.nat(3)).map(([who, kept]) =>
	by(`look, keep ${kept} and reload`, who, async (m, r, terminal) => {
		await look(m, r, terminal, kept);
		expect(codeOf(await r.w.reload(terminal.key))).toBe("ok");
	}),
);
const working = fc
	.tuple(dice, fc.constantFrom("settled" as const, "crashed" as const, "released" as const))
	.map(([who, ends]) => by(`work, ${ends}`, who, (m, r, terminal) => work(m, r, terminal, ends)));
const closing = dice.map((who) =>
	by("close", who, async (_m, r, terminal) => {
		await r.w.close(terminal.key);
		terminal.running = false;
		terminal.leaseAt = r.w.machine.now();
	}),
);
const restarting = dice.map((n) =>
	step(`restart #${n}`, async (model, real) => {
		const who = pick(
			model.terminals.filter((each) => !each.running && !each.stopped),
			n,
		);
		if (who !== undefined) await restart(model, real, who);
	}),
);
const waiting = fc.constantFrom(1_000, limits.leaseMs, limits.messageTtlMs).map((ms) =>
	step(`wait ${ms}`, async (model, real) => {
		await real.w.advance(ms);
		beaten(model, real);
	}),
);
const jumping = fc
	.constantFrom(3_600_000, -3_600_000)
	.map((ms) => step(`set the clock by ${ms}`, async (m, real) => jump(m, real, () => real.w.machine.stepWall(ms))));
const sleeping = fc
	.constant(3_600_000)
	.map((ms) => step("sleep", async (m, real) => jump(m, real, () => real.w.machine.sleep(ms))));

/** What happens often stands here often. */
export const steps: readonly fc.Arbitrary<Step>[] = [
	...Array.from({ length: 9 }, () => sending),
	...Array.from({ length: 3 }, () => reading),
	...Array.from({ length: 3 }, () => restarting),
	...Array.from({ length: 2 }, () => joining),
	...Array.from({ length: 2 }, () => working),
	...Array.from({ length: 2 }, () => dying),
	...[reloading, closing, waiting, jumping, sleeping],
];

/** The first members, so that something can happen. */
export async function gather(model: TeamModel, real: Real): Promise<void> {
	for (const role of ROLES.slice(0, 3)) {
		real.count += 1;
		await join(model, real, role, false, real.count);
	}
}
