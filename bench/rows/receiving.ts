// Taking mail: a full inbox, and whether anything gets slower as teams and histories grow.

import { openSnapshots } from "../../src/core/snapshot.ts";
import { compare, cpuMsEach, cpuMsEachLater, median, mostRow, type Row, ratioRow } from "../measure.ts";
import { drain, newPair, sit, TEXT, tell } from "../seats.ts";
import { crew, newStore, writeHistory } from "../stores.ts";

const FULL = 1_000;
const TENTH = FULL / 10;
const ROUNDS = 5;

/** All that waits is taken in one go, with the event loop running in between. */
export async function fullInbox(): Promise<readonly Row[]> {
	const { ground, sender, receiver } = await newPair("not synced");
	try {
		const fill = async (count: number) => {
			for (let index = 0; index < count; index += 1) await tell(sender, receiver.member);
		};
		const take = async (count: number) => {
			const each = await cpuMsEachLater(1, async () => {
				if ((await drain(receiver)) !== count) throw new Error("some were not received");
			});
			return each / count;
		};
		const each: number[] = [];
		const stalls: number[] = [];
		const few: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			await fill(TENTH);
			few.push(await take(TENTH));
			await fill(FULL);
			const watch = watchStalls();
			each.push(await take(FULL));
			stalls.push(watch.stop());
		}
		return [
			mostRow(`receive with ${FULL} waiting, each`, { words: "at most 0.3 ms each", most: 0.3 }, each, {
				...{ unit: "ms", ours: `${median(each).toFixed(2)} ms CPU each` },
				raw: `with ${TENTH} waiting ${median(few).toFixed(2)} ms CPU each`,
			}),
			mostRow("longest the event loop stood still meanwhile", { words: "at most 100 ms", most: 100 }, stalls, {
				...{ unit: "ms", ours: `${median(stalls).toFixed(0)} ms`, raw: "a timer every ms" },
			}),
		];
	} finally {
		ground.remove();
	}
}

function watchStalls(): { stop(): number } {
	let last = performance.now();
	let worst = 0;
	const timer = setInterval(() => {
		const now = performance.now();
		worst = Math.max(worst, now - last);
		last = now;
	}, 1);
	return {
		stop() {
			clearInterval(timer);
			return worst;
		},
	};
}

const MANY = 100;
const HISTORY = 100_000;
const LINE_BYTES = 500;
const BATCH = 60;

/** The same send, receive and look in a team of two without a past, and in one of 100 with 100,000 lines. */
export async function growth(): Promise<readonly Row[]> {
	const ground = newStore("not synced");
	try {
		const small = await crew(ground, "small", 0, 0);
		const large = await crew(ground, "large", MANY - 2, 2);
		writeHistory(ground, large, HISTORY, LINE_BYTES);
		const inTeam = async (teamId: string) => {
			const sender = await sit(ground, ground.open(), teamId, "bench-sender");
			const receiver = await sit(ground, ground.open(), teamId, "bench-receiver");
			const snapshots = openSnapshots(ground.env, ground.open({ visitor: "only looks" }));
			snapshots.refresh();
			return { sender, receiver, snapshots };
		};
		const two = await inTeam(small.teamId);
		const hundred = await inTeam(large.teamId);
		const send = async ({ sender, receiver }: typeof two) => {
			const each = await cpuMsEachLater(BATCH, () => tell(sender, receiver.member, TEXT));
			await drain(receiver);
			return each;
		};
		const receive = async ({ sender, receiver }: typeof two) => {
			for (let index = 0; index < BATCH; index += 1) await tell(sender, receiver.member, TEXT);
			return (await cpuMsEachLater(1, () => drain(receiver))) / BATCH;
		};
		const reload = async ({ sender, snapshots }: typeof two) => {
			let each = 0;
			for (let index = 0; index < BATCH; index += 1) {
				sender.trace({ type: "idle" });
				each += cpuMsEach(1, () => snapshots.refresh());
			}
			return each / BATCH;
		};
		const budget = { words: "at most 1.5× the time", most: 1.5 };
		const raw = "2 members, no history:";
		const rows: Row[] = [];
		for (const [name, run] of [
			["send", send],
			["receive", receive],
			["reload", reload],
		] as const) {
			const compared = await compare(
				ROUNDS,
				"time",
				() => run(hundred),
				() => run(two),
			);
			rows.push(ratioRow(`${name} with ${MANY} members and ${HISTORY} lines`, budget, compared, raw));
		}
		return rows;
	} finally {
		ground.remove();
	}
}
