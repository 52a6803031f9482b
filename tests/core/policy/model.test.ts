// Random steps against the model of a team, on every store. A failure prints its seed and the shortest list of steps.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idTime } from "../../../src/core/ids.ts";
import { limits } from "../../../src/core/limits.ts";
import { stateOfMessage } from "../../../src/core/receipts.ts";
import { backends } from "../../support/backends.ts";
import { type ModelMessage, TeamModel } from "../../support/team-model.ts";
import { gather, type Real, read, restart, steps } from "../../support/team-steps.ts";
import { type Backend, world } from "../../support/world.ts";

const RUNS: Readonly<Record<string, number>> = { "in memory": 300, "on files": 25 };

async function start(make: () => Backend): Promise<{ readonly model: TeamModel; readonly real: Real }> {
	const w = await world("shop:", make());
	return { model: new TeamModel(), real: { w, members: new Map(), count: 0 } };
}

/** Everybody comes back and looks until nothing is left to do. */
async function settleDown(model: TeamModel, real: Real): Promise<void> {
	for (const who of model.terminals) {
		if (!who.running && model.mayRestart(who) === "ok") await restart(model, real, who);
	}
	for (let n = 0; n < 3; n += 1) {
		await real.w.advance(limits.fullScanMs);
		for (const who of model.terminals) if (who.running) await read(model, real, who);
	}
}

function expectedState(message: ModelMessage, now: number): string {
	switch (message.at) {
		case "waiting":
			return message.expiresAt <= now ? "expired" : "new";
		case "read":
			return "surfaced";
		case "taken-over":
		case "attempts":
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
	const messages = store.listInbox(w.teamId, to).waiting.map((name) => store.readMessage(w.teamId, to, name));
	return messages.filter((each) => each?.result?.request === message.id).length;
}

describe.each(backends)("a team $name", ({ name, make }) => {
	test("does what the model says, whatever happens in whatever order", async () => {
		await fc.assert(
			fc.asyncProperty(fc.commands([...steps], { maxCommands: 60, size: "max" }), async (commands) => {
				const { model, real } = await start(make);
				await gather(model, real);
				await fc.asyncModelRun(() => ({ model, real }), commands);
				await settleDown(model, real);
				const now = real.w.machine.now();
				for (const message of model.messages) {
					expect([message.body, realState(real, message)]).toEqual([message.body, expectedState(message, now)]);
					if (message.kind !== "request" || message.from.removed) continue;
					expect([message.body, resultsOf(real, message)]).toEqual([message.body, message.at === "settled" ? 1 : 0]);
				}
				const document = real.w.visitor().store.readDocument(real.w.teamId);
				expect(document?.members.map(({ role, state }) => [role, state])).toEqual(
					model.members.map(({ role, removed }) => [role, removed ? "removed" : "member"]),
				);
				expect(document?.admin ?? undefined).toBe(model.admin && real.members.get(model.admin));
			}),
			{ numRuns: RUNS[name] ?? 10 },
		);
	}, 120_000);
});
