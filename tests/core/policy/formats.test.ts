// Lease and beat are constants of the store: whoever keeps or judges a seat takes them from there, so that every version agrees.

import { describe, expect, test } from "vitest";
import { readOnce } from "../../../src/core/snapshot.ts";
import { openDesk } from "../../../src/dashboard/desk.ts";
import { createGuard } from "../../../src/extension/guard.ts";
import { startLoop } from "../../../src/extension/loop.ts";
import { createQueue } from "../../../src/extension/queue.ts";
import { breakable } from "../../support/faults.ts";
import { memoryBackend, must, refusedWith, terminalOf, type World, world } from "../../support/world.ts";

const FORMAT = { leaseMs: 12_000, beatMs: 2_000 };

async function quickStore(): Promise<World> {
	const w = await world("shop: pm backend");
	if (w.disk.format !== undefined) w.disk.format = { ...w.disk.format, ...FORMAT };
	return w;
}

describe("a store with a lease of its own", () => {
	test("lets a stopped terminal's seat be taken after that one", async () => {
		const w = await quickStore();
		w.machine.stop(w.of("backend").env);
		w.machine.advance(FORMAT.leaseMs - 1);
		expect(refusedWith(await w.join("backend", { session: "x", force: "confirmed", key: "x" }))).toBe("role-live");
		w.machine.advance(1);
		must(await w.join("backend", { session: "x", force: "confirmed", key: "x" }));
	});

	test("shows it to whoever draws what may be done", async () => {
		const w = await quickStore();
		const { env, store } = w.visitor();
		expect(readOnce(env, store).teams[0]?.leaseMs).toBe(FORMAT.leaseMs);
	});

	test("is beaten as often as it says, by a terminal's loop and by a dashboard", async () => {
		const w = await quickStore();
		const { env, store } = w.of("pm");
		const beats: number[] = [];
		const note = () => void beats.push(env.monotonic());
		const loop = startLoop({ env, store, guard: createGuard(() => {}) }, createQueue(), {
			beat() {
				note();
				return "kept";
			},
			look: async () => {},
		});
		await turn(w, 10);
		loop.stop();
		expect(gaps(beats)).toEqual(Array(beats.length - 1).fill(FORMAT.beatMs));
		expect(beats.length).toBeGreaterThan(4);

		const faults = breakable(memoryBackend());
		const other = await world("shop: pm", faults);
		if (other.disk.format !== undefined) other.disk.format = { ...other.disk.format, ...FORMAT };
		const owner = other.visitor();
		const terminal = terminalOf("dash", "dash", "owner");
		const desk = openDesk(owner.env, owner.store, terminal, () => readOnce(owner.env, owner.store), {
			changed() {},
			said() {},
		});
		must(await desk.takeSeat({ teamId: other.teamId, role: "owner", force: "ask", by: "person" }));
		faults.calls(owner.env);
		await turn(other, 10);
		expect(faults.calls(owner.env).filter((name) => name === "beat")).toHaveLength(10_000 / FORMAT.beatMs);
		await desk.close();
	});
});

async function turn(w: World, seconds: number): Promise<void> {
	for (let n = 0; n < seconds; n += 1) {
		w.machine.advance(1_000);
		for (let step = 0; step < 20; step += 1) await Promise.resolve();
	}
}

function gaps(times: readonly number[]): readonly number[] {
	return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}
