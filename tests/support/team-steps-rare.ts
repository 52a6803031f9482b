// The rarer random steps of the model test: names, the admin, deletion, leaving, stopping, a torn file, a timeline that loses lines.

import { writeFileSync } from "node:fs";
import { join as path } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { claimAdmin } from "../../src/core/members.ts";
import type { Store } from "../../src/core/store.ts";
import { createTeam, deleteTeam, renameTeam } from "../../src/core/teams.ts";
import type { ModelMessage, ModelTerminal, TeamModel } from "./team-model.ts";
import { beaten, by, codeOf, crash, join, pick, type Real, type Step, step } from "./team-steps.ts";
import { administer } from "./world.ts";

const NAMES = ["shop", "store", "docs"];

async function rename(model: TeamModel, { w }: Real, who: ModelTerminal, name: string): Promise<void> {
	const expected = model.mayRenameTeam(who.member, name);
	expect(codeOf(await administer(w, who.key, (...as) => renameTeam(...as, name)))).toBe(expected);
	if (expected !== "ok") return;
	model.name = name;
	expect(w.visitor().store.teamNamed(name)).toBe(w.teamId);
}

async function create(model: TeamModel, { w }: Real, name: string): Promise<void> {
	const { env, store } = w.visitor();
	const expected = model.mayCreate(name);
	expect(codeOf(await createTeam(env, store, name))).toBe(expected);
	if (expected === "ok") model.others.push(name);
}

/** Everybody in it learns so at the next beat, and nothing brings it back. */
async function destroy(model: TeamModel, real: Real, who: ModelTerminal): Promise<void> {
	const { w } = real;
	const expected = model.admin === who.member ? "ok" : "not-admin";
	expect(codeOf(await administer(w, who.key, (writer, actor) => deleteTeam(writer, actor, w.teamId)))).toBe(expected);
	if (expected !== "ok") return;
	model.deleted = true;
	for (const terminal of model.terminals.filter((each) => each.running)) {
		const { seat } = w.of(terminal.key);
		// The directory of the team is looked for at every fourth beat.
		const fates = Array.from({ length: 4 }, () => seat.beat().at);
		expect(fates.at(-1)).toBe("team-deleted");
		seat.setActivity({ state: "working", paused: "no", holds: [], edits: [] });
		expect(await w.receive(terminal.key)).toEqual([]);
		terminal.forgotten = true;
		crash(real, terminal);
	}
	expect(w.visitor().store.readDocument(w.teamId)).toBeUndefined();
}

async function claim(model: TeamModel, { w, times }: Real, who: ModelTerminal, person: boolean): Promise<void> {
	if (!person && times !== "by hand") return;
	const expected = model.mayClaim(who.member, person, w.machine.now());
	const outcome = await administer(w, who.key, (writer, actor) =>
		claimAdmin(writer, { ...actor, by: person ? "person" : "agent" }, w.teamId),
	);
	expect(codeOf(outcome)).toBe(expected);
	if (expected === "ok") model.admin = who.member;
}

async function leave({ w }: Real, who: ModelTerminal): Promise<void> {
	await w.seat(who.key).end("left");
	w.of(who.key).running = "no";
	w.machine.kill(w.of(who.key).env);
	Object.assign(who, { running: false, forgotten: true, leaseAt: w.machine.now() });
}

function stop({ w, times }: Real, who: ModelTerminal): void {
	if (times !== "by hand") return;
	const player = w.of(who.key);
	player.running = "no";
	w.machine.stop(player.env);
	Object.assign(who, { running: false, stopped: true });
}

/** It goes on as if nothing had been, unless somebody removed it or took its seat. */
export function goOn(model: TeamModel, real: Real, who: ModelTerminal): void {
	const { w } = real;
	const player = w.of(who.key);
	w.machine.resume(player.env);
	who.stopped = false;
	const fate = model.deleted
		? "team-deleted"
		: who.member.removed
			? "removed"
			: who.member.holder === who
				? "kept"
				: "taken-over";
	const fates = Array.from({ length: model.deleted ? 4 : 1 }, () => player.seat.beat().at);
	expect(fates.at(-1)).toBe(fate);
	if (fate === "kept") {
		player.running = "yes";
		who.running = true;
		beaten(model, real);
		return;
	}
	// Taken over, the entry of the session stays: another process of the same session may have the seat.
	who.forgotten = fate !== "taken-over";
	crash(real, who);
}

/** The file of a message that waits is torn, by a power cut or by hand. */
function tear(model: TeamModel, { w, members }: Real, dice: number): void {
	const message = pick(
		model.messages.filter((each) => each.at === "waiting" && each.attempt === 0 && !each.torn),
		dice,
	);
	if (message === undefined || model.deleted) return;
	message.torn = true;
	const to = members.get(message.to) ?? "";
	const file = w.disk.team(w.teamId)?.inbox.get(to)?.get(message.id);
	if (file !== undefined) file.content = "corrupt";
	else tearFile(w.visitor().store, w.teamId, to, message);
}

function tearFile(store: Store, teamId: string, to: string, { id }: ModelMessage): void {
	const name = store.listInbox(teamId, to).waiting.find((each) => each.id === id);
	if (name === undefined) throw new Error("it does not wait");
	writeFileSync(path(store.root, `t-${teamId}`, "inbox", to, "new", name.file), "torn");
}

const dice = fc.nat(1_000);

const takingOver = fc.tuple(dice).map(([n]) =>
	step(`take over #${n}`, async (model, real) => {
		const target = pick(
			model.present().filter((each) => !model.online(each)),
			n,
		);
		if (target === undefined || model.deleted) return;
		real.count += 1;
		await join(model, real, target.role, true, real.count);
	}),
);
const renaming = fc
	.tuple(dice, fc.constantFrom(...NAMES))
	.map(([who, name]) => by(`call the team ${name} by`, who, (m, r, terminal) => rename(m, r, terminal, name)));
const creating = fc.constantFrom(...NAMES).map((name) => step(`create ${name}`, (m, r) => create(m, r, name)));
const deleting = dice.map((who) => by("delete the team by", who, destroy));
const claiming = fc
	.tuple(dice, fc.boolean())
	.map(([who, person]) =>
		by(`claim the admin as ${person ? "a person" : "an agent"} by`, who, (m, r, terminal) =>
			claim(m, r, terminal, person),
		),
	);
const leaving = dice.map((who) => by("leave", who, (_m, r, terminal) => leave(r, terminal)));
const stopping = dice.map((who) => by("stop", who, async (_m, r, terminal) => stop(r, terminal)));
const continuing = dice.map((n) =>
	step(`continue #${n}`, async (model, real) => {
		const who = pick(
			model.terminals.filter((each) => each.stopped),
			n,
		);
		if (who !== undefined) goOn(model, real, who);
	}),
);
const tearing = dice.map((n) => step(`tear #${n}`, async (model, real) => tear(model, real, n)));
/** Without its lines in the timeline everything goes on by polling. */
const losing = fc.tuple(dice, fc.boolean()).map(([who, lost]) =>
	by(lost ? "lose lines of" : "write lines of", who, async (_m, { w, faults }, terminal) => {
		faults.fail(w.of(terminal.key).env, "full", lost ? ["append"] : []);
	}),
);
/** So that ten minutes pass to the second, before and after. */
const waitingForAdmin = fc.constantFrom(limits.adminClaimMs - 1_000, 1_000).map((ms) =>
	step(`wait ${ms}`, async (model, real) => {
		await real.w.advance(ms);
		beaten(model, real);
	}),
);

/** Deletion ends a team, so it comes seldom. */
export const rareSteps: readonly fc.Arbitrary<Step>[] = [
	...[
		takingOver,
		renaming,
		creating,
		claiming,
		claiming,
		leaving,
		stopping,
		continuing,
		tearing,
		losing,
		waitingForAdmin,
	],
	fc.oneof({ weight: 3, arbitrary: renaming }, { weight: 1, arbitrary: deleting }),
];
