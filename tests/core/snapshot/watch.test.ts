import { describe, expect, test } from "vitest";
import { limits } from "../../../src/core/limits.ts";
import type { Snapshot } from "../../../src/core/model.ts";
import { openSnapshots } from "../../../src/core/snapshot.ts";
import type { Store, Watching } from "../../../src/core/store.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { terminalsOf } from "./world.ts";

async function watched(change: (store: Store) => Store = (store) => store, onError?: (error: unknown) => void) {
	const disk = new MemoryDisk();
	const terminals = terminalsOf((env) => memoryStore(env, disk));
	const env = terminals.host.process();
	const snapshots = openSnapshots(env, change(memoryStore(env, disk)), onError === undefined ? {} : { onError });
	const backend = await terminals.join(await terminals.createTeam("shop"), "backend");
	const seen: Snapshot[] = [];
	const unsubscribe = snapshots.subscribe((snapshot) => seen.push(snapshot));
	return { ...terminals, env, snapshots, backend, seen, unsubscribe };
}

const deaf: Watching = { retarget() {}, mode: () => "polling", close() {} };

describe("a snapshot that is kept up", () => {
	test("tells its subscribers at once on a hint, and of nothing twice", async () => {
		const { snapshots, backend, seen, host } = await watched();
		snapshots.start();
		expect(seen).toHaveLength(1);
		backend.does("working", "the cart");
		await Promise.resolve();
		expect(seen).toHaveLength(2);
		expect(seen.at(-1)?.teams[0]?.members[0]?.activity?.focus).toBe("the cart");
		host.advance(limits.pollMs);
		expect(seen).toHaveLength(2);
		snapshots.stop();
	});

	test("sees everything within a second when nothing can be watched, and says so", async () => {
		const { snapshots, backend, seen, host } = await watched((store) => ({ ...store, watch: () => deaf }));
		snapshots.start();
		expect(snapshots.current().watching).toBe("polling");
		backend.does("working", "the cart");
		await Promise.resolve();
		expect(seen).toHaveLength(1);
		host.advance(limits.pollMs);
		expect(seen).toHaveLength(2);
		snapshots.stop();
	});

	test("watches a team that was created after it started", async () => {
		const { snapshots, createTeam, join, seen, host } = await watched();
		snapshots.start();
		const baker = await join(await createTeam("bakery"), "baker");
		await Promise.resolve();
		host.advance(limits.hintMs);
		baker.does("working", "bread");
		host.advance(limits.hintMs);
		await Promise.resolve();
		expect(snapshots.current().watching).toBe("watching");
		expect(seen.at(-1)?.teams[0]).toMatchObject({ name: "bakery", members: [{ activity: { focus: "bread" } }] });
		snapshots.stop();
	});

	test("leaves no timer behind when it is stopped, and none is doubled when it is started twice", async () => {
		const { snapshots, env, backend, seen, host } = await watched();
		snapshots.start();
		snapshots.start();
		expect(env.timers()).toBe(1);
		snapshots.stop();
		expect(env.timers()).toBe(0);
		const before = seen.length;
		backend.does("working", "unseen");
		await Promise.resolve();
		host.advance(limits.pollMs);
		expect(seen).toHaveLength(before);
	});

	test("a listener that unsubscribed hears nothing more", async () => {
		const { snapshots, backend, seen, unsubscribe } = await watched();
		unsubscribe();
		backend.does("working");
		snapshots.refresh();
		expect(seen).toEqual([]);
	});

	test("hands a bug met in a tick to its owner instead of ending the process", async () => {
		const bug = new TypeError("no such thing");
		const errors: unknown[] = [];
		const { snapshots, host } = await watched(
			(store) => ({
				...store,
				rootKey() {
					throw bug;
				},
			}),
			(error) => errors.push(error),
		);
		snapshots.start();
		host.advance(limits.pollMs);
		expect(errors).toEqual([bug, bug]);
		expect(() => snapshots.refresh()).toThrow(bug);
		snapshots.stop();
	});
});
