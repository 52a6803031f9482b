// What a send, a beat and a line of the timeline cost beside the bare system calls.

import { statSync } from "node:fs";
import { join } from "node:path";
import { compare, cpuMsEach, cpuMsEachLater, msEach, type Row, ratioRow } from "../measure.ts";
import { append, durableWrite, quickWrite, rawDirectory, replace } from "../raw.ts";
import { drain, newPair, TEXT, tell } from "../seats.ts";
import { activityOf, crew, messageEvent, messageOf, newStore, writeHistory } from "../stores.ts";

const ROUNDS = 9;
const BATCH = 40;
const QUICK_BATCH = 400;
const bytes = Buffer.from(JSON.stringify({ body: TEXT, filler: "x".repeat(400) }));

export async function durableSend(): Promise<Row> {
	const { ground, sender, receiver } = await newPair("synced");
	try {
		const raw = rawDirectory(ground.root, "tmp/raw");
		const compared = await compare(
			ROUNDS,
			"rate",
			async () => {
				const each = await msEach(BATCH, () => tell(sender, receiver.member));
				await drain(receiver);
				return each;
			},
			() => msEach(BATCH, () => durableWrite(raw, bytes)),
		);
		const budget = { words: "at least 0.6× the rate", least: 0.6 };
		return ratioRow(
			"durable send: synced in the inbox, told in the timeline",
			budget,
			compared,
			"write+fsync+rename+fsync of the directory:",
			"wall",
		);
	} finally {
		ground.remove();
	}
}

export async function unsyncedSend(): Promise<Row> {
	const { ground, sender, receiver } = await newPair("not synced");
	try {
		const raw = rawDirectory(ground.root, "tmp/raw");
		const compared = await compare(
			ROUNDS,
			"rate",
			async () => {
				const each = await cpuMsEachLater(QUICK_BATCH, () => tell(sender, receiver.member));
				await drain(receiver);
				return each;
			},
			() => cpuMsEach(QUICK_BATCH, () => quickWrite(raw, bytes)),
		);
		const budget = { words: "at least 0.4× the rate", least: 0.4 };
		return ratioRow("send with sync off, checks and event included", budget, compared, "write+rename:");
	} finally {
		ground.remove();
	}
}

export async function smallWrites(): Promise<readonly Row[]> {
	const ground = newStore("synced");
	try {
		const team = await crew(ground, "shop", 2, 1);
		const { store, env } = ground;
		const [holding] = team.holdings;
		const [member] = team.members;
		if (holding === undefined || member === undefined) throw new Error("nobody is there");
		const raw = rawDirectory(ground.root, "tmp/raw");
		const activity = activityOf(env, member, "the cart");
		const budget = { words: "at least 0.6× the rate", least: 0.6 };
		const rawNow = () => cpuMsEach(QUICK_BATCH, () => replace(raw, bytes));
		const beat = await compare(ROUNDS, "rate", () => cpuMsEach(QUICK_BATCH, () => store.beat(holding)), rawNow);
		const write = await compare(
			ROUNDS,
			"rate",
			() => cpuMsEach(QUICK_BATCH, () => store.writeActivity(team.teamId, activity)),
			rawNow,
		);
		return [ratioRow("beat", budget, beat, "write+rename:"), ratioRow("activity", budget, write, "write+rename:")];
	} finally {
		ground.remove();
	}
}

const LONG = [10_000, 100_000];
const SHORT = 300;
const LINE_BYTES = 500;

/** The same line into a short and into long histories. */
export async function timelineAppend(): Promise<readonly Row[]> {
	const ground = newStore("not synced");
	try {
		const short = await crew(ground, "short", 2, 0);
		writeHistory(ground, short, SHORT, LINE_BYTES);
		const [from = "", to = ""] = short.members;
		const event = messageEvent(messageOf(ground.env, short.teamId, from, to, TEXT), 1);
		const line = Buffer.from(`\n${JSON.stringify(event)}\n`);
		const path = join(rawDirectory(ground.root, "tmp/raw"), "lines");
		const into = (teamId: string) => () => cpuMsEach(QUICK_BATCH, () => ground.store.append(teamId, event));
		const rows: Row[] = [];
		for (const lines of LONG) {
			const long = await crew(ground, `long-${lines}`, 2, 0);
			writeHistory(ground, long, lines, LINE_BYTES);
			const growth = await compare(ROUNDS, "time", into(long.teamId), into(short.teamId));
			const budget = { words: "at most 1.3× the time", most: 1.3 };
			rows.push(ratioRow(`line into ${lines} lines`, budget, growth, `line into ${SHORT} lines:`));
		}
		const raw = await compare(ROUNDS, "rate", into(short.teamId), () =>
			cpuMsEach(QUICK_BATCH, () => append(path, line)),
		);
		if (statSync(path).size === 0) throw new Error("nothing was appended");
		rows.push(ratioRow("line into the timeline", { words: "none", least: 0 }, raw, "open+write+close:"));
		return rows;
	} finally {
		ground.remove();
	}
}
