// Terminals that are really stopped for longer than their lease, and go on: silently where nobody took the seat, fenced where somebody did.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { realEnv } from "../../../src/core/env.ts";
import { leaseWatchOf } from "../../../src/core/leases.ts";
import type { Presence } from "../../../src/core/model.ts";
import type { Store } from "../../../src/core/store.ts";
import { createTeam } from "../../../src/core/teams.ts";
import { type Child, endChildren, startChild } from "../../support/disk-process.ts";
import { value } from "../../support/disk-records.ts";
import { cleanDisks, diskWorld, quickFormat } from "../../support/disk-world.ts";
import type { SitterOrder } from "./children/sitter.ts";

cleanDisks();
endChildren();

/** Most of it is the start of the processes, which takes long on a machine that does other things too. */
const PATIENCE_MS = 60_000;
const PATIENT = { timeout: PATIENCE_MS };
const untilTrue = { timeout: PATIENCE_MS, interval: 50 };

const env = realEnv();
let store: Store;
let teamId: string;
let start: () => Child;

beforeEach(async () => {
	const world = diskWorld();
	store = world.storeOf(env);
	({ teamId } = value(await createTeam(env, store, "shop")));
	start = () => startChild(import.meta.url, "children/sitter.ts", world.root, teamId);
});

async function ask(child: Child, order: SitterOrder): Promise<unknown> {
	child.send(order);
	return child.next();
}

async function seated(child: Child, role: string): Promise<string> {
	const answer = (await ask(child, { do: "sit", role })) as { readonly member: string };
	expect(answer).toMatchObject({ generation: 1 });
	return answer.member;
}

function presenceOf(member: string): Presence["at"] | undefined {
	const read = store.readLease(teamId, member);
	return read && leaseWatchOf(env, store).judge(read).presence.at;
}

/** Until everybody who looks sees no beat within a whole lease. */
async function lapsed(member: string): Promise<void> {
	await vi.waitUntil(
		() => env.now() - (store.readLease(teamId, member)?.changedAt ?? env.now()) > quickFormat.leaseMs,
		untilTrue,
	);
	expect(presenceOf(member)).toBe("suspended");
}

function lines(): readonly string[] {
	return store.latestEvents(teamId, 1_000).events.map(({ type, by }) => `${type} ${by}`);
}

describe("a terminal that was stopped for longer than its lease", () => {
	test("goes on with its seat and says nothing, when nobody took it", PATIENT, async () => {
		const [holder, other] = [start(), start()];
		const member = await seated(holder, "backend");
		const sender = await seated(other, "reviewer");
		expect(presenceOf(member)).toBe("online");
		const before = lines();
		const generation = store.readLease(teamId, member)?.lease.token;
		holder.kill("SIGSTOP");
		await lapsed(member);
		expect(presenceOf(sender)).toBe("online");
		holder.kill("SIGCONT");
		const fates = (await ask(holder, { do: "fates" })) as readonly { readonly at: string }[];
		expect(new Set(fates.map(({ at }) => at))).toEqual(new Set(["kept"]));
		expect(presenceOf(member)).toBe("online");
		expect(store.readLease(teamId, member)?.lease.token).toBe(generation);
		expect(lines()).toEqual(before);
		expect(await ask(other, { do: "send", to: member, body: "are you back?" })).toBe("sent");
		expect(await ask(holder, { do: "read" })).toEqual(["are you back?"]);
		expect(await ask(holder, { do: "send", to: sender, body: "yes" })).toBe("sent");
	});

	test("is fenced by who took its seat, and says where the seat is", PATIENT, async () => {
		const [holder, next] = [start(), start()];
		const member = await seated(holder, "backend");
		holder.kill("SIGSTOP");
		await vi.waitUntil(() => presenceOf(member) === "suspended", untilTrue);
		await lapsed(member);
		expect(await ask(next, { do: "sit", role: "backend" })).toEqual({ member, generation: 2 });
		holder.kill("SIGCONT");
		const fates = (await ask(holder, { do: "fates" })) as readonly { readonly at: string }[];
		expect(fates.at(-1)).toEqual({ at: "taken-over", where: `process ${next.pid} in /work` });
		// Those before it was stopped were kept; once it knows, it stays so.
		const told = fates.findIndex(({ at }) => at === "taken-over");
		expect(fates.slice(told).every(({ at }) => at === "taken-over")).toBe(true);
		expect(await ask(holder, { do: "send", to: member, body: "still me" })).toBe("taken-over");
		expect(await ask(holder, { do: "read" })).toEqual([]);
		const others = (await ask(next, { do: "fates" })) as readonly { readonly at: string }[];
		expect(new Set(others.map(({ at }) => at))).toEqual(new Set(["kept"]));
		expect(store.readLease(teamId, member)?.lease).toMatchObject({ generation: 2, pid: next.pid });
		expect(lines().filter((line) => line.startsWith("taken-over"))).toHaveLength(1);
	});

	test("keeps everybody out of its seat for one lease, also those who confirm", PATIENT, async () => {
		const [holder, next] = [start(), start()];
		const member = await seated(holder, "backend");
		expect(await ask(next, { do: "sit", role: "backend" })).toEqual({ refused: "role-live" });
		// Renewed just now, so the stop is young.
		await ask(holder, { do: "fates" });
		holder.kill("SIGSTOP");
		await vi.waitUntil(() => presenceOf(member) === "suspended", untilTrue);
		let answer: unknown;
		await vi.waitUntil(async () => {
			const read = store.readLease(teamId, member);
			const quietMs = env.now() - (read?.changedAt ?? 0);
			answer = await ask(next, { do: "sit", role: "backend" });
			const taken = JSON.stringify(answer) === JSON.stringify({ member, generation: 2 });
			if (taken) expect(env.now() - (read?.changedAt ?? 0)).toBeGreaterThanOrEqual(quickFormat.leaseMs);
			else expect(quietMs, JSON.stringify(answer)).toBeLessThan(quickFormat.leaseMs);
			return taken;
		}, untilTrue);
		expect(answer).toEqual({ member, generation: 2 });
	});
});
