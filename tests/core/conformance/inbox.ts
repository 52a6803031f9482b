// Messages and receipts, as every Store moves them. Part of the conformance suite.

import { describe, expect, test } from "vitest";
import type { Holding, MessageName, Store } from "../../../src/core/store.ts";
import { messageOf, seated, settled, surfaced, teamOfTwo } from "../../support/disk-records.ts";
import type { Process, Starter } from "./suite.ts";

export function inboxSuite(start: Starter): void {
	describe("inboxes", () => {
		test("an inbox nobody wrote to is empty", async () => {
			const { env, store } = start().process();
			const { teamId, to } = await teamOfTwo(env, store);
			expect(store.listInbox(teamId, to)).toEqual({ waiting: [], claimed: [] });
			expect(store.findMessage(teamId, to, env.newId())).toBeUndefined();
		});

		test("messages are listed oldest first by name alone, and read back as they were", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const messages = [1, 2, 3].map((n) =>
				messageOf(env, teamId, from, to, { body: `text ${n}\n\té 日本 \ud800 \u0000` }),
			);
			for (const message of messages.toReversed()) await store.publish(message);
			const { waiting } = store.listInbox(teamId, to);
			expect(waiting.map((name) => name.id)).toEqual(messages.map((message) => message.id));
			expect(waiting[0]).toMatchObject({ kind: "info", from8: from.slice(0, 8), attempt: 0 });
			expect(waiting.map((name) => store.readMessage(teamId, to, name))).toEqual(messages);
		});

		test("publishing an id again is nothing, wherever it lies by then", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const message = messageOf(env, teamId, from, to);
			await store.publish(message);
			await store.publish(message);
			const holding = await seated(env, store, teamId, to);
			const claimed = claimFirst(store, holding);
			await store.publish(message);
			expect(store.listInbox(teamId, to)).toMatchObject({ waiting: [], claimed: [{ id: message.id }] });
			store.finish(teamId, to, claimed);
			await store.publish(message);
			expect(store.listInbox(teamId, to)).toEqual({ waiting: [], claimed: [] });
		});

		test("a result another process published and its reader finished is not published twice", async () => {
			const { env, store, teamId, from, to, world } = await team(start);
			const request = messageOf(env, teamId, from, to, { kind: "request", subject: "do it" });
			const result = messageOf(env, teamId, to, from, {
				kind: "result",
				replyTo: request.id,
				parentId: request.id,
				result: { request: request.id, outcome: "completed", files: [], filesOmitted: 0, textCut: false },
			});
			await store.publish(result);
			store.finish(teamId, from, claimFirst(store, await seated(env, store, teamId, from)));
			await world.process().store.publish(result);
			expect(store.listInbox(teamId, from)).toEqual({ waiting: [], claimed: [] });
		});

		test("of several that claim one message, exactly one gets it, with the next attempt", async () => {
			const { env, store, teamId, from, to, world } = await team(start);
			await store.publish(messageOf(env, teamId, from, to));
			const first = await seated(env, store, teamId, to);
			const rival = world.process();
			const second = await seated(rival.env, rival.store, teamId, to);
			const [name] = store.listInbox(teamId, to).waiting;
			if (name === undefined) throw new Error("nothing waits");
			const claims = [rival.store.claim(second, name), store.claim(first, name), rival.store.claim(second, name)];
			expect(claims.map((claim) => claim?.attempt)).toEqual([1, undefined, undefined]);
			expect(store.listInbox(teamId, to)).toMatchObject({
				waiting: [],
				claimed: [{ id: name.id, attempt: 1, generation: 2, token8: second.lease.token.slice(0, 8) }],
			});
		});

		test("a claim that is given back waits again and keeps count", async () => {
			const { env, store, teamId, from, to } = await team(start);
			await store.publish(messageOf(env, teamId, from, to));
			const holding = await seated(env, store, teamId, to);
			const claimed = claimFirst(store, holding);
			store.release(holding, claimed);
			store.release(holding, claimed);
			expect(store.listInbox(teamId, to).waiting).toMatchObject([{ attempt: 1 }]);
			expect(claimFirst(store, holding).attempt).toBe(2);
		});

		test("the next generation takes over what the one before claimed", async () => {
			const { env, store, teamId, from, to, world } = await team(start);
			const message = messageOf(env, teamId, from, to);
			await store.publish(message);
			claimFirst(store, await seated(env, store, teamId, to));
			const next = world.process();
			const holding = await seated(next.env, next.store, teamId, to);
			const [left] = next.store.listInbox(teamId, to).claimed;
			if (left === undefined) throw new Error("nothing is claimed");
			expect(next.store.reclaim(holding, left)).toMatchObject({ id: message.id, attempt: 2 });
			expect(next.store.reclaim(holding, left)).toBeUndefined();
			expect(store.listInbox(teamId, to).claimed).toMatchObject([{ generation: 2, attempt: 2 }]);
		});

		test("a finished message is found but waits for nobody, and finishing again is nothing", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const [claimedOne, waitingOne] = [messageOf(env, teamId, from, to), messageOf(env, teamId, from, to)];
			await store.publish(claimedOne);
			const holding = await seated(env, store, teamId, to);
			const claimed = claimFirst(store, holding);
			await store.publish(waitingOne);
			const [waiting] = store.listInbox(teamId, to).waiting;
			if (waiting === undefined) throw new Error("nothing waits");
			for (const name of [claimed, claimed, waiting, waiting]) store.finish(teamId, to, name);
			expect(store.listInbox(teamId, to)).toEqual({ waiting: [], claimed: [] });
			expect(store.findMessage(teamId, to, claimedOne.id)).toMatchObject({ place: "done", message: claimedOne });
			expect(store.findMessage(teamId, to, waitingOne.id)).toMatchObject({ place: "done", message: waitingOne });
		});

		test("a message is found wherever it lies, also under a name it no longer has", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const message = messageOf(env, teamId, from, to);
			await store.publish(message);
			expect(store.findMessage(teamId, to, message.id)?.place).toBe("new");
			const claimed = claimFirst(store, await seated(env, store, teamId, to));
			expect(store.findMessage(teamId, to, message.id)).toMatchObject({ place: "claimed", name: { attempt: 1 } });
			expect(store.readMessage(teamId, to, claimed)).toEqual(message);
		});

		test("a quarantined message is nowhere any more and leaves its neighbours alone", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const [bad, good] = [messageOf(env, teamId, from, to), messageOf(env, teamId, from, to)];
			await store.publish(bad);
			await store.publish(good);
			const claimed = claimFirst(store, await seated(env, store, teamId, to));
			store.quarantine(teamId, to, claimed, "does not validate");
			store.quarantine(teamId, to, claimed, "does not validate");
			expect(store.findMessage(teamId, to, bad.id)).toBeUndefined();
			expect(store.listInbox(teamId, to)).toMatchObject({ waiting: [{ id: good.id }], claimed: [] });
		});

		test("a message to a team that is gone fails, and claiming from one is nothing", async () => {
			const { env, store, teamId, from, to } = await team(start);
			await store.publish(messageOf(env, teamId, from, to));
			const holding = await seated(env, store, teamId, to);
			const [name] = store.listInbox(teamId, to).waiting;
			if (name === undefined) throw new Error("nothing waits");
			await store.deleteTeam(teamId, () => ({ ok: true, value: null }));
			await expect(store.publish(messageOf(env, teamId, from, to))).rejects.toMatchObject({ code: "vanished" });
			expect(store.claim(holding, name)).toBeUndefined();
			store.finish(teamId, to, name);
			expect(store.listTeams().teamIds).toEqual([]);
		});

		test("the change key of an inbox moves with each step of a message", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const holding = await seated(env, store, teamId, to);
			const keys = [store.changeKey(teamId, "inbox", to)];
			const step = () => keys.push(store.changeKey(teamId, "inbox", to));
			await store.publish(messageOf(env, teamId, from, to));
			step();
			const claimed = claimFirst(store, holding);
			step();
			store.finish(teamId, to, claimed);
			step();
			expect(new Set(keys).size).toBe(4);
			expect(store.changeKey(teamId, "inbox", to)).toBe(keys[3]);
		});
	});

	describe("receipts", () => {
		test("the first receipt of a state counts; states stand side by side", async () => {
			const { env, store, teamId, from, to, world } = await team(start);
			const message = messageOf(env, teamId, from, to, { kind: "request", subject: "do it" });
			expect(store.readReceipts(teamId, from, message.id)).toEqual([]);
			expect(await store.putReceipt(teamId, surfaced(message))).toBe("written");
			const two = await Promise.all(
				["one", "two"].map((body) => world.process().store.putReceipt(teamId, settled(message, env.newId(), body))),
			);
			expect(two.toSorted()).toEqual(["exists", "written"]);
			const receipts = store.readReceipts(teamId, from, message.id);
			expect(receipts.map(({ state }) => state).toSorted()).toEqual(["settled", "surfaced"]);
			expect(store.readReceipts(teamId, from, env.newId())).toEqual([]);
		});

		test("a receipt for a team that is gone fails", async () => {
			const { env, store, teamId, from, to } = await team(start);
			const message = messageOf(env, teamId, from, to);
			await store.deleteTeam(teamId, () => ({ ok: true, value: null }));
			await expect(store.putReceipt(teamId, surfaced(message))).rejects.toMatchObject({ code: "vanished" });
		});
	});
}

async function team(start: Starter) {
	const world = start();
	const process: Process = world.process();
	return { world, ...process, ...(await teamOfTwo(process.env, process.store)) };
}

function claimFirst(store: Store, holding: Holding): MessageName {
	const [name] = store.listInbox(holding.teamId, holding.lease.member).waiting;
	const claimed = name === undefined ? undefined : store.claim(holding, name);
	if (claimed === undefined) throw new Error("nothing could be claimed");
	return claimed;
}
