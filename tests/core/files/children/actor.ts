// A process with a store that does what it is told: sends, claims, appends, holds a seat. Answers with what it did.

import { realEnv } from "../../../../src/core/env.ts";
import { openStore } from "../../../../src/core/files/store.ts";
import type { Holding } from "../../../../src/core/store.ts";
import { answering } from "../../../support/disk-child.ts";
import { idle, leaseOf, messageOf } from "../../../support/disk-records.ts";

export type Order =
	| { readonly do: "publish"; readonly to: string; readonly count: number }
	| { readonly do: "claim all"; readonly patience: number }
	| { readonly do: "append"; readonly count: number }
	| { readonly do: "take seat" }
	| { readonly do: "beat" };

const [root = "", teamId = "", self = "", segmentBytes = ""] = process.argv.slice(2);
const env = realEnv();
const size = Number(segmentBytes);
const store = openStore(env, root, { watch: "polling", ...(size > 0 ? { segmentBytes: size } : {}) });
let holding: Holding | undefined;

answering(async (order: Order) => {
	switch (order.do) {
		case "publish":
			return publish(order.to, order.count);
		case "claim all":
			return claimAll(order.patience);
		case "append":
			for (let n = 1; n <= order.count; n += 1) store.append(teamId, idle(self, n));
			return "appended";
		case "take seat":
			holding = await takeSeat();
			return holding.lease.generation;
		case "beat":
			return holding === undefined ? "none" : store.beat(holding);
		default:
			return order satisfies never;
	}
});

async function publish(to: string, count: number): Promise<readonly string[]> {
	const ids: string[] = [];
	for (let n = 0; n < count; n += 1) {
		const message = messageOf(env, teamId, self, to, { body: `${self} ${n}` });
		await store.publish(message);
		ids.push(message.id);
	}
	return ids;
}

/** Claims and finishes whatever waits, each time from a random place of the list, until there was nothing `patience` times in a row. */
async function claimAll(patience: number): Promise<readonly string[]> {
	holding ??= await takeSeat();
	const claimed: string[] = [];
	for (let idleLooks = 0; idleLooks < patience; ) {
		const { waiting } = store.listInbox(teamId, self);
		idleLooks = waiting.length === 0 ? idleLooks + 1 : 0;
		const start = env.random(Math.max(1, waiting.length));
		for (const name of [...waiting.slice(start), ...waiting.slice(0, start)]) {
			const mine = store.claim(holding, name);
			if (mine === undefined) continue;
			if (store.readMessage(teamId, self, mine)?.id !== mine.id) throw new Error("a claimed message cannot be read");
			store.finish(teamId, self, mine);
			claimed.push(mine.id);
		}
		await new Promise((resolve) => setImmediate(resolve));
	}
	return claimed;
}

async function takeSeat(): Promise<Holding> {
	for (;;) {
		const generation = (store.leaseGenerations(teamId).get(self) ?? 0) + 1;
		const taken = await store.takeLease(teamId, leaseOf(env, self, generation));
		if (taken !== undefined) return taken;
	}
}
