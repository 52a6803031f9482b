// The operations on messages, receipts and the timeline, as the fault tests try them.

import type { Holding, MessageName, Store } from "../../../src/core/store.ts";
import { idle, messageOf, settled, surfaced } from "../../support/disk-records.ts";
import { firstWaiting, type Operation, operation, seatOf, type Team, teamIn, withMessage } from "./operations.ts";

export const messageOperations: readonly Operation[] = [
	operation("publish a first message", async (world) => {
		const team = await teamIn(world);
		const message = messageOf(team.env, team.teamId, team.from, team.to);
		return {
			act: (store) => store.publish(message),
			happened: (store) => store.findMessage(team.teamId, team.to, message.id) !== undefined,
		};
	}),
	operation("publish a result", async (world) => {
		const team = await teamIn(world);
		await withMessage(team);
		const request = team.env.newId();
		const result = { request, outcome: "completed" as const, files: [], filesOmitted: 0, textCut: false };
		const message = messageOf(team.env, team.teamId, team.from, team.to, { kind: "result", result });
		return {
			act: (store) => store.publish(message),
			happened: (store) => store.findMessage(team.teamId, team.to, message.id) !== undefined,
		};
	}),
	operation("claim, give back, claim and finish", async (world) => {
		const team = await teamIn(world);
		const message = await withMessage(team);
		return {
			async act(store, env) {
				const holding = await seatOf(store, env, team);
				const claimed = claimAgain(store, holding, team);
				if (claimed === undefined) return;
				store.release(holding, claimed);
				const again = claimAgain(store, holding, team);
				if (again !== undefined) store.finish(team.teamId, team.to, again);
			},
			happened: (store) => store.findMessage(team.teamId, team.to, message.id)?.place === "done",
		};
	}),
	operation("set a message aside", async (world) => {
		const team = await teamIn(world);
		await withMessage(team);
		return {
			async act(store) {
				const name = firstWaiting(store, team);
				if (name !== undefined) store.quarantine(team.teamId, team.to, name, "a test says so");
			},
			happened: (store) => firstWaiting(store, team) === undefined,
		};
	}),
	operation("write receipts", async (world) => {
		const team = await teamIn(world);
		const message = messageOf(team.env, team.teamId, team.from, team.to);
		const result = team.env.newId();
		return {
			async act(store) {
				await store.putReceipt(team.teamId, surfaced(message));
				await store.putReceipt(team.teamId, settled(message, result));
			},
			happened: (store) => store.readReceipts(team.teamId, team.from, message.id).length === 2,
		};
	}),
];

export const timelineOperations: readonly Operation[] = [
	operation("append an event", async (world) => {
		const { teamId, from } = await teamIn(world);
		return {
			act: async (store) => store.append(teamId, idle(from, 1)),
			happened: (store) => store.latestEvents(teamId, 10).events.length > 0,
		};
	}),
	{
		options: { segmentBytes: 1 },
		...operation("append where the segment is full and two are open", async (world) => {
			const { teamId, from } = await teamIn(world);
			// Each segment takes one line: two are open by now, and the next line makes the first one retire.
			const store = world.store({ segmentBytes: 1 });
			store.append(teamId, idle(from, 1));
			store.append(teamId, idle(from, 2));
			return {
				async act(each) {
					each.append(teamId, idle(from, 3));
					await each.syncEvents();
				},
				happened: (each) => each.latestEvents(teamId, 1).events[0]?.record?.n === 3,
			};
		}),
	},
];

function claimAgain(store: Store, holding: Holding, team: Team): MessageName | undefined {
	const { waiting, claimed } = store.listInbox(team.teamId, team.to);
	const [left] = claimed;
	if (left !== undefined) return store.reclaim(holding, left);
	const [name] = waiting;
	return name === undefined ? undefined : store.claim(holding, name);
}
