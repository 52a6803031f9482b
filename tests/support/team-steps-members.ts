// The random steps of the model test that change who is in a team: removing, renaming a role, handing the admin over.

import fc from "fast-check";
import { expect } from "vitest";
import { handAdmin, renameRole } from "../../src/core/members.ts";
import { removeMember } from "../../src/core/removal.ts";
import type { ModelMember, ModelTerminal, TeamModel } from "./team-model.ts";
import { by, codeOf, crash, pick, type Real, ROLES, type Step } from "./team-steps.ts";
import { administer } from "./world.ts";

async function remove(model: TeamModel, { w, members }: Real, who: ModelTerminal, target: ModelMember | undefined) {
	if (target === undefined) return;
	const expected = model.mayRemove(who.member, target);
	const id = members.get(target) ?? "";
	expect(codeOf(await administer(w, who.key, (...as) => removeMember(...as, id)))).toBe(expected);
	if (expected !== "ok") return;
	model.remove(target);
	for (const terminal of model.terminals.filter((each) => each.member === target && each.running)) {
		expect(w.seat(terminal.key).beat()).toMatchObject({ at: "removed" });
		terminal.forgotten = true;
		crash({ w } as Real, terminal);
	}
}

async function rename(model: TeamModel, real: Real, who: ModelTerminal, dice: number, role: string): Promise<void> {
	const { w, members } = real;
	const target = pick(model.present(), dice);
	if (target === undefined) return;
	const expected = model.mayRename(who.member, target, role);
	const id = members.get(target) ?? "";
	expect(codeOf(await administer(w, who.key, (...as) => renameRole(...as, id, role)))).toBe(expected);
	if (expected === "ok") model.rename(target, role, w.machine.now());
}

async function hand(model: TeamModel, { w, members }: Real, who: ModelTerminal, dice: number): Promise<void> {
	const target = pick(model.present(), dice);
	if (target === undefined) return;
	const expected = model.admin !== who.member ? "not-admin" : target === who.member ? "same-name" : "ok";
	const id = members.get(target) ?? "";
	const outcome = await administer(w, who.key, (writer, actor) => handAdmin(writer, actor, w.teamId, id));
	expect(codeOf(outcome)).toBe(expected);
	if (expected === "ok") model.admin = target;
}

const dice = fc.nat(1_000);

const removing = fc
	.tuple(dice, dice)
	.map(([who, n]) => by(`remove #${n} by`, who, (m, r, terminal) => remove(m, r, terminal, pick(m.present(), n))));
const renaming = fc
	.tuple(dice, dice, fc.constantFrom(...ROLES, "e", "f"))
	.map(([who, n, role]) => by(`rename #${n} to ${role} by`, who, (m, r, terminal) => rename(m, r, terminal, n, role)));
const handing = fc
	.tuple(dice, dice)
	.map(([who, n]) => by(`hand admin to #${n} by`, who, (m, r, terminal) => hand(m, r, terminal, n)));

export const memberSteps: readonly fc.Arbitrary<Step>[] = [removing, renaming, handing];
