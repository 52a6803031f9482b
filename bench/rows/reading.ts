// What looking costs: a crowd in which nothing changes, one change in it, a long history, a search.

import { openHistory } from "../../src/core/history.ts";
import { openSnapshots, readOnce } from "../../src/core/snapshot.ts";
import { compare, cpuMsEach, median, mostRow, quantile, type Row, ratioRow } from "../measure.ts";
import { activityOf, crew, newStore, writeHistory } from "../stores.ts";

const TEAMS = 20;
const MEMBERS = 100;
const ONLINE = 10;
const ROUNDS = 9;
const LOOKS = 100;

export async function crowd(): Promise<readonly Row[]> {
	const ground = newStore("not synced");
	try {
		const first = await crew(ground, "team-0", MEMBERS, ONLINE);
		for (let team = 1; team < TEAMS; team += 1) await crew(ground, `team-${team}`, MEMBERS, 0);
		const [member = ""] = first.members;
		const snapshots = openSnapshots(ground.env, ground.open({ visitor: "only looks" }));
		const opened = cpuMsEach(1, () => snapshots.refresh());
		const unchanged: number[] = [];
		const changed: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			unchanged.push(cpuMsEach(LOOKS, () => snapshots.refresh()));
			changed.push(oneChanged());
		}
		const plain = median(unchanged);
		return [
			mostRow(
				"snapshot, nothing changed, 20 teams × 100 members, 10 online",
				{ words: "at most 1 ms CPU", most: 1 },
				unchanged,
				{
					...{
						unit: "ms",
						ours: `${plain.toFixed(2)} ms CPU`,
						raw: `first reading of all 2,000: ${opened.toFixed(0)} ms CPU`,
					},
				},
			),
			mostRow(
				"one member of them changed: what that adds",
				{ words: "at most 1 ms CPU", most: 1 },
				changed.map((each) => each - plain),
				{
					...{ unit: "ms", ours: `${(median(changed) - plain).toFixed(2)} ms CPU`, raw: "a look without a change" },
				},
			),
		];

		function oneChanged(): number {
			let spent = 0;
			for (let index = 0; index < LOOKS; index += 1) {
				ground.store.writeActivity(first.teamId, activityOf(ground.env, member, `step ${index}`));
				spent += cpuMsEach(1, () => snapshots.refresh());
			}
			return spent / LOOKS;
		}
	} finally {
		ground.remove();
	}
}

const LONG = 1_000_000;
const LINE_BYTES = 500;

/** Half a gigabyte of history beside none: the first reading must not read it. */
export async function longHistory(): Promise<Row> {
	const ground = newStore("not synced");
	const empty = newStore("not synced");
	try {
		writeHistory(ground, await crew(ground, "long", 10, 2), LONG, LINE_BYTES);
		writeHistory(empty, await crew(empty, "short", 10, 2), 300, LINE_BYTES);
		const open =
			({ env, open }: typeof ground) =>
			() =>
				cpuMsEach(3, () => void readOnce(env, open({ visitor: "only looks" })));
		const compared = await compare(ROUNDS, "time", open(ground), open(empty));
		const budget = { words: "at most 1.5× the time", most: 1.5 };
		return ratioRow("first reading of 500 MB, 1 M events", budget, compared, "of 300 events:");
	} finally {
		ground.remove();
		empty.remove();
	}
}

const MESSAGES = 15_000;
const SEARCHES = 40;

export async function search(): Promise<Row> {
	const ground = newStore("not synced");
	try {
		const team = await crew(ground, "shop", 10, 2);
		writeHistory(ground, team, MESSAGES, LINE_BYTES);
		const history = openHistory(ground.env, ground.store, team.teamId);
		const words = ["needle", "nothing like it", "needle word", "w", "word word needle"];
		const times: number[] = [];
		const firstMs = await timed("needle");
		for (let index = 0; index < SEARCHES; index += 1) times.push(await timed(words[index % words.length] ?? ""));
		return mostRow("search in 15,000 messages, p95", { words: "at most 50 ms", most: 50 }, times, {
			...{ unit: "ms", figure: quantile(times, 0.95) },
			...{
				ours: `median ${median(times).toFixed(1)} ms`,
				raw: `the first one, which reads them: ${firstMs.toFixed(0)} ms`,
			},
		});

		async function timed(text: string): Promise<number> {
			const start = performance.now();
			await history.search({ text }, 300);
			return performance.now() - start;
		}
	} finally {
		ground.remove();
	}
}
