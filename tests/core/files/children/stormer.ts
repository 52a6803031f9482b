// A process that does one random thing after the other to a shared store and writes down before and after each what it wanted and what came of it. Made to be killed.

import { appendFileSync } from "node:fs";
import { realEnv } from "../../../../src/core/env.ts";
import { openStore } from "../../../../src/core/files/store.ts";
import type { Holding } from "../../../../src/core/store.ts";
import { idle, leaseOf, messageOf, settled } from "../../../support/disk-records.ts";
import type { Deed } from "../history.ts";

const [root = "", history = "", teamId = "", self = "", others = "", seed = ""] = process.argv.slice(2);
const env = realEnv();
const store = openStore(env, root, { watch: "polling", segmentBytes: 4_000 });
const peers = others.split(",");
const dice = diceFrom(Number(seed));
let holding: Holding | undefined;
let events = 0;
let deeds = 0;

/** Both lines go out with one write each, so a kill in between leaves the deed's outcome unknown. */
async function did(deed: Deed, run: () => unknown): Promise<void> {
	deeds += 1;
	const key = `${process.pid}.${deeds}`;
	appendFileSync(history, `\n${JSON.stringify({ key, deed })}\n`);
	const answer = (await run()) ?? null;
	appendFileSync(history, `\n${JSON.stringify({ key, answer })}\n`);
}

async function step(): Promise<void> {
	if (holding === undefined || store.beat(holding) === "fenced") {
		const generation = (store.leaseGenerations(teamId).get(self) ?? 0) + 1;
		const lease = leaseOf(env, self, generation);
		await did({ do: "take", member: self, generation, token: lease.token }, async () => {
			holding = await store.takeLease(teamId, lease);
			return holding === undefined ? "lost" : "held";
		});
		return;
	}
	const held = holding;
	switch (dice(6)) {
		case 0:
		case 1: {
			const message = messageOf(env, teamId, self, peers[dice(peers.length)] ?? self, {
				kind: "request",
				subject: "s",
			});
			return did({ do: "publish", id: message.id, to: message.to }, () => store.publish(message));
		}
		case 2: {
			const { waiting, claimed } = store.listInbox(teamId, self);
			const left = claimed.find(({ generation }) => generation < held.lease.generation);
			const name = waiting[dice(Math.max(1, waiting.length))];
			if (left !== undefined) {
				const { id, attempt } = left;
				return did({ do: "claim", id, attempt: attempt + 1 }, () => (store.reclaim(held, left) ? "won" : "lost"));
			}
			if (name === undefined) return;
			return did({ do: "claim", id: name.id, attempt: name.attempt + 1 }, () =>
				store.claim(held, name) ? "won" : "lost",
			);
		}
		case 3: {
			const [mine] = store
				.listInbox(teamId, self)
				.claimed.filter(({ generation }) => generation === held.lease.generation);
			const request = mine === undefined ? undefined : store.readMessage(teamId, self, mine);
			if (mine === undefined || request === undefined) return;
			const resultId = env.newId();
			await did({ do: "settle", id: request.id, from: request.from, resultId }, () =>
				store.putReceipt(teamId, settled(request, resultId)),
			);
			store.finish(teamId, self, mine);
			return;
		}
		case 4: {
			events += 1;
			const n = events;
			return did({ do: "append", by: self, g: process.pid, n }, () =>
				store.append(teamId, { ...idle(self, n), g: process.pid }),
			);
		}
		default: {
			const mark = env.newToken();
			return did({ do: "edit", mark }, async () => {
				const edited = await store.editDocument(teamId, (document) => ({
					ok: true,
					value: { ...document, formerRoles: [...document.formerRoles, { role: "old", member: mark, until: 1 }] },
				}));
				return edited.ok ? edited.value.revision : edited.refusal.code;
			});
		}
	}
}

function diceFrom(start: number): (below: number) => number {
	let state = start % 2_147_483_647 || 1;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}

process.on("disconnect", () => process.exit(0));
process.on("message", () => process.exit(0));
for (;;) {
	await step();
	process.send?.("did");
	await new Promise((resolve) => setImmediate(resolve));
}
