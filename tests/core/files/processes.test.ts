// Real processes at one store: nothing is lost, doubled or out of order, whoever writes at the same time.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Position, TimelineEvent } from "../../../src/core/model.ts";
import { type Child, endChildren, startChild } from "../../support/disk-process.ts";
import { cleanDisks, type DiskWorld, diskWorld } from "../../support/disk-world.ts";
import { machine } from "../../support/env.ts";
import type { Order } from "./children/actor.ts";
import { type Team, teamIn } from "./operations.ts";

cleanDisks();
endChildren();

const SENDERS = 20;
const MESSAGES = 100;
const CLAIMERS = 8;
/** Most of it is the start of the processes, which takes long on a machine that does other things too. */
const PATIENCE_MS = 180_000;

async function scene(): Promise<{ readonly world: DiskWorld; readonly team: Team }> {
	const world = diskWorld(undefined, machine(Date.now()));
	return { world, team: await teamIn(world) };
}

function actor(world: DiskWorld, team: Team, member: string, segmentBytes = 0): Child {
	return startChild(import.meta.url, "children/actor.ts", world.root, team.teamId, member, String(segmentBytes));
}

async function ask(child: Child, order: Order): Promise<unknown> {
	child.send(order);
	return child.next();
}

describe("one inbox", () => {
	test("takes what twenty senders send at once, each message once and in its sender's order, and eight claimers share it", {
		timeout: PATIENCE_MS,
	}, async () => {
		const { world, team } = await scene();
		const senders = Array.from({ length: SENDERS }, () => team.env.newToken());
		const writers = senders.map((member) => actor(world, team, member));
		const sent = (await Promise.all(
			writers.map((writer) => ask(writer, { do: "publish", to: team.to, count: MESSAGES })),
		)) as readonly string[][];
		for (const writer of writers) writer.kill();
		const { waiting } = team.store.listInbox(team.teamId, team.to);
		expect(waiting).toHaveLength(SENDERS * MESSAGES);
		expect(waiting.map(({ id }) => id)).toEqual(sent.flat().toSorted());
		senders.forEach((member, index) => {
			const own = waiting.filter(({ from8 }) => member.startsWith(from8));
			expect(own.map(({ id }) => id)).toEqual(sent[index]);
			const bodies = own.map((name) => team.store.readMessage(team.teamId, team.to, name)?.body);
			expect(bodies).toEqual(Array.from({ length: MESSAGES }, (_, n) => `${member} ${n}`));
		});

		const claimers = Array.from({ length: CLAIMERS }, () => actor(world, team, team.to));
		const claimed = (await Promise.all(
			claimers.map((claimer) => ask(claimer, { do: "claim all", patience: 3 })),
		)) as readonly string[][];
		expect(claimed.flat().toSorted()).toEqual(sent.flat().toSorted());
		expect(team.store.listInbox(team.teamId, team.to)).toEqual({ waiting: [], claimed: [] });
		// One that was overtaken between its link and its second look stepped back and took a later one.
		expect(team.store.leaseGenerations(team.teamId).get(team.to)).toBeGreaterThanOrEqual(CLAIMERS);
		expect(readdirSync(join(world.root, "tmp"))).toEqual([]);
	});
});

describe("a timeline", () => {
	test("that eight processes write through many segments reaches a live reader whole, each line once", {
		timeout: PATIENCE_MS,
	}, async () => {
		const { world, team } = await scene();
		const members = Array.from({ length: 8 }, () => team.env.newToken());
		const writers = members.map((member) => actor(world, team, member, 6_000));
		const each = 150;
		let done = false;
		const all = Promise.all(writers.map((writer) => ask(writer, { do: "append", count: each }))).then(() => {
			done = true;
		});
		const seen: TimelineEvent[] = [];
		let cursor: Position = { segment: 0, offset: 0 };
		for (let last = false; ; ) {
			const page = team.store.readEvents(team.teamId, cursor, 1_000);
			expect(page).toMatchObject({ gap: false, trouble: [] });
			seen.push(...page.events);
			cursor = page.cursor;
			if (last) break;
			last = done;
			await new Promise((resolve) => setImmediate(resolve));
		}
		await all;
		expect(new Set(seen.map(({ position }) => `${position.segment}:${position.offset}`)).size).toBe(seen.length);
		for (const member of members) {
			const own = seen.filter(({ by }) => by === member).map(({ record }) => record?.n);
			expect(own.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: each }, (_, n) => n + 1));
			const stored = team.store.latestEvents(team.teamId, 5_000).events.filter(({ by }) => by === member);
			expect(stored.map(({ record }) => record?.n)).toEqual(Array.from({ length: each }, (_, n) => n + 1));
		}
		expect(Math.max(...seen.map(({ position }) => position.segment))).toBeGreaterThan(10);
	});
});

describe("a terminal that is suspended", () => {
	test("goes on with its seat when nobody took it, and is fenced when somebody did", {
		timeout: PATIENCE_MS,
	}, async () => {
		const { world, team } = await scene();
		const holder = actor(world, team, team.to);
		expect(await ask(holder, { do: "take seat" })).toBe(1);
		holder.kill("SIGSTOP");
		holder.send({ do: "beat" });
		holder.kill("SIGCONT");
		expect(await holder.next()).toBe("kept");
		holder.kill("SIGSTOP");
		const next = actor(world, team, team.to);
		expect(await ask(next, { do: "take seat" })).toBe(2);
		const key = team.store.readLease(team.teamId, team.to)?.key;
		holder.send({ do: "beat" });
		holder.kill("SIGCONT");
		expect(await holder.next()).toBe("fenced");
		expect(team.store.readLease(team.teamId, team.to)?.key).toBe(key);
		expect(await ask(next, { do: "beat" })).toBe("kept");
	});
});
