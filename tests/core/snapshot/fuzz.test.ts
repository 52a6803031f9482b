import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../../src/core/kinds.ts";
import { limits } from "../../../src/core/limits.ts";
import type { MemberId, MessageId, Snapshot, TeamId } from "../../../src/core/model.ts";
import { openSnapshots, readOnce } from "../../../src/core/snapshot.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { withFolder } from "./folder.ts";
import { fileTerminals, type Seat, type Terminals, terminalsOf } from "./world.ts";

interface Sent {
	readonly id: MessageId;
	readonly kind: Kind;
	readonly from: MemberId;
	readonly to: Seat;
	state: "new" | "claimed" | "surfaced" | "over";
}

/** What the random steps act on. */
interface World {
	readonly terminals: Terminals;
	readonly teams: TeamId[];
	readonly seats: Seat[];
	readonly away: Seat[];
	readonly sent: Sent[];
	readonly unseen: boolean;
	made: number;
}

const step = fc.record({
	what: fc.constantFrom(
		...["create", "join", "join", "leave", "quiet", "return", "activity", "activity", "rename", "remove", "kill"],
		...["send", "send", "send", "send", "claim", "claim", "surface", "surface", "answer", "settle", "fail", "delete"],
	),
	a: fc.nat(50),
	b: fc.nat(50),
	kind: fc.constantFrom<Kind>("info", "question", "request", "note", "handoff"),
	told: fc.boolean(),
	passes: fc.constantFrom(limits.pollMs, limits.pollMs, limits.beatMs),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What two readers of the same store must agree on. */
function content(snapshot: Snapshot): unknown {
	const { revision: _revision, asOf: _asOf, watching: _watching, ...rest } = snapshot;
	return rest;
}

function pick<T>(list: readonly T[], index: number): T | undefined {
	return list.length === 0 ? undefined : list[index % list.length];
}

async function take(world: World, { what, a, b, kind, told }: Step): Promise<void> {
	const { terminals, teams, seats, away, sent } = world;
	const team = pick(teams, a);
	const seat = pick(seats, b);
	const how = told || !world.unseen ? "told" : "unseen";
	const message = pick(
		sent.filter((each) => each.state !== "over" && seats.includes(each.to)),
		a,
	);
	switch (what) {
		case "create":
			if (teams.length >= 4) return;
			world.made += 1;
			teams.push(await terminals.createTeam(`team-${world.made}`));
			return;
		case "join":
			if (team !== undefined && seats.length < 8)
				seats.push(await terminals.join(team, `role-${terminals.host.now()}`));
			return;
		case "leave":
		case "quiet":
		case "kill": {
			if (seat === undefined) return;
			seats.splice(seats.indexOf(seat), 1);
			away.push(seat);
			if (what === "kill") terminals.host.kill(seat.env);
			else if (what === "leave") seat.leave();
			else seat.leaveQuietly();
			return;
		}
		case "return": {
			const back = pick(away, b);
			if (back === undefined) return;
			away.splice(away.indexOf(back), 1);
			const again = await back.return();
			seats.push(again);
			for (const each of sent) if (each.to === back) Object.assign(each, { to: again });
			return;
		}
		case "activity":
			seat?.does(told ? "working" : "waiting", `focus ${a}`);
			return;
		case "rename":
			if (team !== undefined) await terminals.edit(team, () => ({ name: `renamed-${teams.indexOf(team)}-${a}` }));
			return;
		case "remove": {
			const gone = pick(away, b);
			if (gone === undefined) return;
			away.splice(away.indexOf(gone), 1);
			await terminals.edit(gone.teamId, (document) => ({
				members: document.members.map((each) =>
					each.id === gone.member ? { ...each, state: "removed", removedAt: terminals.host.now() } : each,
				),
			}));
			return;
		}
		case "send": {
			const to = pick(
				[...seats, ...away].filter((each) => each.teamId === seat?.teamId && each !== seat),
				a,
			);
			if (seat === undefined || to === undefined) return;
			const id = await seat.send(to.member, kind, `text ${a}`, how);
			sent.push({ id, kind, from: seat.member, to, state: "new" });
			return;
		}
		case "claim":
			if (message?.state === "new" && message.to.claim(message.id) !== undefined) message.state = "claimed";
			return;
		case "surface":
			if (message?.state !== "claimed") return;
			await message.to.surface(message.id, how);
			message.state = message.kind === "request" || message.kind === "question" ? "surfaced" : "over";
			return;
		case "answer":
			if (message?.state !== "surfaced" || message.kind !== "question") return;
			await message.to.answer(message.id, message.from, message.id);
			message.state = "over";
			return;
		case "settle":
			if (message === undefined || message.state === "new" || message.kind !== "request") return;
			await message.to.settle(message.id, "done");
			message.state = "over";
			return;
		case "fail":
			if (message === undefined || message.kind === "request" || message.state !== "claimed") return;
			await message.to.fail(message.id, "attempts");
			message.state = "over";
			return;
		case "delete": {
			if (team === undefined || a > 5) return;
			await terminals.officeStore.deleteTeam(team, () => ({ ok: true, value: null }));
			teams.splice(teams.indexOf(team), 1);
			for (const list of [seats, away]) {
				for (const each of list.filter((one) => one.teamId === team)) list.splice(list.indexOf(each), 1);
			}
			return;
		}
		default:
			throw new Error(`no such step: ${what}`);
	}
}

function memoryTerminals(): Terminals {
	const disk = new MemoryDisk();
	return terminalsOf((env) => memoryStore(env, disk));
}

async function hold(terminals: Terminals, steps: readonly Step[], unseen: boolean): Promise<void> {
	const it: World = { terminals, teams: [], seats: [], away: [], sent: [], unseen, made: 0 };
	const { host, storeFor } = terminals;
	const reader = host.process();
	const snapshots = openSnapshots(reader, storeFor(reader));
	const fresh = () => {
		const env = host.process();
		return content(readOnce(env, storeFor(env)));
	};
	it.teams.push(await it.terminals.createTeam("shop"), await it.terminals.createTeam("bakery"));
	for (const team of [...it.teams, ...it.teams]) {
		it.seats.push(await it.terminals.join(team, `role-${it.seats.length}`));
	}
	for (const each of steps) {
		await take(it, each);
		snapshots.refresh();
		host.advance(each.passes);
		for (const seat of it.seats) seat.beat();
		snapshots.refresh();
		if (!unseen) expect(content(snapshots.refresh())).toEqual(fresh());
	}
	// One round of full looks over every team, with everybody alive beating meanwhile.
	for (const team of it.teams) {
		snapshots.show(team);
		for (let passed = 0; passed < limits.fullScanMs; passed += limits.pollMs) {
			host.advance(limits.pollMs);
			for (const seat of it.seats) seat.beat();
			snapshots.refresh();
		}
	}
	expect(content(snapshots.refresh())).toEqual(fresh());
}

const steps = fc.array(step, { minLength: 10, maxLength: 60, size: "max" });

describe("an incremental snapshot equals a fresh one", () => {
	test("after every step, while each step is told in the timeline", async () => {
		await fc.assert(
			fc.asyncProperty(steps, (list) => hold(memoryTerminals(), list, false)),
			{ numRuns: 60 },
		);
	});

	test("ten seconds after any steps, though the timeline lost lines", async () => {
		await fc.assert(
			fc.asyncProperty(steps, (list) => hold(memoryTerminals(), list, true)),
			{ numRuns: 60 },
		);
	});

	test("on real files too", async () => {
		let run = 0;
		await withFolder(async (folder) => {
			await fc.assert(
				fc.asyncProperty(steps, fc.boolean(), (list, unseen) => {
					run += 1;
					return hold(fileTerminals(join(folder, String(run))), list, unseen);
				}),
				{ numRuns: 8 },
			);
		});
	});
});
