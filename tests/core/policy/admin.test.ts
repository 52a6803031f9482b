// Claiming the admin: to the moment, through the operation every front end uses and through a command with --as.

import { expect, test } from "vitest";
import type { Env } from "../../../src/core/env.ts";
import { limits } from "../../../src/core/limits.ts";
import { perform } from "../../../src/core/perform.ts";
import { call } from "../../support/cli/call.ts";
import { env, shop } from "../../support/cli/world.ts";
import { deskOf } from "../../support/hand-desk.ts";
import { must, refusedWith, world } from "../../support/world.ts";

test.each(["agent", "script"] as const)("by an %s waits until the admin was offline for ten minutes", async (by) => {
	const w = await world("shop: pm* backend");
	const claim = { do: "claim-admin", teamId: w.teamId } as const;
	expect(refusedWith(await perform(deskOf(w, "backend", by), claim))).toBe("admin-online");
	await w.close("pm");
	await w.advance(limits.adminClaimMs - 1);
	expect(refusedWith(await perform(deskOf(w, "backend", by), claim))).toBe("admin-online");
	await w.advance(1);
	expect(must(await perform(deskOf(w, "backend", by), claim)).text).toContain("You are the admin of shop now");
	const { store } = w.visitor();
	expect(store.readDocument(w.teamId)?.admin).toBe(w.id("backend"));
});

test("by an agent begins anew when the admin has been back", async () => {
	const w = await world("shop: pm*- backend");
	const claim = { do: "claim-admin", teamId: w.teamId } as const;
	await w.advance(limits.adminClaimMs - 1);
	must(await w.restart("pm"));
	await w.close("pm");
	await w.advance(limits.adminClaimMs - 1);
	expect(refusedWith(await perform(deskOf(w, "backend", "agent"), claim))).toBe("admin-online");
});

test("by a person needs no wait", async () => {
	const w = await world("shop: pm* backend");
	must(await perform(deskOf(w, "backend", "person"), { do: "claim-admin", teamId: w.teamId }));
});

test("by a command is refused at 9:59 and done at 10:00", async () => {
	const { root, store, teamId, planner, backend } = await shop();
	await backend.end("closed");
	await planner.end("closed");
	const since = store.readLease(teamId, planner.member)?.changedAt ?? 0;
	const at = (ms: number): Env => ({ ...env, now: () => since + ms });
	const claim = ["admin", "backend", "--as", "backend", "--yes"];
	const early = await call(root, claim, { env: at(limits.adminClaimMs - 1_000) });
	expect([early.code, early.err]).toEqual([3, expect.stringContaining("has not been offline for 10 minutes")]);
	expect(store.readDocument(teamId)?.admin).toBe(planner.member);
	const done = await call(root, claim, { env: at(limits.adminClaimMs) });
	expect([done.code, done.out]).toEqual([
		0,
		expect.stringContaining("You are the admin of shop now; planner is not any more"),
	]);
	expect(store.readDocument(teamId)?.admin).toBe(backend.member);
});
