// Random steps against the model of a team, on every store. A failure prints its seed and the shortest list of steps.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idTime } from "../../../src/core/ids.ts";
import { limits } from "../../../src/core/limits.ts";
import { stateOfMessage } from "../../../src/core/receipts.ts";
import { ifReadable } from "../../../src/core/store.ts";
import { backends } from "../../support/backends.ts";
import { breakable } from "../../support/faults.ts";
import { type ModelMessage, TeamModel } from "../../support/team-model.ts";
import { gather, type Real, read, restart, steps } from "../../support/team-steps.ts";
import { memberSteps } from "../../support/team-steps-members.ts";
import { goOn, rareSteps } from "../../support/team-steps-rare.ts";
import { type Backend, world } from "../../support/world.ts";

const RUNS: Readonly<Record<string, number>> = { "in memory": 2_000, "on files": 40 };

async function start(name: string, make: () => Backend): Promise<{ readonly model: TeamModel; readonly real: Real }> {
	const faults = breakable(make());
	const w = await world("shop:", faults);
	const times = name === "in memory" ? "by hand" : "of the system";
	return { model: new TeamModel(), real: { w, faults, times, members: new Map(), count: 0 } };
}

/** Everybody comes back and looks until nothing is left to do. */
async function settleDown(model: TeamModel, real: Real): Promise<void> {
	for (const who of model.terminals) if (who.stopped) goOn(model, real, who);
	if (model.deleted) return;
	for (const who of model.terminals) {
		if (!who.running && model.mayRestart(who) === "ok") await restart(model, real, who);
	}
	for (let n = 0; n < 3; n += 1) {
		await real.w.advance(limits.fullScanMs);
		for (const who of model.terminals) if (who.running) await read(model, real, who);
	}
	for (const message of model.messages) endOrphan(model, real, message);
}

/** A request whose terminal is gone for good: whoever is there has settled it; alone with nobody it may have been or not. */
function endOrphan(model: TeamModel, real: Real, message: ModelMessage): void {
	if (message.kind !== "request" || message.at !== "claimed" || model.inHand(message)) return;
	const isSomebodyThere = model.terminals.some((each) => each.running && !each.member.removed);
	if (isSomebodyThere || realState(real, message) === "settled") message.at = "settled";
}

function expectedState(model: TeamModel, message: ModelMessage, now: number): string {
	switch (message.at) {
		case "waiting":
			return message.expiresAt <= now ? "expired" : "new";
		// Its time counts again once its claimer is gone.
		case "claimed":
			return message.expiresAt <= now && !model.inHand(message) ? "expired" : "claimed";
		case "read":
			return "surfaced";
		case "taken-over":
		case "attempts":
		case "invalid":
		case "removed":
			return `failed: ${message.at}`;
		default:
			return message.at;
	}
}

function realState(real: Real, message: ModelMessage): string {
	const { w, members } = real;
	const { env, store } = w.visitor();
	const { id, kind } = message;
	const [from, to] = [members.get(message.from) ?? "", members.get(message.to) ?? ""];
	const expiresAt = Number.isFinite(message.expiresAt) ? message.expiresAt : undefined;
	const { place, receipts } = stateOfMessage(env, store, w.teamId, { id, from, to, kind, at: idTime(id), expiresAt });
	const failed = receipts.find((receipt) => receipt.state === "failed");
	if (failed !== undefined) return `failed: ${failed.code}`;
	return place === "answered" ? "surfaced" : place;
}

/** How many results each request has brought its requester. */
function resultsOf(real: Real, message: ModelMessage): number {
	const { w, members } = real;
	const to = members.get(message.from) ?? "";
	const { store } = w.visitor();
	const { waiting } = store.listInbox(w.teamId, to);
	const messages = waiting.map((name) => ifReadable(() => store.readMessage(w.teamId, to, name)));
	return messages.filter((each) => each?.result?.request === message.id).length;
}

describe.each(backends)("a team $name", ({ name, make }) => {
	test("does what the model says, whatever happens in whatever order", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.commands([...steps, ...memberSteps, ...rareSteps], { maxCommands: 60, size: "max" }),
				async (commands) => {
					const { model, real } = await start(name, make);
					await gather(model, real);
					await fc.asyncModelRun(() => ({ model, real }), commands);
					await settleDown(model, real);
					const { store } = real.w.visitor();
					expect(store.teamNamed(model.name) === real.w.teamId).toBe(!model.deleted);
					for (const other of model.others) expect(store.teamNamed(other)).toBeDefined();
					expect(store.readDocument(real.w.teamId) === undefined).toBe(model.deleted);
					if (model.deleted) return;
					const now = real.w.machine.now();
					for (const message of model.messages) {
						expect([message.body, realState(real, message)]).toEqual([
							message.body,
							expectedState(model, message, now),
						]);
						if (message.kind !== "request" || message.from.removed) continue;
						expect([message.body, resultsOf(real, message)]).toEqual([message.body, message.at === "settled" ? 1 : 0]);
					}
					const document = store.readDocument(real.w.teamId);
					expect(document?.members.map(({ role, state }) => [role, state])).toEqual(
						model.members.map(({ role, removed }) => [role, removed ? "removed" : "member"]),
					);
					expect(document?.admin ?? undefined).toBe(model.admin && real.members.get(model.admin));
				},
			),
			{ numRuns: RUNS[name] ?? 10 },
		);
	}, 120_000);
});
