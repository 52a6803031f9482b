// One batch in flight, confirmed against the session, and given out again when Pi dropped it. Pi is played by a few lines here.

import { beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { Item } from "../../src/extension/block.ts";
import { createDelivery, type Outlet } from "../../src/extension/delivery.ts";
import type { TerminalState } from "../../src/extension/plan.ts";

interface FakePi {
	state: Omit<TerminalState, "batchOut">;
	onDisk: boolean;
	clock: number;
	/** Ids in the session, in order. */
	readonly branch: string[];
	/** What was sent and is not in the session yet. */
	queue: readonly string[];
	readonly log: string[];
}

function item(id: string, more: Partial<Item> = {}): Item {
	const head = { id, kind: "info", from: "backend", to: "planner", origin: "agent", at: 0 };
	return {
		id,
		lane: "live",
		bytes: 3,
		quiet: false,
		header: `[${id}]`,
		body: `body ${id}`,
		head,
		incoming: undefined,
		...more,
	};
}

let pi: FakePi;

function outletOf(fake: FakePi): Outlet {
	return {
		send(entry, how) {
			fake.log.push(`${how} ${entry.details.ids.join("+")}`);
			if (how === "store") fake.branch.push(...entry.details.ids);
			else fake.queue = [...fake.queue, ...entry.details.ids];
		},
		show: (entry) => void fake.log.push(`show ${entry.details.ids.join("+")}`),
		heldByBranch: (wanted) => new Set(fake.branch.filter((id) => wanted.has(id))),
		heldBySession: () => new Set(fake.branch),
		isOnDisk: () => fake.onDisk,
		state: () => fake.state,
		monotonic: () => fake.clock,
		opens: (opened) => void fake.log.push(`turn for ${opened.id}`),
		arrived: (there) => void fake.log.push(`arrived ${there.id}`),
		droppedWork: (dropped) => void fake.log.push(`dropped ${dropped.id}`),
	};
}

/** Pi takes its queue into the session. */
function take(fake: FakePi): void {
	fake.branch.push(...fake.queue);
	fake.queue = [];
}

beforeEach(() => {
	pi = {
		state: { phase: "idle", dialogOpen: false, hasModel: true, braked: false },
		onDisk: true,
		clock: 0,
		branch: [],
		queue: [],
		log: [],
	};
});

describe("delivery", () => {
	test("counts as read what Pi has taken since the last look", () => {
		const delivery = createDelivery(outletOf(pi));
		delivery.offer([item("a")]);
		delivery.step();
		expect(delivery.surfaced()).toEqual([]);
		take(pi);
		expect(delivery.surfaced().map(({ id }) => id)).toEqual(["a"]);
	});

	test("keeps what arrives while a batch is in flight for the next one", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, phase: "running" };
		delivery.offer([item("a")]);
		delivery.step();
		delivery.offer([item("b"), item("c")]);
		delivery.step();
		expect(pi.log).toEqual(["steer a"]);
		expect(delivery.holds()).toEqual(["batch"]);
		take(pi);
		delivery.step();
		expect(pi.log).toEqual(["steer a", "arrived a", "steer b+c"]);
	});

	test("counts a message as surfaced only when the session holds it and the session is on disk", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.onDisk = false;
		delivery.offer([item("a")]);
		delivery.step();
		expect(delivery.surfaced()).toEqual([]);
		take(pi);
		delivery.step();
		expect(delivery.surfaced()).toEqual([]);
		expect(delivery.holds()).toEqual(["first-prompt"]);
		pi.onDisk = true;
		expect(delivery.surfaced().map((each) => each.id)).toEqual(["a"]);
		delivery.forget(delivery.surfaced());
		expect(delivery.surfaced()).toEqual([]);
	});

	test("gives out again, without a turn, what an Escape dropped", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, phase: "running" };
		delivery.offer([item("a"), item("b")]);
		delivery.step();
		pi.queue = [];
		pi.state = { ...pi.state, phase: "idle" };
		delivery.settled("stopped", delivery.inHand());
		delivery.step();
		expect(pi.log.filter((line) => !line.startsWith("arrived"))).toEqual(["steer a+b", "store a", "store b"]);
		expect(pi.branch).toEqual(["a", "b"]);
	});

	test("gives out again, with a turn, what a finished run left out", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, phase: "running" };
		delivery.offer([item("a")]);
		delivery.step();
		pi.queue = [];
		pi.state = { ...pi.state, phase: "idle" };
		delivery.settled("finished", delivery.inHand());
		delivery.step();
		expect(pi.log.at(-1)).toBe("open a");
	});

	test("leaves a batch alone that was handed over after Pi had settled", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, phase: "running" };
		delivery.offer([item("a")]);
		delivery.step();
		const settledWith = delivery.inHand();
		take(pi);
		pi.state = { ...pi.state, phase: "idle" };
		delivery.offer([item("b")]);
		delivery.step();
		delivery.settled("finished", settledWith);
		delivery.step();
		expect(pi.log.filter((line) => line === "open b")).toHaveLength(1);
	});

	test("puts what was dropped before what arrived since", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, phase: "running" };
		delivery.offer([item("a")]);
		delivery.step();
		delivery.offer([item("b")]);
		pi.queue = [];
		delivery.settled("stopped", delivery.inHand());
		delivery.step();
		expect(pi.log.at(-1)).toBe("steer a+b");
	});

	test("does not deliver again what the session holds already, and waits for the disk", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.branch.push("a");
		delivery.offer([item("a"), item("b")]);
		delivery.step();
		expect(pi.log.filter((line) => line.includes("a") && line.startsWith("open"))).toEqual([]);
		expect(pi.log).toContain("open b");
		expect(delivery.surfaced().map((each) => each.id)).toEqual(["a"]);
	});

	test("offering the same message twice delivers it once", () => {
		const delivery = createDelivery(outletOf(pi));
		delivery.offer([item("a")]);
		delivery.step();
		delivery.offer([item("a")]);
		take(pi);
		delivery.step();
		delivery.offer([item("a")]);
		delivery.step();
		expect(pi.log.filter((line) => line === "open a")).toHaveLength(1);
	});

	test("does not go deaf when a turn could not be opened: after a while it is stored instead", () => {
		const delivery = createDelivery(outletOf(pi));
		delivery.offer([item("a")]);
		delivery.step();
		pi.queue = [];
		pi.clock += limits.handOverMs;
		delivery.step();
		expect(pi.branch).toEqual([]);
		pi.clock += 1;
		delivery.step();
		expect(pi.branch).toEqual(["a"]);
	});

	test("tells whose turn it opens before it opens it", () => {
		const delivery = createDelivery(outletOf(pi));
		delivery.offer([item("a"), item("b")]);
		delivery.step();
		expect(pi.log.indexOf("turn for b")).toBe(pi.log.indexOf("open b") - 1);
		expect(pi.log).not.toContain("turn for a");
	});

	test("gives a dropped piece of work back instead of repeating it", () => {
		const delivery = createDelivery(outletOf(pi));
		delivery.offer([item("w", { lane: "work" })]);
		delivery.step();
		expect(pi.log.at(-1)).toBe("follow-up w");
		pi.queue = [];
		delivery.settled("stopped", delivery.inHand());
		expect(pi.log.at(-1)).toBe("dropped w");
		delivery.step();
		expect(pi.log.at(-1)).toBe("dropped w");
	});

	test("takes back what it has not handed over, and says so where it has", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, dialogOpen: true };
		delivery.offer([item("w", { lane: "work" })]);
		delivery.step();
		expect(delivery.withdraw("w")).toBe("withdrawn");
		pi.state = { ...pi.state, dialogOpen: false };
		delivery.offer([item("v", { lane: "work" })]);
		delivery.step();
		expect(delivery.withdraw("v")).toBe("handed over");
	});

	test("hands over all that waits in batches when no turn may be opened", () => {
		const delivery = createDelivery(outletOf(pi));
		pi.state = { ...pi.state, hasModel: false };
		const half = Math.floor(limits.batchBytes * 0.6);
		delivery.offer([item("a", { bytes: half }), item("b", { bytes: half }), item("c", { bytes: half })]);
		delivery.step();
		expect(pi.branch).toEqual(["a", "b", "c"]);
		expect(delivery.unread()).toBe(0);
	});
});
