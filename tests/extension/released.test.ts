// A request that Pi never began goes back to where it waits: nothing was done for it, so nothing is reported.

import { expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import { done } from "../../src/core/refusal.ts";
import type { Incoming } from "../../src/core/seat.ts";
import type { Item } from "../../src/extension/block.ts";
import { createDelivery } from "../../src/extension/delivery.ts";
import { createWork, type Work } from "../../src/extension/work.ts";

const request = { message: { id: "r1", kind: "request" }, name: { id: "r1", kind: "request" } } as unknown as Incoming;
const head = { id: "r1", kind: "request", from: "planner", to: "backend", origin: "person", at: 0 } as const;
const item: Item = {
	id: "r1",
	lane: "work",
	bytes: 3,
	quiet: false,
	header: "[r1]",
	body: "job",
	head,
	incoming: request,
};

/** Pi takes what it is given and never says more about it. */
function terminal(
	settle: () => ReturnType<Parameters<typeof createWork>[0]["seat"]["settle"]> = () => {
		throw new Error("there is nothing to report");
	},
) {
	const log: string[] = [];
	let clock = 0;
	let isWaiting = true;
	let work: Work;
	const delivery = createDelivery({
		send: (entry, how) => void log.push(`${how} ${entry.details.ids.join("+")}`),
		show: () => undefined,
		heldByBranch: () => new Set(),
		heldBySession: () => new Set(),
		isOnDisk: () => true,
		state: () => ({ phase: "idle", dialogOpen: false, hasModel: true, braked: false }),
		monotonic: () => clock,
		opens: () => undefined,
		arrived: (there) => work.arrived(there),
		droppedWork: (dropped) => work.dropped(dropped),
	});
	work = createWork({
		seat: {
			pendingWork: () => (isWaiting ? [request.name] : []),
			async claimWork() {
				isWaiting = false;
				log.push("claimed");
				return request;
			},
			releaseWork() {
				isWaiting = true;
				log.push("released");
			},
			settle,
		},
		delivery,
		facts: () => ({
			paused: "no",
			hasModel: true,
			phase: "idle",
			pendingInput: false,
			draft: false,
			dialogOpen: false,
			deliveryBusy: delivery.unread() > 0,
		}),
		item: () => item,
		monotonic: () => clock,
		turnLimit: limits.autoTurns,
		pause: (_pause, why) => void log.push(why),
		say: (text) => void log.push(text),
		rememberRecovery: (how) => void log.push(how),
		mayLeave: () => undefined,
	});
	const pass = (ms: number) => {
		clock += ms;
	};
	return { log, work, delivery, pass };
}

test("Escape before its run began puts it back", async () => {
	const { log, work, delivery } = terminal();
	await work.step();
	expect(log.splice(0)).toEqual(["working", "claimed", "follow-up r1"]);
	delivery.settled("stopped", delivery.inHand());
	await work.settled(true, undefined);
	expect(log).toEqual(["released", "over"]);
	expect(work.activeRequest()).toBeUndefined();
	await work.step();
	expect(log.slice(2)).toEqual(["working", "claimed", "follow-up r1"]);
});

test("a run that Pi never began puts it back after a while", async () => {
	const { log, work, delivery, pass } = terminal();
	await work.step();
	log.splice(0);
	pass(limits.handOverMs);
	delivery.step();
	expect(log).toEqual([]);
	pass(1);
	delivery.step();
	expect(log).toEqual(["released", "over"]);
});

test("typing while the result is being stored takes nothing over: what is on its way says completed", async () => {
	let stored: (how: "settled") => void = () => undefined;
	const storing = new Promise<"settled">((resolve) => {
		stored = resolve;
	});
	const { log, work } = terminal(async () => done(await storing));
	await work.step();
	work.entered(["r1"]);
	work.said("All done.", "stop");
	log.splice(0);
	const settling = work.settled(false, "r1");
	work.typed();
	stored("settled");
	await settling;
	expect(log).toEqual(["over"]);
});
