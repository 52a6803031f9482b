import { expect, test } from "vitest";
import { firstSight, LeaseWatch } from "../../../src/core/leases.ts";
import { limits } from "../../../src/core/limits.ts";
import type { Seat } from "../../../src/core/seat.ts";
import { joinTeam } from "../../../src/core/seat-join.ts";
import type { Store } from "../../../src/core/store.ts";
import { createTeam } from "../../../src/core/teams.ts";
import { type HandEnv, type Machine, machine } from "../../support/env.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { must, terminalOf } from "../../support/world.ts";

interface Watched {
	readonly turned: Machine;
	readonly owner: HandEnv;
	readonly seat: Seat;
	/** What another process that has watched from the start says. */
	look(): string;
	/** What a process says that looks for the first time. */
	glance(): string;
	certain(): boolean;
}

async function watched(): Promise<Watched> {
	const turned = machine();
	const disk = new MemoryDisk();
	const owner = turned.process();
	const store = memoryStore(owner, disk);
	const { teamId } = must(await createTeam(owner, store, "shop"));
	const request = { teamId, role: "backend", force: "ask", by: "person" } as const;
	const seat = must(await joinTeam(owner, store, terminalOf("s1", "pi", "backend"), request));
	const observer = turned.process();
	const eyes: Store = memoryStore(observer, disk);
	const watch = new LeaseWatch(observer, () => limits.leaseMs);
	const read = () => {
		const lease = eyes.readLease(teamId, seat.member);
		if (lease === undefined) throw new Error("no lease");
		return lease;
	};
	return {
		turned,
		owner,
		seat,
		look: () => watch.judge(read()).presence.at,
		certain: () => watch.judge(read()).certain,
		glance: () => firstSight(turned.process(), limits.leaseMs, read()).at,
	};
}

test("a seat is online as long as beats are seen, and offline a lease after the last", async () => {
	const { turned, seat, look } = await watched();
	for (let n = 0; n < 20; n += 1) {
		turned.advance(limits.beatMs);
		seat.beat();
		expect(look()).toBe("online");
	}
	turned.advance(limits.leaseMs - 1);
	expect(look()).toBe("online");
	turned.advance(1);
	expect(look()).toBe("offline");
	seat.beat();
	expect(look()).toBe("online");
});

test("a released seat is offline at once", async () => {
	const { seat, look, certain } = await watched();
	expect(look()).toBe("online");
	await seat.end("closed");
	expect(look()).toBe("offline");
	expect(certain()).toBe(true);
});

test("a dead process is offline at once, also when its pid is used again", async () => {
	const { turned, owner, look, certain } = await watched();
	turned.kill(owner);
	expect(look()).toBe("offline");
	turned.process({ pid: owner.self.pid });
	expect(look()).toBe("offline");
	expect(certain()).toBe(true);
});

test("a stopped process is suspended, and online again when it goes on and beats", async () => {
	const { turned, owner, seat, look } = await watched();
	turned.stop(owner);
	expect(look()).toBe("suspended");
	turned.advance(limits.leaseMs * 10);
	expect(look()).toBe("suspended");
	turned.resume(owner);
	expect(look()).toBe("offline");
	expect(seat.beat()).toEqual({ at: "kept" });
	expect(look()).toBe("online");
});

test("a process of another machine is judged by its beats alone", async () => {
	const { turned, owner, seat, look } = await watched();
	turned.pretend(owner.self.pid, "unknown");
	turned.advance(limits.beatMs);
	seat.beat();
	expect(look()).toBe("online");
	turned.kill(owner);
	turned.pretend(owner.self.pid, "unknown");
	expect(look()).toBe("online");
	turned.advance(limits.leaseMs);
	expect(look()).toBe("offline");
});

test("at first sight a fresh beat counts by the wall clock, an old or a future one does not", async () => {
	const { turned, glance } = await watched();
	expect(glance()).toBe("online");
	turned.stepWall(-limits.clockSkewMs);
	expect(glance()).toBe("online");
	turned.stepWall(-1);
	expect(glance()).toBe("offline");
	turned.stepWall(limits.clockSkewMs + limits.leaseMs);
	expect(glance()).toBe("online");
	turned.stepWall(1);
	expect(glance()).toBe("offline");
});

test.each([-86_400_000, 86_400_000])("a wall clock set by %i ms changes nothing for who is watched", async (ms) => {
	const { turned, seat, look } = await watched();
	expect(look()).toBe("online");
	turned.stepWall(ms);
	expect(look()).toBe("online");
	turned.advance(limits.beatMs);
	seat.beat();
	expect(look()).toBe("online");
	turned.advance(limits.leaseMs - 1);
	expect(look()).toBe("online");
	turned.advance(1);
	expect(look()).toBe("offline");
});

test("after a sleep of the machine nobody is called gone for a whole lease", async () => {
	const { turned, look } = await watched();
	turned.advance(limits.leaseMs - 1_000);
	expect(look()).toBe("online");
	turned.sleep(8 * 3_600_000);
	turned.advance(2_000);
	expect(look()).toBe("online");
	turned.advance(limits.leaseMs);
	expect(look()).toBe("offline");
});

test("a beat between two rare looks is a beat, whatever the wall clock was set to", async () => {
	const { turned, seat, look } = await watched();
	expect(look()).toBe("online");
	turned.advance(limits.beatMs);
	seat.beat();
	turned.stepWall(86_400_000);
	expect(look()).toBe("online");
});

test("an old beat seen for the first time is not certainly dead until a lease was watched", async () => {
	const { turned, owner, look, certain } = await watched();
	turned.sleep(3_600_000);
	expect(look()).toBe("offline");
	expect(certain()).toBe(false);
	turned.advance(limits.leaseMs);
	expect(look()).toBe("offline");
	expect(certain()).toBe(true);
	turned.kill(owner);
	expect(certain()).toBe(true);
});

test("a beat between two rare looks counts from when it was made", async () => {
	const { turned, seat, look } = await watched();
	expect(look()).toBe("online");
	turned.advance(limits.beatMs);
	seat.beat();
	turned.advance(limits.leaseMs);
	expect(look()).toBe("offline");
});
